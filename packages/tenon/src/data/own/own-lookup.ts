import { type MaybePromise, whenReady } from '../../base/support/maybe-promise.ts'
import type { Database } from '../database/database.ts'
import type { Dialect, KeyLookup, Row, Statement } from '../database/statement.ts'
import type { OwnRow, OwnTable } from './own-table.ts'

/**
 * Reads a row of one of Tenon's own tables by its key, with a statement that connections keep prepared. Use it for
 * reads on every request: raw SQL takes four times as long on SQLite, and is not combined on PostgreSQL.
 */
export class OwnLookup<Table extends OwnTable, Name extends keyof OwnRow<Table> & string> {
  readonly #columns: readonly Name[]
  readonly #lookups: Readonly<Record<Database['dialect'], KeyLookup>>

  /** The first of the columns is the table's key. */
  constructor({ name }: Table, columns: readonly Name[]) {
    const select = `select ${columns.join(', ')} from ${name} where ${columns[0] ?? ''}`
    this.#columns = columns
    this.#lookups = {
      sqlite: toKeyLookup('sqlite', select, 0),
      postgres: toKeyLookup('postgres', select, 0),
    }
  }

  find(database: Database, key: string): MaybePromise<Pick<OwnRow<Table>, Name> | undefined> {
    return whenReady(database.lookup(this.#lookups[database.dialect], key), (row) =>
      row === undefined ? undefined : toOwnRow<Pick<OwnRow<Table>, Name>>(this.#columns, row),
    )
  }
}

/** The statements of a lookup: `select` ends with the key, which is at `keyIndex` of its columns. */
export function toKeyLookup(dialect: Dialect, select: string, keyIndex: number): KeyLookup {
  const read = (condition: string): Statement => ({
    sql: `${select} ${condition}`,
    access: 'read',
    readsMicroseconds: true,
  })
  return dialect === 'sqlite'
    ? { one: read('= ?'), keyIndex }
    : { one: read('= $1'), many: read('= any($1)'), keyIndex }
}

/** The values of a table's columns, which start at position `first` of a row. */
export function toOwnRow<Values extends object>(
  columns: ReadonlyArray<keyof Values & string>,
  row: Row,
  first = 0,
): Values {
  const values: Record<string, unknown> = {}
  for (const [i, name] of columns.entries()) values[name] = row[first + i]
  // Sound: the statement selects exactly these columns.
  return values as Values
}
