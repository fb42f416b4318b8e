import { createHash } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { tellSecurityEvent, toSafeText } from '../../base/log/security-events.ts'
import { ValidationFailed } from '../../base/support/http-error.ts'
import type { AnyRecord } from '../../data/records/entity.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { sessionState } from '../session/sessions.ts'
import type { Accounts, AccountsParts, LoginOptions } from '../accounts/accounts.ts'
import { say } from '../accounts/authentication/accounts-options.ts'
import { challengeMs, Challenges } from './challenges.ts'
import { webAuthn } from './passkey-library.ts'
import { toSite, toSiteOf, type Site } from './site.ts'
import { StoredPasskeys, type StoredPasskey } from './stored-passkeys.ts'

/** The options of `passkeys()`. */
export interface PasskeyOptions {
  /** The application's name, which browsers show. */
  readonly name: string
  /**
   * The origin of the pages that use passkeys: `https://shop.example`. Passkeys are bound to its host.
   * Default: `APP_URL`, and `http://localhost` in development.
   */
  readonly origin?: string
  /** Whether users with a passkey have to give a second factor after the password. Default `false`. */
  readonly secondFactor?: boolean
}

/** A passkey as its user sees it in a list. */
export interface ListedPasskey {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  readonly usedAt: Date | null
}

/**
 * Passkeys for accounts: `export const keys = passkeys(auth, { name: 'My Shop' })`. Throws `E_PASSKEYS` for an
 * origin that browsers do not accept, and without `@simplewebauthn/server`.
 */
export function passkeys<User extends AnyRecord, Ability extends string>(
  auth: Accounts<User, Ability>,
  options: PasskeyOptions,
): Passkeys<User> {
  return new Passkeys(auth['~parts'], options)
}

/** EdDSA, ES256 and RS256, the best first. */
const algorithms = [-8, -7, -257]

/** Registering passkeys, and logging in with them. */
export class Passkeys<User extends AnyRecord> {
  readonly #parts: AccountsParts<User>
  readonly #name: string
  /** The site of the option `origin`. Without it, each request determines the site. */
  readonly #site: Site | undefined
  readonly #isSecondFactor: boolean
  readonly #stored: StoredPasskeys
  readonly #challenges: Challenges

  constructor(parts: AccountsParts<User>, { name, origin, secondFactor = false }: PasskeyOptions) {
    const { account, database } = parts.setup
    webAuthn.assertInstalled()
    this.#parts = parts
    this.#name = name
    this.#site = origin === undefined ? undefined : toSite(origin)
    this.#isSecondFactor = secondFactor
    this.#stored = new StoredPasskeys(account, database)
    this.#challenges = new Challenges(account, database)
    parts.onForget((userKey) => this.#stored.removeAll(userKey))
    const hasPasskey = async (key: string) => (await this.#stored.list(key)).length > 0
    parts.loginMethods.add(hasPasskey)
    const { entity } = parts.users
    if (origin === undefined && entity.account !== undefined) {
      entity.account = { ...entity.account, hasPasskeys: true }
    }
    if (secondFactor) parts.authentication.addFactor(hasPasskey)
  }

  /**
   * Begins to register a passkey: returns the options for `navigator.credentials.create()`. Throws
   * `Forbidden` unless the user has logged in or confirmed the password in the last 15 minutes.
   */
  async beginRegistration(request: HttpRequest): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { authentication, users, setup } = this.#parts
    const { user, login } = await authentication.getRecent(request)
    const known = await this.#stored.list(login.userKey)
    const library = await webAuthn.load()
    return library.generateRegistrationOptions({
      rpName: this.#name,
      rpID: this.#siteOf(request).host,
      userName: users.addressOf(user),
      userID: toHandle(setup.account, login.userKey),
      challenge: toBytes(this.#challenges.create(request, `register ${login.userKey}`)),
      timeout: challengeMs,
      attestationType: 'none',
      excludeCredentials: known.map(({ id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: algorithms,
    })
  }

  /**
   * Stores the passkey that the browser has created. Throws `ValidationFailed` if the answer does not match the request
   * of `beginRegistration` or the passkey is registered already, and `Forbidden` as `beginRegistration` does.
   */
  async finishRegistration(
    request: HttpRequest,
    { name, response }: { readonly name: string; readonly response: unknown },
  ): Promise<ListedPasskey> {
    const { authentication, notices } = this.#parts
    const current = await authentication.getRecent(request)
    const { login } = current
    const site = this.#siteOf(request)
    const challenge = await this.#challenges.take(request, `register ${login.userKey}`)
    const library = await webAuthn.load()
    const verified = await this.#verify(request, async () =>
      library.verifyRegistrationResponse({
        // Sound enough: the verification throws for any other value.
        response: response as RegistrationResponseJSON,
        expectedChallenge: toSent(challenge),
        expectedOrigin: site.origin,
        expectedRPID: site.host,
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      }),
    )
    if (!verified.verified) throw this.#refuse(request, 'not verified')
    const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
    const passkey: StoredPasskey = {
      id,
      userKey: login.userKey,
      name,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports,
      createdAt: Date.now(),
      usedAt: undefined,
    }
    await authentication.whileLoggedIn(current, async () => {
      if (!(await this.#stored.add(passkey))) throw this.#refuse(request, 'registered already')
      await notices.tell('passkey.registered', current.user, { request })
    })
    // Keep this order: a login that begins now either sees the factor or is ended here.
    if (this.#isSecondFactor) await authentication.endOthers(request, current)
    else (await sessionState(request)).regenerate()
    this.#tell(request, 'passkey.registered', 'A user has registered a passkey', login.userKey)
    return toListed(passkey)
  }

  /**
   * Begins a login: returns the options for `navigator.credentials.get()`. After a password, only the passkeys of that
   * user are allowed.
   */
  async beginLogin(request: HttpRequest): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { authentication } = this.#parts
    const isPending = await authentication.isPending(request)
    const known = isPending
      ? await this.#stored.list((await authentication.getPending(request)).userKey)
      : []
    const library = await webAuthn.load()
    return library.generateAuthenticationOptions({
      rpID: this.#siteOf(request).host,
      challenge: toBytes(this.#challenges.create(request, 'login')),
      timeout: challengeMs,
      userVerification: isPending ? 'preferred' : 'required',
      allowCredentials: known.map(({ id }) => ({ id })),
    })
  }

  /**
   * Logs in by passkey and returns the user: without a password, or as the second factor after one. Throws
   * `ValidationFailed` if the answer does not match the request of `beginLogin`. After too many attempts it throws as
   * `Accounts.attempt` does.
   */
  async finishLogin(
    request: HttpRequest,
    response: unknown,
    { remember = false }: LoginOptions = {},
  ): Promise<User> {
    const { authentication, attempts, users } = this.#parts
    const pending = (await authentication.isPending(request))
      ? await authentication.getPending(request)
      : undefined
    const site = this.#siteOf(request)
    const id = toCredentialId(response)
    // Count by the passkey's id, or by the user if the password has already named the user.
    const [claimed, kind] =
      pending === undefined
        ? ([id, 'passkey'] as const)
        : ([pending.userKey, 'second factor'] as const)
    const attempt = await attempts.count(request, claimed, { kind, field: 'passkey' })
    const challenge = await this.#challenges.take(request, 'login')
    const passkey = await this.#stored.find(id)
    const user = passkey === undefined ? null : await users.find(passkey.userKey)
    if (passkey === undefined || user === null || !users.isActive(user)) {
      throw this.#refuse(request, 'unknown')
    }
    if (pending !== undefined && pending.userKey !== passkey.userKey) {
      throw this.#refuse(request, 'of another user')
    }
    const library = await webAuthn.load()
    const { authenticationInfo, verified } = await this.#verify(request, async () =>
      library.verifyAuthenticationResponse({
        // Sound enough: the verification throws for any other value.
        response: response as AuthenticationResponseJSON,
        expectedChallenge: toSent(challenge),
        expectedOrigin: site.origin,
        expectedRPID: site.host,
        credential: toCredential(passkey),
        // Without a password, having the device is not enough.
        requireUserVerification: pending === undefined,
      }),
    )
    if (!verified) throw this.#refuse(request, 'not verified')
    // If two answers arrive at once, or the authenticator was copied, one of the counters is not higher.
    if (!(await this.#stored.use(passkey.id, authenticationInfo.newCounter))) {
      throw this.#refuse(request, 'counter')
    }
    await attempt.giveBack()
    if (pending === undefined) {
      const beginning = { proof: 'passkey', isRemembered: remember, factor: 'passkey' } as const
      await authentication.begin(request, user, beginning)
    } else {
      await authentication.complete(request, 'passkey')
    }
    return user
  }

  /** Lists the passkeys of the logged-in user, the oldest first. */
  async list(request: HttpRequest): Promise<readonly ListedPasskey[]> {
    const { login } = await this.#parts.authentication.get(request)
    return (await this.#stored.list(login.userKey)).map(toListed)
  }

  /**
   * Removes a passkey of the logged-in user and returns whether the user had it. Throws `ValidationFailed` if it is the
   * user's last way to log in, and `Forbidden` as `beginRegistration` does.
   */
  async remove(request: HttpRequest, id: string): Promise<boolean> {
    const { authentication, loginMethods, notices } = this.#parts
    const current = await authentication.getRecent(request)
    const { user, login } = current
    const remove = async () => {
      if (!(await this.#stored.remove(login.userKey, id))) return false
      await notices.tell('passkey.removed', user, { request })
      return true
    }
    const isRemoved = await authentication.whileLoggedIn(current, () =>
      loginMethods.remove(user, { field: 'passkey', remove }),
    )
    if (isRemoved) {
      this.#tell(request, 'passkey.removed', 'A user has removed a passkey', login.userKey)
    }
    return isRemoved
  }

  #siteOf(request: HttpRequest): Site {
    return this.#site ?? toSiteOf(request)
  }

  /** Runs a verification. The library throws for every answer that does not match. */
  async #verify<Result>(request: HttpRequest, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw this.#refuse(request, error instanceof Error ? error.message : 'malformed')
    }
  }

  #refuse(request: HttpRequest, reason: string): ValidationFailed {
    tellSecurityEvent(request, {
      event: 'passkey.failed',
      message: 'A passkey was refused',
      fields: { reason: toSafeText(reason) },
    })
    return new ValidationFailed({ passkey: say(this.#parts.setup.messages.passkey) })
  }

  #tell(request: HttpRequest, event: string, message: string, user: string): void {
    tellSecurityEvent(request, { event, message, fields: { user } })
  }
}

/** The user's handle, which authenticators store. It does not reveal the key (WebAuthn, 14.6.1). */
function toHandle(account: string, userKey: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(`passkey ${account} ${userKey}`).digest())
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text))
}

/** Compares a challenge with the one that the browser sends back; without a challenge, nothing matches. */
function toSent(challenge: string | undefined): (sent: string) => boolean {
  return (sent) => challenge !== undefined && sent === Buffer.from(challenge).toString('base64url')
}

function toCredentialId(response: unknown): string {
  if (typeof response !== 'object' || response === null || !('id' in response)) return ''
  return typeof response.id === 'string' ? response.id : ''
}

function toCredential({ id, publicKey, counter, transports }: StoredPasskey) {
  return {
    id,
    publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
    counter,
    transports: [...transports],
  }
}

function toListed({ id, name, createdAt, usedAt }: StoredPasskey): ListedPasskey {
  return {
    id,
    name,
    createdAt: new Date(createdAt),
    usedAt: usedAt === undefined ? null : new Date(usedAt),
  }
}
