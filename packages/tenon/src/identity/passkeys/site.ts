import { SetupError } from '../../base/support/setup-error.ts'
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
  const url = URL.parse(origin)
  const isSafe = url?.protocol === 'https:' || url?.hostname === 'localhost'
  if (url !== null && isSafe && url.origin === origin) return { origin, host: url.hostname }
  throw new SetupError(
    'E_PASSKEYS',
    `Passkeys do not work on ${JSON.stringify(origin)}. Use an origin with https and without a path, such as "https://shop.example", or http://localhost.`,
  )
}

/** The site of the application's own address. Throws `E_PASSKEYS` in production without `APP_URL`. */
export function toSiteOf(request: HttpRequest): Site {
  const origin = toAppOrigin(request)
  if (origin !== undefined) return toSite(origin)
  throw new SetupError(
    'E_PASSKEYS',
    'Passkeys are bound to the origin of the application. Set APP_URL to it, such as https://shop.example.',
  )
}
