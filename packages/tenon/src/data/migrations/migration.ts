import { SetupError } from '../../base/support/setup-error.ts'
import { invert } from './invert.ts'
import { describeOperation, isConcurrent, type Operation } from './operation.ts'

/** Options of `migration`. */
export interface MigrationOptions {
  /** How to undo the migration. Default: the inverse of each operation, last first. */
  readonly down?: readonly Operation[]
  /**
   * Whether the migration runs in a transaction. Default `true`, unless its operation is concurrent (`concurrently`
   * or `fillMirror`).
   *
   * Use `false` for `execute()` with SQL that PostgreSQL rejects in a transaction. If such a migration
   * fails, its changes so far stay. SQLite always uses a transaction.
   */
  readonly transactional?: boolean
}

/** A schema change, and how to undo it. */
export interface Migration {
  readonly up: readonly Operation[]
  readonly down: readonly Operation[]
  readonly transactional: boolean
}

/**
 * Creates a migration, the default export of a file in `database/migrations`.
 *
 * ```ts
 * export default migration([createTable('todos', { id: c.id(), title: c.text() })])
 * ```
 *
 * Throws `E_MIGRATION_NOT_INVERTIBLE` if `down` is neither given nor can be derived, and
 * `E_MIGRATION_CONCURRENTLY` for a concurrent operation together with others.
 */
export function migration(
  operations: readonly Operation[],
  options: MigrationOptions = {},
): Migration {
  const down = options.down ?? operations.map(invert).toReversed()
  const concurrent = [...operations, ...down].find(isConcurrent)
  if (concurrent && Math.max(operations.length, down.length) > 1) throw notAlone(concurrent)
  const { transactional = concurrent === undefined } = options

  return { up: operations, down, transactional }
}

/** Whether a file's export is a migration. */
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

function notAlone(operation: Operation): SetupError {
  return new SetupError(
    'E_MIGRATION_CONCURRENTLY',
    `${describeOperation(operation)} is concurrent, so it runs outside a transaction. Move it into a separate migration.`,
  )
}
