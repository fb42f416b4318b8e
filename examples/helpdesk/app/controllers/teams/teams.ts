import { handler, page, redirect, route } from 'tenon'
import { ValidationFailed } from 'tenon/errors'
import { flash } from 'tenon/pages'
import { auth } from '../../auth.ts'
import { foundTeam } from '../../found-team.ts'
import { member } from '../../member.ts'
import { Team } from '../../models/team.ts'
import { TeamDeletionRequest, TeamRequest } from '../../requests/team-requests.ts'
import { teamsOf } from '../../teams-of.ts'
import { whileMember } from '../../while-member.ts'
import { inTeam, teamFrame } from './team-frame.ts'
import {
  enterTeamName,
  nameIsSaved,
  teamCreated,
  teamDeleted,
} from '../../../resources/words/teams.ts'

export const index = handler({ user: auth.user }).run(async ({ user }) =>
  page('Teams/Index', { user: { name: user.name }, teams: await teamsOf(user) }),
)

export const create = () => page('Teams/Create')

export const store = handler({ user: auth.user, form: TeamRequest }).run(
  async ({ user, form }, request) => {
    const team = await foundTeam(form.name, user)
    flash(request, { notice: teamCreated({ team: team.name }) })
    return redirect(route('members.index', { team: team.id }))
  },
)

export const edit = handler(inTeam).run(async ({ team, user }, request) =>
  page('Teams/Settings', await teamFrame(request, team, user)),
)

export const update = handler({ team: Team, member, form: TeamRequest }).run(
  async ({ team, member, form }, request) => {
    await whileMember(member, () => team.update({ name: form.name }))
    flash(request, { notice: nameIsSaved() })
    return redirect(route('teams.edit', { team: team.id }))
  },
)

export const remove = handler({ team: Team }).run(({ team }) =>
  page('Teams/Delete', { team: { id: team.id, name: team.name } }),
)

/** Owners type the name, so that nobody deletes a team by accident. The database deletes the team's records. */
export const destroy = handler({ team: Team, member, form: TeamDeletionRequest }).run(
  async ({ team, member, form }, request) => {
    if (form.name !== team.name) {
      throw new ValidationFailed({ name: enterTeamName() })
    }
    await whileMember(member, () => team.delete())
    flash(request, { notice: teamDeleted({ team: team.name }) })
    return redirect(route('teams.index'))
  },
)
