import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie'
import { SetupError } from '../support/setup-error.ts'

/** Attributes of a cookie that is set; the defaults are the safe ones. */
export interface CookieOptions {
  /** Lifetime in seconds; without it the cookie ends with the browser's session. */
  readonly maxAgeSeconds?: number
  readonly expires?: Date
  /** Default `/`. */
  readonly path?: string
  /** Default: this host only. */
  readonly domain?: string
  /** Whether scripts of the page are kept from reading it. Default `true`. */
  readonly httpOnly?: boolean
  /** Whether it travels over https only. Default: when the request came over https. */
  readonly secure?: boolean
  /** Default `lax`. */
  readonly sameSite?: 'lax' | 'strict' | 'none'
}

/** A cookie as it waits in a reply; `Secure` is settled when the request's protocol is known. */
export interface PendingCookie {
  readonly text: string
  readonly isSecure: boolean | undefined
}

/** Serializes a cookie (RFC 6265), and throws at the call when it cannot be sent as it is. */
export function toCookie(name: string, value: string, options: CookieOptions = {}): PendingCookie {
  const isSecure = options.sameSite === 'none' ? true : options.secure
  try {
    return { text: stringifySetCookie(toSetCookie(name, value, options)), isSecure }
  } catch (cause) {
    throw new SetupError(
      'E_COOKIE',
      `The cookie ${JSON.stringify(name)} cannot be sent: ${String(cause)}`,
      { cause },
    )
  }
}

function toSetCookie(name: string, value: string, options: CookieOptions): SetCookie {
  return {
    name,
    value,
    path: options.path ?? '/',
    httpOnly: options.httpOnly ?? true,
    sameSite: options.sameSite ?? 'lax',
    ...(options.maxAgeSeconds === undefined ? {} : { maxAge: options.maxAgeSeconds }),
    ...(options.expires === undefined ? {} : { expires: options.expires }),
    ...(options.domain === undefined ? {} : { domain: options.domain }),
  }
}

/** Reads a `Cookie` header; a name that came twice keeps its first value. */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  if (header === undefined) return cookies

  for (const [name, value] of Object.entries(parseCookie(header))) {
    if (value !== undefined) cookies.set(name, value)
  }
  return cookies
}
