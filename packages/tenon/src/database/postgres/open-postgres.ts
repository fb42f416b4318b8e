import type { PostgresUrl } from '../database-url.ts'
import type { Database, DatabaseOptions } from '../database.ts'

/** Prepares a PostgreSQL database; connections are made when they are needed. */
export function openPostgres(_url: PostgresUrl, _options: DatabaseOptions): Database {
  throw new Error('Follows with the next commit')
}
