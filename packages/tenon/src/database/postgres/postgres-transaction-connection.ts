import { StatementError } from '../database-error.ts'
import type { CompiledSql } from '../sql.ts'
import type { DatabaseValue, Rows, Statement } from '../statement.ts'
import type { TransactionConnection } from '../transaction/transaction-connection.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import type { PooledConnection } from './postgres-pool.ts'

/** A pooled connection, for the length of one transaction. */
export class PostgresTransactionConnection implements TransactionConnection {
  readonly #pooled: PooledConnection
  readonly #connection: PostgresConnection
  #state: 'usable' | 'broken' = 'usable'

  constructor(pooled: PooledConnection) {
    this.#pooled = pooled
    this.#connection = pooled.connection
  }

  run(statement: Statement, parameters: readonly DatabaseValue[]): Promise<Rows> {
    return this.#connection.run(statement, parameters)
  }

  query(statement: CompiledSql): Promise<Rows> {
    return this.#connection.query(statement)
  }

  script(sql: string): Promise<void> {
    return this.#connection.script(sql)
  }

  /** PostgreSQL answers `ROLLBACK` to the commit of a transaction in which a statement failed. */
  async commit(): Promise<void> {
    const outcome = await this.#connection.command('commit')
    if (outcome === 'COMMIT') return
    throw new StatementError(
      'PostgreSQL rolled the transaction back, since a statement in it had failed and the error was caught. Let it pass, or run what may fail in a transaction() of its own inside this one',
      'commit',
    )
  }

  async rollback(): Promise<void> {
    try {
      await this.#connection.script('rollback')
    } catch {
      // Lost with its connection: the server rolls back by itself.
      this.#state = 'broken'
    }
  }

  release(): void {
    this.#pooled.release(this.#state)
  }
}
