import { ValidationFailed } from 'tenon/errors'
import { Invitation } from './models/invitation.ts'
import { Membership } from './models/membership.ts'
import type { User } from './models/user.ts'
import { ownsTeam } from '../resources/words/teams.ts'

/**
 * Ends all memberships of a user before their account is erased, and withdraws the invitations that they have sent.
 * Throws `ValidationFailed` if the user owns a team, because a team needs an owner.
 */
export async function leaveTeams(user: User): Promise<void> {
  const owned = await Membership.ofAnyone()
    .where('user_id', user.id)
    .where('role', 'owner')
    .with('team')
    .first()
  if (owned !== null) {
    throw new ValidationFailed({ email: ownsTeam({ team: owned.team.name }) })
  }
  await Membership.ofAnyone().where('user_id', user.id).where('role', '!=', 'owner').delete()
  await Invitation.ofAnyone().where('inviter_id', user.id).delete()
}
