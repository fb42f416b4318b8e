import { SetupError } from '../support/setup-error.ts'

/** The longest name; PostgreSQL cuts longer ones off without an error. */
export const IDENTIFIER_LIMIT = 63

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/

/** Refuses a name of a table or column that could not stand between quotes in SQL on both databases. */
export function assertIdentifier(name: string): void {
  if (IDENTIFIER.test(name)) return
  throw new SetupError(
    'E_IDENTIFIER',
    `"${name}" cannot name a table or a column. Use letters, digits and "_", at most ${IDENTIFIER_LIMIT} of them, and no digit first.`,
  )
}
