import { SetupError } from '../../../base/support/setup-error.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { stateKey } from '../../../web/http/state-key.ts'

/** What passkeys are bound to. */
export interface Site {
  /** The origin of the pages that use them. */
  readonly origin: string
  /** The origin's host. */
  readonly host: string
}

/** Where users reach the application, as its settings say. */
export interface AppAddress {
  readonly appUrl: string | undefined
  readonly isProduction: boolean
}

/** Under which an application provides its address to requests. */
export const appAddressKey = stateKey<AppAddress>('address of the application')

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

/**
 * The site that `APP_URL` names. Without it, a development server is a site on `localhost`: what the client
 * says about the host does not count. Throws `E_PASSKEYS` in production.
 */
export function toSiteOf(request: HttpRequest): Site {
  const { appUrl, isProduction = true } = request.get(appAddressKey) ?? {}
  if (appUrl !== undefined) return toSite(appUrl)
  if (!isProduction) return toSite(toLocalOrigin(request))
  throw new SetupError(
    'E_PASSKEYS',
    'Passkeys are bound to the origin of the application. Set APP_URL to it, such as https://shop.example.',
  )
}

function toLocalOrigin({ host }: HttpRequest): string {
  const url = new URL('http://localhost')
  url.port = URL.parse(`http://${host}`)?.port ?? ''
  return url.origin
}
