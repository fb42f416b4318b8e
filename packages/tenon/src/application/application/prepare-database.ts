import type { Log } from '../../base/log/log.ts'
import { toUrlVariable } from '../config/database-urls.ts'
import type { Database } from '../../data/database/database.ts'
import { DatabaseUnavailable } from '../../data/database/database-error.ts'
import { createMigrator } from '../../data/migrations/migrator.ts'
import type { ApplicationOptions } from './application-options.ts'
import { toPrefix } from './databases/select-databases.ts'
import { toMigrationsFolder } from './database-folders.ts'
import { createWorkTables } from './work/application-jobs.ts'

/** The parts of a command's context that serving needs. */
interface ServingContext {
  readonly application: ApplicationOptions
  readonly log: Log
}

/**
 * Prepares the databases for serving. An in-memory database starts empty, so it is migrated here. Any
 * other is only checked: the server starts even if a database is unavailable or has pending
 * migrations, answers 503 where it must, and logs the problem.
 */
export async function prepareDatabases(
  context: ServingContext,
  databases: readonly Database[],
): Promise<void> {
  for (const database of databases) await prepareDatabase(context, database)
}

/** Names the pending migrations of all databases. */
export async function findPending(
  application: ApplicationOptions,
  databases: readonly Database[],
): Promise<readonly string[]> {
  const pending = await Promise.all(
    databases.map(async (database) => {
      const { name } = database
      const names = await createMigrator(database, toMigrationsFolder(application, name)).pending()
      return names.map((each) => `${toPrefix(name)}${each}`)
    }),
  )
  return pending.flat()
}

async function prepareDatabase(context: ServingContext, database: Database): Promise<void> {
  const { application, log } = context
  const migrator = createMigrator(database, toMigrationsFolder(application, database.name), { log })
  if (database.description === 'sqlite::memory:') {
    await migrator.migrate()
    await createWorkTables(application, database)
    return
  }
  try {
    const pending = await migrator.pending()
    if (pending.length === 0) return
    const names = pending.map((each) => `${toPrefix(database.name)}${each}`)
    log.warn(`Migrations are pending: ${names.join(', ')}. Run the command "migrate".`)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    log.error(
      `${error.message}. Check ${toUrlVariable(database.name)}; requests that need it are answered 503.`,
    )
  }
}
