import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Claims } from './profile.ts'
import { assertGiven, openId, type Provider, type ProviderOptions } from './provider.ts'

export interface AppleOptions extends Omit<ProviderOptions, 'clientSecret' | 'scopes'> {
  /** The id of the team, ten characters. */
  readonly teamId: string
  /** The id of the key, ten characters. */
  readonly keyId: string
  /** The content of the key file `AuthKey_….p8`. */
  readonly privateKey: string
}

const issuer = 'https://appleid.apple.com'

/** How long a client secret is valid. It is made for one request; Apple accepts up to six months. */
const secretSeconds = 300

/**
 * Apple. Register a Services ID at developer.apple.com and a key for "Sign in with Apple". The client secret is
 * signed with that key for each login. Apple answers with a form from its own site: the callback needs a POST
 * route with `allowCrossOrigin()`. Throws `E_OAUTH` for options that cannot work.
 */
export function apple({ teamId, keyId, privateKey, ...options }: AppleOptions): Provider {
  assertGiven({ teamId, keyId, privateKey }, 'Apple')
  const key = toKey(privateKey)
  const parts = { teamId, keyId, clientId: options.clientId }
  const provider = openId({
    label: 'Apple',
    ...options,
    issuer,
    clientSecret: 'signed for each login',
    canReauthenticate: false,
  })
  return {
    ...provider,
    client: {
      id: options.clientId,
      authentication: 'post',
      secret: () => toClientSecret(parts, key),
    },
    scopes: ['openid', 'email', 'name'],
    parameters: { ...provider.parameters, response_mode: 'form_post' },
    endpoints: {
      authorization: `${issuer}/auth/authorize`,
      token: `${issuer}/auth/token`,
      keys: `${issuer}/auth/keys`,
    },
    readSentUser,
    // Apple sends it as a boolean or as text.
    isEmailVerified: ({ email_verified }) => email_verified === true || email_verified === 'true',
  }
}

interface SecretParts {
  readonly teamId: string
  readonly keyId: string
  readonly clientId: string
}

/** A JWT signed with ES256 (RFC 7515, RFC 7518 section 3.4), as Apple documents it. */
function toClientSecret({ teamId, keyId, clientId }: SecretParts, key: KeyObject): string {
  const iat = Math.floor(Date.now() / 1000)
  const header = toPart({ alg: 'ES256', kid: keyId })
  const claims = { iss: teamId, iat, exp: iat + secretSeconds, aud: issuer, sub: clientId }
  const signed = `${header}.${toPart(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

function toPart(content: object): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url')
}

function toKey(pem: string): KeyObject {
  try {
    // An environment variable may have the line breaks as two characters.
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'))
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch {
    // The message of the library could show parts of the key.
  }
  throw new SetupError(
    'E_OAUTH',
    'The privateKey of the provider "Apple" is not an EC key. Pass the content of the file AuthKey_….p8.',
  )
}

/** Reads the name, which Apple sends only once, through the browser, when the user first logs in. */
function readSentUser(user: string): Claims {
  try {
    const { name } = JSON.parse(user) as { name?: { firstName?: unknown; lastName?: unknown } }
    const parts = [name?.firstName, name?.lastName].filter((part) => typeof part === 'string')
    return { name: parts.join(' ') }
  } catch {
    // The text comes from the browser, so it can contain anything.
    return {}
  }
}
