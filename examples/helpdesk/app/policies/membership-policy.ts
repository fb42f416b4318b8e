import { policy } from 'tenon/auth'
import { isAtLeast, rolesBelow } from '../../resources/components/teams/roles.ts'
import { member } from '../member.ts'
import { Membership } from '../models/membership.ts'

/** What members may do with other members: nothing with members of the same role or a higher one. */
export const MembershipPolicy = policy({ user: member }, Membership, {
  changeRole: ({ role }, other) => role === 'owner' && other.role !== 'owner',
  remove: ({ role }, other) => isAtLeast(role, 'admin') && rolesBelow(role).includes(other.role),
})
