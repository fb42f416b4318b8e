import { tellSecurityEvent } from '../../../../base/log/security-events.ts'
import { toMs, type Duration } from '../../../../base/support/duration.ts'
import type { HttpRequest } from '../../../../web/http/request.ts'
import { createToken, toDigest } from '../../../session/session-store.ts'
import { SealedCookie } from '../../../session/sealed-cookie.ts'
import type { Login, Logins } from './logins.ts'

/**
 * Remembers a browser after its session has ended, by a token that is exchanged at every use.
 *
 * If a token comes back after it was exchanged, a thief and the user both have it, and we cannot tell them apart: the
 * login ends for both. The token is sealed, so nobody can end a login with an invented token.
 */
export class RememberMe {
  readonly #logins: Logins
  readonly #cookie: SealedCookie
  readonly #lifetimeMs: number

  constructor(logins: Logins, account: string, lifetime: Duration) {
    this.#logins = logins
    this.#cookie = new SealedCookie(`remember-${account}`, lifetime)
    this.#lifetimeMs = toMs(lifetime, 'remember')
  }

  /** Until when a login that begins now is remembered. */
  until(): number {
    return Date.now() + this.#lifetimeMs
  }

  /** Gives the browser a new token. Earlier tokens stop working. */
  async issue(request: HttpRequest, { id }: Login): Promise<void> {
    const token = createToken()
    await this.#logins.remember(id, toDigest(token))
    this.#write(request, { id, token })
  }

  /** The id of the login by which the browser is remembered, whether or not it still exists. */
  idOf(request: HttpRequest): string | undefined {
    return this.#read(request)?.id
  }

  forget(request: HttpRequest): void {
    this.#cookie.clear(request)
  }

  /** Continues the login in this browser and gives it the next token. */
  async resume(request: HttpRequest): Promise<Login | undefined> {
    const remembered = this.#read(request)
    if (remembered === undefined) return undefined
    const { id, token } = remembered
    const next = createToken()
    const result = await this.#logins.exchange(id, { from: toDigest(token), to: toDigest(next) })
    if (result === 'exchanged') this.#write(request, { id, token: next })
    if (result === 'exchanged' || result === 'repeated') return this.#logins.find(id)

    this.forget(request)
    if (result === 'stolen') await this.#endStolen(request, id)
    return undefined
  }

  async #endStolen(request: HttpRequest, id: string): Promise<void> {
    const login = await this.#logins.find(id)
    if (login === undefined) return
    await this.#logins.end(id)
    tellSecurityEvent(request, {
      event: 'login.stolen',
      message: 'A token of a remembered browser was used twice; its login was ended',
      fields: { user: login.userKey },
    })
  }

  #write(request: HttpRequest, remembered: Remembered): void {
    this.#cookie.write(request, remembered)
  }

  #read(request: HttpRequest): Remembered | undefined {
    const remembered = this.#cookie.read(request)
    return isRemembered(remembered) ? remembered : undefined
  }
}

/** An earlier version may have sealed the cookie in another form. */
function isRemembered(value: unknown): value is Remembered {
  if (typeof value !== 'object' || value === null || !('id' in value)) return false
  return typeof value.id === 'string' && 'token' in value && typeof value.token === 'string'
}

interface Remembered {
  readonly id: string
  readonly token: string
}
