import { ValidationFailed } from 'tenon/errors'
import { Membership } from './models/membership.ts'
import type { User } from './models/user.ts'
import { ownsTeam } from '../resources/words/teams.ts'

/**
 * Ends all memberships of a user whose account is about to be deleted. Throws `ValidationFailed` if the user owns a
 * team, whose other members would lose it.
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
}
