import { SetupError } from '../../base/support/setup-error.ts'
import { toHost } from '../../base/support/values/url-host.ts'

/** The location of an SQLite database: `sqlite:./file.sqlite` or `sqlite::memory:`. */
export interface SqliteUrl {
  readonly dialect: 'sqlite'
  readonly file: string
  /** `full` waits for the disk on every write: `?durability=full`. Default `normal`. */
  readonly durability: 'normal' | 'full'
  /** The library that opens the file: `?driver=better-sqlite3`. Default `node`, Node's own SQLite. */
  readonly driver: 'node' | 'better-sqlite3'
  /** How long a transaction may be idle; 0 disables the limit. In the URL in seconds: `?idle=60`, the default. */
  readonly idleTimeoutMs: number
}

/** The location of a PostgreSQL database, and its connection options. */
export interface PostgresUrl {
  readonly dialect: 'postgres'
  /** The URL with the first host only, because a `URL` cannot have several. */
  readonly url: URL
  /** The servers to try, in this order; at least one. */
  readonly hosts: readonly PostgresHost[]
}

/** Where a PostgreSQL server listens. */
export interface PostgresHost {
  /** A name, an address, or the folder of a socket. */
  readonly host: string
  readonly port: number
}

/** What to do with the URL of each kind of database. */
export interface UrlCases<Result> {
  sqlite(url: SqliteUrl): Result
  postgres(url: PostgresUrl): Result
}

/** Calls the case for the kind of database that a URL names. Throws `E_DATABASE_URL` if the URL is invalid. */
export function matchDatabaseUrl<Result>(text: string, cases: UrlCases<Result>): Result {
  const url = resolveDatabaseUrl(text)
  return url.dialect === 'sqlite' ? cases.sqlite(url) : cases.postgres(url)
}

/** The name of the PostgreSQL database in a URL; empty if it names none, and for SQLite. */
export function databaseNameOf(url: string): string {
  return matchDatabaseUrl(url, {
    sqlite: () => '',
    postgres: (each) => decodeURIComponent(each.url.pathname.slice(1)),
  })
}

/** Replaces the database's name in a URL of PostgreSQL, which may have several hosts. */
export function withDatabaseName(url: string, name: string): string {
  return url.replace(/^([^/]*\/\/[^/?#]*)(?:\/[^?#]*)?/, (_all, server) => `${server}/${name}`)
}

/** Parses a database URL. Throws `E_DATABASE_URL` if it is invalid. */
export function resolveDatabaseUrl(text: string): SqliteUrl | PostgresUrl {
  if (text.startsWith('sqlite:')) return resolveSqliteUrl(text)
  const postgres = resolvePostgresUrl(text)
  if (postgres !== undefined) return postgres
  throw urlError(
    `DATABASE_URL "${withoutPassword(text)}" is neither "sqlite:<file>" nor "postgres://…". Write for example "sqlite:./database.sqlite".`,
  )
}

/**
 * Parses `postgres://user:password@host1:5432,host2:5432/database?…`, in which libpq allows several
 * hosts. Returns `undefined` for anything else.
 */
function resolvePostgresUrl(text: string): PostgresUrl | undefined {
  const [, start = '', list = '', rest = ''] = severalHosts.exec(text) ?? []
  const urls = list.split(',').map((host) => URL.parse(`${start}${host}${rest}`))
  if (start === '' || !urls.every(isReadable)) return undefined
  const [url, ...others] = urls
  if (url === undefined) return undefined
  const socket = url.searchParams.get('host')
  const hosts = [url, ...others].map((one) => ({
    host: socket ?? (toHost(one) || '127.0.0.1'),
    port: Number(one.port || 5432),
  }))
  return { dialect: 'postgres', url, hosts }
}

function isReadable(url: URL | null): url is URL {
  return url !== null && (url.hostname === '' || toHost(url) !== '')
}

const severalHosts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/

/** Writes the hosts as in a URL. Returns an empty text if the URL names no host, or a socket. */
export function toHostList({ url, hosts }: PostgresUrl): string {
  if (hosts.length === 1) return url.host
  return hosts
    .map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`)
    .join(',')
}

/** Removes the password from a URL, even a malformed one, so that it can be logged. */
export function withoutPassword(url: string): string {
  return url.replace(userAndPassword, '$1@').replace(/([?&]password=)[^&]*/i, '$1…')
}

const userAndPassword = /^((?:[a-z][a-z\d+.-]*:\/{2,})?[^/@:]*):(?!\/\/).*@/i

/** Whether a text is a valid value of `?schema=`: one schema, or several separated by commas. */
export function isSchemaList(text: string): boolean {
  return /^[a-z_][a-z0-9_]*(?:,[a-z_][a-z0-9_]*)*$/.test(text)
}

/** The error of an invalid database URL. */
export function urlError(message: string): SetupError {
  return new SetupError('E_DATABASE_URL', message)
}

/** Parses the option `idle`, in seconds. All databases have this option. */
export function toIdleTimeoutMs(idle = '60'): number {
  const seconds = /^\d{1,5}$/.test(idle) ? Number(idle) : NaN
  if (seconds <= LONGEST_IDLE_SECONDS) return seconds * 1000
  throw urlError(
    `DATABASE_URL has idle "${idle}". Write seconds, from 1 to ${LONGEST_IDLE_SECONDS}, or 0 for no limit.`,
  )
}

const LONGEST_IDLE_SECONDS = 86_400

/** Parses `sqlite:<file>?…`. Throws `E_DATABASE_URL` if it is invalid. */
export function resolveSqliteUrl(text: string): SqliteUrl {
  const [path = '', query] = text.slice('sqlite:'.length).split('?')
  const file = path.startsWith('//') ? path.slice(2) : path
  if (file === '') throw urlError(`DATABASE_URL "${text}" does not name a file.`)

  const options = new URLSearchParams(query)
  const durability = choose(options, 'durability', ['normal', 'full'])
  const driver = choose(options, 'driver', ['node', 'better-sqlite3'])
  const idleTimeoutMs = toIdleTimeoutMs(options.get('idle') ?? undefined)
  options.delete('idle')
  for (const name of options.keys()) {
    throw urlError(
      `DATABASE_URL has an unknown option "${name}". SQLite knows durability, driver, idle.`,
    )
  }
  return { dialect: 'sqlite', file, durability, driver, idleTimeoutMs }
}

/** Takes an option out of the URL; the first choice is the default. */
function choose<Choice extends string>(
  options: URLSearchParams,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const asked = options.get(name) ?? choices[0]
  const chosen = choices.find((choice) => choice === asked)
  if (chosen === undefined) {
    throw urlError(`DATABASE_URL has ${name} "${asked}". Write ${choices.join(' or ')}.`)
  }
  options.delete(name)
  return chosen
}
