import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import { SetupError } from '../support/setup-error.ts'
import { carriedKey, joinCarried, type Carried } from './page-state.ts'

/*
 * Carries what the next page shows over redirects, in a cookie that the application's key signs.
 *
 * The cookie is written when an answer is no page, read and ended when a page is rendered. Nothing
 * that comes between (a 409, a prefetch, another redirect) touches it.
 */

/** Reads and writes the cookie; made once, by the application's key. */
export interface Carrier {
  /** What this page has to tell: takes the cookie, and ends it in `reply`. */
  take(request: HttpRequest, reply: Reply): Carried
  /** Leaves what this request wants told in a cookie of `reply`. */
  leave(request: HttpRequest, reply: Reply): void
}

/** Above this a browser may drop the cookie; names and attributes need some of the 4,096 bytes. */
const carryLimitBytes = 3800
const cookieName = 'tenon_carry'

/** Without a key, whatever has to be carried is refused with `E_FLASH_KEY`. */
export function createCarrier(appKey: string | undefined): Carrier {
  const key = appKey === undefined ? undefined : toSigningKey(appKey)
  return {
    take(request, reply) {
      const own = request.get(carriedKey)
      if (request.header('purpose') === 'prefetch') return {}
      const cookie = request.cookie(cookieName)
      if (cookie === undefined) return own ?? {}

      reply.cookie(cookieName, '', { maxAgeSeconds: 0 })
      return joinCarried(key === undefined ? {} : open(cookie, key), own ?? {})
    },
    leave(request, reply) {
      const own = request.get(carriedKey)
      if (own === undefined) return
      if (key === undefined) throw withoutKey()

      const cookie = request.cookie(cookieName)
      const carried = joinCarried(cookie === undefined ? {} : open(cookie, key), own)
      reply.cookie(cookieName, seal(carried, key))
    },
  }
}

// A key of its own: a signature made for something else never opens this cookie.
function toSigningKey(appKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appKey, '', 'tenon carry v1', 32))
}

function seal(carried: Carried, key: Buffer): string {
  const content = Buffer.from(JSON.stringify(carried)).toString('base64url')
  if (content.length > carryLimitBytes) throw tooLarge(content.length)
  return `${content}.${sign(content, key).toString('base64url')}`
}

function open(cookie: string, key: Buffer): Carried {
  const [content = '', signature = ''] = cookie.split('.')
  const expected = sign(content, key)
  const actual = Buffer.from(signature, 'base64url')
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return {}
  // Sound: only `seal` makes what carries our signature.
  return JSON.parse(Buffer.from(content, 'base64url').toString()) as Carried
}

function sign(content: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(content).digest()
}

function withoutKey(): SetupError {
  return new SetupError(
    'E_FLASH_KEY',
    'Flash data is carried over a redirect in a signed cookie, and there is no key. Set APP_KEY.',
  )
}

function tooLarge(bytes: number): SetupError {
  return new SetupError(
    'E_FLASH_SIZE',
    `Flash data of ${bytes} bytes is more than the ${carryLimitBytes} that a cookie carries. ` +
      'Flash an id and load the rest on the page.',
  )
}
