import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import { commitOfAborted, StatementError } from '../database-error.ts'
import type { Database } from '../database.ts'
import type { CompiledSql } from '../sql.ts'
import type { DatabaseValue, Rows, Statement } from '../statement.ts'
import type { TransactionConnection } from './transaction-connection.ts'

/** Runs `work` inside the transaction of a test. */
export type RunInTest = <Result>(work: (database: Database) => Result) => Result

/** A savepoint used as a transaction: `commit` releases it, `rollback` undoes it. */
export class SavepointConnection implements TransactionConnection {
  readonly release: () => void
  readonly #inTest: RunInTest
  readonly #name: string

  constructor(inTest: RunInTest, name: string, release: () => void) {
    this.#inTest = inTest
    this.#name = name
    this.release = release
  }

  begin(): MaybePromise<void> {
    return this.script(`savepoint ${this.#name}`)
  }

  run(statement: Statement, parameters: readonly DatabaseValue[]): MaybePromise<Rows> {
    return this.#inTest((database) => database.run(statement, parameters))
  }

  query(statement: CompiledSql): MaybePromise<Rows> {
    return this.#inTest((database) => database.execute(statement))
  }

  script(sql: string): MaybePromise<void> {
    return this.#inTest((database) => database.script(sql))
  }

  async commit(): Promise<void> {
    try {
      await this.script(`release savepoint ${this.#name}`)
    } catch (error) {
      throw error instanceof StatementError ? commitOfAborted() : error
    }
  }

  async rollback(): Promise<void> {
    try {
      await this.script(`rollback to savepoint ${this.#name}; release savepoint ${this.#name}`)
    } catch {
      // The connection is lost, so the server has rolled back everything that the test has written.
    }
  }
}
