import { hash, randomBytes } from 'node:crypto'
import type { Database } from '../../data/database/database.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { parseValue } from '../../stores/cache/values/parse-value.ts'
import { serializeValue } from '../../stores/cache/values/serialize-value.ts'
import type { SessionRow } from './session-table.ts'

/**
 * Where sessions are kept: `application({ session: { store } })`. The store makes a text for the browser's cookie and
 * finds the session by it.
 */
export interface SessionStore {
  /** Whether the values stay on the server. If so, each request stores only its own changes. */
  readonly isOnServer: boolean
  /** Reads a session; `undefined` if it does not exist or has expired. */
  read(cookie: string): MaybePromise<StoredSession | undefined>
  /**
   * Stores the changes of a request and returns the text for the cookie. Returns `undefined` if another request has
   * ended the session in the meantime, for example by a logout; the session then stays ended.
   */
  save(save: SessionSave): MaybePromise<string | undefined>
  /** Ends a session. */
  destroy(cookie: string): MaybePromise<void>
}

/** A store that can read its rows together with others. */
export interface JoinedSessionStore extends SessionStore {
  read(cookie: string, reader?: SessionReader): MaybePromise<StoredSession | undefined>
}

/** Reads the row of a session. The same statement may read other rows that the reader needs. */
export interface SessionReader {
  find(database: Database, digest: string): MaybePromise<SessionRow | undefined>
}

/** A stored session. Times are in milliseconds since 1970. */
export interface StoredSession {
  readonly values: ReadonlyMap<string, unknown>
  readonly createdAt: number
  readonly usedAt: number
}

/** What a request wants to store. */
export interface SessionSave {
  /** The cookie by which the session was read; `undefined` for a new session. */
  readonly cookie: string | undefined
  /** Whether the session gets a new id. */
  readonly isRegenerated: boolean
  readonly changes: SessionChanges
  /** The session as this request sees it, including its changes. */
  readonly session: StoredSession
  /** When the session expires unless it is used again, in milliseconds since 1970. */
  readonly expiresAt: number
}

/** The keys that a request has set or deleted. Concurrent requests may change all other keys. */
export interface SessionChanges {
  readonly set: ReadonlyMap<string, unknown>
  readonly deleted: ReadonlySet<string>
}

/** How long sessions last, in milliseconds. */
export interface SessionLifetime {
  /** Counted from its beginning, however much it is used. */
  readonly lifetimeMs: number
  /** Counted from its last use. */
  readonly idleMs: number
}

/** The moment from which a session counts as expired. */
export function toExpiry(
  { createdAt, usedAt }: Pick<StoredSession, 'createdAt' | 'usedAt'>,
  { lifetimeMs, idleMs }: SessionLifetime,
): number {
  return Math.min(createdAt + lifetimeMs, usedAt + idleMs)
}

/** Applies changes to the currently stored values. */
export function applyChanges(
  values: ReadonlyMap<string, unknown>,
  { set, deleted }: SessionChanges,
): ReadonlyMap<string, unknown> {
  const kept = [...values].filter(([key]) => !deleted.has(key))
  return new Map([...kept, ...set])
}

/** Writes the values of a session as text. Throws `E_CACHE_VALUE` for a value that cannot be read back. */
export function toSessionText(values: ReadonlyMap<string, unknown>): string {
  return serializeValue(values, 'session')
}

/** Reads the values of a session; empty if this version of the application did not write the text. */
export function readSessionText(text: string): ReadonlyMap<string, unknown> {
  const parsed = parseValue(text)?.value
  return parsed instanceof Map ? parsed : new Map()
}

/** Makes a new session id of 256 random bits. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The digest that is stored instead of an id, so a leaked database cannot be used to take over a session. */
export function toDigest(token: string): string {
  // For a text this short, this takes half the time of `createHash`.
  return hash('sha256', token, 'base64url')
}
