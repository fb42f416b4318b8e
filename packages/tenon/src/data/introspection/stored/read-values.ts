import type { Database } from '../../database/database.ts'
import { Sql } from '../../database/sql.ts'
import { quote } from '../../migrations/sql/catalog.ts'
import type { CatalogColumn, CatalogTable } from '../catalog-table.ts'
import { isMoment, readMoments } from './read-moments.ts'

/**
 * Looks for values that the kind of a column cannot read, because SQLite stores any value in any column: earlier
 * versions of Rails stored booleans as `t` and `f`. A row id needs no check, because it is always an integer.
 */
export async function readValues(
  table: Pick<CatalogTable, 'name'>,
  column: CatalogColumn,
  database: Database,
  declared: string | undefined,
): Promise<CatalogColumn> {
  if (isMoment(column)) return readMoments(table, column, database, declared)
  if (declared !== undefined) return column
  const type = column.kind?.type ?? ''
  const outside = column.isNumbered ? undefined : unreadable[type]
  if (outside === undefined) return column
  const text = `select 1 as found from ${quote(table.name)} where ${outside.test(quote(column.name))} limit 1`
  const found = await database.query(new Sql([text], []))
  if (found.length === 0) return column
  const reason = `its rows contain ${outside.found}. Correct them and pull again to have it as c.${type}()`
  return { ...column, kind: undefined, unreadable: reason }
}

/** The values that a column of a type cannot read. */
interface Unreadable {
  readonly test: (column: string) => string
  readonly found: string
}

const unreadable: Readonly<Record<string, Unreadable>> = {
  boolean: {
    test: (column) => `${column} not in (0, 1)`,
    found: 'other values than 0 and 1',
  },
  json: {
    test: (column) => `not json_valid(${column})`,
    found: 'text that is not JSON',
  },
  integer: besides('whole numbers', ['integer']),
  bigint: besides('whole numbers', ['integer']),
  real: besides('numbers', ['integer', 'real']),
  text: besides('text', ['text']),
  date: besides('text', ['text']),
  bytes: besides('bytes', ['blob']),
}

/** The values whose SQLite storage class is not one of these. */
function besides(values: string, classes: readonly string[]): Unreadable {
  const list = ['null', ...classes].map((name) => `'${name}'`).join(', ')
  return {
    test: (column) => `typeof(${column}) not in (${list})`,
    found: `other values than ${values}`,
  }
}
