import { createApplicationMigrator } from '../../../application/runtime/databases/application-migrator.ts'
import type { ApplicationOptions } from '../../../application/runtime/application-options.ts'
import type { OpenDatabase } from '../../../application/runtime/services.ts'
import { resolveSqliteUrl } from '../../../data/database/database-url.ts'
import { toDatabaseSettings } from '../../../data/database/database-settings.ts'
import type { Database, DatabaseOptions } from '../../../data/database/database.ts'
import { beginRollback } from '../../../data/database/transaction/rollback-database.ts'
import { createDatabase } from '../../../data/drivers/create-database.ts'
import { openSqlite } from '../../../data/drivers/sqlite/open-sqlite.ts'
import { SqliteDatabase } from '../../../data/drivers/sqlite/sqlite-database.ts'

/** The URL of a database for one test. */
export const inMemory = 'sqlite::memory:'

/**
 * Opens the databases of a test, migrated. Of those in memory only the first of a process has to be, for each name:
 * the others begin as copies of it, which takes a millisecond however many migrations there are.
 */
export function openMigrated(
  application: ApplicationOptions,
  mode: 'keep' | 'rollback' = 'keep',
): OpenDatabase {
  const images = migrated.get(application) ?? new Map<string | undefined, Uint8Array>()
  migrated.set(application, images)
  return async (url, options) => {
    const image = images.get(options.name)
    // The transaction of a test that stops at a breakpoint must not end.
    const limits = mode === 'rollback' ? { ...options, idleTimeout: false as const } : options
    // Closes it if it cannot be migrated.
    await using opened = new AsyncDisposableStack()
    const database = opened.use(openWith(image, url, limits))
    const completed = await createApplicationMigrator(application, database).migrate()
    if (image === undefined || completed.length > 0) keepImage(images, database)
    const ready =
      mode === 'rollback' ? await beginRollback(database, { afterCommit: 'runs' }) : database
    opened.move()
    return ready
  }
}

type Images = Map<string | undefined, Uint8Array>

/** What the databases in memory of an application contained after their migrations, by their names. */
const migrated = new WeakMap<ApplicationOptions, Images>()

function openWith(image: Uint8Array | undefined, url: string, options: DatabaseOptions): Database {
  if (image === undefined || !url.startsWith(inMemory)) return createDatabase(url, options)
  return openSqlite(resolveSqliteUrl(url), toDatabaseSettings(options), image)
}

function keepImage(images: Images, database: Database): void {
  const image = database instanceof SqliteDatabase ? database.serialize() : undefined
  if (image !== undefined) images.set(database.name, image)
}
