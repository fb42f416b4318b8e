import { StatementError } from './database-error.ts'
import type { Database } from './database.ts'
import { sql } from './sql.ts'
import type { KeyLookup } from './statement.ts'

/** The framework's own tables in the application's database. */
export interface OwnTables {
  /** The last table that the script creates; if it exists, so do the others. */
  readonly probe: string
  /** The statements that create the tables; each does nothing if its table exists. */
  readonly script: string
}

/**
 * Reads a row of such a table by its key, with a statement that connections keep prepared. For what is read
 * on every request: raw SQL costs four times as much on SQLite, and is not combined on PostgreSQL.
 *
 * The author of the table declares the type of its rows.
 */
export class OwnLookup<Row extends object> {
  readonly #columns: readonly (keyof Row & string)[]
  readonly #lookups: Readonly<Record<Database['dialect'], KeyLookup>>

  /** The first of the columns is the table's key. */
  constructor(table: string, columns: readonly (keyof Row & string)[]) {
    const key = columns[0] ?? ''
    const select = `select ${columns.join(', ')} from ${table} where ${key}`
    this.#columns = columns
    this.#lookups = {
      sqlite: { one: { sql: `${select} = ?`, access: 'read' }, keyIndex: 0 },
      postgres: {
        one: { sql: `${select} = $1`, access: 'read' },
        many: { sql: `${select} = any($1)`, access: 'read' },
        keyIndex: 0,
      },
    }
  }

  async find(database: Database, key: string): Promise<Row | undefined> {
    const row = await database.lookup(this.#lookups[database.dialect], key)
    if (row === undefined) return undefined
    const values: Record<string, unknown> = {}
    for (const [i, name] of this.#columns.entries()) values[name] = row[i]
    // Sound: the statement selects exactly these columns.
    return values as Row
  }
}

/**
 * Creates missing tables.
 *
 * Checks first, so that an account without the right to create tables works once they exist. Then
 * creates them under a lock, because `if not exists` alone is not safe against a second process on
 * PostgreSQL.
 */
export async function createOwnTables(database: Database, tables: OwnTables): Promise<void> {
  if (await hasTable(database, tables.probe)) return

  await database.transaction(async () => {
    if (database.dialect === 'postgres') {
      await database.query(sql`select pg_advisory_xact_lock(hashtext(${`tenon:${tables.probe}`}))`)
    }
    await database.script(tables.script)
  })
}

/** Whether a table exists in the current schema. */
export async function hasTable(database: Database, name: string): Promise<boolean> {
  const found = await database.query(
    database.dialect === 'postgres'
      ? sql`select 1 as found where to_regclass(${name}) is not null`
      : sql`select 1 as found from sqlite_master where name = ${name}`,
  )
  return found.length > 0
}

/**
 * Whether a statement failed because a table is missing. Only the error is asked: in its transaction, no
 * more statements can run, and waiting for another connection could take all of them.
 */
export function isTableMissing(error: unknown): boolean {
  if (!(error instanceof StatementError)) return false
  const { message, cause } = error
  const isUndefined = cause instanceof Error && 'code' in cause && cause.code === UNDEFINED_TABLE
  return isUndefined || message.startsWith('no such table: ')
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNDEFINED_TABLE = '42P01'
