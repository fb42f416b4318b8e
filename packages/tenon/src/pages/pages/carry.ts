import { randomUUID } from 'node:crypto'
import { type KeyRing, isSignature, toSignature } from '../../base/keys/keys.ts'
import type { Reply, FinishedReply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { hiddenValues } from '../../base/log/hidden-values.ts'
import { tellSecurityEvent, toSafeText } from '../../base/log/security-events.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { type Arrived, carriedKey, joinCarried, toArrived, type Carried } from './page-state.ts'

/*
 * Carries data for the next page across redirects, in a cookie signed with the application's key.
 *
 * The cookie is written when an answer is not a page, and read and cleared when a page is rendered.
 * Responses in between (a 409, a prefetch, another redirect) do not change it.
 */

/** Reads and writes the cookie. Created once, with the application's key. */
export interface Carrier {
  /** Returns the data for this page: reads the cookie and clears it in `answer`. */
  take(request: HttpRequest, answer: Reply): Arrived
  /** Returns a copy of `reply` with a cookie that holds the data this request carries over. */
  leave(request: HttpRequest, reply: FinishedReply, own: Carried): FinishedReply
}

/** A browser may drop a larger cookie: the name and attributes count towards its limit of 4,096 bytes. */
const carryLimitBytes = 3800
/** Every answer sets a cookie with a new name, so that two concurrent answers do not collide. */
const cookiePrefix = 'tenon_carry_'
/** The accepted names. Clients can send any name, and a cookie with another name could not be cleared. */
const cookieName = /^tenon_carry_\w+$/
const purpose = 'flash data'
/** Long enough for any redirect, and short enough that unread cookies do not pile up. */
const maxAge = '5m'

/** Creates a carrier. Without keys, carrying anything throws `E_FLASH_KEY`. */
export function createCarrier(keys: KeyRing | undefined): Carrier {
  return {
    take(request, answer) {
      if (isInBackground(request)) return {}
      const given = request.get(carriedKey)
      const cookies = findCookies(request)
      if (given === undefined && cookies.length === 0) return {}
      endCookies(answer, cookies)
      const own = given ?? {}
      return toArrived(keys === undefined ? own : join(request, own, { cookies, keys }))
    },
    leave(request, reply, own) {
      if (keys === undefined) throw withoutKey()

      const cookies = findCookies(request)
      const name = cookiePrefix + randomUUID().slice(0, 8)
      const answer = reply
        .copy()
        .cookie(name, toText(join(request, own, { cookies, keys }), keys), { maxAge })
      endCookies(answer, cookies)
      return answer
    },
  }
}

/** The cookies that earlier answers have set, by name. */
type Cookies = readonly (readonly [name: string, value: string])[]

function findCookies(request: HttpRequest): Cookies {
  // Check the header first: most requests have no such cookie, and need not parse their cookies.
  if (request.header('cookie')?.includes(cookiePrefix) !== true) return []
  return [...request.cookies].filter(([name]) => cookieName.test(name))
}

function endCookies(answer: Reply, cookies: Cookies): void {
  for (const [name] of cookies) answer.clearCookie(name)
}

interface Sealed {
  readonly cookies: Cookies
  readonly keys: KeyRing
}

function join(request: HttpRequest, own: Carried, { cookies, keys }: Sealed): Carried {
  const carried = cookies.map(([name, value]) => readText(value, keys) ?? refuse(request, name))
  return [...carried, own].reduce(joinCarried)
}

/** Ignores a cookie with an invalid signature, and reports a security event. */
function refuse(request: HttpRequest, cookie: string): Carried {
  tellSecurityEvent(request, {
    event: 'cookie.tampered',
    message: 'A signed cookie was ignored: its signature is not ours',
    fields: { cookie: toSafeText(cookie) },
  })
  return {}
}

function toText(carried: Carried, keys: KeyRing): string {
  const json = JSON.stringify(carried)
  // Check for hidden values now: the page that reads the data later cannot tell where it came from.
  if (hiddenValues.isFollowed) hiddenValues.check(json, 'The flash data')
  const content = Buffer.from(json).toString('base64url')
  if (content.length > carryLimitBytes) throw tooLarge(content.length)
  return `${content}.${toSignature(keys, purpose, content)}`
}

/** Reads a cookie; returns `undefined` if none of the application's keys has signed it. */
function readText(cookie: string, keys: KeyRing): Carried | undefined {
  const [content = '', signature = ''] = cookie.split('.')
  if (!isSignature(keys, purpose, content, signature)) return undefined
  // Sound: only `toText` produces content with a valid signature.
  return JSON.parse(Buffer.from(content, 'base64url').toString()) as Carried
}

function withoutKey(): SetupError {
  return new SetupError(
    'E_FLASH_KEY',
    'Flash data is carried over a redirect in a signed cookie, which needs a key. Set APP_KEY.',
  )
}

function tooLarge(bytes: number): SetupError {
  return new SetupError(
    'E_FLASH_SIZE',
    `Flash data of ${bytes} bytes exceeds the ${carryLimitBytes} bytes that fit into a cookie. ` +
      'Flash an id and load the rest on the page.',
  )
}

/** Whether the user does not see this answer, so that flash data has to wait for the next one. */
export function isInBackground(request: HttpRequest): boolean {
  return request.isLive || request.header('purpose') === 'prefetch'
}
