import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { databaseOf } from '../database/current-database.ts'
import type { Database } from '../database/database.ts'
import type { Sql } from '../database/sql.ts'
import type { OwnTable } from './own-table.ts'
import { createOwnTables } from './own-tables.ts'

/** Some of Tenon's own tables in a database, created when they are first used. */
export class TablesOnUse {
  readonly #tables: readonly OwnTable[]
  readonly #database: string | undefined
  readonly #prepared = new WeakSet<Database>()

  /** `database` is the name of the database; `undefined` for the default one. */
  constructor(tables: readonly OwnTable[], database: string | undefined) {
    this.#tables = tables
    this.#database = database
  }

  /** Returns the open database, in which the tables exist. */
  database(): MaybePromise<Database> {
    const database = databaseOf(this.#database)
    return this.#prepared.has(database) ? database : this.#prepare(database)
  }

  async query<Row extends object>(statement: Sql): Promise<Row[]> {
    return (await this.database()).query<Row>(statement)
  }

  async #prepare(database: Database): Promise<Database> {
    await createOwnTables(database, this.#tables)
    // After the commit, because a rollback removes the new tables.
    await database.afterCommit(() => void this.#prepared.add(database))
    return database
  }
}
