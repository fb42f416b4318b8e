import { routeSignature } from 'tenon/keys'
import { mail } from 'tenon/mail'
import { inLanguageOf } from './in-language-of.ts'
import type { Invitation } from './models/invitation.ts'
import { User } from './models/user.ts'

/** Mails an invitation. It does not name the team, because a name could advertise a site to a stranger's address. */
export async function sendInvitation(invitation: Invitation, inviter: User): Promise<void> {
  const { id } = invitation
  const link = routeSignature('acceptance.create', { invitation: id }, { expires: '7d' })
  const draft = mail('Teams/Invitation', { invitation: id, link, inviter: inviter.email })
  const invited = await User.where('email', invitation.email).first()
  await inLanguageOf(invited, () => draft.to(invitation.email).send())
}
