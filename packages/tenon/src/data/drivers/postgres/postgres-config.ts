import { readFileSync } from 'node:fs'
import type { ClientConfig } from 'pg'
import {
  isSchemaList,
  toHostList,
  toIdleTimeoutMs,
  urlError,
  withoutPassword,
  type PostgresHost,
  type PostgresUrl,
} from '../../database/database-url.ts'
import type { DatabaseSettings } from '../../database/database-settings.ts'
import { isSessionKind, sessionKinds, type SessionKind } from './servers/session-kind.ts'
import { valueParsers } from './postgres-values.ts'

/** The result of resolving a PostgreSQL URL and the options. */
export interface PostgresConfig {
  readonly description: string
  /** The driver's settings; only the host differs between connections. */
  readonly client: ClientConfig
  readonly hosts: readonly PostgresHost[]
  /** The kind of server to connect to: `target_session_attrs`. */
  readonly sessionKind: SessionKind
  /** How long a connection is used before it is replaced; 0 disables the limit. */
  readonly lifetimeMs: number
  /** Whether statements are prepared by name; not possible in PgBouncer's transaction mode. */
  readonly prepare: boolean
  /** The maximum number of connections for writes and transactions, and the same for reads. */
  readonly poolSize: number
  /** How long to wait for a connection. */
  readonly connectTimeoutMs: number
  /** How long a statement may run; 0 disables the limit. */
  readonly statementTimeoutMs: number
  /** How long a transaction may be idle; 0 disables the limit. */
  readonly idleTimeoutMs: number
}

/** Resolves a PostgreSQL URL. Throws `E_DATABASE_URL` for an unknown option or an invalid value. */
export function resolvePostgresConfig(
  given: PostgresUrl,
  options: DatabaseSettings,
): PostgresConfig {
  const { url, hosts } = given
  const { connectTimeoutMs = 3000, statementTimeoutMs = 5000 } = options
  const asked = readOptions(url)
  const idleTimeoutMs = toIdleTimeoutMs(asked.idle)
  const prepare = isTrue(asked, 'prepare', true) && !isTrue(asked, 'pgbouncer', false)

  return {
    description: describe(given),
    hosts,
    sessionKind: toSessionKind(asked.target_session_attrs),
    lifetimeMs: toLifetimeMs(asked.lifetime),
    prepare,
    poolSize: toPoolSize(asked.pool),
    connectTimeoutMs,
    statementTimeoutMs,
    idleTimeoutMs: options.idleTimeoutMs ?? idleTimeoutMs,
    client: {
      user: decode(url.username),
      password: decode(url.password),
      database: decode(url.pathname.slice(1)),
      ssl: toTls(asked.sslmode, asked.sslrootcert),
      enableChannelBinding: asked.channel_binding === 'require',
      application_name: asked.application_name ?? 'tenon',
      options: toSessionOptions(asked, prepare),
      connectionTimeoutMillis: connectTimeoutMs,
      ...timeLimits(statementTimeoutMs, prepare),
      keepAlive: true,
      pipeline: true,
      types: valueParsers,
    },
  }
}

/** The URL with all hosts, and without the password. */
function describe(given: PostgresUrl): string {
  const hosts = toHostList(given)
  return withoutPassword(given.url.href).replace(BEFORE_PATH, (_all, start) => `${start}${hosts}`)
}

/** The part of a URL before its path; the group is what precedes the host. */
const BEFORE_PATH = /^(\w+:\/\/(?:[^/?#@]*@)?)[^/?#]*/

/** Decodes a part of the URL. Drops the cause of the error, because it quotes the text, such as the password. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text) || undefined
  } catch {
    throw urlError(
      'DATABASE_URL has an invalid "%" in its user, password or database. Write "%25".',
    )
  }
}

// oxfmt-ignore
const KNOWN = [
  'application_name', 'channel_binding', 'host', 'idle', 'lifetime', 'options', 'pgbouncer', 'pool',
  'prepare', 'schema', 'sslmode', 'sslrootcert', 'target_session_attrs',
] as const

type UrlOptions = { readonly [Name in (typeof KNOWN)[number]]?: string }

function readOptions({ searchParams }: URL): UrlOptions {
  for (const name of searchParams.keys()) {
    if (KNOWN.some((known) => known === name)) continue
    throw urlError(
      `DATABASE_URL has an unknown option "${name}". PostgreSQL knows ${KNOWN.join(', ')}.`,
    )
  }
  return Object.fromEntries(searchParams)
}

function isTrue(asked: UrlOptions, name: keyof UrlOptions, otherwise: boolean): boolean {
  const value = asked[name] ?? String(otherwise)
  if (value === 'true' || value === 'false') return value === 'true'
  throw urlError(`DATABASE_URL has ${name} "${value}". Write true or false.`)
}

function toPoolSize(pool = '10'): number {
  if (/^[1-9]\d{0,3}$/.test(pool)) return Number(pool)
  throw urlError(`DATABASE_URL has pool "${pool}". Write a number of connections, such as 10.`)
}

function toSessionKind(asked = 'any'): SessionKind {
  if (isSessionKind(asked)) return asked
  throw urlError(
    `DATABASE_URL has target_session_attrs "${asked}". Write ${sessionKinds.join(', ')}.`,
  )
}

function toLifetimeMs(lifetime = '1800'): number {
  if (/^\d{1,6}$/.test(lifetime)) return Number(lifetime) * 1000
  throw urlError(
    `DATABASE_URL has lifetime "${lifetime}". Write seconds, such as 1800, or 0 for no limit.`,
  )
}

/** Converts libpq's `sslmode`. Rejects `prefer` and `allow`, because they fall back to no encryption. */
function toTls(sslmode = 'disable', sslrootcert?: string): ClientConfig['ssl'] {
  const authority = sslrootcert === undefined ? {} : { ca: readCertificate(sslrootcert) }
  switch (sslmode) {
    case 'disable':
      return false
    case 'require':
    case 'no-verify':
      return { ...authority, rejectUnauthorized: sslrootcert !== undefined, ...ANY_NAME }
    case 'verify-ca':
      return { ...authority, rejectUnauthorized: true, ...ANY_NAME }
    case 'verify-full':
      return { ...authority, rejectUnauthorized: true }
    default:
      throw urlError(
        `DATABASE_URL has sslmode "${sslmode}". Write disable, require, verify-ca or verify-full.`,
      )
  }
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw urlError(`DATABASE_URL has sslrootcert "${file}", which cannot be read: ${String(error)}`)
  }
}

const ANY_NAME = { checkServerIdentity: () => undefined }

/**
 * The session's settings. They fix the text forms of values, because a database or role may set others. PgBouncer
 * rejects such settings, so behind it only the settings in the URL are sent.
 */
function toSessionOptions({ options, schema }: UrlOptions, prepare: boolean): string | undefined {
  const settings = [options, schema && `-c search_path=${toSchema(schema)}`]
  if (prepare) settings.push('-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres')
  return settings.filter(Boolean).join(' ') || undefined
}

/** Checks a schema or a list of schemas. PostgreSQL looks up a name in each schema of the list in turn. */
function toSchema(schema: string): string {
  if (isSchemaList(schema)) return schema
  throw urlError(
    `DATABASE_URL has schema "${schema}". A schema name consists of lower-case letters, digits and underscores; write a comma between several.`,
  )
}

/**
 * Makes the server cancel a statement after nine tenths of the time, before the connection sends a
 * cancel request. PgBouncer rejects this setting, so behind it only the cancel request applies.
 */
function timeLimits(statementTimeoutMs: number, prepare: boolean): ClientConfig {
  if (statementTimeoutMs === 0 || !prepare) return {}
  return { statement_timeout: Math.ceil(statementTimeoutMs * 0.9) }
}
