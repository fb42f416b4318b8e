import { SetupError } from '../../../base/support/setup-error.ts'
import { toHost } from '../../../base/support/values/url-host.ts'

/** The address and options of a Redis or Valkey server. */
export interface RedisUrl {
  readonly host: string
  readonly port: number
  /** Whether the connection is encrypted: `rediss://`. */
  readonly isEncrypted: boolean
  readonly username: string | undefined
  readonly password: string | undefined
  readonly database: number
  /** The prefix of every key: use `?prefix=shop` if two applications share a database. */
  readonly prefix: string
}

/**
 * Parses `REDIS_URL`, such as `redis://user:password@cache.internal:6379/2?prefix=shop`.
 *
 * Throws `E_REDIS_URL` if it is invalid. The message contains no part of the value: any part of a malformed URL may be
 * a password.
 */
export function resolveRedisUrl(text: string): RedisUrl {
  const url = URL.parse(text)
  const scheme = schemes.get(url?.protocol ?? '')
  const host = url === null ? '' : toHost(url)
  if (url === null || scheme === undefined || host === '') {
    throw urlError('is not the URL of a Redis server')
  }
  if (!/^\/?\d{0,5}$/.test(url.pathname)) throw urlError('has a database that is not a number')
  if (url.hash !== '') throw urlError('contains a "#": write "%23" in a password')

  return {
    host,
    port: Number(url.port === '' ? 6379 : url.port),
    isEncrypted: scheme.isEncrypted,
    username: readCredential(url.username),
    password: readCredential(url.password),
    database: Number(url.pathname.slice(1)),
    prefix: readPrefix(url.searchParams),
  }
}

/** Formats the URL for a log, without credentials. */
export function describeRedisUrl({ host, port, isEncrypted, database }: RedisUrl): string {
  const scheme = isEncrypted ? 'rediss' : 'redis'
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}/${database}`
}

const schemes: ReadonlyMap<string, { readonly isEncrypted: boolean }> = new Map([
  ['redis:', { isEncrypted: false }],
  ['rediss:', { isEncrypted: true }],
])

function readCredential(text: string): string | undefined {
  if (text === '') return undefined
  try {
    return decodeURIComponent(text)
  } catch (error) {
    // Do not pass the cause: it quotes the text.
    if (error instanceof URIError)
      throw urlError('contains a "%" in its user or password: write "%25"')
    throw error
  }
}

function readPrefix(options: URLSearchParams): string {
  for (const name of options.keys()) {
    if (name !== 'prefix') throw urlError('has an option other than "prefix"')
  }
  const prefix = options.get('prefix') ?? 'tenon'
  if (/^[\w.:-]{1,64}$/.test(prefix)) return `${prefix}:`
  throw urlError('has a prefix with characters other than letters, digits, "_", ".", ":" and "-"')
}

function urlError(problem: string): SetupError {
  return new SetupError(
    'E_REDIS_URL',
    `REDIS_URL ${problem}. Write redis://user:password@host:port/database, or rediss:// for an encrypted connection.`,
  )
}
