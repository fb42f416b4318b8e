import type { Database } from '../../../data/database/database.ts'
import type { LockWaitOptions } from '../../../data/drivers/locks/lock-wait.ts'
import { createMigrator, type Migrator } from '../../../data/migrations/migrator.ts'
import { OwnUpgrades } from '../../../data/migrations/own/own-upgrades.ts'
import type { ApplicationOptions } from '../application-options.ts'
import { toMigrationsFolder } from '../database-folders.ts'
import { createWorkTables } from '../work/application-jobs.ts'
import { ownTables } from './own-tables.ts'

/**
 * Creates the migrator of an application's database. Before the application's migrations, it upgrades Tenon's own
 * tables. Afterwards it creates the tables of jobs.
 */
export function createApplicationMigrator(
  application: ApplicationOptions,
  database: Database,
  options: LockWaitOptions = {},
): Migrator {
  const migrator = createMigrator(database, toMigrationsFolder(application, database.name), options)
  const upgrades = new OwnUpgrades(database, ownTables, options)
  return {
    ...migrator,
    async migrate() {
      const completed = [...(await upgrades.run()), ...(await migrator.migrate())]
      await createWorkTables(application, database)
      return completed
    },
    async fresh() {
      const completed = await migrator.fresh()
      await createWorkTables(application, database)
      return completed
    },
    async status() {
      const pending = (await upgrades.pending()).map((name) => ({ ...waiting, name }))
      return [...pending, ...(await migrator.status())]
    },
    pending: async () => [...(await upgrades.pending()), ...(await migrator.pending())],
    pretend: async () => [...(await upgrades.pretend()), ...(await migrator.pretend())],
  }
}

const waiting = { state: 'pending', batch: undefined, ranAt: undefined, isLate: false } as const
