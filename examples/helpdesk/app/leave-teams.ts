import { ValidationFailed } from 'tenon/errors'
import { Membership } from './models/membership.ts'
import type { User } from './models/user.ts'

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
    throw new ValidationFailed({
      email: `You own the team ${owned.team.name}. Give it to somebody else, or delete it first.`,
    })
  }
  await Membership.ofAnyone().where('user_id', user.id).where('role', '!=', 'owner').delete()
}
