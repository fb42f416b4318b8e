import {
  compareComputed,
  compareSchemas,
} from '../../../data/introspection/comparison/compare-schemas.ts'
import { compareLimits } from '../../../data/introspection/comparison/compare-limits.ts'
import {
  compareViews,
  viewsWithoutModel,
} from '../../../data/introspection/comparison/compare-views.ts'
import {
  compareMirrors,
  readMirrorState,
} from '../../../data/introspection/comparison/mirror-state.ts'
import { compareSearches } from '../../../data/introspection/comparison/compare-searches.ts'
import { declaredIndexes } from '../../../data/introspection/comparison/declared-indexes.ts'
import type { Remark } from '../../../data/introspection/catalog-table.ts'
import { type IsIgnored, readLiveSchema } from '../../../data/introspection/live-schema.ts'
import { readRowLevelSecurity } from '../../../data/introspection/postgres/row-level-security.ts'
import type { Database } from '../../../data/database/database.ts'
import {
  readSchema,
  type SchemaSources,
  wantedSchema,
} from '../../../data/migrations/difference/make-migration.ts'
import { loadMigrations } from '../../../data/migrations/migration-source.ts'
import { createMigrator } from '../../../data/migrations/migrator.ts'
import type { TableSchema } from '../../../data/migrations/difference/schema.ts'
import { isOwnTable } from '../databases/own-tables.ts'

/** How a database differs from the models and migrations of an application. */
export interface DatabaseCheck {
  readonly differences: readonly Remark[]
  /** Parts that cannot be compared. */
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
  const schema = new Map([...migrated, ...wantedSchema(sources, migrated)])
  const migrations = await loadMigrations(sources.folder)
  const indexes = declaredIndexes(migrations.flatMap(({ migration }) => migration.up))
  const isIgnored: IsIgnored = (name, columns) => isOwnTable(name, columns) && !schema.has(name)
  const live = await readLiveSchema(database, isIgnored, schema)
  return {
    differences: [
      ...(await compareSchemas({ schema, indexes }, live, database.dialect)),
      ...compareLimits(sources.models, live.schema),
      ...compareViews(sources.models, live.views, database.dialect),
      ...compareSearches({ schema, migrated, live: live.schema }, database.dialect),
      ...compareMirrors(await readMirrorState(schema, database)),
      ...(await comparePolicies([...schema], database)),
    ],
    notCompared: [
      ...viewsWithoutModel(sources.models, live.views),
      ...live.remarks,
      ...compareComputed(schema, live, database.dialect),
    ],
    pending: await createMigrator(database, migrations).pending(),
  }
}

/** The tables without the policy of their owner, and the tables with a policy that is not declared. */
async function comparePolicies(
  tables: readonly (readonly [string, TableSchema])[],
  database: Database,
): Promise<readonly Remark[]> {
  const wanted = tables.flatMap(([name, { policy }]) => (policy === undefined ? [] : [name]))
  const state = await readRowLevelSecurity(database, wanted)
  if (state === undefined) return []
  const { unguarded, guarded } = state
  return [
    ...unguarded.map((place) => ({
      place,
      text: 'shows its rows to every statement: the policy of its owner is missing or turned off. Run migrate if its migration is pending; otherwise create it with createOwnerPolicy().',
    })),
    ...guarded
      .filter((name) => !wanted.includes(name))
      .map((place) => ({
        place,
        text: 'has the policy of an owner, which is not declared. Set application({ ownership: { rowLevelSecurity: true } }), or drop it with dropOwnerPolicy().',
      })),
  ]
}
