import { action, Form } from 'tenon/react'
import { Moment } from '../accounts/Moment.tsx'
import { roleNames, type Role } from './roles.ts'

export interface InvitationRow {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly expires_at: string
}

interface InvitationsProps {
  readonly team: { readonly id: number }
  readonly invitations: readonly InvitationRow[]
}

/** The invitations that nobody has accepted yet. */
export function Invitations({ team, invitations }: InvitationsProps) {
  return (
    <ul className="rows">
      {invitations.map(({ id, email, role, expires_at }) => (
        <li key={id}>
          <div>
            <strong>{email}</strong>
            <span className="badge plain">{roleNames[role]}</span>
            <p className="hint">
              Expires <Moment at={expires_at} />
            </p>
          </div>
          <Form
            action={action('invitations.destroy', { team: team.id, invitation: id })}
            options={{ preserveScroll: true }}
          >
            <button className="press plain" aria-label={`Withdraw the invitation of ${email}`}>
              Withdraw
            </button>
          </Form>
        </li>
      ))}
    </ul>
  )
}
