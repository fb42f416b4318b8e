import type { MaybePromise } from '../../support/maybe-promise.ts'
import type { CompiledSql } from '../sql.ts'
import type { DatabaseValue, Rows, Statement } from '../statement.ts'

/** The one connection that a transaction runs on, from `BEGIN` to the end. */
export interface TransactionConnection {
  run(statement: Statement, parameters: readonly DatabaseValue[]): MaybePromise<Rows>
  /** Runs a statement that is not kept. */
  query(statement: CompiledSql): MaybePromise<Rows>
  script(sql: string): MaybePromise<void>
  commit(): MaybePromise<void>
  /** Undoes everything; never throws, a connection that cannot is given up. */
  rollback(): MaybePromise<void>
  /** Gives the connection back, after `commit` or `rollback`. */
  release(): void
}
