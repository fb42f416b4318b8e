import { toMs, type Duration } from '../../base/support/duration.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { isLocalPath } from '../../web/http/redirect.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { toAppOrigin } from '../accounts/app-address.ts'
import type { SendRequest } from './bounded-fetch.ts'
import type { OAuthReason } from './oauth-failed.ts'
import { openIdClient } from './oauth-library.ts'
import type { ProviderProfile } from './profile.ts'
import { ProviderConnection } from './provider-connection.ts'
import { isSafeUrl, type Provider } from './provider.ts'

/** How users log in with their accounts at other providers. */
export interface OAuthOptions<User> {
  /**
   * The origin of this application, as providers know it: `https://shop.example`. Default: `APP_URL`, and
   * `http://localhost` in development.
   */
  readonly origin?: string
  /**
   * The path to which providers send the browser back, with `{provider}` for the name of the provider. Default
   * `/login/{provider}/callback`. Register `origin` and this path at each provider.
   */
  readonly callback?: string
  /** The providers by name. A provider that is `undefined` is left out. */
  readonly providers: Readonly<Record<string, Provider | undefined>>
  /**
   * Creates the user for a person who logs in for the first time, in the transaction that connects the provider. Return
   * `null` to refuse. Without it, only users who have connected a provider can log in with it.
   */
  readonly createUser?: CreateUser<User>
  /** The messages for users when a login fails. `provider` is the provider's label. */
  readonly messages?: Partial<OAuthMessages>
  /** How long to wait for each answer of a provider. Default `10s`. */
  readonly timeout?: Duration
  /** Sends the requests to providers, for example through a proxy. Default: the global `fetch`. */
  readonly fetch?: SendRequest
}

/** Creates the user that a provider's profile describes; `null` refuses. */
export type CreateUser<User> = (
  profile: ProviderProfile,
  request: HttpRequest,
) => MaybePromise<User | null>

/** The messages for users, by the reason. */
export type OAuthMessages = Readonly<Record<OAuthReason, (provider: string) => string>>

/** The options, checked, with their defaults. */
export interface OAuthSetup<User> {
  readonly connections: readonly ProviderConnection[]
  readonly origin: string | undefined
  readonly callback: string
  readonly createUser: CreateUser<User> | undefined
  readonly messages: OAuthMessages
}

/** Throws `E_OAUTH` for options that cannot work, when the module is loaded. */
export function toOAuthSetup<User>(options: OAuthOptions<User>): OAuthSetup<User> {
  const { origin, callback = '/login/{provider}/callback', timeout = '10s' } = options
  assertCallback(callback)
  const timeoutMs = toMs(timeout, 'timeout')
  const send = options.fetch ?? ((url, init) => fetch(url, init))
  const connections = Object.entries(options.providers).flatMap(([name, provider]) => {
    if (provider === undefined) return []
    assertName(name)
    if (origin !== undefined) assertOrigin(origin)
    openIdClient.assertInstalled()
    return [new ProviderConnection(name, provider, { send, timeoutMs })]
  })
  return {
    connections,
    origin,
    callback,
    createUser: options.createUser,
    messages: { ...defaultMessages, ...options.messages },
  }
}

/** The path of a provider's callback. */
export function toCallback(callback: string, provider: string): string {
  return callback.replace('{provider}', provider)
}

/** The URL to which a provider sends the browser. Throws `E_OAUTH` in production without `APP_URL`. */
export function toRedirectUri(
  request: HttpRequest,
  { origin = toAppOrigin(request), callback }: Pick<OAuthSetup<unknown>, 'origin' | 'callback'>,
  provider: string,
): string {
  if (origin === undefined) {
    throw new SetupError(
      'E_OAUTH',
      'Providers send browsers back to the origin of the application. Set APP_URL to it, such as https://shop.example.',
    )
  }
  assertOrigin(origin)
  return origin + request.base + toCallback(callback, provider)
}

function assertCallback(callback: string): void {
  const isTemplate = callback.split('{provider}').length === 2
  if (isTemplate && isLocalPath(callback) && !/[?#]/.test(callback)) return
  throw new SetupError(
    'E_OAUTH',
    `oauth({ callback }) takes a path of this application with {provider} in it, such as "/login/{provider}/callback", not ${JSON.stringify(callback)}.`,
  )
}

function assertName(name: string): void {
  if (/^[a-z0-9][a-z0-9-]{0,39}$/.test(name)) return
  throw new SetupError(
    'E_OAUTH',
    `Invalid name of a provider ${JSON.stringify(name)}. Use up to 40 lower-case letters, digits and hyphens.`,
  )
}

function assertOrigin(origin: string): void {
  const url = URL.parse(origin)
  if (url !== null && isSafeUrl(url) && url.origin === origin) return
  throw new SetupError(
    'E_OAUTH',
    `Providers cannot send browsers back to ${JSON.stringify(origin)}. Use an origin with https and without a path, such as "https://shop.example", or http://localhost.`,
  )
}

const defaultMessages: OAuthMessages = {
  denied: (provider) => `You did not allow ${provider} to log you in.`,
  expired: (provider) => `This login with ${provider} has expired. Try again.`,
  invalid: (provider) => `The response of ${provider} could not be verified. Try again.`,
  unavailable: (provider) => `${provider} cannot be reached at the moment. Try again later.`,
  taken: (provider) =>
    `There is an account with your address already. Log in to it, then connect ${provider} in its settings.`,
  connected: (provider) => `That account at ${provider} is connected to somebody else here.`,
  mismatch: (provider) => `That is not the account at ${provider} that is connected here.`,
  closed: (provider) => `You cannot log in with this account at ${provider}.`,
}
