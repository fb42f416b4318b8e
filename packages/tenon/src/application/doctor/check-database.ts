import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { isThisMachine } from '../../base/support/values/url-host.ts'
import { toUrlVariable } from '../config/database-urls.ts'
import type { Settings } from '../config/settings.ts'
import {
  matchDatabaseUrl,
  type PostgresUrl,
  type SqliteUrl,
} from '../../data/database/database-url.ts'
import type { Migrator } from '../../data/migrations/migrator.ts'
import { error, warning, when, type Finding } from './finding.ts'

/** Checks the database URL. Throws `E_DATABASE_URL` if it cannot be parsed. */
export function checkDatabaseUrl(settings: Settings): readonly Finding[] {
  return matchDatabaseUrl(settings.databaseUrl, {
    sqlite: (url) => checkSqlite(url, settings),
    postgres: (url) => [...checkPostgres(url), ...checkNotices(url, settings)],
  })
}

/** Checks the URL of a named database. Throws `E_DATABASE_URL` if it cannot be parsed. */
export function checkNamedUrl(databaseUrl: string, name: string): readonly Finding[] {
  return matchDatabaseUrl<readonly Finding[]>(databaseUrl, {
    sqlite: () => [],
    postgres: (url) => checkPostgres(url, toUrlVariable(name)),
  })
}

/** Whether a database exists. Check before opening it: opening a missing SQLite file would create it. */
export function hasDatabase(databaseUrl: string): boolean {
  return matchDatabaseUrl(databaseUrl, {
    sqlite: ({ file }) => existsSync(file),
    postgres: () => true,
  })
}

/** Checks that the database answers and has no pending migrations. */
export async function checkMigrations(migrator: Migrator): Promise<readonly Finding[]> {
  const pending = await migrator.pending()
  return when(
    pending.length > 0,
    error('migrations', `Pending: ${pending.join(', ')}`, 'Run the command "migrate".'),
  )
}

/** Checks that processes can notify each other, through the database or Redis. */
function checkNotices({ url }: PostgresUrl, { redisUrl }: Settings): readonly Finding[] {
  return when(
    redisUrl === undefined && url.searchParams.get('pgbouncer') === 'true',
    warning(
      'REDIS_URL',
      'It is not set, and processes cannot hear each other through PgBouncer: live pages ask every few seconds, channels and listeners of every process reach one process only',
      'Set it, or a DATABASE_URL of PostgreSQL itself. Without live pages, channels and such listeners nothing is missing.',
    ),
  )
}

function checkSqlite({ file }: SqliteUrl, settings: Settings): readonly Finding[] {
  const { isProduction, workers } = settings
  if (file === ':memory:') {
    return when(
      isProduction || workers > 1,
      error(
        'DATABASE_URL',
        'The database is in memory: each process has its own, which is lost when the process ends',
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
        `${workers} processes share one SQLite file, which only one process can write to at a time`,
        'Serve from one process, or use PostgreSQL.',
      ),
    ),
  ]
}

/** Checks how the connections of a PostgreSQL URL are encrypted. */
export function checkPostgres(
  { url, hosts }: PostgresUrl,
  subject = 'DATABASE_URL',
): readonly Finding[] {
  const host = hosts
    .map((server) => server.host)
    .find((name) => !isThisMachine(name) && !name.startsWith('/'))
  if (host === undefined) return []

  const mode = url.searchParams.get('sslmode') ?? 'disable'
  if (mode === 'disable') {
    const problem = `Password and data are sent to ${host} unencrypted`
    const remedy = 'Add ?sslmode=verify-full, and sslrootcert=<file> for a private authority.'
    return [isPrivate(host) ? warning(subject, problem, remedy) : error(subject, problem, remedy)]
  }
  return when(
    mode === 'require',
    warning(
      subject,
      'sslmode=require encrypts, but does not verify the server',
      'Use sslmode=verify-full.',
    ),
  )
}

/** Whether a host is a name without a dot, as containers have, or a private address (RFC 1918, RFC 4193). */
function isPrivate(host: string): boolean {
  const isName = !host.includes('.') && !host.includes(':')
  return isName || (isIP(host) !== 0 && privateAddress.test(host))
}

const privateAddress = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd][\da-f]{2}:)/
