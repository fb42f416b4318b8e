import type { Log } from '../../base/log/log.ts'
import { toUrlVariable } from '../config/database-urls.ts'
import type { Database } from '../../data/database/database.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { DatabaseUnavailable, StatementError } from '../../data/database/database-error.ts'
import { assertUsable, readOwnVersions } from '../../data/own/own-versions.ts'
import type { ApplicationOptions } from './application-options.ts'
import { createApplicationMigrator } from './databases/application-migrator.ts'
import { ownTables } from './databases/own-tables.ts'
import { toPrefix } from './databases/select-databases.ts'

/** The parts of a command's context that serving uses. */
interface ServingContext {
  readonly application: ApplicationOptions
  readonly log: Log
}

/**
 * Prepares the databases for serving. An in-memory database starts empty, so it is migrated here. Other databases are
 * only checked: if one is unavailable or has pending migrations, the problem is logged, the server starts, and requests
 * that need the database get 503. Throws if the server cannot work with the versions of Tenon's own tables.
 */
export async function prepareDatabases(
  context: ServingContext,
  databases: readonly Database[],
): Promise<void> {
  await assertOwnTables(databases)
  for (const database of databases) await prepareDatabase(context, database)
}

/**
 * Throws `E_TABLES_OLDER` or `E_TABLES_NEWER` if this code cannot work with Tenon's own tables in a database. A
 * database that is unavailable is checked on first use.
 */
export async function assertOwnTables(databases: readonly Database[]): Promise<void> {
  for (const database of databases) {
    try {
      assertUsable(await readOwnVersions(database, ownTables))
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
    }
  }
}

/** Returns the names of the pending migrations of all databases. */
export async function findPending(
  application: ApplicationOptions,
  databases: readonly Database[],
): Promise<readonly string[]> {
  const pending = await Promise.all(
    databases.map(async (database) => {
      const names = await createApplicationMigrator(application, database).pending()
      return names.map((each) => `${toPrefix(database.name)}${each}`)
    }),
  )
  return pending.flat()
}

/** Returns the error of a command, or one that names the pending migrations if a statement has failed beside them. */
export async function explainPending(
  error: unknown,
  application: ApplicationOptions,
  databases: readonly Database[],
): Promise<unknown> {
  // A seeder's error has it as its cause.
  const failed =
    error instanceof Error && error.cause instanceof StatementError ? error.cause : error
  if (!(failed instanceof StatementError)) return error
  const pending = await findPending(application, databases).catch(() => [])
  if (pending.length === 0) return error
  return new SetupError(
    'E_MIGRATIONS_PENDING',
    `${failed.message}\nMigrations are pending: ${pending.join(', ')}. Run the command "migrate".`,
    { cause: error },
  )
}

async function prepareDatabase(context: ServingContext, database: Database): Promise<void> {
  const { application, log } = context
  const migrator = createApplicationMigrator(application, database, { log })
  if (database.description === 'sqlite::memory:') {
    await migrator.migrate()
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
