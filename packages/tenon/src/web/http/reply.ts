import { toCookie, toCookieBelow, type CookieOptions, type PendingCookie } from './cookie.ts'
import { addToVary, assertHeader, HeaderList, type ReadonlyHeaderList } from './header-list.ts'

/**
 * The response of a handler or middleware: a status, headers, cookies and a body.
 *
 * The builders (`text`, `json`, `page`, `redirect`, …) create one; each method changes it and
 * returns it, so you can chain calls. The framework never changes a reply, so a handler may return
 * the same object for every request. `next()` gives middleware a copy that it may change.
 */
export class Reply<Body extends ReplyBody = ReplyBody> {
  /** The status to send. */
  statusCode: number
  /** The media type of the body; `undefined` if there is no body. */
  contentType: string | undefined
  body: Body
  /** The cause, if this is an error response. */
  error: unknown
  #headers: HeaderList | undefined
  #cookies: PendingCookie[] | undefined

  constructor(statusCode: number, contentType: string | undefined, body: Body, error?: unknown) {
    this.statusCode = statusCode
    this.contentType = contentType
    this.body = body
    this.error = error
    this.#headers = undefined
    this.#cookies = undefined
  }

  /** Sets the status code. */
  status(code: number): this {
    this.statusCode = code
    return this
  }

  /** Sets a header, replacing any of the same name. Throws `E_HEADER_NAME` or `E_HEADER_VALUE` if it cannot be sent. */
  header(name: string, value: string): this {
    const key = name.toLowerCase()
    if (key === 'content-type') {
      assertHeader(name, value)
      this.contentType = value
      return this
    }
    this.#headers ??= new HeaderList()
    this.#headers.set(key, value)
    return this
  }

  /**
   * Sets a header without a check, for a lower-case name and a value that are constants or were checked at
   * boot. Checking a page's policy again would take 8 % of the time of a page without its JSON.
   */
  checkedHeader(name: string, value: string): this {
    this.#headers ??= new HeaderList()
    this.#headers.setChecked(name, value)
    return this
  }

  /** Adds a header and keeps others of the same name, such as `link`. Throws as `header()` does. */
  append(name: string, value: string): this {
    this.#headers ??= new HeaderList()
    this.#headers.append(name, value)
    return this
  }

  /** Adds a request header's name, or several with commas between, to `Vary`, so caches keep the variants apart. */
  vary(name: string): this {
    return this.checkedHeader('vary', addToVary(this.#headers?.getList('vary') ?? '', name))
  }

  /** Sets a cookie. Defaults: `HttpOnly`, `SameSite=Lax`, the path of `APP_URL`, and `Secure` over https. */
  cookie(name: string, value: string, options?: CookieOptions): this {
    const cookies = (this.#cookies ??= [])
    cookies.push(toCookie(name, value, options))
    return this
  }

  /** Deletes a cookie that was set with the same path and domain. */
  clearCookie(name: string, options?: Pick<CookieOptions, 'path' | 'domain' | 'secure'>): this {
    return this.cookie(name, '', { ...options, expires: new Date(0) })
  }

  /** Returns the value of a header, or `undefined` if it is not set. */
  getHeader(name: string): string | undefined {
    const key = name.toLowerCase()
    return key === 'content-type' ? this.contentType : this.#headers?.get(key)
  }

  /** The headers except `content-type` and cookies; `undefined` if there are none. */
  get headers(): ReadonlyHeaderList | undefined {
    return this.#headers
  }

  /** The cookies that were set; `undefined` if there are none. */
  get cookies(): readonly PendingCookie[] | undefined {
    return this.#cookies
  }

  /** Returns a copy whose cookies are limited to the base path; without cookies, the reply itself. */
  below(base: string): Reply<Body> {
    if (this.#cookies === undefined) return this
    const reply = this.copy()
    reply.#cookies = this.#cookies.map((cookie) => toCookieBelow(base, cookie))
    return reply
  }

  /** Creates a copy that can be changed without affecting this reply. */
  copy(): Reply<Body> {
    return this.withBody(this.contentType, this.body)
  }

  /** Creates a copy with a different body. */
  withBody<Other extends ReplyBody>(contentType: string | undefined, body: Other): Reply<Other> {
    const reply = new Reply(this.statusCode, contentType, body, this.error)
    if (this.#headers !== undefined) reply.#headers = this.#headers.copy()
    if (this.#cookies !== undefined) reply.#cookies = this.#cookies.slice()
    return reply
  }

  /**
   * Replaces another reply: takes over its error and cookies, and its headers override this one's.
   */
  replace(other: Reply): this {
    this.error = other.error
    if (other.#headers !== undefined) {
      this.#headers = this.#headers?.overlaidBy(other.#headers) ?? other.#headers.copy()
    }
    if (other.#cookies !== undefined) this.#cookies = [...(this.#cookies ?? []), ...other.#cookies]
    return this
  }
}

/** The body of a reply: either ready to send or still to be rendered. */
export type ReplyBody = FinishedBody | Deferred

/** A body that is ready to send: text, bytes, a stream of bytes, or nothing. */
export type FinishedBody = string | Uint8Array | ReadableStream<Uint8Array> | null

/** A reply that is ready to send. */
export type FinishedReply = Reply<FinishedBody>

/** A body rendered after the middleware has run: a page, a redirect, a file or an error. */
export interface Deferred {
  readonly kind: 'page' | 'redirect' | 'error' | 'file'
}

/** Checks whether a body still has to be rendered. */
export function isDeferred(body: ReplyBody): body is Deferred {
  return typeof body === 'object' && body !== null && 'kind' in body
}

/** Checks whether a body is a stream; `instanceof ReadableStream` costs 1 µs even for a string. */
export function isStream(body: ReplyBody): body is ReadableStream<Uint8Array> {
  return typeof body === 'object' && body !== null && 'getReader' in body
}

/** Checks whether a reply is ready to send. */
export function isFinished(reply: Reply): reply is FinishedReply {
  return !isDeferred(reply.body)
}
