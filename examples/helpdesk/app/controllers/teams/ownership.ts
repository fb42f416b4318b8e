import { handler, page, redirect, route } from 'tenon'
import { Conflict, ValidationFailed } from 'tenon/errors'
import { flash } from 'tenon/pages'
import { member } from '../../member.ts'
import { Membership } from '../../models/membership.ts'
import { Team } from '../../models/team.ts'
import { TransferRequest } from '../../requests/team-requests.ts'
import { whileMember } from '../../while-member.ts'
import { withdrawInvitations } from '../../withdraw-invitations.ts'
import { chooseMember, teamGiven, teamHasChanged } from '../../../resources/words/teams.ts'

export const edit = handler({ team: Team, member }).run(async ({ team, member }) => {
  const others = await Membership.of(team)
    .where('id', '!=', member.id)
    .with('user')
    .orderByKey()
    .limit(1000)
    .all()
  return page('Teams/Transfer', {
    team: { id: team.id, name: team.name },
    members: others.map(({ id, user }) => ({ id, name: user.name, email: user.email })),
  })
})

/** The owner becomes an administrator. Each statement must change one row, so one of two concurrent transfers fails. */
export const update = handler({ team: Team, member, form: TransferRequest }).run(
  async ({ team, member, form }, request) => {
    const heir = await Membership.of(team).find(form.membership)
    if (heir === null || heir.id === member.id) {
      throw new ValidationFailed({ membership: chooseMember() })
    }
    await whileMember(member, async () => {
      const left = await Membership.of(team)
        .where('id', member.id)
        .where('role', 'owner')
        .update({ role: 'admin' })
      const given = await Membership.of(team).where('id', heir.id).update({ role: 'owner' })
      if (left + given !== 2) throw new Conflict(teamHasChanged())
      await withdrawInvitations(team, member, 'admin')
    })
    flash(request, { notice: teamGiven({ team: team.name }) })
    return redirect(route('members.index', { team: team.id }))
  },
)
