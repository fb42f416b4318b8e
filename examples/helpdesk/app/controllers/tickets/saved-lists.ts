import { handler, redirect, route } from 'tenon'
import { flash } from 'tenon/pages'
import { SavedList } from '../../models/saved-list.ts'
import { SavedListRequest } from '../../requests/ticket-requests.ts'
import { inTeam } from '../teams/team-frame.ts'
import { listDeleted, listSaved } from '../../../resources/words/tickets.ts'

/** Saves a list for the whole team. */
export const store = handler({ ...inTeam, form: SavedListRequest }).run(
  async ({ team, form: { name, ...filter } }, request) => {
    await SavedList.of(team).create({ name, filter })
    flash(request, { notice: listSaved({ name }) })
    return redirect(route('tickets.index', { team: team.id }, filter))
  },
)

export const destroy = handler({ ...inTeam, list: SavedList }).run(
  async ({ team, list }, request) => {
    await list.delete()
    flash(request, { notice: listDeleted({ name: list.name }) })
    return redirect(route('tickets.index', { team: team.id }))
  },
)
