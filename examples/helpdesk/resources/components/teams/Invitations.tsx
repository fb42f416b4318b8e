import { formatDate } from 'tenon/languages'
import { action } from 'tenon/react'
import { Confirm } from '../accounts/Confirm.tsx'
import { roleNames, type Role } from './roles.ts'
import { expiresOn, withdraw, withdrawNamed } from '../../words/teams.ts'

export interface InvitationRow {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly expires_at: string
  readonly canWithdraw: boolean
}

interface InvitationsProps {
  readonly team: { readonly id: number }
  readonly invitations: readonly InvitationRow[]
}

/** The invitations that nobody has accepted yet. */
export function Invitations({ team, invitations }: InvitationsProps) {
  return (
    <ul className="rows">
      {invitations.map(({ id, email, role, expires_at, canWithdraw }) => (
        <li key={id}>
          <div>
            <strong>{email}</strong>
            <span className="badge plain">{roleNames[role]?.() ?? role}</span>
            <p className="hint">{expiresOn({ day: formatDate(expires_at) })}</p>
          </div>
          {canWithdraw && (
            <Confirm
              action={action('invitations.destroy', { team: team.id, invitation: id })}
              title={withdrawNamed({ email })}
              submit={withdraw()}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
