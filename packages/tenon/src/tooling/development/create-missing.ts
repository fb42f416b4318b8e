import type { Log } from '../../base/log/log.ts'
import { databaseNameOf } from '../../data/database/database-url.ts'
import { runOnServer } from '../../data/drivers/create-database.ts'
import { isMissingDatabase } from '../../data/drivers/postgres/postgres-error.ts'
import { quote } from '../../data/migrations/sql/catalog.ts'

/**
 * If `error` says that the PostgreSQL database of a URL is missing, creates it and logs that. Returns whether it did.
 * If the role may not create databases, it logs that and returns `false`.
 */
export async function createMissing(url: string, error: Error, log: Log): Promise<boolean> {
  if (!isMissingDatabase(error)) return false
  const name = databaseNameOf(url)
  try {
    await runOnServer(url, `create database ${quote(name)}`)
  } catch (refusal) {
    log.warn(`The database "${name}" does not exist, and could not be created`, { error: refusal })
    return false
  }
  log.info(`Created the database "${name}"`)
  return true
}
