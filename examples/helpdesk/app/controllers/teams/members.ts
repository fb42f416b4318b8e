import { handler, page, redirect, route } from 'tenon'
import { allows } from 'tenon/auth'
import { Conflict } from 'tenon/errors'
import { flash } from 'tenon/pages'
import { rolesBelow } from '../../../resources/components/teams/roles.ts'
import { member } from '../../member.ts'
import { Invitation } from '../../models/invitation.ts'
import { Membership } from '../../models/membership.ts'
import { Team } from '../../models/team.ts'
import { InvitationPolicy } from '../../policies/invitation-policy.ts'
import { MembershipPolicy } from '../../policies/membership-policy.ts'
import { TeamPolicy } from '../../policies/team-policy.ts'
import { RoleRequest } from '../../requests/team-requests.ts'
import { whileMember } from '../../while-member.ts'
import { withdrawInvitations } from '../../withdraw-invitations.ts'
import { inTeam, teamFrame } from './team-frame.ts'
import {
  memberRemoved,
  roleChanged,
  teamHasChanged,
  teamLeft,
} from '../../../resources/words/teams.ts'

export const index = handler(inTeam).run(async ({ team, user, member }, request) => {
  const memberships = await Membership.of(team).with('user').orderByKey().limit(1000).all()
  const mayInvite = await allows(request, TeamPolicy.invite)
  const invitations = mayInvite ? await Invitation.of(team).orderBy('email').limit(1000).all() : []
  return page('Teams/Members', {
    ...(await teamFrame(request, team, user)),
    members: await Promise.all(
      memberships.map(async (each) => ({
        id: each.id,
        name: each.user.name,
        email: each.user.email,
        role: each.role,
        isSelf: each.id === member.id,
        canChangeRole: await allows(request, MembershipPolicy.changeRole, each),
        canRemove: await allows(request, MembershipPolicy.remove, each),
      })),
    ),
    invitations: await Promise.all(
      invitations.map(async (each) => ({
        id: each.id,
        email: each.email,
        role: each.role,
        expires_at: each.expires_at,
        canWithdraw: await allows(request, InvitationPolicy.withdraw, each),
      })),
    ),
    rolesToGive: mayInvite ? rolesBelow(member.role) : [],
  })
})

export const update = handler({
  team: Team,
  member,
  membership: Membership,
  form: RoleRequest,
}).run(async ({ team, member, membership, form }, request) => {
  await whileMember(member, async () => {
    const changed = await asJudged(team, membership).update({ role: form.role })
    if (changed === 0) throw new Conflict(teamHasChanged())
    await withdrawInvitations(team, membership, form.role)
  })
  flash(request, { notice: roleChanged() })
  return redirect(route('members.index', { team: team.id }))
})

export const destroy = handler({ team: Team, member, membership: Membership }).run(
  async ({ team, member, membership }, request) => {
    await whileMember(member, () => end(team, membership))
    flash(request, { notice: memberRemoved() })
    return redirect(route('members.index', { team: team.id }))
  },
)

export const leave = handler({ team: Team, member }).run(async ({ team, member }, request) => {
  await whileMember(member, () => end(team, member))
  flash(request, { notice: teamLeft({ team: team.name }) })
  return redirect(route('teams.index'))
})

/** Deletes the loaded record instead of using a query, so that the hooks of `Membership` run. */
async function end(team: Team, membership: Membership): Promise<void> {
  const ended = await asJudged(team, membership).first()
  if (ended === null) throw new Conflict(teamHasChanged())
  await ended.delete()
  await withdrawInvitations(team, membership)
}

/** A membership with the role that the policy has judged. A transfer or a change may give it another role meanwhile. */
function asJudged(team: Team, { id, role }: Membership) {
  return Membership.of(team).where('id', id).where('role', role)
}
