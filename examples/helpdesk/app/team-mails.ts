import { routeSignature } from 'tenon/keys'
import { mail } from 'tenon/mail'
import type { Invitation } from './models/invitation.ts'
import type { User } from './models/user.ts'

/** The mail names no team: its name could advertise a site to a stranger's address. */
export async function sendInvitation(invitation: Invitation, inviter: User): Promise<void> {
  const { id } = invitation
  await mail('Teams/Invitation', {
    invitation: id,
    link: routeSignature('acceptance.create', { invitation: id }, { expires: '7d' }),
    inviter: inviter.email,
  })
    .to(invitation.email)
    .send()
}
