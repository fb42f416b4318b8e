/** A migration that a run completed. */
export interface CompletedMigration {
  readonly name: string
  readonly durationMs: number
}

/**
 * A migration failed; nothing of it is left, and those before it stay.
 *
 * Of a migration without a transaction, what came before the failure is left.
 */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed'
  /** The migration's name. */
  readonly migration: string
  /** The migrations of the same run that were completed before. */
  readonly completed: readonly CompletedMigration[]

  constructor(migration: string, completed: readonly CompletedMigration[], cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The migration "${migration}" failed. ${reason}`, { cause })
    this.migration = migration
    this.completed = completed
  }
}
