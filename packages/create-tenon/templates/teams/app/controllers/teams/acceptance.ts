import { handler, page, redirect, route } from 'tenon'
import { requestSignature } from 'tenon/keys'
import { transaction } from 'tenon/database'
import { Forbidden, NotFound } from 'tenon/errors'
import { flash } from 'tenon/pages'
import { auth } from '../../auth.ts'
import { Invitation } from '../../models/invitation.ts'
import { Membership } from '../../models/membership.ts'
import { Team } from '../../models/team.ts'
import type { User } from '../../models/user.ts'
import { lockTeam } from '../../while-member.ts'
import { declined, inTeamNow, otherAddress } from '../../../resources/words/teams.ts'

const answer = { user: auth.user, invitation: Invitation }

/** Shows a button instead of accepting at once: mail scanners open links. */
export const create = handler(answer).run(async ({ user, invitation }, request) => {
  const isOwn = isFor(user, invitation)
  const team = isOwn ? await Team.findOrFail(invitation.team_id) : null
  return page('Teams/Invitation', {
    invitation: invitation.id,
    link: requestSignature(request),
    email: user.email,
    team: team?.name ?? null,
  })
})

/** Only the request that deletes the invitation adds a member, so concurrent requests accept it once. */
export const store = handler(answer).run(async ({ user, invitation }, request) => {
  assertFor(user, invitation)
  const team = await transaction(async () => {
    const { team_id, role } = invitation
    const team = await lockTeam(team_id)
    const used = await Invitation.ofAnyone().where('id', invitation.id).where('role', role).delete()
    if (used === 0) throw new NotFound()
    await Membership.of(team).firstOrCreate({ user_id: user.id }, { role })
    return team
  })
  flash(request, { notice: inTeamNow({ team: team.name }) })
  return redirect(route('projects.index', { team: team.id }))
})

export const destroy = handler(answer).run(async ({ user, invitation }, request) => {
  assertFor(user, invitation)
  await invitation.delete()
  flash(request, { notice: declined() })
  return redirect(route('teams.index'))
})

/** A forwarded link is useless: only a user who has verified the invited address can accept. */
function isFor(user: User, { email, expires_at }: Invitation): boolean {
  return (
    user.verified_at !== null &&
    user.email.toLowerCase() === email.toLowerCase() &&
    expires_at > new Date()
  )
}

function assertFor(user: User, invitation: Invitation): void {
  if (!isFor(user, invitation)) throw new Forbidden(otherAddress())
}
