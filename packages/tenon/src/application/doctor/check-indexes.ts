import type { Table } from '../../data/columns/table.ts'
import type { Database } from '../../data/database/database.ts'
import { readMissingIndexes } from '../../data/introspection/missing-indexes.ts'
import { error, type Finding, warning, when } from './finding.ts'

/** Checks the indexes that `of()`, relations and `whereSearch()` use. */
export async function checkIndexes(
  database: Database,
  tables: readonly Table[],
): Promise<readonly Finding[]> {
  const { owners, references, searches } = await readMissingIndexes(database, tables)
  return [
    ...when(
      owners.length > 0,
      warning(
        'ownership',
        `No index begins with ${owners.join(', ')}: of() reads the rows of all owners`,
        'Declare .index() on the column, and run the commands "make:migration" and "migrate".',
      ),
    ),
    ...when(
      references.length > 0,
      warning(
        'relations',
        `No index begins with ${references.join(', ')}: conditions on related records, and deletes of the other record, read the whole table for each record`,
        'Declare .index() on the column, and run the commands "make:migration" and "migrate".',
      ),
    ),
    ...when(
      searches.length > 0,
      error(
        'search',
        `There is no search index for ${searches.join(', ')} as its model declares it: whereSearch() fails or misses words on SQLite, and reads all rows on PostgreSQL`,
        'Run the commands "make:migration" and "migrate". For a table of another program, write createSearchIndex() into a migration.',
      ),
    ),
  ]
}
