import { resolveDatabaseUrl } from './database-url.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { openPostgres } from './postgres/open-postgres.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'

/**
 * Opens the database of a URL.
 *
 * An SQLite file is opened at once, and made where it does not exist; PostgreSQL is connected to
 * with the first statement, so `ping` tells whether it is there.
 * Throws a `SetupError` for a URL that is not understood or a folder that does not exist.
 */
export function createDatabase(url: string, options: DatabaseOptions = {}): Database {
  const resolved = resolveDatabaseUrl(url)
  return resolved.dialect === 'sqlite'
    ? openSqlite(resolved, options)
    : openPostgres(resolved, options)
}
