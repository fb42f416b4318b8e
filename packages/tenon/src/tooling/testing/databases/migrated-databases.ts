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
 * Opens the migrated databases of a test. In memory, only the first database of each name is migrated in a process: the
 * others begin as copies of it, which takes a millisecond for any number of migrations.
 */
export function openMigrated(
  application: ApplicationOptions,
  mode: 'keep' | 'rollback' = 'keep',
): OpenDatabase {
  const images = migrated.get(application) ?? new Map<string | undefined, Uint8Array>()
  migrated.set(application, images)
  return async (url, options) => {
    const image = images.get(options.name)
    // If a test stops at a breakpoint, its transaction must not end.
    const limits = mode === 'rollback' ? { ...options, idleTimeout: false as const } : options
    // Close the database if it cannot be migrated.
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

/** The contents of an application's databases in memory after their migrations, by the databases' names. */
const migrated = new WeakMap<ApplicationOptions, Images>()

function openWith(image: Uint8Array | undefined, url: string, options: DatabaseOptions): Database {
  if (image === undefined || !url.startsWith(inMemory)) return createDatabase(url, options)
  return openSqlite(resolveSqliteUrl(url), toDatabaseSettings(options), image)
}

function keepImage(images: Images, database: Database): void {
  const image = database instanceof SqliteDatabase ? database.serialize() : undefined
  if (image !== undefined) images.set(database.name, image)
}
