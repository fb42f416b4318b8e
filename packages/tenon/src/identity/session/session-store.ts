import { hash, randomBytes } from 'node:crypto'
import type { Database } from '../../data/database/database.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { parseValue } from '../../stores/cache/values/parse-value.ts'
import { serializeValue } from '../../stores/cache/values/serialize-value.ts'
import type { SessionRow } from './session-table.ts'

/**
 * Where sessions are kept: `application({ session: { store } })`. The browser has a text in its cookie, made by the
 * store, by which its session is found.
 */
export interface SessionStore {
  /** Whether the values stay on the server; then each request stores only what it has changed. */
  readonly isOnServer: boolean
  /** Reads a session; `undefined` when there is none, or it has expired. */
  read(cookie: string): MaybePromise<StoredSession | undefined>
  /**
   * Stores what a request has changed and gives the text for the cookie; `undefined` when the session
   * was ended meanwhile, by a logout in another request, and stays so.
   */
  save(save: SessionSave): MaybePromise<string | undefined>
  /** Ends a session. */
  destroy(cookie: string): MaybePromise<void>
}

/** A store whose rows can be read together with others. */
export interface JoinedSessionStore extends SessionStore {
  read(cookie: string, reader?: SessionReader): MaybePromise<StoredSession | undefined>
}

/** Reads the row of a session, and in the same statement whatever else its reader needs. */
export interface SessionReader {
  find(database: Database, digest: string): MaybePromise<SessionRow | undefined>
}

/** A session as it is stored; moments are milliseconds since 1970. */
export interface StoredSession {
  readonly values: ReadonlyMap<string, unknown>
  readonly createdAt: number
  readonly usedAt: number
}

/** What a request leaves to be stored. */
export interface SessionSave {
  /** The cookie that the session was read by; `undefined` for a new session. */
  readonly cookie: string | undefined
  /** Whether it moves to a new id. */
  readonly isRegenerated: boolean
  readonly changes: SessionChanges
  /** The session as this request sees it, its changes included. */
  readonly session: StoredSession
  /** When the session expires unless it is used again, in milliseconds since 1970. */
  readonly expiresAt: number
}

/** The keys that a request has set or deleted; all others belong to concurrent requests too. */
export interface SessionChanges {
  readonly set: ReadonlyMap<string, unknown>
  readonly deleted: ReadonlySet<string>
}

/** How long sessions last, in milliseconds. */
export interface SessionLifetime {
  /** From their beginning, however much they are used. */
  readonly lifetimeMs: number
  /** From their last use. */
  readonly idleMs: number
}

/** The moment from which a session counts as expired. */
export function toExpiry(
  { createdAt, usedAt }: Pick<StoredSession, 'createdAt' | 'usedAt'>,
  { lifetimeMs, idleMs }: SessionLifetime,
): number {
  return Math.min(createdAt + lifetimeMs, usedAt + idleMs)
}

/** Applies changes to the values as they are stored now. */
export function applyChanges(
  values: ReadonlyMap<string, unknown>,
  { set, deleted }: SessionChanges,
): ReadonlyMap<string, unknown> {
  const kept = [...values].filter(([key]) => !deleted.has(key))
  return new Map([...kept, ...set])
}

/** Writes the values of a session; throws `E_CACHE_VALUE` for one that cannot be read back. */
export function toSessionText(values: ReadonlyMap<string, unknown>): string {
  return serializeValue(values, 'session')
}

/** Reads the values of a session; none of what this version of the application did not write. */
export function readSessionText(text: string): ReadonlyMap<string, unknown> {
  const parsed = parseValue(text)?.value
  return parsed instanceof Map ? parsed : new Map()
}

/** A new id of a session: 256 random bits. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of an id: a leaked database or store cannot be used to take over a session. */
export function toDigest(token: string): string {
  // Half the time of `createHash` for a text this short.
  return hash('sha256', token, 'base64url')
}
