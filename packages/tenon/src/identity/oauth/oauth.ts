import { open, seal } from '../../base/keys/keys.ts'
import { tellSecurityEvent, toSafeText } from '../../base/log/security-events.ts'
import { BadRequest, NotFound } from '../../base/support/http-error.ts'
import { unreachable } from '../../base/support/unreachable.ts'
import type { AnyRecord } from '../../data/records/entity.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import type { Accounts, AccountsParts, LoginOptions } from '../accounts/accounts.ts'
import { Flows, type Flow, type FlowPurpose } from './flows.ts'
import { Identities, type ListedIdentity, type ProviderUser } from './identities.ts'
import { OAuthFailed, type OAuthReason } from './oauth-failed.ts'
import {
  toCallback,
  toOAuthSetup,
  toRedirectUri,
  type OAuthOptions,
  type OAuthSetup,
} from './oauth-options.ts'
import { toEmail, toName, toSubject, type ProviderProfile } from './profile.ts'
import {
  ProviderRefused,
  type ProviderAnswer,
  type ProviderConnection,
  type ProviderTokens,
} from './provider-connection.ts'

/** A provider as a page shows it. */
export interface ListedProvider {
  readonly name: string
  readonly label: string
}

/** How a visit to a provider has ended. */
export interface OAuthResult<User> {
  /** What the visit was for, according to the function that began it. */
  readonly purpose: FlowPurpose
  readonly user: User
  /** Whether the user was created just now. */
  readonly isNew: boolean
  readonly profile: ProviderProfile
  /** Tokens to call the provider's API. Tenon does not store them. */
  readonly tokens: ProviderTokens
}

/**
 * Adds logins with accounts at other providers:
 * `export const providers = oauth(auth, { origin, providers: { google: google({ clientId, clientSecret }) } })`.
 *
 * Throws `E_OAUTH` for options that cannot work, or if there is a provider but `openid-client` is not installed.
 */
export function oauth<User extends AnyRecord, Ability extends string>(
  auth: Accounts<User, Ability>,
  options: OAuthOptions<User>,
): OAuth<User> {
  return new OAuth(auth['~parts'], options)
}

/** Logging in with accounts at other providers, and connecting them to users. */
export class OAuth<User extends AnyRecord> {
  readonly #parts: AccountsParts<User>
  readonly #setup: OAuthSetup<User>
  readonly #flows: Flows
  readonly #identities: Identities<User>

  constructor(parts: AccountsParts<User>, options: OAuthOptions<User>) {
    const { account, database } = parts.setup
    this.#parts = parts
    this.#setup = toOAuthSetup(options)
    this.#flows = new Flows(account, database)
    this.#identities = new Identities(parts, options.createUser)
  }

  /** The configured providers, for buttons. */
  get available(): readonly ListedProvider[] {
    return this.#setup.connections.map(({ name, provider: { label } }) => ({ name, label }))
  }

  /**
   * Begins a login: returns the URL of the provider, for `redirect.external()`. Throws `NotFound` for a provider
   * that is not configured, and `OAuthFailed` if it cannot be reached.
   */
  beginLogin(
    request: HttpRequest,
    provider: string,
    { remember = false }: LoginOptions = {},
  ): Promise<string> {
    return this.#begin(request, provider, { purpose: 'login', isRemembered: remember })
  }

  /**
   * Begins to connect a provider to the logged-in user: returns the URL of the provider. Put it behind a POST. Throws
   * as `beginLogin` does, and `Forbidden` unless the user has logged in or confirmed the password in the last 15
   * minutes.
   */
  async beginConnect(request: HttpRequest, provider: string): Promise<string> {
    const { login } = await this.#parts.authentication.getRecent(request)
    return this.#begin(request, provider, { purpose: 'connect', user: login.userKey })
  }

  /**
   * Asks the logged-in user again who they are, at a connected provider, for routes behind `confirmed`: returns the URL
   * of the provider. Throws as `beginLogin` does, and `Unauthorized` for a guest.
   */
  async beginConfirmation(request: HttpRequest, provider: string): Promise<string> {
    const { login } = await this.#parts.authentication.get(request)
    return this.#begin(request, provider, { purpose: 'confirm', user: login.userKey })
  }

  /**
   * Takes a form that the provider sends from its own site, as Apple does. Returns the path to which to redirect the
   * browser: only that second request carries the session. Use it in a POST route at the callback's path, with
   * `allowCrossOrigin()`. Throws `BadRequest` for a form of more than 4,000 characters.
   */
  async receiveForm(request: HttpRequest): Promise<string> {
    const { name } = this.#returning(request)
    const sent = new URLSearchParams(await request.text())
    if (sent.toString().length > longestForm) throw new BadRequest('The form is too long')
    const sealed = seal(formPurpose, sent.toString(), { expires: '1m' })
    return `${request.base}${toCallback(this.#setup.callback, name)}?form=${sealed}`
  }

  /**
   * Finishes the visit that one of the functions above began, in a GET route at the callback's path. After a login, the
   * user is logged in or still has to give the second factor: go to `auth.destination(request)`.
   *
   * A new person is connected to the user with the same address if both sides have verified the address; otherwise
   * `createUser` is called. Throws `OAuthFailed` with the reason, and whatever `createUser` throws.
   */
  async finish(request: HttpRequest): Promise<OAuthResult<User>> {
    const connection = this.#returning(request)
    const sent = toSent(request)
    const flow = await this.#flows.take(request, sent.get('state') ?? '')
    if (flow === undefined) {
      throw this.#fail(request, connection, { reason: 'expired', detail: 'Unknown state' })
    }
    if (flow.provider !== connection.name) {
      const detail = `Begun with the provider "${flow.provider}"`
      throw this.#fail(request, connection, { reason: 'invalid', detail })
    }
    return this.#refusing(request, connection, async () => {
      const answer = await connection.exchange(sent, flow)
      const profile = toProfile(connection, answer, sent)
      const ended = await this.#end(request, flow, { profile, issuer: answer.issuer })
      return { purpose: flow.purpose, ...ended, profile, tokens: answer.tokens }
    })
  }

  /** Lists the accounts at providers that are connected to the logged-in user, the oldest first. */
  async list(request: HttpRequest): Promise<readonly ListedIdentity[]> {
    const { login } = await this.#parts.authentication.get(request)
    return this.#identities.list(login.userKey)
  }

  /**
   * Disconnects an account at a provider from the logged-in user and returns whether it was connected. Throws
   * `ValidationFailed` if it is the user's last way to log in, and `Forbidden` as `beginConnect` does.
   */
  async remove(request: HttpRequest, id: string): Promise<boolean> {
    const current = await this.#parts.authentication.getRecent(request)
    return this.#identities.remove(request, current, id)
  }

  async #begin(
    request: HttpRequest,
    name: string,
    { purpose, user, isRemembered = false }: Beginning,
  ): Promise<string> {
    const connection = this.#setup.connections.find((each) => each.name === name)
    if (connection === undefined) throw new NotFound()
    return this.#refusing(request, connection, async () => {
      const redirectUri = toRedirectUri(request, this.#setup, name)
      const start = { provider: name, redirectUri, purpose, user, isRemembered }
      const flow = this.#flows.begin(request, start)
      return connection.authorizationUrl(flow)
    })
  }

  /** Finds the provider by its callback. Each has its own, so none can answer for another (RFC 9700, section 4.4). */
  #returning(request: HttpRequest): ProviderConnection {
    const path = request.path()
    const { connections, callback } = this.#setup
    const connection = connections.find(({ name }) => toCallback(callback, name) === path)
    if (connection === undefined) throw new NotFound()
    return connection
  }

  #end(request: HttpRequest, flow: Flow, visitor: ProviderUser) {
    switch (flow.purpose) {
      case 'login':
        return this.#identities.logIn(request, visitor, flow)
      case 'connect':
        return this.#identities.connect(request, visitor, flow)
      case 'confirm':
        return this.#identities.confirm(request, visitor, flow)
      default:
        return unreachable(flow.purpose)
    }
  }

  /** Turns a `ProviderRefused` into an `OAuthFailed` with a message for the user. */
  async #refusing<Result>(
    request: HttpRequest,
    connection: ProviderConnection,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error
      throw this.#fail(request, connection, { reason: error.reason, detail: error.message })
    }
  }

  #fail(
    request: HttpRequest,
    { name, provider }: ProviderConnection,
    { reason, detail }: { readonly reason: OAuthReason; readonly detail: string },
  ): OAuthFailed {
    tellSecurityEvent(request, {
      event: 'provider.failed',
      message: 'Somebody could not log in with a provider',
      fields: { provider: name, reason, detail: toSafeText(detail) },
    })
    return new OAuthFailed(reason, this.#setup.messages[reason](provider.label))
  }
}

interface Beginning {
  readonly purpose: FlowPurpose
  readonly user?: string
  readonly isRemembered?: boolean
}

const formPurpose = 'oauth form'

/** In characters. The sealed form must fit into a URL. */
const longestForm = 4000

/** What the provider sent through the browser: in the URL, or in a form that `receiveForm` has sealed. */
function toSent(request: HttpRequest): URLSearchParams {
  const sealed = request.query.get('form')
  const form = sealed === null ? undefined : open(formPurpose, sealed)
  return typeof form === 'string' ? new URLSearchParams(form) : request.query
}

function toProfile(
  { name, provider }: ProviderConnection,
  { claims }: ProviderAnswer,
  sent: URLSearchParams,
): ProviderProfile {
  const subject = toSubject(claims)
  if (subject === undefined) throw new ProviderRefused('invalid', 'The subject is not usable')
  const email = toEmail(claims)
  const fromBrowser = provider.readSentUser?.(sent.get('user') ?? '') ?? {}
  return {
    provider: name,
    subject,
    email,
    emailVerified: email !== undefined && provider.isEmailVerified(claims),
    name: toName(claims) ?? toName(fromBrowser),
    claims,
  }
}
