import type { UrlSignature } from 'tenon/keys'
import { action, Form, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Emphasized } from '../../components/accounts/Emphasized.tsx'
import { logOut } from '../../words/accounts.ts'
import {
  decline,
  foreignInvitation,
  foreignInvitationLead,
  joinLead,
  joinNamed,
  joinTeam,
  yourTeams,
} from '../../words/teams.ts'

interface InvitationProps {
  readonly invitation: string
  /** The signature of the link, which the forms send back. */
  readonly link: UrlSignature
  /** The address of the user who follows the link. */
  readonly email: string
  /** `null` if the invitation is for another address. */
  readonly team: string | null
}

/** The link in the mail leads here. */
export default function Invitation({ invitation, link, email, team }: InvitationProps) {
  if (team === null) {
    return (
      <AccountLayout
        title={foreignInvitation()}
        lead={<Emphasized part={email}>{(email) => foreignInvitationLead({ email })}</Emphasized>}
        footer={<Link href={route('teams.index')}>{yourTeams()}</Link>}
      >
        <Form action={action('login.destroy')}>
          <button className="press">{logOut()}</button>
        </Form>
      </AccountLayout>
    )
  }
  return (
    <AccountLayout title={joinNamed({ team })} lead={joinLead()}>
      <AccountForm action={action('acceptance.store', { invitation }, link)} submit={joinTeam()} />
      <Form action={action('acceptance.destroy', { invitation }, link)}>
        <button className="press plain">{decline()}</button>
      </Form>
    </AccountLayout>
  )
}
