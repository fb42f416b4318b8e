import type { Database, Dialect } from '../../database/database.ts'
import type { Schema } from '../../migrations/difference/schema.ts'
import type { CatalogColumn, CatalogTable } from '../catalog-table.ts'
import { readLists } from './read-lists.ts'
import { readValues } from './read-values.ts'

/** Completes columns by what their rows contain, where neither their types nor declarations say it. */
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

/** Reads the rows of one column; what it is declared as, if it is. */
type ReadStored = (
  table: Pick<CatalogTable, 'name'>,
  column: CatalogColumn,
  database: Database,
  declared: string | undefined,
) => Promise<CatalogColumn>

const readers: Readonly<Record<Dialect, ReadStored>> = { postgres: readLists, sqlite: readValues }
