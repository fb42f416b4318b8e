import type * as OpenIdClient from 'openid-client'
import { loadLate } from '../../base/support/packages/optional-library.ts'

/** What `openid-client` exports. */
export type OpenIdLibrary = typeof OpenIdClient

/** `openid-client`, an optional peer. Throws `E_OAUTH` if it is not installed. */
export const openIdClient = loadLate<OpenIdLibrary>(
  () => import('openid-client'),
  { code: 'E_OAUTH', title: 'Logging in with other providers needs', name: 'openid-client' },
  () => import.meta.resolve('openid-client'),
)
