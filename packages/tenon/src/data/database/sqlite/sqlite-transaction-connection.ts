import { DatabaseUnavailable } from '../database-error.ts'
import type { CompiledSql } from '../sql.ts'
import type { DatabaseValue, Rows, Statement } from '../statement.ts'
import type { TransactionConnection } from '../transaction/transaction-connection.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/**
 * The writer, for the length of one transaction.
 *
 * SQLite ends a transaction by itself when the disk is full or fails, or a trigger says so. What
 * came after would then be stored on its own; it is refused instead.
 */
export class SqliteTransactionConnection implements TransactionConnection {
  readonly release: () => void
  readonly #writer: SqliteConnection

  constructor(writer: SqliteConnection, release: () => void) {
    this.#writer = writer
    this.release = release
  }

  run(statement: Statement, parameters: readonly DatabaseValue[]): Rows {
    this.#assertOpen()
    return this.#writer.run(statement, parameters)
  }

  query(statement: CompiledSql): Rows {
    this.#assertOpen()
    return this.#writer.query(statement)
  }

  script(sql: string): void {
    this.#assertOpen()
    this.#writer.exec(sql)
  }

  commit(): void {
    this.#assertOpen()
    this.#writer.exec('commit')
  }

  rollback(): void {
    try {
      if (this.#writer.isInTransaction) this.#writer.exec('rollback')
    } catch {
      // SQLite has left the transaction even when undoing it met an error of the disk.
    }
  }

  #assertOpen(): void {
    if (this.#writer.isInTransaction) return
    throw new DatabaseUnavailable(
      'lost',
      'The transaction is over: SQLite has rolled it back by itself, or the database was closed',
    )
  }
}
