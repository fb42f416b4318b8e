import { SetupError } from '../../../base/support/setup-error.ts'

/** Throws `E_ACCOUNTS` for an ability that `WWW-Authenticate` cannot carry (RFC 6749, appendix A.4). */
export function assertAbilities(abilities: readonly string[]): void {
  const wrong = abilities.find((ability) => !grammar.test(ability))
  if (wrong === undefined) return
  throw new SetupError(
    'E_ACCOUNTS',
    `${JSON.stringify(wrong)} cannot be the ability of a token. Use characters without spaces and quotes, such as "orders:write".`,
  )
}

const grammar = /^[\x21\x23-\x5b\x5d-\x7e]+$/
