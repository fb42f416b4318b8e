import { policy } from 'tenon/auth'
import { isAtLeast, rolesBelow } from '../../resources/components/teams/roles.ts'
import { member } from '../member.ts'
import { Invitation } from '../models/invitation.ts'

/** What members may do with an invitation of their team. One with the same role or a higher one is not theirs to end. */
export const InvitationPolicy = policy({ user: member }, Invitation, {
  withdraw: ({ role }, invitation) =>
    isAtLeast(role, 'admin') && rolesBelow(role).includes(invitation.role),
})
