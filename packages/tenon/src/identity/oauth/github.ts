import type { Claims } from './profile.ts'
import { oauth2, type Provider, type ProviderOptions, type ReadApi } from './provider.ts'

export interface GitHubOptions extends ProviderOptions {
  /** The address of your own GitHub Enterprise Server. Default `https://github.com`. */
  readonly url?: string
}

/**
 * GitHub, which speaks OAuth 2 without OpenID Connect: the user and the address are read from its API. Register at
 * github.com/settings/developers, "OAuth Apps". Only the primary address counts, and only if GitHub has verified it.
 * Throws `E_OAUTH` for options that cannot work.
 */
export function github({ url = 'https://github.com', ...options }: GitHubOptions): Provider {
  const api = url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`
  return oauth2({
    label: 'GitHub',
    ...options,
    // The value that GitHub sends as `iss` (RFC 9207).
    issuer: `${url}/login/oauth`,
    authorizationUrl: `${url}/login/oauth/authorize`,
    tokenUrl: `${url}/login/oauth/access_token`,
    scopes: ['read:user', 'user:email', ...(options.scopes ?? [])],
    readClaims: (read) => readClaims(read, api),
  })
}

async function readClaims(read: ReadApi, api: string): Promise<Claims> {
  const user = toObject(await read(`${api}/user`))
  const addresses = await read(`${api}/user/emails?per_page=100`)
  const primary = Array.isArray(addresses)
    ? addresses.map(toObject).find((each) => each['primary'] === true && each['verified'] === true)
    : undefined
  const { id, name, login } = user
  return {
    ...user,
    // The number never changes. The login can change, and then somebody else can take it.
    sub: typeof id === 'number' ? String(id) : undefined,
    name: name ?? login,
    email: primary?.['email'],
    email_verified: primary !== undefined,
  }
}

function toObject(value: unknown): Claims {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
