import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { databaseOf } from '../database/current-database.ts'
import type { Database } from '../database/database.ts'
import type { Sql } from '../database/sql.ts'
import type { OwnTable } from './own-table.ts'
import { createOwnTables } from './own-tables.ts'

/** Tables of our own in a database, created when they are first used. */
export class TablesOnUse {
  readonly #tables: readonly OwnTable[]
  readonly #database: string | undefined
  readonly #prepared = new WeakSet<Database>()

  /** The name of the database; `undefined` for the default one. */
  constructor(tables: readonly OwnTable[], database: string | undefined) {
    this.#tables = tables
    this.#database = database
  }

  /** The open database, which has the tables. */
  database(): MaybePromise<Database> {
    const database = databaseOf(this.#database)
    return this.#prepared.has(database) ? database : this.#prepare(database)
  }

  async query<Row extends object>(statement: Sql): Promise<Row[]> {
    return (await this.database()).query<Row>(statement)
  }

  async #prepare(database: Database): Promise<Database> {
    await createOwnTables(database, this.#tables)
    // A transaction that is rolled back takes the new tables with it.
    await database.afterCommit(() => void this.#prepared.add(database))
    return database
  }
}
