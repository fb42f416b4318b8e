import { availableParallelism } from 'node:os'
import {
  noTrustedProxies,
  parseTrustedProxies,
  type TrustedProxies,
} from '../../web/http/origin.ts'
import {
  defaultEngine,
  serverEngines,
  type ServerEngine,
} from '../../web/server/engine/server-engine.ts'
import { logThresholds, type LogThreshold } from '../../base/log/log.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { parseSize } from '../../base/support/size.ts'
import { parseMailUrl } from '../../work/smtp/mail-url.ts'
import { parseStorageUrl } from '../../stores/storage/storage-url.ts'

/** A variable of the environment: its valid values, and its default. */
export interface Variable<Value> {
  readonly name: string
  /** The variable that is used if this one is not set. */
  readonly substitute?: string
  /** Completes the sentence "NAME must be …". */
  readonly expected: string
  readonly fallback: Value
  /** Returns `undefined` if the text is not a valid value. */
  readonly parse: (text: string) => Value | undefined
}

export const port: Variable<number> & { readonly substitute: string } = {
  name: 'SERVER_PORT',
  substitute: 'PORT',
  expected: 'a number from 0 to 65535',
  fallback: 8080,
  parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
}

export const workers: Variable<number> = {
  name: 'SERVER_WORKERS',
  expected: 'a number from 1 to 128, or auto for one per processor',
  fallback: 1,
  parse: (text) => {
    if (text === 'auto') return availableParallelism()
    return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 128 ? Number(text) : undefined
  },
}

/** In milliseconds; at most half of the 20 s that stopping may take. */
export const drain: Variable<number> = {
  name: 'SERVER_DRAIN_SECONDS',
  expected: 'a number from 0 to 10',
  fallback: 0,
  parse: (text) => (/^(?:\d|10)$/.test(text) ? Number(text) * 1000 : undefined),
}

/** In milliseconds; 0 is never. Below 5 s, a busy machine would look like a hanging worker. */
export const workerTimeout: Variable<number> = {
  name: 'SERVER_WORKER_TIMEOUT_SECONDS',
  expected: 'a number from 5 to 3600, or 0 for no limit',
  fallback: 30_000,
  parse: (text) => {
    const seconds = /^\d{1,4}$/.test(text) ? Number(text) : NaN
    return seconds === 0 || (seconds >= 5 && seconds <= 3600) ? seconds * 1000 : undefined
  },
}

export const reusePort: Variable<boolean> = {
  name: 'SERVER_REUSE_PORT',
  expected: '1 or 0',
  fallback: false,
  parse: (text) => (text === '1' || text === '0' ? text === '1' : undefined),
}

export const engine: Variable<ServerEngine> = {
  name: 'SERVER_ENGINE',
  expected: `one of ${serverEngines.join(', ')}`,
  fallback: defaultEngine,
  parse: (text) => serverEngines.find((engine) => engine === text),
}

export const metricsPort: Variable<number | undefined> = {
  name: 'METRICS_PORT',
  expected: port.expected,
  fallback: undefined,
  parse: port.parse,
}

export const workPort: Variable<number | undefined> = { ...metricsPort, name: 'WORK_PORT' }

/** Text, or bytes in base64. Truncated base64 and empty keys are refused: everybody knows a key of no bytes. */
export const appKey: Variable<string | undefined> = {
  name: 'APP_KEY',
  expected: 'any text but spaces, or base64: and at least 16 bytes in base64',
  fallback: undefined,
  parse: (text) => (isKey(text) ? text : undefined),
}

export const previousKeys: Variable<readonly string[]> = {
  name: 'APP_PREVIOUS_KEYS',
  expected: `a list of keys, separated by commas, each ${appKey.expected}`,
  fallback: [],
  parse: (text) => {
    const keys = text.split(',').filter((entry) => entry.trim() !== '')
    return keys.every(isKey) ? keys : undefined
  },
}

const leastKeyBytes = 16

/** Whether a text is a key, without the spaces around it. */
function isKey(text: string): boolean {
  const key = text.trim()
  const [, encoded] = /^base64:(.*)$/s.exec(key) ?? []
  if (encoded === undefined) return key !== ''
  const isBase64 = /^[\w+/-]+={0,2}$/.test(encoded)
  return isBase64 && Buffer.from(encoded, 'base64').length >= leastKeyBytes
}

/** Guessing a shorter text takes no more than patience. */
export const leastKeyCharacters = 32

/** Whether a key is a text that is too short for production. Bytes in base64 are as many as a key needs. */
export function isShortKey(text: string): boolean {
  const key = text.trim()
  return !key.startsWith('base64:') && key.length < leastKeyCharacters
}

/** The entries between commas, without empty ones and without spaces around them. */
function toList(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** A value that can be sent as a bearer token (RFC 6750, 2.1) and is too long to be guessed. */
export const metricsToken: Variable<string | undefined> = {
  name: 'METRICS_TOKEN',
  expected: 'at least 16 letters, digits or -._~+/=',
  fallback: undefined,
  parse: (text) => (/^[\w.~+/=-]{16,}$/.test(text) ? text : undefined),
}

export const redisUrl: Variable<string | undefined> = {
  name: 'REDIS_URL',
  expected: 'a URL such as redis://127.0.0.1:6379',
  fallback: undefined,
  parse: (text) => (/^rediss?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined),
}

/** Checks only the kind of URL: opening the database gives a more precise error for the rest. */
export const databaseUrl: Variable<string> = {
  name: 'DATABASE_URL',
  expected: 'sqlite:<file>, sqlite::memory: or postgres://user:password@host:5432/database',
  fallback: 'sqlite:./database.sqlite',
  parse: (text) => (/^(?:sqlite:|postgres(?:ql)?:\/\/)/.test(text) ? text : undefined),
}

/** Checks only the kind of each URL, as for the database. */
export const replicaUrls: Variable<readonly string[]> = {
  name: 'DATABASE_REPLICA_URL',
  expected: 'a list of URLs postgres://user:password@host:5432/database, separated by commas',
  fallback: [],
  parse: (text) => {
    const urls = toList(text)
    return urls.every((url) => databaseUrl.parse(url) !== undefined) ? urls : undefined
  },
}

export const storageUrl: Variable<string> = {
  name: 'STORAGE_URL',
  expected:
    'file:<folder> or s3://<bucket>/<prefix>?region=<region>&endpoint=<https URL>, without the keys of S3',
  fallback: 'file:./storage',
  parse: (text) => ifAccepted(text, parseStorageUrl),
}

export const mailUrl: Variable<string | undefined> = {
  name: 'MAIL_URL',
  expected:
    'smtp://user:password@host:587 or smtps://user:password@host:465, with %-escapes in the password, and optionally ?tls=yes, ?tls=no, ?name=<own host name> or ?connections=5',
  fallback: undefined,
  parse: (text) => ifAccepted(text, parseMailUrl),
}

export const mailFallbackUrl: Variable<string | undefined> = {
  ...mailUrl,
  name: 'MAIL_FALLBACK_URL',
}

/** Returns the text if its parser accepts it. */
function ifAccepted(text: string, parse: (text: string) => unknown): string | undefined {
  try {
    parse(text)
    return text
  } catch (error) {
    if (error instanceof SetupError) return undefined
    throw error
  }
}

/** The address at which users reach the application. */
export interface AppUrl {
  readonly origin: string
  /** The text before the paths of its routes: empty, or such as `/app`. */
  readonly base: string
}

/**
 * The path of the URL is the base path. It allows only characters with one notation, because requests are compared with
 * it.
 */
export const appUrl: Variable<AppUrl | undefined> = {
  name: 'APP_URL',
  expected:
    'an address such as https://example.com, or https://example.com/app with a path of letters, digits, "-", "_", "." and "~", and without a query',
  fallback: undefined,
  parse: (text) => {
    const url = URL.parse(text)
    if (url === null || !/^https?:$/.test(url.protocol)) return undefined
    const base = url.pathname.replace(/\/$/, '')
    const isPlain = url.href === url.origin + url.pathname && /^(?:\/[\w.~-]+)*$/.test(base)
    return isPlain ? { origin: url.origin, base } : undefined
  },
}

export const trustedProxies: Variable<TrustedProxies> = {
  name: 'TRUSTED_PROXIES',
  expected: 'a list of addresses or CIDR ranges, separated by commas',
  fallback: noTrustedProxies,
  parse: parseTrustedProxies,
}

export const logLevel: Variable<LogThreshold> = {
  name: 'LOG_LEVEL',
  expected: `one of ${logThresholds.join(', ')}`,
  fallback: 'info',
  parse: (text) => logThresholds.find((level) => level === text),
}

export const bodyLimit: Variable<number | undefined> = {
  name: 'BODY_LIMIT',
  expected: 'a size such as 1048576, 512kb or 10mb',
  fallback: undefined,
  parse: (text) => parseSize(/^\d+$/.test(text) ? `${text}b` : text.toLowerCase()),
}

export const uploadLimit: Variable<number | undefined> = { ...bodyLimit, name: 'UPLOAD_LIMIT' }
