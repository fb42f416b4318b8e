import { existsSync } from 'node:fs'
import type { Settings } from '../../config/settings.ts'
import {
  resolveDatabaseUrl,
  type PostgresUrl,
  type SqliteUrl,
} from '../../database/database-url.ts'
import type { Migrator } from '../../migrations/migrator.ts'
import { isHere } from './check-environment.ts'
import { error, warning, when, type Finding } from './finding.ts'

/** What the URL of the database says. Throws `E_DATABASE_URL` for one that is not understood. */
export function checkDatabaseUrl(settings: Settings): readonly Finding[] {
  const url = resolveDatabaseUrl(settings.databaseUrl)
  return url.dialect === 'sqlite' ? checkSqlite(url, settings) : checkPostgres(url)
}

/** Whether there is a database to ask: opening a file that does not exist would make it. */
export function hasDatabase(databaseUrl: string): boolean {
  const url = resolveDatabaseUrl(databaseUrl)
  return url.dialect === 'postgres' || existsSync(url.file)
}

/** Whether the database answers and has run the migrations. */
export async function checkMigrations(migrator: Migrator): Promise<readonly Finding[]> {
  const pending = await migrator.pending()
  return when(
    pending.length > 0,
    error('migrations', `Pending: ${pending.join(', ')}`, 'Run the command "migrate".'),
  )
}

function checkSqlite({ file }: SqliteUrl, settings: Settings): readonly Finding[] {
  const { isProduction, workers } = settings
  if (file === ':memory:') {
    return when(
      isProduction || workers > 1,
      error(
        'DATABASE_URL',
        'The database is in memory: each process has its own, which is gone with it',
        'Set it to sqlite:<file> or postgres://….',
      ),
    )
  }
  return [
    ...when(
      !existsSync(file),
      error('DATABASE_URL', `The file "${file}" does not exist`, 'Run the command "migrate".'),
    ),
    ...when(
      isProduction && workers > 1,
      warning(
        'DATABASE_URL',
        `${workers} processes share one SQLite file, whose writers take turns`,
        'Serve from one process, or use PostgreSQL.',
      ),
    ),
  ]
}

function checkPostgres({ url }: PostgresUrl): readonly Finding[] {
  const host = url.searchParams.get('host') ?? url.hostname
  if (isHere(host) || host.startsWith('/')) return []

  const mode = url.searchParams.get('sslmode') ?? 'disable'
  if (mode === 'disable') {
    const problem = `Password and data cross the network to ${host} in the clear`
    const remedy = 'Add ?sslmode=verify-full, with sslrootcert=<file> for an authority of your own.'
    return [
      isPrivate(host)
        ? warning('DATABASE_URL', problem, remedy)
        : error('DATABASE_URL', problem, remedy),
    ]
  }
  return when(
    mode === 'require',
    warning(
      'DATABASE_URL',
      'sslmode=require encrypts, but takes any server for the right one',
      'Use sslmode=verify-full.',
    ),
  )
}

/** A name without a dot, as containers have, or an address of a private network (RFC 1918, 4193). */
function isPrivate(host: string): boolean {
  const isName = !host.includes('.') && !host.includes(':')
  return isName || /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[f[cd])/.test(host)
}
