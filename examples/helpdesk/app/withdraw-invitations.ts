import { mayInvite, rolesBelow, type Role } from '../resources/components/teams/roles.ts'
import { Invitation } from './models/invitation.ts'
import type { Membership } from './models/membership.ts'
import type { Team } from './models/team.ts'

/**
 * Withdraws what a member has invited, so that nobody leaves a door open; with another role, only what the member could
 * not invite with it.
 */
export async function withdrawInvitations(
  team: Team,
  { user_id }: Membership,
  role?: Role,
): Promise<void> {
  const kept = role !== undefined && mayInvite(role) ? rolesBelow(role) : []
  await Invitation.of(team).where('inviter_id', user_id).where('role', 'not in', kept).delete()
}
