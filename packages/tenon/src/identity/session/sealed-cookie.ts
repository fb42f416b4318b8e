import { open, seal } from '../../base/keys/keys.ts'
import type { Duration } from '../../base/support/duration.ts'
import type { FinishedReply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'

/** A cookie that only this application can read and write. */
export class SealedCookie {
  readonly #name: string
  readonly #lifetime: Duration

  constructor(name: string, lifetime: Duration) {
    this.#name = name
    this.#lifetime = lifetime
  }

  /** The value that the browser has sent; `undefined` if there is none, or if the application did not seal it. */
  read(request: HttpRequest): unknown {
    const cookie = request.cookie(toHostCookieName(request, this.#name))
    return cookie === undefined || cookie === '' ? undefined : open(this.#purpose, cookie)
  }

  write(request: HttpRequest, value: unknown): void {
    const sealed = seal(this.#purpose, value, { expires: this.#lifetime })
    const name = toHostCookieName(request, this.#name)
    request.beforeSend((reply) => toPrivate(reply).cookie(name, sealed, { maxAge: this.#lifetime }))
  }

  clear(request: HttpRequest): void {
    const name = toHostCookieName(request, this.#name)
    if (!request.cookies.has(name)) return
    request.beforeSend((reply) => toPrivate(reply).clearCookie(name))
  }

  get #purpose(): string {
    return `cookie ${this.#name}`
  }
}

/**
 * The name of a cookie that no other host can set. Browsers accept `__Host-` only with `Secure`, `Path=/` and without a
 * domain. Below a base path, the cookie is for that path only, so its name begins with `__Secure-`.
 */
export function toHostCookieName(request: HttpRequest, name: string): string {
  if (request.protocol !== 'https') return name
  return request.base === '' ? `__Host-${name}` : `__Secure-${name}`
}

/** Makes an answer private, so no shared cache keeps it, unless it already has a `Cache-Control` header. */
export function keepPrivate(reply: FinishedReply): FinishedReply {
  return reply.getHeader('cache-control') === undefined ? toPrivate(reply) : reply
}

/** Copies an answer that carries a cookie of one browser, so that no shared cache keeps it. */
export function toPrivate(reply: FinishedReply): FinishedReply {
  const copy = reply.copy()
  return copy.getHeader('cache-control') === undefined
    ? copy.header('cache-control', 'private')
    : copy
}
