import { commitOfAborted, DatabaseUnavailable } from '../../database/database-error.ts'
import type { CompiledSql } from '../../database/sql.ts'
import type { DatabaseValue, Rows, Statement } from '../../database/statement.ts'
import { transactionControlled } from '../../database/transaction/transaction.ts'
import type { TransactionConnection } from '../../database/transaction/transaction-connection.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import type { PostgresRows } from './statements/postgres-rows.ts'
import type { Prefix } from './statements/driver-query.ts'
import { withUnknownOutcome } from './postgres-error.ts'
import type { PooledConnection } from './postgres-pool.ts'

/**
 * A pooled connection for the duration of one transaction.
 *
 * If raw SQL ends the transaction, later statements are rejected: PostgreSQL would commit each of them on
 * its own.
 */
export class PostgresTransactionConnection implements TransactionConnection {
  readonly #pooled: PooledConnection
  readonly #connection: PostgresConnection
  #isControlled = false
  /** The `begin` to send with the first statement; `undefined` once it is sent. */
  #begin: Prefix | undefined
  /**
   * Resolves when the first statement is answered. Later ones wait, because the transaction may have failed to begin.
   */
  #beginning: Promise<void> | undefined

  constructor(pooled: PooledConnection, begin: Prefix | undefined) {
    this.#pooled = pooled
    this.#connection = pooled.connection
    this.#begin = begin
  }

  async run(statement: Statement, parameters: readonly DatabaseValue[]): Promise<Rows> {
    return this.#inside((begin) => this.#connection.run(statement, parameters, begin))
  }

  async query(statement: CompiledSql): Promise<Rows> {
    const rows = await this.#inside((begin) => this.#connection.query(statement, begin))
    this.#assertNotControlled(rows)
    return rows
  }

  async script(sql: string): Promise<void> {
    const rows = await this.#inside(async (begin) => {
      if (begin !== undefined) await this.#connection.script(begin.text)
      begin?.onDone?.()
      return this.#script(sql)
    })
    this.#assertNotControlled(rows)
  }

  /** Commits. PostgreSQL answers `ROLLBACK` if a statement in the transaction has failed. */
  async commit(): Promise<void> {
    if (this.#beginning !== undefined) await this.#beginning
    this.#assertOpen()
    if (this.#begin !== undefined) return
    const { commands } = await this.#commit()
    if (!commands.includes('COMMIT')) throw commitOfAborted()
  }

  /** Rolls back, after the statements that still wait for the first one: they would run outside of the transaction. */
  async rollback(): Promise<void> {
    if (this.#begin !== undefined) return
    if (this.#beginning !== undefined) await this.#beginning
    try {
      await this.#connection.script('rollback')
    } catch {
      // The connection is lost: the server rolls back by itself.
    }
  }

  release(): void {
    this.#pooled.release()
  }

  /** Sends a statement of the transaction, the first one together with `begin`. */
  async #inside(send: (begin: Prefix | undefined) => Promise<PostgresRows>): Promise<PostgresRows> {
    if (this.#beginning !== undefined) await this.#beginning
    this.#assertOpen()
    const begin = this.#begin
    if (begin === undefined) return send(undefined)
    this.#begin = undefined
    let hasBegun = false
    const first = send({ ...begin, onDone: () => (hasBegun = true) })
    const answered = (): void => {
      this.#beginning = undefined
      this.#isControlled ||= !hasBegun
    }
    this.#beginning = first.then(answered, answered)
    return first
  }

  #assertOpen(): void {
    if (this.#isControlled) throw transactionControlled()
  }

  /** Runs a script. If it fails, an empty script shows whether the failed one had ended the transaction. */
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

  /** Ignores the command tag `ROLLBACK`: `rollback to savepoint` has the same tag but ends no transaction. */
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
