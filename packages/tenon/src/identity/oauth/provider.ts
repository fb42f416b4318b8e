import { SetupError } from '../../base/support/setup-error.ts'
import type { Claims } from './profile.ts'

/** The credentials that an application gets when it registers at a provider, and the options for its logins. */
export interface ProviderOptions {
  /** The id that the provider has given to the application. */
  readonly clientId: string
  readonly clientSecret: string
  /** What the application may do with the access token, besides reading who the user is. Default: nothing. */
  readonly scopes?: readonly string[]
  /** Additional parameters for the provider's login page: `{ prompt: 'select_account' }`. */
  readonly parameters?: Readonly<Record<string, string>>
  /** The provider's name on buttons and in messages. */
  readonly label?: string
}

/** How the application proves who it is at the token endpoint (RFC 6749, section 2.3.1). */
export type ClientAuthentication = 'basic' | 'post'

/** The provider's endpoints, for a provider that does not publish them. */
export interface ProviderEndpoints {
  readonly authorization: string
  readonly token: string
  /** The keys that sign ID tokens. */
  readonly keys?: string
}

/**
 * Reads JSON from the provider's API with the access token; `undefined` if the provider answers with an error status.
 */
export type ReadApi = (url: string) => Promise<unknown>

/** A provider with which users log in, made by `google(…)`, `openId(…)` and so on. */
export interface Provider {
  readonly label: string
  /** Who vouches for the subjects. An identity consists of an issuer and a subject. */
  readonly issuer: string
  readonly client: {
    readonly id: string
    readonly authentication: ClientAuthentication
    readonly secret: () => string
  }
  readonly scopes: readonly string[]
  readonly parameters: Readonly<Record<string, string>>
  /** `undefined` if the provider publishes them (OpenID Connect Discovery). */
  readonly endpoints: ProviderEndpoints | undefined
  /** Reads who the user is, if the provider does not speak OpenID Connect. */
  readonly readClaims: ((read: ReadApi) => Promise<Claims>) | undefined
  /** Reads the form field `user`, which the browser brings besides the code. */
  readonly readSentUser: ((user: string) => Claims) | undefined
  /** Whether the claims prove that the address belongs to the user. */
  readonly isEmailVerified: (claims: Claims) => boolean
  /** Whether the provider can ask for the password again on request, and says when it did. */
  readonly canReauthenticate: boolean
}

/** The options of `openId`. */
export interface OpenIdOptions extends ProviderOptions {
  /**
   * The URL by which the provider identifies itself: `https://login.example.com`. Its metadata must contain the same.
   */
  readonly issuer: string
  /** Default `basic`, which every provider accepts. */
  readonly clientAuthentication?: ClientAuthentication
  /** Whether the provider supports `max_age` and sends `auth_time`. Default `true`, as the standard demands. */
  readonly canReauthenticate?: boolean
}

/**
 * A provider that speaks OpenID Connect: `openId({ issuer: 'https://login.example.com', clientId, clientSecret })`. The
 * rest is read from its `/.well-known/openid-configuration`. Throws `E_OAUTH` for options that cannot work.
 */
export function openId(options: OpenIdOptions): Provider {
  const { issuer, clientAuthentication = 'basic', canReauthenticate = true } = options
  const label = options.label ?? URL.parse(issuer)?.hostname ?? issuer
  return {
    label,
    issuer: toSafeUrl(issuer, label),
    client: toClient(options, label, clientAuthentication),
    scopes: ['openid', 'email', 'profile', ...(options.scopes ?? [])],
    parameters: toParameters(options.parameters ?? {}, label),
    endpoints: undefined,
    readClaims: undefined,
    readSentUser: undefined,
    isEmailVerified: ({ email_verified }) => email_verified === true,
    canReauthenticate,
  }
}

/** The options of `oauth2`. */
export interface OAuth2Options extends ProviderOptions {
  readonly label: string
  /** A unique name for the provider, as a URL. Identities are stored under it. */
  readonly issuer: string
  readonly authorizationUrl: string
  readonly tokenUrl: string
  /** Default `post`. */
  readonly clientAuthentication?: ClientAuthentication
  /**
   * Asks the provider who the user is: `sub`, `name`, `email` and `email_verified`. The id in `sub` must never change,
   * and must never be given to another person.
   */
  readonly readClaims: (read: ReadApi) => Promise<Claims>
}

/**
 * A provider that speaks OAuth 2 and has its own API to ask who the user is. Throws `E_OAUTH` for options that cannot
 * work.
 */
export function oauth2(options: OAuth2Options): Provider {
  const { label, issuer, clientAuthentication = 'post' } = options
  return {
    label,
    issuer: toSafeUrl(issuer, label),
    client: toClient(options, label, clientAuthentication),
    scopes: options.scopes ?? [],
    parameters: toParameters(options.parameters ?? {}, label),
    endpoints: {
      authorization: toSafeUrl(options.authorizationUrl, label),
      token: toSafeUrl(options.tokenUrl, label),
    },
    readClaims: options.readClaims,
    readSentUser: undefined,
    isEmailVerified: ({ email_verified }) => email_verified === true,
    canReauthenticate: false,
  }
}

function toClient(
  { clientId, clientSecret }: Pick<ProviderOptions, 'clientId' | 'clientSecret'>,
  label: string,
  authentication: ClientAuthentication,
): Provider['client'] {
  assertGiven({ clientId, clientSecret }, label)
  return { id: clientId, authentication, secret: () => clientSecret }
}

/** Throws `E_OAUTH` for empty options, for example if an environment variable is not set. */
export function assertGiven(options: Readonly<Record<string, string>>, label: string): void {
  for (const [name, value] of Object.entries(options)) {
    if (typeof value === 'string' && value.trim() !== '') continue
    throw new SetupError(
      'E_OAUTH',
      `The provider "${label}" has no ${name}. Pass what the provider gave you when you registered the application, or leave the provider out.`,
    )
  }
}

/** Whether logging in through a URL is safe: it uses `https`, or is on this machine. */
export function isSafeUrl(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url.hostname))
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]'
}

function toSafeUrl(text: string, label: string): string {
  const url = URL.parse(text)
  if (url !== null && isSafeUrl(url) && url.search === '' && url.hash === '') return text
  throw new SetupError(
    'E_OAUTH',
    `The provider "${label}" cannot be at ${JSON.stringify(text)}. Use a URL with https and without a query, or http://localhost.`,
  )
}

function toParameters(
  parameters: Readonly<Record<string, string>>,
  label: string,
): Readonly<Record<string, string>> {
  const own = Object.keys(parameters).find((name) => ownParameters.has(name))
  if (own === undefined) return parameters
  throw new SetupError(
    'E_OAUTH',
    `The provider "${label}" cannot have the parameter "${own}", which is set for every login. Use the options scopes and clientId.`,
  )
}

const ownParameters = new Set([
  'client_id',
  'client_secret',
  'code_challenge',
  'code_challenge_method',
  'nonce',
  'redirect_uri',
  'response_mode',
  'response_type',
  'scope',
  'state',
])
