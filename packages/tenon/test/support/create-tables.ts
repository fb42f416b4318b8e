import type { Columns } from '../../src/columns/column.ts'
import type { Database } from '../../src/database/database.ts'
import { migration } from '../../src/migrations/migration.ts'
import { createMigrator } from '../../src/migrations/migrator.ts'
import { createTable } from '../../src/migrations/operations.ts'

/** Creates the tables of models in a database, by a migration that no file holds. */
export async function createTables(
  database: Database,
  ...models: readonly { readonly table: string; readonly columns: Columns }[]
): Promise<void> {
  const tables = models.map(({ table, columns }) => createTable(table, columns))
  const name = `2026_01_01_000001_create_${models.map(({ table }) => table).join('_')}`
  await createMigrator(database, [{ name, migration: migration(tables) }]).migrate()
}
