import { whenReady, type MaybePromise } from '../../base/support/maybe-promise.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { stateKey } from '../../web/http/state-key.ts'
import type { Session } from './session.ts'
import { createSessions } from './session-options.ts'
import type { SessionState } from './session-state.ts'
import type { SessionReader } from './session-store.ts'
import type { Sessions } from './sessions.ts'

/** Under which an application provides its sessions to requests. */
export const sessionsKey = stateKey<Sessions>('sessions')
const openKey = stateKey<MaybePromise<SessionState>>('session')

/**
 * The session of the browser that sent a request: `const visits = await session(request)`.
 *
 * It is read when it is first asked for, once per request. A request that never asks costs nothing, and
 * a session without a value sets no cookie. Reading throws `DatabaseUnavailable` with the store
 * `database` when the database is away.
 */
export async function session(request: HttpRequest): Promise<Session> {
  return sessionState(request)
}

/** The same session, with the values that the framework keeps in it; `reader` is used if it is not open yet. */
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

/** For a request that no application has made, as in a unit test. */
const withoutApplication = createSessions({}, undefined)

/** A login of a browser, as its session names it. */
export interface SessionLogin {
  /** The users' table, and the name of its database. */
  readonly account: string
  readonly database?: string
  readonly id: string
}

/** The logins of the session that a request has read; empty for a guest, or if it has read none. */
export function usedLogins(request: HttpRequest): MaybePromise<readonly SessionLogin[]> {
  const session = request.get(openKey)
  return session === undefined ? [] : whenReady(session, toLogins)
}

/** The logins that the browser has sent. They may have ended: `findEnded` tells. */
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
