import type { Database } from '../database/database.ts'
import type { KeyLookup } from '../database/statement.ts'
import type { OwnRow, OwnTable } from './own-table.ts'

/**
 * Reads a row of a table of our own by its key, with a statement that connections keep prepared. For what
 * is read on every request: raw SQL costs four times as much on SQLite, and is not combined on PostgreSQL.
 */
export class OwnLookup<Table extends OwnTable, Name extends keyof OwnRow<Table> & string> {
  readonly #columns: readonly Name[]
  readonly #lookups: Readonly<Record<Database['dialect'], KeyLookup>>

  /** The first of the columns is the table's key. */
  constructor({ name }: Table, columns: readonly Name[]) {
    const select = `select ${columns.join(', ')} from ${name} where ${columns[0] ?? ''}`
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

  async find(database: Database, key: string): Promise<Pick<OwnRow<Table>, Name> | undefined> {
    const row = await database.lookup(this.#lookups[database.dialect], key)
    if (row === undefined) return undefined
    const values: Record<string, unknown> = {}
    for (const [i, name] of this.#columns.entries()) values[name] = row[i]
    // Sound: the statement selects exactly these columns.
    return values as Pick<OwnRow<Table>, Name>
  }
}
