import {
  compareComputed,
  compareSchemas,
} from '../../../data/introspection/comparison/compare-schemas.ts'
import { declaredIndexes } from '../../../data/introspection/comparison/declared-indexes.ts'
import type { Remark } from '../../../data/introspection/catalog-table.ts'
import { readLiveSchema } from '../../../data/introspection/live-schema.ts'
import type { Database } from '../../../data/database/database.ts'
import {
  readSchema,
  type SchemaSources,
  wantedSchema,
} from '../../../data/migrations/difference/make-migration.ts'
import { loadMigrations } from '../../../data/migrations/migration-source.ts'
import { createMigrator } from '../../../data/migrations/migrator.ts'
import { isFrameworkTable } from '../../../data/database/places/framework-tables.ts'

/** How a database differs from the models and migrations of an application. */
export interface DatabaseCheck {
  readonly differences: readonly Remark[]
  /** What cannot be compared. */
  readonly notCompared: readonly Remark[]
  /** The migrations that the database has not run. */
  readonly pending: readonly string[]
}

/** Compares the models, and the tables that only migrations declare, with a database. */
export async function checkDatabase(
  sources: SchemaSources,
  database: Database,
): Promise<DatabaseCheck> {
  const { schema: migrated } = await readSchema(sources)
  const schema = new Map([...migrated, ...wantedSchema(sources.models, migrated)])
  const migrations = await loadMigrations(sources.folder)
  const indexes = declaredIndexes(migrations.flatMap(({ migration }) => migration.up))
  const live = await readLiveSchema(database, (name) => isFrameworkTable(name) && !schema.has(name))
  return {
    differences: await compareSchemas({ schema, indexes }, live, database.dialect),
    notCompared: [...live.remarks, ...compareComputed(schema, live, database.dialect)],
    pending: await createMigrator(database, migrations).pending(),
  }
}
