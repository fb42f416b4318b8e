import type * as OpenIdClient from 'openid-client'
import { loadEarly } from '../../base/support/packages/optional-library.ts'

/** What `openid-client` exports. */
export type OpenIdLibrary = typeof OpenIdClient

/** Gives `openid-client`, an optional peer. Throws `E_OAUTH` if it is not installed. */
export const openIdClient = await loadEarly<OpenIdLibrary>(() => import('openid-client'), {
  code: 'E_OAUTH',
  title: 'Logging in with other providers needs',
  name: 'openid-client',
})
