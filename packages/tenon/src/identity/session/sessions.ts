import { type MaybePromise, whenReady } from '../../base/support/maybe-promise.ts'
import { unreachable } from '../../base/support/unreachable.ts'
import type { FinishedReply } from '../../web/http/reply.ts'
import { stores } from '../../stores/cache/current-store.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { toHostCookieName, toPrivate } from './sealed-cookie.ts'
import { toDigest } from './session-token.ts'
import {
  toExpiry,
  type JoinedSessionStore,
  type SessionLifetime,
  type SessionReader,
} from './session-store.ts'
import { type FoundSession, type SessionOutcome, SessionState } from './session-state.ts'

/** The sessions of an application: finds that of a request, and stores it before the answer is sent. */
export class Sessions {
  readonly lifetime: SessionLifetime
  /** Whether the server keeps the values, and not the browser. */
  readonly isOnServer: boolean
  readonly #store: JoinedSessionStore
  readonly #lifetimeSeconds: number

  constructor(store: JoinedSessionStore, lifetime: SessionLifetime) {
    this.lifetime = lifetime
    this.isOnServer = store.isOnServer
    this.#store = store
    this.#lifetimeSeconds = Math.ceil(lifetime.lifetimeMs / 1000)
  }

  /** Reads the session of a request, or begins one, which nothing is stored of until it has a value. */
  open(request: HttpRequest, reader?: SessionReader): MaybePromise<SessionState> {
    const cookie = request.cookie(toCookieName(request))
    if (cookie === undefined) return this.#begin(request)
    return whenReady(this.#store.read(cookie, reader), (stored) =>
      stored === undefined ? this.#beginWithout(request) : this.#begin(request, { cookie, stored }),
    )
  }

  /** Begins a session although the browser has sent one, which has ended. */
  async #beginWithout(request: HttpRequest): Promise<SessionState> {
    const state = this.#begin(request)
    if (await this.hasMoved(request)) state.leave()
    return state
  }

  /** Notes that the session of a request gets another id: others may be on their way with the old one. */
  async noteMove(request: HttpRequest): Promise<void> {
    const key = toMoveKey(request)
    if (key !== undefined) await stores.get()?.cache.set(key, true, { ttl: '10s' })
  }

  /** Whether the session that the browser has sent got another id a moment ago. */
  async hasMoved(request: HttpRequest): Promise<boolean> {
    const key = toMoveKey(request)
    return key !== undefined && (await stores.get()?.cache.has(key)) === true
  }

  #begin(request: HttpRequest, found?: FoundSession): SessionState {
    const state = new SessionState(found, { isIdle: request.isLive })
    request.beforeSend((reply) => {
      const outcome = state.outcome()
      return outcome.kind === 'unchanged' ? reply : this.#close(request, outcome, reply)
    })
    return state
  }

  /** Whether the browser has sent a session, which may have ended. */
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
        // Ended or moved meanwhile: the answer that did it has told the browser, which may have a new id.
        if (cookie === undefined) return reply
        return cookie === save.cookie ? reply : this.#remember(request, reply, cookie)
      }
      default:
        return unreachable(outcome)
    }
  }

  #remember(request: HttpRequest, reply: FinishedReply, cookie: string): FinishedReply {
    const maxAge = `${BigInt(this.#lifetimeSeconds)}s` as const
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
