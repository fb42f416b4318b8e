import { formatDate } from 'tenon/languages'
import { action, Form } from 'tenon/react'
import { toMoment } from './Moment.tsx'
import { noPasskeys, passkeyUse, remove, removePasskey } from '../../words/settings.ts'

export interface PasskeyRow {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly usedAt: string | null
}

/** The passkeys of a user, with buttons to remove them. */
export function Passkeys({ passkeys }: { passkeys: readonly PasskeyRow[] }) {
  if (passkeys.length === 0) return <p className="none">{noPasskeys()}</p>
  return (
    <ul className="rows">
      {passkeys.map(({ id, name, createdAt, usedAt }) => (
        <li key={id}>
          <div>
            <strong>{name}</strong>
            <p className="hint">
              {passkeyUse({
                day: formatDate(createdAt),
                time: usedAt === null ? 'never' : toMoment(usedAt),
              })}
            </p>
          </div>
          <Form
            action={action('passkeys.destroy', { passkey: id })}
            options={{ preserveScroll: true }}
          >
            <button className="press plain" aria-label={removePasskey({ name })}>
              {remove()}
            </button>
          </Form>
        </li>
      ))}
    </ul>
  )
}
