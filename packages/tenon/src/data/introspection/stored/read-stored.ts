import type { Database, Dialect } from '../../database/database.ts'
import type { Schema } from '../../migrations/difference/schema.ts'
import type { CatalogColumn, CatalogTable } from '../catalog-table.ts'
import { readLists } from './read-lists.ts'
import { readValues } from './read-values.ts'

/** Completes the kinds of columns by their stored values, if neither the type nor a declaration determines them. */
export async function readStored(
  tables: readonly CatalogTable[],
  database: Database,
  declared: Schema,
  isLeftAlone: (table: CatalogTable) => boolean,
): Promise<CatalogTable[]> {
  const read = readers[database.dialect]
  const completed: CatalogTable[] = []
  for (const table of tables) {
    if (isLeftAlone(table)) {
      completed.push(table)
      continue
    }
    const known = declared.get(table.name)?.columns
    const columns: CatalogColumn[] = []
    for (const column of table.columns) {
      columns.push(await read(table, column, database, known?.[column.name]?.type))
    }
    completed.push({ ...table, columns })
  }
  return completed
}

/** Completes one column by its stored values. `declared` is the type that migrations declare for it, if any. */
type ReadStored = (
  table: Pick<CatalogTable, 'name'>,
  column: CatalogColumn,
  database: Database,
  declared: string | undefined,
) => Promise<CatalogColumn>

const readers: Readonly<Record<Dialect, ReadStored>> = { postgres: readLists, sqlite: readValues }
