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

/** A page with a button: programs that check mails open links. */
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

/** Deleting the invitation is what admits: it works once, however often it is sent at the same moment. */
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

/** A forwarded link is of no use: only who has proved the address that was invited can answer. */
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
