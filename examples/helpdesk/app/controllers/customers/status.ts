import { handler, page } from 'tenon'
import { live } from 'tenon/pages'
import { incidentsOf } from '../../incidents-of.ts'
import { Team } from '../../models/team.ts'

/** Rendered on the server: it is read by search engines, and by people whose network is slow. */
export const show = handler({ team: Team }).run(({ team }) =>
  page('Customers/Status', {
    team: { id: team.id, name: team.name },
    incidents: live(() => incidentsOf(team)),
  }),
)
