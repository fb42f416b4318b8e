import { isIP } from 'node:net'
import { Forbidden } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { toHost } from '../../base/support/values/url-host.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { toAppOrigin } from '../accounts/app-address.ts'

/** The site to which passkeys are bound. */
export interface Site {
  /** The origin of the pages that use the passkeys. */
  readonly origin: string
  /** The origin's host. */
  readonly host: string
}

/** Throws `E_PASSKEYS` for an origin on which browsers offer no passkeys. */
export function toSite(origin: string): Site {
  if (!hasPasskeys(origin)) throw new SetupError('E_PASSKEYS', noPasskeysOn(origin))
  return { origin, host: new URL(origin).hostname }
}

/**
 * The site of the application's own address. Throws `Forbidden` if browsers offer no passkeys there, and `E_PASSKEYS` in
 * production without `APP_URL`.
 */
export function toSiteOf(request: HttpRequest): Site {
  const origin = toAppOrigin(request)
  if (origin === undefined) {
    throw new SetupError(
      'E_PASSKEYS',
      'Passkeys are bound to the origin of the application. Set APP_URL to it, such as https://shop.example.',
    )
  }
  if (!hasPasskeys(origin)) throw new Forbidden(noPasskeysOn(origin))
  return toSite(origin)
}

/** Whether browsers offer passkeys on an origin: with https or on localhost, and never on an IP address. */
export function hasPasskeys(origin: string): boolean {
  const url = URL.parse(origin)
  if (url === null || url.origin !== origin || isIP(toHost(url)) !== 0) return false
  return url.protocol === 'https:' || url.hostname === 'localhost'
}

function noPasskeysOn(origin: string): string {
  return `Passkeys do not work on ${JSON.stringify(origin)}. Use an origin with https, a name instead of an IP address and no path, such as "https://shop.example", or http://localhost.`
}
