import { action, Form } from 'tenon/react'
import { Moment } from './Moment.tsx'

export interface PasskeyRow {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly usedAt: string | null
}

/** The passkeys of a user, with buttons to remove them. */
export function Passkeys({ passkeys }: { passkeys: readonly PasskeyRow[] }) {
  if (passkeys.length === 0) return <p className="none">You have no passkey yet.</p>
  return (
    <ul className="rows">
      {passkeys.map(({ id, name, createdAt, usedAt }) => (
        <li key={id}>
          <div>
            <strong>{name}</strong>
            <p className="hint">
              Added <Moment at={createdAt} />, {usedAt === null ? 'never used' : 'last used '}
              {usedAt !== null && <Moment at={usedAt} isExact />}
            </p>
          </div>
          <Form
            action={action('passkeys.destroy', { passkey: id })}
            options={{ preserveScroll: true }}
          >
            <button className="press plain" aria-label={`Remove the passkey ${name}`}>
              Remove
            </button>
          </Form>
        </li>
      ))}
    </ul>
  )
}
