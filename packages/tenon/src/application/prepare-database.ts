import type { Database } from '../database/database.ts'
import { DatabaseUnavailable } from '../database/database-error.ts'
import { createMigrator } from '../migrations/migrator.ts'
import type { CommandContext } from './command-context.ts'
import { toMigrationsFolder } from './database-folders.ts'

/** What serving knows of its surroundings. */
type ServingContext = Pick<CommandContext, 'application' | 'settings' | 'log'>

/**
 * A database in memory begins empty, so it is migrated here. Any other one is only looked at: the
 * server starts beside a database that is away or behind, answers 503 where it must, and says so.
 */
export async function prepareDatabase(context: ServingContext, database: Database): Promise<void> {
  const { application, settings, log } = context
  const migrator = createMigrator(database, toMigrationsFolder(application))
  if (settings.databaseUrl === 'sqlite::memory:') {
    await migrator.migrate()
    return
  }
  try {
    const pending = await migrator.pending()
    if (pending.length === 0) return
    log.warn(`Migrations are pending: ${pending.join(', ')}. Run the command "migrate".`)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    log.error(`${error.message}. Check DATABASE_URL; requests that need it are answered 503.`)
  }
}
