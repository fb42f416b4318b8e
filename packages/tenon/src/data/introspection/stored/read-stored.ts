import type { Database, Dialect } from '../../database/database.ts'
import type { CatalogColumn, CatalogTable } from '../catalog-table.ts'
import { readLists } from './read-lists.ts'
import { readValues } from './read-values.ts'

/** Completes columns by what their rows contain, where their types do not say it. */
export async function readStored(
  tables: readonly CatalogTable[],
  database: Database,
  isKnown: (table: CatalogTable, column: string) => boolean,
): Promise<CatalogTable[]> {
  const read = readers[database.dialect]
  const completed: CatalogTable[] = []
  for (const table of tables) {
    const columns: CatalogColumn[] = []
    for (const column of table.columns) {
      columns.push(isKnown(table, column.name) ? column : await read(table, column, database))
    }
    completed.push({ ...table, columns })
  }
  return completed
}

/** Reads the rows of one column. */
type ReadStored = (
  table: Pick<CatalogTable, 'name'>,
  column: CatalogColumn,
  database: Database,
) => Promise<CatalogColumn>

const readers: Readonly<Record<Dialect, ReadStored>> = { postgres: readLists, sqlite: readValues }
