import { formatDate } from 'tenon/languages'
import { action } from 'tenon/react'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Confirm } from './Confirm.tsx'
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
  if (passkeys.length === 0) return <EmptyState title={noPasskeys()} />
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
          <Confirm
            action={action('passkeys.destroy', { passkey: id })}
            title={removePasskey({ name })}
            submit={remove()}
          />
        </li>
      ))}
    </ul>
  )
}
