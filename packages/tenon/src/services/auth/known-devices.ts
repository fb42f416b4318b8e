import type { HttpRequest } from '../../web/http/request.ts'
import { SealedCookie } from './sealed-cookie.ts'

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
  find(request: HttpRequest, loginDigest: string): string | undefined {
    const content = this.#cookie.read(request)
    // Sound: only `remember` seals this cookie.
    const device = content as KnownDevice | undefined
    return device?.login === loginDigest ? device.id : undefined
  }

  remember(request: HttpRequest, loginDigest: string): void {
    const id = this.find(request, loginDigest) ?? crypto.randomUUID()
    const device: KnownDevice = { id, login: loginDigest }
    this.#cookie.write(request, device)
  }
}

interface KnownDevice {
  readonly id: string
  readonly login: string
}
