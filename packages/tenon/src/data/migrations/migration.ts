import { invert } from './invert.ts'
import type { Operation } from './operation.ts'

/** Options of `migration`. */
export interface MigrationOptions {
  /** How to undo the migration. Default: the inverse of each operation, last first. */
  readonly down?: readonly Operation[]
  /**
   * Whether the migration runs in a transaction. Default true.
   *
   * `false` is for what PostgreSQL refuses inside one, such as `create index concurrently`; what
   * such a migration has done before it fails stays. SQLite always uses a transaction.
   */
  readonly transactional?: boolean
}

/** A change of the schema and the way back. */
export interface Migration {
  readonly up: readonly Operation[]
  readonly down: readonly Operation[]
  readonly transactional: boolean
}

/**
 * Makes a migration, the default export of a file in `database/migrations`.
 *
 * ```ts
 * export default migration([createTable('todos', { id: c.id(), title: c.text() })])
 * ```
 *
 * Throws `E_MIGRATION_NOT_INVERTIBLE` when the way back is neither given nor to be derived.
 */
export function migration(
  operations: readonly Operation[],
  options: MigrationOptions = {},
): Migration {
  const { transactional = true } = options
  const down = options.down ?? operations.map(invert).toReversed()

  return { up: operations, down, transactional }
}

/** Tells a migration from anything else that a file may export. */
export function isMigration(value: unknown): value is Migration {
  return (
    typeof value === 'object' &&
    value !== null &&
    'up' in value &&
    Array.isArray(value.up) &&
    'down' in value &&
    Array.isArray(value.down) &&
    'transactional' in value
  )
}
