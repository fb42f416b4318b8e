/** A migration that has completed. */
export interface CompletedMigration {
  readonly name: string
  readonly durationMs: number
}

/**
 * A migration failed. It was rolled back; those before it stay.
 *
 * A migration without a transaction keeps its changes before the failure.
 */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed'
  /** The migration's name. */
  readonly migration: string
  /** The migrations of the same run that completed before. */
  readonly completed: readonly CompletedMigration[]

  constructor(migration: string, completed: readonly CompletedMigration[], cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The migration "${migration}" failed. ${reason}`, { cause })
    this.migration = migration
    this.completed = completed
  }
}
