import type { HttpRequest } from '../../web/http/request.ts'
import { stateKey } from '../../web/http/state-key.ts'

/** Where users reach the application, as its settings say. */
export interface AppAddress {
  readonly appUrl: string | undefined
  readonly isProduction: boolean
}

/** Gives requests the address of the application. */
export const appAddressKey = stateKey<AppAddress>('address of the application')

/**
 * The origin of `APP_URL`. Without `APP_URL`, a development server is on `localhost`, whatever host the client names.
 * `undefined` in production.
 */
export function toAppOrigin(request: HttpRequest): string | undefined {
  const { appUrl, isProduction = true } = request.get(appAddressKey) ?? {}
  return appUrl ?? (isProduction ? undefined : toLocalOrigin(request))
}

function toLocalOrigin({ host }: HttpRequest): string {
  const url = new URL('http://localhost')
  url.port = URL.parse(`http://${host}`)?.port ?? ''
  return url.origin
}
