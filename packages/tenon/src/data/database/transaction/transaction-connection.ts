import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import type { CompiledSql } from '../sql.ts'
import type { DatabaseValue, Rows, Statement } from '../statement.ts'

/** The connection that a transaction runs on, from `BEGIN` to its end. */
export interface TransactionConnection {
  run(statement: Statement, parameters: readonly DatabaseValue[]): MaybePromise<Rows>
  /** Runs a statement that is not cached. */
  query(statement: CompiledSql): MaybePromise<Rows>
  script(sql: string): MaybePromise<void>
  commit(): MaybePromise<void>
  /** Undoes everything. Never throws: if the rollback fails, the connection is dropped. */
  rollback(): MaybePromise<void>
  /** Returns the connection to its pool, after `commit` or `rollback`. */
  release(): void
}
