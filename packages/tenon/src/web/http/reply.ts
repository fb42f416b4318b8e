import { assertHeader } from './header.ts'
import { toCookie, type CookieOptions, type PendingCookie } from './cookie.ts'

/**
 * An answer on its way to the client: status, headers and body.
 *
 * The builders (`text`, `json`, `page`, `redirect`, …) make one; each method changes it and returns
 * it, so that calls chain. Middleware receives it from `next()` and may change it still.
 */
export class Reply {
  /** The status that will be sent. */
  statusCode: number
  /** The media type of the body; `undefined` when there is none. */
  contentType: string | undefined
  body: ReplyBody
  /** What went wrong, when the reply tells of an error. */
  error: unknown
  #headers: string[] | undefined
  #cookies: PendingCookie[] | undefined

  constructor(
    statusCode: number,
    contentType: string | undefined,
    body: ReplyBody,
    error?: unknown,
  ) {
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

  /** Sets a header, in place of one of the same name. Throws when it cannot be sent as it is. */
  header(name: string, value: string): this {
    assertHeader(name, value)
    const key = name.toLowerCase()
    if (key === 'content-type') {
      this.contentType = value
      return this
    }
    const headers = (this.#headers ??= [])
    const index = indexOfHeader(headers, key)
    if (index === -1) headers.push(key, value)
    else headers[index + 1] = value
    return this
  }

  /** Adds one more header of a name that may come several times, such as `link`. */
  append(name: string, value: string): this {
    assertHeader(name, value)
    const headers = (this.#headers ??= [])
    headers.push(name.toLowerCase(), value)
    return this
  }

  /** Adds a request header's name to `Vary`, so that caches keep the variants apart. */
  vary(name: string): this {
    const current = this.getHeader('vary')
    if (current === undefined) return this.header('vary', name)
    const names = current.toLowerCase().split(/\s*,\s*/)
    return names.includes(name.toLowerCase()) ? this : this.header('vary', `${current}, ${name}`)
  }

  /** Sets a cookie: `HttpOnly`, `SameSite=Lax`, `Path=/`, and `Secure` over https, by default. */
  cookie(name: string, value: string, options?: CookieOptions): this {
    const cookies = (this.#cookies ??= [])
    cookies.push(toCookie(name, value, options))
    return this
  }

  /** The value of a header that was set, or `undefined`. */
  getHeader(name: string): string | undefined {
    const key = name.toLowerCase()
    if (key === 'content-type') return this.contentType
    if (this.#headers === undefined) return undefined
    const index = indexOfHeader(this.#headers, key)
    return index === -1 ? undefined : this.#headers[index + 1]
  }

  /** Names and values in turn, without `content-type` and cookies; `undefined` when none was set. */
  get headers(): readonly string[] | undefined {
    return this.#headers
  }

  /** Cookies that were set; `undefined` when none was. */
  get cookies(): readonly PendingCookie[] | undefined {
    return this.#cookies
  }

  /** Takes the place of another reply: its headers, which win over the own ones, cookies and error. */
  replace(other: Reply): this {
    this.error = other.error
    if (other.#headers !== undefined) this.#headers = overlay(this.#headers ?? [], other.#headers)
    if (other.#cookies !== undefined) this.#cookies = [...(this.#cookies ?? []), ...other.#cookies]
    return this
  }
}

/** What a reply carries: text, bytes, a stream, nothing yet to be rendered, or nothing. */
export type ReplyBody = string | Uint8Array | ReadableStream<Uint8Array> | Deferred | null

/**
 * A body that is made once the middleware has run: a page, a redirect, an error.
 *
 * The application has one renderer per kind.
 */
export interface Deferred {
  readonly kind: 'page' | 'redirect' | 'error' | 'file'
}

/** Tells whether a body still has to be rendered. */
export function isDeferred(body: ReplyBody): body is Deferred {
  return typeof body === 'object' && body !== null && 'kind' in body
}

/** Names and values in turn: those of `over`, and before them what it has no name of. */
function overlay(under: readonly string[], over: readonly string[]): string[] {
  const kept = under.filter((_, i) => indexOfHeader(over, under[i - (i % 2)] ?? '') === -1)
  return [...kept, ...over]
}

function indexOfHeader(headers: readonly string[], key: string): number {
  for (let i = 0; i < headers.length; i += 2) {
    if (headers[i] === key) return i
  }
  return -1
}
