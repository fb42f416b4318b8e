/** A completed migration. */
export interface CompletedMigration {
  readonly name: string
  readonly durationMs: number
}

/**
 * A migration failed and was rolled back. The migrations that ran before it stay applied.
 *
 * If the migration runs without a transaction, its changes before the failure stay too.
 */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed'
  /** The migration's name. */
  readonly migration: string
  /** The migrations of the same run that had completed before. */
  readonly completed: readonly CompletedMigration[]

  constructor(migration: string, completed: readonly CompletedMigration[], cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The migration "${migration}" failed. ${reason}`, { cause })
    this.migration = migration
    this.completed = completed
  }
}
