import type { KeyRing } from '../../base/keys/keys.ts'
import { toMs, type Duration } from '../../base/support/duration.ts'
import { type MaybePromise, whenReady } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { unreachable } from '../../base/support/unreachable.ts'
import { stores } from '../../stores/cache/current-store.ts'
import type { FinishedReply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { stateKey } from '../../web/http/state-key.ts'
import { CachedSessions } from './cached-sessions.ts'
import { CookieSessions } from './cookie-sessions.ts'
import { DatabaseSessions } from './database-sessions.ts'
import { keepPrivate, toHostCookieName, toPrivate } from './sealed-cookie.ts'
import type { Session } from './session.ts'
import { type FoundSession, type SessionOutcome, SessionState } from './session-state.ts'
import {
  toDigest,
  toExpiry,
  type JoinedSessionStore,
  type SessionLifetime,
  type SessionReader,
  type SessionStore,
} from './session-store.ts'

/** Gives requests the sessions of their application. */
export const sessionsKey = stateKey<Sessions>('sessions')
const openKey = stateKey<MaybePromise<SessionState>>('session')

/**
 * The session of the browser that sent a request: `const visits = await session(request)`.
 *
 * It is read on first use, once per request. A request that does not use it costs nothing, and a session without values
 * sets no cookie. With the store `database`, reading throws `DatabaseUnavailable` if the database cannot be reached.
 */
export async function session(request: HttpRequest): Promise<Session> {
  return sessionState(request)
}

/** The same session, with the framework's values. `reader` reads it if it is not open yet. */
export function sessionState(
  request: HttpRequest,
  reader?: SessionReader,
): MaybePromise<SessionState> {
  const known = request.get(openKey)
  if (known !== undefined) return known
  const opened = sessionsOf(request).open(request, reader)
  request.set(openKey, opened)
  return opened
}

/** Whether the browser has sent a session, or the request has begun one. */
export function hasSession(request: HttpRequest): boolean {
  return request.get(openKey) !== undefined || sessionsOf(request).isSent(request)
}

/** The sessions of the application that answers a request. */
export function sessionsOf(request: HttpRequest): Sessions {
  return request.get(sessionsKey) ?? withoutApplication
}

/** A login that the session of a browser names. */
export interface SessionLogin {
  /** The users' table, and the name of its database. */
  readonly account: string
  readonly database?: string
  readonly id: string
}

/** The logins of the session that a request has read; empty for a guest, or if the request has not read it. */
export function usedLogins(request: HttpRequest): MaybePromise<readonly SessionLogin[]> {
  const session = request.get(openKey)
  return session === undefined ? [] : whenReady(session, toLogins)
}

/** The logins in the session that the browser has sent. They may have ended: `findEnded` tells. */
export function sentLogins(request: HttpRequest): MaybePromise<readonly SessionLogin[]> {
  return hasSession(request) ? whenReady(sessionState(request), toLogins) : []
}

function toLogins(session: SessionState): readonly SessionLogin[] {
  return session.logins().map(([account, { id, database }]) => ({
    account,
    id,
    ...(database === undefined ? {} : { database }),
  }))
}

/** The sessions of an application. Finds the session of a request, and stores it before the answer is sent. */
export class Sessions {
  readonly lifetime: SessionLifetime
  /** Whether the server keeps the values, instead of the browser. */
  readonly isOnServer: boolean
  readonly #store: JoinedSessionStore

  constructor(store: JoinedSessionStore, lifetime: SessionLifetime) {
    this.lifetime = lifetime
    this.isOnServer = store.isOnServer
    this.#store = store
  }

  /** Reads the session of a request, or begins a new one, which is stored only when it has a value. */
  open(request: HttpRequest, reader?: SessionReader): MaybePromise<SessionState> {
    const cookie = request.cookie(toCookieName(request))
    if (cookie === undefined) return this.#begin(request)
    return whenReady(this.#store.read(cookie, reader), (stored) =>
      stored === undefined ? this.#beginWithout(request) : this.#begin(request, { cookie, stored }),
    )
  }

  /** Begins a session for a browser whose session has ended. */
  async #beginWithout(request: HttpRequest): Promise<SessionState> {
    const state = this.#begin(request)
    if (await this.hasMoved(request)) state.leave()
    return state
  }

  /** Notes that the session of a request gets another id: other requests may be on their way with the old one. */
  async noteMove(request: HttpRequest): Promise<void> {
    const key = toMoveKey(request)
    if (key !== undefined) await stores.get()?.own.set(key, true, { ttl: '10s' })
  }

  /** Whether the session that the browser has sent got another id in the last ten seconds. */
  async hasMoved(request: HttpRequest): Promise<boolean> {
    const key = toMoveKey(request)
    return key !== undefined && (await stores.get()?.own.has(key)) === true
  }

  #begin(request: HttpRequest, found?: FoundSession): SessionState {
    const state = new SessionState(found, { isIdle: request.isLive })
    request.beforeSend((reply) => {
      const outcome = state.outcome()
      return outcome.kind === 'unchanged'
        ? keepPrivate(reply)
        : this.#close(request, outcome, keepPrivate(reply))
    })
    return state
  }

  /** Whether the browser has sent a session. It may have ended. */
  isSent(request: HttpRequest): boolean {
    return request.cookie(toCookieName(request)) !== undefined
  }

  async #close(
    request: HttpRequest,
    outcome: Exclude<SessionOutcome, { kind: 'unchanged' }>,
    reply: FinishedReply,
  ): Promise<FinishedReply> {
    switch (outcome.kind) {
      case 'destroyed':
        await this.#store.destroy(outcome.cookie)
        return forget(request, reply)
      case 'saved': {
        const { save, ended } = outcome
        if (ended !== undefined) await this.#store.destroy(ended)
        const expiresAt = toExpiry(save.session, this.lifetime)
        const cookie = await this.#store.save({ ...save, expiresAt })
        // It has ended or moved in the meantime. The answer that did so has told the browser, which may have a new id.
        if (cookie === undefined) return reply
        return cookie === save.cookie ? reply : this.#remember(request, reply, cookie)
      }
      default:
        return unreachable(outcome)
    }
  }

  #remember(request: HttpRequest, reply: FinishedReply, cookie: string): FinishedReply {
    const maxAge = `${this.lifetime.lifetimeMs}ms` as const
    return toPrivate(reply).cookie(toCookieName(request), cookie, { maxAge })
  }
}

function forget(request: HttpRequest, reply: FinishedReply): FinishedReply {
  return toPrivate(reply).clearCookie(toCookieName(request))
}

function toMoveKey(request: HttpRequest): string | undefined {
  const cookie = request.cookie(toCookieName(request))
  return cookie === undefined ? undefined : `tenon:session-moved:${toDigest(cookie)}`
}

function toCookieName(request: HttpRequest): string {
  return toHostCookieName(request, 'session')
}

/** How an application keeps sessions. */
export interface SessionOptions {
  /**
   * Where sessions are kept. `cookie`: sealed in the browser, up to 3,800 bytes. `database`: in the table
   * `tenon_sessions`. `store`: in the application's store, on the server of `REDIS_URL` or in this process's memory. An
   * object: your own store. Default `cookie`.
   */
  readonly store?: 'cookie' | 'database' | 'store' | SessionStore
  /** How long a session lasts at most. Default `7d`. */
  readonly lifetime?: Duration
  /** How long a session lasts without being used. Default `2h`. */
  readonly idle?: Duration
}

/**
 * Prepares the sessions of an application, at boot. Throws `E_DURATION` for a malformed duration. The store `cookie`
 * needs a key: without one, storing a session throws `E_NO_KEY`.
 */
export function createSessions(options: SessionOptions, keys: KeyRing | undefined): Sessions {
  const { store = 'cookie', lifetime = '7d', idle = '2h' } = options
  const limits = {
    lifetimeMs: toMs(lifetime, 'session lifetime'),
    idleMs: toMs(idle, 'session idle time'),
  }
  return new Sessions(createSessionStore(store, limits, keys), limits)
}

function createSessionStore(
  store: NonNullable<SessionOptions['store']>,
  lifetime: SessionLifetime,
  keys: KeyRing | undefined,
): SessionStore {
  if (typeof store === 'object') return store
  switch (store) {
    case 'cookie':
      return keys === undefined ? withoutKey : new CookieSessions(keys, lifetime)
    case 'database':
      return new DatabaseSessions(lifetime)
    case 'store':
      return new CachedSessions(lifetime)
    default:
      return unreachable(store)
  }
}

const withoutKey: SessionStore = {
  isOnServer: false,
  read: () => undefined,
  save: () => {
    throw new SetupError(
      'E_NO_KEY',
      'The session is kept in a sealed cookie, and there is no key. Set APP_KEY; "key:generate" prints one.',
    )
  },
  destroy: () => {},
}

/** For a request without an application, as in a unit test. */
const withoutApplication = createSessions({}, undefined)
