import { loadEarly } from '../../base/support/packages/optional-library.ts'

/** Gives `@simplewebauthn/server`, an optional peer. Throws `E_PASSKEYS` if it is not installed. */
export const webAuthn = await loadEarly(() => import('@simplewebauthn/server'), {
  code: 'E_PASSKEYS',
  title: 'Passkeys need',
  name: '@simplewebauthn/server',
})
