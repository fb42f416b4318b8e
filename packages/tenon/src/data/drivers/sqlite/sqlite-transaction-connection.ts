import {
  commitOfAborted,
  DatabaseUnavailable,
  transactionAborted,
} from '../../database/database-error.ts'
import type { CompiledSql } from '../../database/sql.ts'
import type { DatabaseValue, Rows, Statement } from '../../database/statement.ts'
import { transactionControlled } from '../../database/transaction/transaction.ts'
import type { TransactionConnection } from '../../database/transaction/transaction-connection.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/**
 * The writer, for the duration of one transaction.
 *
 * SQLite ends a transaction by itself if the disk is full or fails, or if a trigger rolls back; raw SQL may
 * end it too. Later statements are then rejected, because SQLite would commit each of them on its own. As
 * on PostgreSQL, if a statement fails, the transaction accepts no more statements until it is rolled back
 * to an earlier savepoint.
 */
export class SqliteTransactionConnection implements TransactionConnection {
  readonly release: () => void
  readonly #writer: SqliteConnection
  #hasFailed = false
  #isControlled = false

  constructor(writer: SqliteConnection, release: () => void) {
    this.#writer = writer
    this.release = release
  }

  run(statement: Statement, parameters: readonly DatabaseValue[]): Rows {
    return this.#use(statement.sql, () => this.#writer.run(statement, parameters))
  }

  query(statement: CompiledSql): Rows {
    const rows = this.#use(statement.sql, () => this.#writer.query(statement))
    this.#assertNotControlled()
    return rows
  }

  script(sql: string): void {
    if (ROLLBACK_TO.test(sql)) this.#hasFailed = false
    this.#use(sql, () => this.#writer.exec(sql))
    this.#assertNotControlled()
  }

  commit(): void {
    this.#assertOpen()
    if (this.#hasFailed) throw commitOfAborted()
    this.#writer.exec('commit')
  }

  rollback(): void {
    try {
      if (this.#writer.isInTransaction) this.#writer.exec('rollback')
    } catch {
      // SQLite has ended the transaction even if the rollback hit a disk error.
    }
  }

  #use<Result>(sql: string, work: () => Result): Result {
    this.#assertOpen()
    if (this.#hasFailed) throw transactionAborted(sql)
    try {
      return work()
    } catch (error) {
      this.#hasFailed = true
      throw error
    }
  }

  #assertOpen(): void {
    if (this.#isControlled) throw transactionControlled()
    if (this.#writer.isInTransaction) return
    throw new DatabaseUnavailable(
      'lost',
      'The transaction is over: SQLite has rolled it back by itself, or the database was closed',
    )
  }

  /** Only raw SQL can be the reason here: if SQLite itself ends a transaction, the statement throws. */
  #assertNotControlled(): void {
    this.#isControlled ||= !this.#writer.isInTransaction
    if (this.#isControlled) throw transactionControlled()
  }
}

const ROLLBACK_TO = /^\s*rollback\s+(?:transaction\s+)?to\b/i
