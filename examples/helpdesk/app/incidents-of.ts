import { Incident } from './models/incident.ts'
import type { Team } from './models/team.ts'
import { IncidentView } from './views.ts'

/** The last 50 incidents of a team, open and past ones, the newest first. */
export function incidentsOf(team: Team) {
  return Incident.of(team).orderBy('id', 'desc').limit(50).select(IncidentView).all()
}
