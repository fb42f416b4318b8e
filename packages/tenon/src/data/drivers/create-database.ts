import { SetupError } from '../../base/support/setup-error.ts'
import {
  type PostgresUrl,
  resolveDatabaseUrl,
  type SqliteUrl,
  withDatabaseName,
} from '../database/database-url.ts'
import { toDatabaseSettings } from '../database/database-settings.ts'
import type { Database, DatabaseOptions } from '../database/database.ts'
import { LocatedDatabase } from '../database/places/located-database.ts'
import { openReplicated } from './replicas/open-replicated.ts'
import { openPostgres } from './postgres/open-postgres.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'

/**
 * Opens the database at a URL.
 *
 * An SQLite file is opened at once, and created if it does not exist. A PostgreSQL database is connected to
 * by the first statement, so use `ping` to check whether it is reachable.
 *
 * Throws `E_DATABASE_URL` for an invalid URL, `E_DURATION` for an invalid duration, `E_DATABASE_FOLDER` for a
 * missing folder, `E_DATABASE_DRIVER` if better-sqlite3 cannot be loaded, and `E_DATABASE_REPLICA` for replicas
 * of SQLite. Throws `DatabaseUnavailable` if the SQLite file cannot be opened.
 */
export function createDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { name } = options
  return name === undefined ? open(url, options) : naming(name, () => open(url, options))
}

/** Adds the database's name to the setup errors of `work`. */
function naming(name: string, work: () => Database): Database {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    const message = `The database "${name}" cannot be opened. ${error.message}`
    throw new SetupError(error.code, message, { cause: error })
  }
}

function open(url: string, options: DatabaseOptions): Database {
  const database = openAt(resolveDatabaseUrl(url), options)
  return options.statementLocations === true ? new LocatedDatabase(database) : database
}

function openAt(url: PostgresUrl | SqliteUrl, options: DatabaseOptions): Database {
  const settings = toDatabaseSettings(options)
  const { replicas: urls = [], onReplicaAway: onAway } = options
  if (urls.length > 0) return openReplicated(url, { urls, onAway }, settings)
  return url.dialect === 'sqlite' ? openSqlite(url, settings) : openPostgres(url, settings)
}

/**
 * Runs a statement such as `create database` on the PostgreSQL server of a URL. Connects to the database "postgres".
 */
export async function runOnServer(url: string, statement: string): Promise<void> {
  const options = { statementTimeout: false } as const
  await using database = createDatabase(withDatabaseName(url, 'postgres'), options)
  await database.script(statement)
}
