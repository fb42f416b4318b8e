import { policy } from 'tenon/auth'
import { isAtLeast, rolesBelow } from '../../resources/components/teams/roles.ts'
import { member } from '../member.ts'
import { Invitation } from '../models/invitation.ts'

/** Administrators and the owner may withdraw invitations of their team with a role below their own. */
export const InvitationPolicy = policy({ user: member }, Invitation, {
  withdraw: ({ role }, invitation) =>
    isAtLeast(role, 'admin') && rolesBelow(role).includes(invitation.role),
})
