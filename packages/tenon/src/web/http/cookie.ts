import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie'
import { toMs, type Duration } from '../../base/support/duration.ts'
import { SetupError } from '../../base/support/setup-error.ts'

/** Attributes of a cookie; the defaults are the safe ones. */
export interface CookieOptions {
  /** How long the browser keeps it. Default: until the browser's session ends. */
  readonly maxAge?: Duration
  readonly expires?: Date
  /** Default: the path of `APP_URL`, or `/` if it has no path; `/` if the name begins with `__Host-`. */
  readonly path?: string
  /** Default: this host only. */
  readonly domain?: string
  /** Whether the cookie is hidden from JavaScript. Default: `true`. */
  readonly httpOnly?: boolean
  /**
   * Whether it is sent over https only. Default: whether the request came over https; `true` if the name begins with
   * `__Host-` or `__Secure-`.
   */
  readonly secure?: boolean
  /** Default: `lax`. */
  readonly sameSite?: 'lax' | 'strict' | 'none'
}

/** A cookie of a reply; `Secure` is decided once the request's protocol is known. */
export interface PendingCookie {
  readonly text: string
  /** Whether no path was set, so that the cookie gets the path of the application. */
  readonly isEverywhere: boolean
  readonly isSecure: boolean | undefined
}

/** Serializes a cookie (RFC 6265). Throws `E_COOKIE` if it cannot be sent, `E_DURATION` for an invalid `maxAge`. */
export function toCookie(name: string, value: string, options: CookieOptions = {}): PendingCookie {
  const prefix = prefixes.exec(name)?.[1]?.toLowerCase()
  if (prefix !== undefined) assertPrefix(name, prefix, options)
  const isSecure = options.sameSite === 'none' || prefix !== undefined ? true : options.secure
  // Browsers ignore `__Host-` with any other path than `/`, also that of the application.
  const isEverywhere = options.path === undefined && prefix !== 'host'
  const cookie = toSetCookie(name, value, options)
  try {
    return { text: stringifySetCookie(cookie), isEverywhere, isSecure }
  } catch (cause) {
    throw new SetupError(
      'E_COOKIE',
      `The cookie ${JSON.stringify(name)} cannot be sent: ${String(cause)}`,
      { cause },
    )
  }
}

/** The prefixes of names with which a cookie needs certain attributes (RFC 6265bis, 4.1.3). */
const prefixes = /^__(Host|Secure)-/i

/** Throws `E_COOKIE` for attributes with which browsers would ignore a cookie of this name, without a word. */
function assertPrefix(name: string, prefix: string, options: CookieOptions): void {
  const { path = '/', domain, secure = true } = options
  if (secure && (prefix === 'secure' || (path === '/' && domain === undefined))) return
  const needed = prefix === 'host' ? '`Secure`, the path "/" and no domain' : '`Secure`'
  throw new SetupError(
    'E_COOKIE',
    `Browsers ignore the cookie ${JSON.stringify(name)}: its prefix requires ${needed}. Change the options or the name.`,
  )
}

/** Sets the base path as the path of a cookie, so that other applications on the same host do not get it. */
export function toCookieBelow(base: string, cookie: PendingCookie): PendingCookie {
  if (!cookie.isEverywhere) return cookie
  return { ...cookie, text: cookie.text.replace(/; Path=\/(?=;|$)/, () => `; Path=${base}`) }
}

function toSetCookie(name: string, value: string, options: CookieOptions): SetCookie {
  return {
    name,
    value,
    path: options.path ?? '/',
    httpOnly: options.httpOnly ?? true,
    sameSite: options.sameSite ?? 'lax',
    ...(options.maxAge === undefined ? {} : { maxAge: toSeconds(options.maxAge) }),
    ...(options.expires === undefined ? {} : { expires: options.expires }),
    ...(options.domain === undefined ? {} : { domain: options.domain }),
  }
}

/** `Max-Age` is in whole seconds. */
function toSeconds(maxAge: Duration): number {
  return Math.ceil(toMs(maxAge, 'maxAge') / 1000)
}

/** Parses a `Cookie` header; the first value of a repeated name wins. */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  if (header === undefined) return cookies

  for (const [name, value] of Object.entries(parseCookie(header))) {
    if (value !== undefined) cookies.set(name, value)
  }
  return cookies
}
