import { commitOfAborted, DatabaseUnavailable } from '../../database/database-error.ts'
import type { CompiledSql } from '../../database/sql.ts'
import type { DatabaseValue, Rows, Statement } from '../../database/statement.ts'
import { transactionControlled } from '../../database/transaction/transaction.ts'
import type { TransactionConnection } from '../../database/transaction/transaction-connection.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import type { PostgresRows } from './statements/postgres-rows.ts'
import { withUnknownOutcome } from './postgres-error.ts'
import type { PooledConnection } from './postgres-pool.ts'

/**
 * A pooled connection for the duration of one transaction.
 *
 * If raw SQL ended the transaction, later statements would be committed one by one. They are rejected
 * instead.
 */
export class PostgresTransactionConnection implements TransactionConnection {
  readonly #pooled: PooledConnection
  readonly #connection: PostgresConnection
  #isControlled = false

  constructor(pooled: PooledConnection) {
    this.#pooled = pooled
    this.#connection = pooled.connection
  }

  async run(statement: Statement, parameters: readonly DatabaseValue[]): Promise<Rows> {
    this.#assertOpen()
    return this.#connection.run(statement, parameters)
  }

  async query(statement: CompiledSql): Promise<Rows> {
    this.#assertOpen()
    const rows = await this.#connection.query(statement)
    this.#assertNotControlled(rows)
    return rows
  }

  async script(sql: string): Promise<void> {
    this.#assertOpen()
    this.#assertNotControlled(await this.#script(sql))
  }

  /** Commits. PostgreSQL answers `ROLLBACK` if a statement in the transaction has failed. */
  async commit(): Promise<void> {
    this.#assertOpen()
    const { commands } = await this.#commit()
    if (!commands.includes('COMMIT')) throw commitOfAborted()
  }

  async rollback(): Promise<void> {
    try {
      await this.#connection.script('rollback')
    } catch {
      // The connection is lost: the server rolls back by itself.
    }
  }

  release(): void {
    this.#pooled.release()
  }

  #assertOpen(): void {
    if (this.#isControlled) throw transactionControlled()
  }

  /** Runs a script. If it fails, an empty one shows whether it has ended the transaction before. */
  async #script(sql: string): Promise<PostgresRows> {
    try {
      return await this.#connection.script(sql)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      const { isInTransaction } = await this.#connection.script('')
      this.#isControlled ||= !isInTransaction
      throw error
    }
  }

  /** Does not check for `ROLLBACK`: `rollback to savepoint` has the same tag but ends no transaction. */
  #assertNotControlled({ commands, isInTransaction }: PostgresRows): void {
    this.#isControlled ||= !isInTransaction || commands.some((command) => CONTROL.has(command))
    if (this.#isControlled) throw transactionControlled()
  }

  async #commit(): Promise<PostgresRows> {
    try {
      return await this.#connection.script('commit')
    } catch (error) {
      throw withUnknownOutcome(error)
    }
  }
}

const CONTROL: ReadonlySet<string> = new Set(['BEGIN', 'START', 'COMMIT'])
