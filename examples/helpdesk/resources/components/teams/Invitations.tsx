import { formatDate } from 'tenon/languages'
import { action, Form } from 'tenon/react'
import { roleNames, type Role } from './roles.ts'
import { expiresOn, withdraw, withdrawNamed } from '../../words/teams.ts'

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
            <span className="badge plain">{roleNames[role]()}</span>
            <p className="hint">{expiresOn({ day: formatDate(expires_at) })}</p>
          </div>
          <Form
            action={action('invitations.destroy', { team: team.id, invitation: id })}
            options={{ preserveScroll: true }}
          >
            <button className="press plain" aria-label={withdrawNamed({ email })}>
              {withdraw()}
            </button>
          </Form>
        </li>
      ))}
    </ul>
  )
}
