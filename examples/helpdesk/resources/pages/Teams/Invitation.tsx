import type { UrlSignature } from 'tenon/keys'
import { action, Form, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'

interface InvitationProps {
  readonly invitation: string
  /** The signature of the link, which the answer carries as well. */
  readonly link: UrlSignature
  /** The address of the user who follows the link. */
  readonly email: string
  /** `null` if the invitation is for another address. */
  readonly team: string | null
}

/** Where the link in the mail leads. */
export default function Invitation({ invitation, link, email, team }: InvitationProps) {
  if (team === null) {
    return (
      <AccountLayout
        title="This invitation is not for this account"
        lead={
          <>
            You are logged in as <strong>{email}</strong>, and we have sent it to another address,
            or a week has passed. Log in with that address, or ask for a new invitation.
          </>
        }
        footer={<Link href={route('teams.index')}>Your teams</Link>}
      >
        <Form action={action('login.destroy')}>
          <button className="press">Log out</button>
        </Form>
      </AccountLayout>
    )
  }
  return (
    <AccountLayout title={`Join ${team}?`} lead="Its members will see your name and your address.">
      <AccountForm
        action={action('acceptance.store', { invitation }, link)}
        submit="Join the team"
      />
      <Form action={action('acceptance.destroy', { invitation }, link)}>
        <button className="press plain">Decline</button>
      </Form>
    </AccountLayout>
  )
}
