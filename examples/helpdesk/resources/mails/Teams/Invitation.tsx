import type { UrlSignature } from 'tenon/keys'
import { route } from 'tenon/react'
import { AccountMail } from '../Accounts/layout.tsx'
import {
  ignoreUnknown,
  invitedBy,
  invitedSubject,
  invitedText,
  joinATeam,
  lookAtInvitation,
} from '../../words/teams.ts'

interface InvitationProps {
  readonly invitation: string
  readonly link: UrlSignature
  /** The verified address of the member who invites. */
  readonly inviter: string
}

export const subject = () => invitedSubject()

export default function Invitation({ invitation, link, inviter }: InvitationProps) {
  return (
    <AccountMail
      title={joinATeam()}
      href={route('acceptance.create', { invitation }, link)}
      label={lookAtInvitation()}
    >
      <p>{invitedBy({ inviter })}</p>
      <p>{invitedText()}</p>
      <p>{ignoreUnknown()}</p>
    </AccountMail>
  )
}
