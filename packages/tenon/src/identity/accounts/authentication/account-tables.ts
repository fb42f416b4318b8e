import { databaseOf } from '../../../data/database/current-database.ts'
import { findTransaction } from '../../../data/database/database-context.ts'
import type { Database } from '../../../data/database/database.ts'
import type { OwnTable } from '../../../data/database/own/own-table.ts'
import { createOwnTables } from '../../../data/database/own/own-tables.ts'

/** Tables of accounts in the database of the users, created when they are first used. */
export class AccountTables {
  readonly #tables: readonly OwnTable[]
  readonly #database: string | undefined
  readonly #prepared = new WeakSet<Database>()

  constructor(tables: readonly OwnTable[], database: string | undefined) {
    this.#tables = tables
    this.#database = database
  }

  /** The open database of the users, which has the tables. */
  async database(): Promise<Database> {
    const database = databaseOf(this.#database)
    if (this.#prepared.has(database)) return database
    await createOwnTables(database, this.#tables)
    // A transaction that is rolled back takes the new tables with it.
    if (findTransaction(database) === undefined) this.#prepared.add(database)
    return database
  }
}
