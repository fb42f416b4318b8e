import type { AnyModel } from '../../src/data/records/entity.ts'
import { policiesOf } from '../../src/data/relations/policies-of.ts'
import type { Database } from '../../src/data/database/database.ts'
import type { ModelTable } from '../../src/data/migrations/difference/schema.ts'
import { migration } from '../../src/data/migrations/migration.ts'
import { createMigrator } from '../../src/data/migrations/migrator.ts'
import { createOwnerPolicy } from '../../src/data/migrations/difference/owner-policy.ts'
import { createTable } from '../../src/data/migrations/operations.ts'

/** Creates the tables of models in a database, with a migration that is not in a file. */
export async function createTables(
  database: Database,
  ...models: readonly ModelTable[]
): Promise<void> {
  const tables = models.map(({ table, columns, primaryKey }) =>
    createTable(table, columns, primaryKey === undefined ? {} : { primaryKey }),
  )
  const owned = models.filter((model): model is AnyModel & ModelTable => '~entity' in model)
  const policies = database.rowLevelSecurity === true ? [...policiesOf(owned)] : []
  const walls = policies.map(([table, policy]) => createOwnerPolicy(table, policy))
  const name = `2026_01_01_000001_create_${models.map(({ table }) => table).join('_')}`
  await createMigrator(database, [{ name, migration: migration([...tables, ...walls]) }]).migrate()
}
