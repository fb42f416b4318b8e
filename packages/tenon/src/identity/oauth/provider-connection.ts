import type { Configuration, CustomFetch } from 'openid-client'
import { boundedFetch, ProviderUnreachable, type SendRequest } from './bounded-fetch.ts'
import type { Flow } from './flows.ts'
import type { OAuthReason } from './oauth-failed.ts'
import { openIdClient, type OpenIdLibrary } from './oauth-library.ts'
import type { Claims } from './profile.ts'
import type { Provider } from './provider.ts'

/** The rights of the application at the provider, in the name of the user. */
export interface ProviderTokens {
  readonly accessToken: string
  /** Fetches a new access token; `undefined` unless the application asked for it and the provider sent it. */
  readonly refreshToken: string | undefined
  readonly expiresAt: Date | undefined
}

/** What a provider says after a person has logged in there. */
export interface ProviderAnswer {
  readonly claims: Claims
  /** Who vouches for the subject. At Microsoft, this is the directory of the user. */
  readonly issuer: string
  readonly tokens: ProviderTokens
}

/** Why a visit to a provider failed. The detail is for the log. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused'
  readonly reason: OAuthReason

  constructor(reason: OAuthReason, detail: string) {
    super(detail)
    this.reason = reason
  }
}

export interface ConnectionParts {
  readonly send: SendRequest
  readonly timeoutMs: number
}

/** How long metadata and keys of a provider are used before they are read again. */
const freshMs = 60 * 60_000

/** The application as a client of one provider. */
export class ProviderConnection {
  readonly name: string
  readonly provider: Provider
  readonly #parts: ConnectionParts
  #configuration: Promise<Configuration> | undefined
  #readAt = 0

  constructor(name: string, provider: Provider, parts: ConnectionParts) {
    this.name = name
    this.provider = provider
    this.#parts = parts
  }

  /** The URL at which the user logs in. Throws `ProviderRefused` if the provider cannot be reached. */
  async authorizationUrl(flow: Flow): Promise<string> {
    const library = await openIdClient.load()
    const { scopes, parameters, readClaims } = this.provider
    const configuration = await this.#guard(() => this.#configure())
    const url = library.buildAuthorizationUrl(configuration, {
      ...parameters,
      redirect_uri: flow.redirectUri,
      scope: scopes.join(' '),
      state: flow.state,
      code_challenge: await library.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
      ...(readClaims === undefined && { nonce: flow.nonce }),
      ...(this.#asksAgain(flow) && { prompt: 'login', max_age: '0' }),
    })
    return url.href
  }

  /**
   * Exchanges the code that the browser brought back for the provider's claims about the user. Throws `ProviderRefused`
   * if any part does not match the flow.
   */
  exchange(sent: URLSearchParams, flow: Flow): Promise<ProviderAnswer> {
    return this.#guard(async () => {
      const library = await openIdClient.load()
      const { readClaims } = this.provider
      const configuration = await this.#configure()
      const returned = await library.authorizationCodeGrant(
        configuration,
        new URL(`${flow.redirectUri}?${sent.toString()}`),
        {
          expectedState: flow.state,
          pkceCodeVerifier: flow.verifier,
          ...(readClaims === undefined && { expectedNonce: flow.nonce }),
          ...(this.#asksAgain(flow) && { maxAge: reauthenticationSeconds }),
        },
      )
      const expiresIn = returned.expiresIn()
      const tokens = {
        accessToken: returned.access_token,
        refreshToken: returned.refresh_token,
        expiresAt: expiresIn === undefined ? undefined : new Date(Date.now() + expiresIn * 1000),
      }
      if (readClaims !== undefined) {
        const claims = await readClaims((url) => this.#read(configuration, returned, url))
        return { claims, issuer: this.provider.issuer, tokens }
      }
      const idToken = returned.claims()
      if (idToken === undefined) throw new ProviderRefused('invalid', 'There is no ID token')
      const claims = await this.#complete(configuration, idToken, returned.access_token)
      return { claims, issuer: idToken.iss, tokens }
    })
  }

  /** Adds claims that only the UserInfo endpoint has. The claims of the ID token take precedence. */
  async #complete(
    configuration: Configuration,
    idToken: Claims & { readonly sub: string },
    accessToken: string,
  ): Promise<Claims> {
    const { userinfo_endpoint } = configuration.serverMetadata()
    if (idToken['email'] !== undefined || userinfo_endpoint === undefined) return idToken
    const library = await openIdClient.load()
    const more = await library.fetchUserInfo(configuration, accessToken, idToken.sub)
    return { ...more, ...idToken }
  }

  async #read(
    configuration: Configuration,
    { access_token }: { readonly access_token: string },
    url: string,
  ): Promise<unknown> {
    const headers = new Headers({ accept: 'application/json' })
    const library = await openIdClient.load()
    const response = await library.fetchProtectedResource(
      configuration,
      access_token,
      new URL(url),
      'GET',
      null,
      headers,
    )
    if (!response.ok) return undefined
    try {
      return await response.json()
    } catch {
      throw new ProviderRefused('unavailable', 'Its response is not JSON')
    }
  }

  /** The provider's metadata, read on first use and again after an hour. */
  #configure(): Promise<Configuration> {
    const previous = this.#configuration
    if (previous !== undefined && Date.now() - this.#readAt < freshMs) return previous
    const next = this.#create().catch(async (error: unknown) => {
      // Metadata that was valid an hour ago is better than none.
      if (previous !== undefined) return previous
      this.#configuration = undefined
      throw new ProviderRefused('unavailable', (await toRefused(error)).message)
    })
    this.#configuration = next
    this.#readAt = Date.now()
    return next
  }

  async #create(): Promise<Configuration> {
    const library = await openIdClient.load()
    const { send, timeoutMs } = this.#parts
    const { issuer, client, endpoints, readClaims } = this.provider
    const fetch: CustomFetch = (url, { method, headers, body }) => {
      // The library sends only forms.
      const form = body instanceof URLSearchParams ? body : null
      return boundedFetch(send, url, { method, headers, body: form, timeoutMs })
    }
    const authenticate = toAuthentication(library, client)
    const isLocal = issuer.startsWith('http:')
    const execute = isLocal ? [library.allowInsecureRequests] : []

    if (endpoints === undefined) {
      const options = { [library.customFetch]: fetch, execute }
      const found = await library.discovery(
        new URL(issuer),
        client.id,
        undefined,
        authenticate,
        options,
      )
      library.enableNonRepudiationChecks(found)
      return found
    }
    const metadata = {
      issuer,
      authorization_endpoint: endpoints.authorization,
      token_endpoint: endpoints.token,
      ...(endpoints.keys !== undefined && { jwks_uri: endpoints.keys }),
    }
    const known = new library.Configuration(metadata, client.id, undefined, authenticate)
    known[library.customFetch] = fetch
    for (const allow of execute) allow(known)
    if (readClaims === undefined) library.enableNonRepudiationChecks(known)
    return known
  }

  /** Whether the provider must ask for the password even if the user is logged in there. */
  #asksAgain({ purpose }: Flow): boolean {
    return purpose === 'confirm' && this.provider.canReauthenticate
  }

  async #guard<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw await toRefused(error)
    }
  }
}

/** For a confirmation: how long ago the user may have given the password at the provider, in seconds. */
const reauthenticationSeconds = 10 * 60

function toAuthentication(library: OpenIdLibrary, client: Provider['client']) {
  const { authentication, secret } = client
  const { ClientSecretBasic, ClientSecretPost } = library
  const prove = authentication === 'basic' ? ClientSecretBasic : ClientSecretPost
  return (...args: Parameters<ReturnType<typeof prove>>) => prove(secret())(...args)
}

/** Describes an error without the secrets that the library keeps in its causes. */
async function toRefused(error: unknown): Promise<ProviderRefused> {
  if (error instanceof ProviderRefused) return error
  const unreachable = findUnreachable(error)
  if (unreachable !== undefined) return new ProviderRefused('unavailable', unreachable.message)
  const library = await openIdClient.load()
  if (error instanceof library.AuthorizationResponseError) {
    return new ProviderRefused(toReason(error.error), `It has answered "${error.error}"`)
  }
  if (error instanceof library.ResponseBodyError) {
    const reason = error.error === 'invalid_grant' ? 'invalid' : 'unavailable'
    return new ProviderRefused(reason, `Its token endpoint has answered "${error.error}"`)
  }
  if (
    error instanceof library.ClientError ||
    error instanceof library.WWWAuthenticateChallengeError
  ) {
    const { code = '', message, cause } = error
    const detail = cause instanceof Error ? cause.message : message
    return new ProviderRefused(isUnusable(code) ? 'unavailable' : 'invalid', detail)
  }
  // The library throws these when it checks what the provider sent.
  if (error instanceof TypeError && 'code' in error) {
    return new ProviderRefused('unavailable', error.message)
  }
  throw error
}

/** An error of the redirect back (RFC 6749, section 4.1.2.1). */
function toReason(error: string): OAuthReason {
  if (error === 'access_denied' || error === 'user_cancelled_authorize') return 'denied'
  return error === 'login_required' || error === 'invalid_request' ? 'invalid' : 'unavailable'
}

/** Whether the answer was unusable in itself, rather than not matching the request. */
function isUnusable(code: string): boolean {
  return [
    'OAUTH_PARSE_ERROR',
    'OAUTH_RESPONSE_IS_NOT_JSON',
    'OAUTH_RESPONSE_IS_NOT_CONFORM',
    'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
    'OAUTH_MISSING_SERVER_METADATA',
  ].includes(code)
}

function findUnreachable(error: unknown, depth = 0): ProviderUnreachable | undefined {
  if (error instanceof ProviderUnreachable) return error
  if (!(error instanceof Error) || depth > 5) return undefined
  return findUnreachable(error.cause, depth + 1)
}
