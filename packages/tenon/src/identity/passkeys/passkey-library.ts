import type * as WebAuthn from '@simplewebauthn/server'
import { loadLate } from '../../base/support/packages/optional-library.ts'

/**
 * `@simplewebauthn/server`, an optional peer. Loading it takes 25 ms, a tenth of the start of an
 * application with accounts. Throws `E_PASSKEYS` if it is not installed.
 */
export const webAuthn = loadLate<typeof WebAuthn>(
  () => import('@simplewebauthn/server'),
  { code: 'E_PASSKEYS', title: 'Passkeys need', name: '@simplewebauthn/server' },
  () => import.meta.resolve('@simplewebauthn/server'),
)
