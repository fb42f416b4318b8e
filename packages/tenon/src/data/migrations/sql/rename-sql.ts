import type { Database } from '../../database/database.ts'
import { checkName, foreignKeyName, indexName, primaryKeyName } from '../../columns/object-names.ts'
import type { RenameColumn, RenameTable } from '../operation.ts'
import { quote, readConstraints, readIndexes } from './catalog.ts'
import type { Statements } from '../operation.ts'
import { schemaBuilder } from './schema-builder.ts'
import { word } from './sqlite-table.ts'

/** Writes the statements that rename a table, and the indexes and keys that are named after it. */
export async function* renameTableSql({ from, to }: RenameTable, database: Database): Statements {
  const names = await readNames(database, from, (place) => ({ ...place, table: to }))

  yield schemaBuilder(database.dialect).alterTable(from).renameTo(to).compile().sql
  yield* renameAll(names, to, database)
}

/** Writes the statements that rename a column, and the indexes and keys that are named after it. */
export async function* renameColumnSql(operation: RenameColumn, database: Database): Statements {
  const { table, from, to } = operation
  const rename = (column: string): string => (column === from ? to : column)
  const names = await readNames(database, table, ({ columns }) => ({
    table,
    columns: columns.map(rename),
  }))

  yield schemaBuilder(database.dialect).alterTable(table).renameColumn(from, to).compile().sql
  yield* renameAll(names, table, database)
}

/** The table and columns from which a name is derived. */
interface Place {
  readonly table: string
  readonly columns: readonly string[]
}

interface Renaming {
  readonly kind: 'index' | 'constraint'
  readonly from: string
  readonly to: string
}

/**
 * Finds the indexes and keys whose names Tenon derived from the table and its columns.
 *
 * They must be renamed too, because later operations derive the names from the new table and columns.
 */
async function readNames(
  database: Database,
  table: string,
  move: (place: Place) => Place,
): Promise<Renaming[]> {
  const indexes = (await readIndexes(database, table)).flatMap(({ name, columns, unique }) => [
    { kind: 'index', name, columns, derive: (at: Place) => indexName({ ...at, unique }) } as const,
    { kind: 'index', name, columns, derive: (at: Place) => primaryKeyName(at.table) } as const,
  ])
  const keys = (await readConstraints(database, table)).map(
    ({ name, column, kind }) =>
      ({ kind: 'constraint', name, columns: [column], derive: constraintNames[kind] }) as const,
  )
  return [...indexes, ...keys]
    .map(({ kind, name, columns, derive }) => ({
      kind,
      name,
      from: derive({ table, columns }),
      to: derive(move({ table, columns })),
    }))
    .filter(({ name, from, to }) => name === from && from !== to)
}

async function* renameAll(
  names: readonly Renaming[],
  table: string,
  database: Database,
): Statements {
  for (const { kind, from, to } of names) {
    if (database.dialect === 'sqlite') yield* renameSqliteIndex(table, { from, to }, database)
    else if (kind === 'index') yield `alter index "${from}" rename to "${to}"`
    else yield `alter table "${table}" rename constraint "${from}" to "${to}"`
  }
}

/** Creates the index again from its own text, because SQLite cannot rename an index. */
async function* renameSqliteIndex(
  table: string,
  { from, to }: { from: string; to: string },
  database: Database,
): Statements {
  const indexes = await readIndexes(database, table)
  const text = indexes.find(({ name }) => name === from)?.sql
  if (text === undefined) return

  yield schemaBuilder('sqlite').dropIndex(from).compile().sql
  yield text.replace(nameOfIndex, (_, creation: string) => creation + quote(to))
}

/**
 * The beginning of an index's text up to its name. SQLite writes it in this form, whichever program created the index.
 */
const nameOfIndex = new RegExp(`^(create (?:unique )?index )${word}`, 'i')

const constraintNames = {
  foreign: ({ table, columns }: Place) => foreignKeyName(table, columns.join('_')),
  check: ({ table, columns }: Place) => checkName(table, columns.join('_')),
}
