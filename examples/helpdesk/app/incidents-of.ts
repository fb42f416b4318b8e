import { Incident } from './models/incident.ts'
import type { Team } from './models/team.ts'
import { IncidentView } from './views.ts'

/** What does not work at a team and what did not, the newest first. */
export function incidentsOf(team: Team) {
  return Incident.of(team).orderBy('id', 'desc').limit(50).select(IncidentView).all()
}
