import { createHash } from 'node:crypto'
import { SetupError } from '../../base/support/setup-error.ts'

/** The longest name; PostgreSQL truncates longer ones without an error. */
const IDENTIFIER_LIMIT = 63

/** Excludes `__proto__`: as the key of an object, it would set the object's prototype. */
const IDENTIFIER = /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_]{0,62}$/

/** Whether a name can be quoted in SQL on both databases. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name)
}

/** Throws `E_IDENTIFIER` for a table or column name that cannot be quoted in SQL on both databases. */
export function assertIdentifier(name: string): void {
  if (isIdentifier(name)) return
  throw new SetupError(
    'E_IDENTIFIER',
    `"${name}" cannot name a table or a column. Use letters, digits and "_", at most ${IDENTIFIER_LIMIT} of them, and no digit first.`,
  )
}

/** Shortens a name built from others, keeping it unique. */
export function fitIdentifier(name: string): string {
  if (name.length <= IDENTIFIER_LIMIT) return name
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.slice(0, IDENTIFIER_LIMIT - digest.length - 1)}_${digest}`
}
