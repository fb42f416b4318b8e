import { mayInvite, rolesBelow, type Role } from '../resources/components/teams/roles.ts'
import { Invitation } from './models/invitation.ts'
import type { Membership } from './models/membership.ts'
import type { Team } from './models/team.ts'

/**
 * Withdraws the invitations that a member has sent, so that none of them lets the member return. With a new role,
 * withdraws only the invitations that this role may not send.
 */
export async function withdrawInvitations(
  team: Team,
  { user_id }: Membership,
  role?: Role,
): Promise<void> {
  const kept = role !== undefined && mayInvite(role) ? rolesBelow(role) : []
  await Invitation.of(team).where('inviter_id', user_id).where('role', 'not in', kept).delete()
}
