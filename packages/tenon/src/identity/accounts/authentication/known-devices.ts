import { foldCase } from '../../../data/columns/types/text.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { toDigest } from '../../session/session-token.ts'
import { SealedCookie } from '../../session/sealed-cookie.ts'

/** How many users of one browser are remembered. */
const mostLogins = 5

/**
 * Recognizes browsers in which somebody has logged in before. Their attempts are counted apart, so that
 * strangers who try passwords on an account do not lock its user out (OWASP: device cookies).
 */
export class KnownDevices {
  readonly #cookie: SealedCookie

  constructor(account: string) {
    this.#cookie = new SealedCookie(`device-${account}`, '365d')
  }

  /** The id of a browser in which this login has succeeded before. */
  find(request: HttpRequest, login: string): string | undefined {
    const device = this.#read(request)
    return device?.logins.includes(toLoginDigest(login)) === true ? device.id : undefined
  }

  remember(request: HttpRequest, login: string): void {
    const { id = crypto.randomUUID(), logins = [] } = this.#read(request) ?? {}
    const own = toLoginDigest(login)
    const others = logins.filter((other) => other !== own)
    const device: KnownDevice = { id, logins: [own, ...others].slice(0, mostLogins) }
    this.#cookie.write(request, device)
  }

  #read(request: HttpRequest): KnownDevice | undefined {
    const device = this.#cookie.read(request)
    return isDevice(device) ? device : undefined
  }
}

/** A cookie lives for a year, so an earlier version may have sealed it in another form. */
function isDevice(value: unknown): value is KnownDevice {
  if (typeof value !== 'object' || value === null || !('id' in value)) return false
  return typeof value.id === 'string' && 'logins' in value && areTexts(value.logins)
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** Names an account where its address does not belong: in cookies and in the store of limits. */
export function toLoginDigest(login: string): string {
  return toDigest(foldCase(login.trim()))
}

interface KnownDevice {
  readonly id: string
  /** The digests of the logins, the latest first. */
  readonly logins: readonly string[]
}
