import { formatDate } from 'tenon/languages'
import { action } from 'tenon/react'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Confirm } from './Confirm.tsx'
import { toMoment } from './Moment.tsx'
import { abilityNames, type TokenAbility } from './token-abilities.ts'
import { noTokens, revoke, revokeToken, tokenUse } from '../../words/settings.ts'

export interface TokenRow {
  readonly id: string
  readonly prefix: string
  readonly name: string
  readonly abilities: readonly TokenAbility[]
  readonly usedAt: string | null
  readonly expiresAt: string | null
}

/** The access tokens of a user, with buttons to revoke them. */
export function Tokens({ tokens }: { tokens: readonly TokenRow[] }) {
  if (tokens.length === 0) return <EmptyState title={noTokens()} />
  return (
    <ul className="rows">
      {tokens.map((token) => (
        <Token key={token.id} token={token} />
      ))}
    </ul>
  )
}

function Token({ token: { id, name, prefix, abilities, usedAt, expiresAt } }: { token: TokenRow }) {
  return (
    <li>
      <div>
        <strong>{name}</strong> <code>{prefix}…</code>
        <p className="hint">
          {abilities.map((ability) => abilityNames[ability]?.() ?? ability).join(', ')}
        </p>
        <p className="hint">
          {tokenUse({
            used: usedAt === null ? 'never' : toMoment(usedAt),
            expires: expiresAt === null ? 'never' : formatDate(expiresAt),
          })}
        </p>
      </div>
      <Confirm
        action={action('tokens.destroy', { token: id })}
        title={revokeToken({ name })}
        submit={revoke()}
      />
    </li>
  )
}
