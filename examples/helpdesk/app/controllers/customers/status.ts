import { handler, page } from 'tenon'
import { live } from 'tenon/pages'
import { incidentsOf } from '../../incidents-of.ts'
import { Team } from '../../models/team.ts'

/** This page is rendered on the server, for search engines and for people with a slow network. */
export const show = handler({ team: Team }).run(({ team }) =>
  page('Customers/Status', {
    team: { id: team.id, name: team.name },
    incidents: live(() => incidentsOf(team)),
  }),
)
