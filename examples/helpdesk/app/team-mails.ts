import { signedRoute } from 'tenon'
import { mail } from 'tenon/mail'
import type { Invitation } from './models/invitation.ts'
import type { User } from './models/user.ts'

/** The mail names no team: its name could advertise a site to a stranger's address. */
export async function sendInvitation(invitation: Invitation, inviter: User): Promise<void> {
  const url = signedRoute('acceptance.create', { invitation: invitation.id }, { expires: '7d' })
  const { searchParams } = new URL(url, 'http://localhost')
  await mail('Teams/Invitation', {
    invitation: invitation.id,
    link: { expires: searchParams.get('expires'), signature: searchParams.get('signature') },
    inviter: inviter.email,
  })
    .to(invitation.email)
    .send()
}
