import type { Database } from '../../database/database.ts'
import { foreignKeyName, indexName, primaryKeyName } from '../object-names.ts'
import type { RenameColumn, RenameTable } from '../operation.ts'
import { quote, readForeignKeys, readIndexes } from './catalog.ts'
import type { Statements } from './statements.ts'
import { schemaBuilder } from './schema-builder.ts'

/** Writes the renaming of a table, and of the indexes and keys that bear its name. */
export async function* renameTableSql({ from, to }: RenameTable, database: Database): Statements {
  const names = await readNames(database, from, (place) => ({ ...place, table: to }))

  yield schemaBuilder(database.dialect).alterTable(from).renameTo(to).compile().sql
  yield* renameAll(names, to, database)
}

/** Writes the renaming of a column, and of the indexes and keys that bear its name. */
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

/** What a derived name is made of. */
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
 * Finds what bears a name that Tenon derived from the table and its columns.
 *
 * It must follow, since later operations derive the name from the table and columns of their time.
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
  const keys = (await readForeignKeys(database, table)).map(
    ({ name, column }) =>
      ({ kind: 'constraint', name, columns: [column], derive: keyName }) as const,
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

/** SQLite has no words for it: the index is made again from its own text. */
async function* renameSqliteIndex(
  table: string,
  { from, to }: { from: string; to: string },
  database: Database,
): Statements {
  const indexes = await readIndexes(database, table)
  const text = indexes.find(({ name }) => name === from)?.sql
  if (!text?.includes(quote(from))) return

  yield schemaBuilder('sqlite').dropIndex(from).compile().sql
  yield text.replace(quote(from), quote(to))
}

function keyName({ table, columns }: Place): string {
  return foreignKeyName(table, columns.join('_'))
}
