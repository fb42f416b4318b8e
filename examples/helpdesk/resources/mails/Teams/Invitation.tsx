import type { UrlSignature } from 'tenon/keys'
import { route } from 'tenon/react'
import { AccountMail } from '../Accounts/layout.tsx'

interface InvitationProps {
  readonly invitation: string
  readonly link: UrlSignature
  /** The verified address of the member who invites. */
  readonly inviter: string
}

export const subject = 'You are invited to a team'

export default function Invitation({ invitation, link, inviter }: InvitationProps) {
  return (
    <AccountMail
      title="Join a team"
      href={route('acceptance.create', { invitation }, link)}
      label="Look at the invitation"
    >
      <p>{inviter} invites you to a team.</p>
      <p>
        Log in with this address, or create an account with it. The invitation works for a week, and
        for nobody else.
      </p>
      <p>If you do not know who that is, ignore this mail.</p>
    </AccountMail>
  )
}
