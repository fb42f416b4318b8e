import { handler, page, redirect, route } from 'tenon'
import { flash, live } from 'tenon/pages'
import { incidentEnded, incidentReported } from '../../../resources/words/status.ts'
import { incidentsOf } from '../../incidents-of.ts'
import { Incident } from '../../models/incident.ts'
import { IncidentRequest } from '../../requests/ticket-requests.ts'
import { inTeam, teamFrame } from '../teams/team-frame.ts'

export const index = handler(inTeam).run(async ({ team, user }, request) =>
  page('Incidents/Index', {
    ...(await teamFrame(request, team, user)),
    incidents: live(() => incidentsOf(team)),
  }),
)

export const store = handler({ ...inTeam, form: IncidentRequest }).run(
  async ({ team, form }, request) => {
    await Incident.of(team).create(form)
    flash(request, { notice: incidentReported() })
    return redirect(route('incidents.index', { team: team.id }))
  },
)

/** Ends an incident: it works again. */
export const end = handler({ ...inTeam, incident: Incident }).run(
  async ({ team, incident }, request) => {
    await incident.update({ ended_at: incident.ended_at ?? new Date() })
    flash(request, { notice: incidentEnded() })
    return redirect(route('incidents.index', { team: team.id }))
  },
)
