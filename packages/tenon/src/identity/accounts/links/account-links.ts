import { tellSecurityEvent } from '../../../base/log/security-events.ts'
import type { Duration } from '../../../base/support/duration.ts'
import { ValidationFailed } from '../../../base/support/http-error.ts'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import { databaseOf } from '../../../data/database/current-database.ts'
import { UniqueViolation } from '../../../data/database/database-error.ts'
import type { AnyRecord } from '../../../data/records/entity.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { SealedCookie } from '../../session/sealed-cookie.ts'
import { createToken, toDigest } from '../../session/session-store.ts'
import { say, type AccountsSetup } from '../authentication/accounts-options.ts'
import type { Attempts } from '../authentication/attempts.ts'
import type { Authentication } from '../authentication/authentication.ts'
import type { Notices } from '../authentication/notices.ts'
import { hash } from '../../passwords/hash.ts'
import type { Users } from '../authentication/users.ts'
import { afterAnswer } from './after-answer.ts'
import { UserLinks, type Link, type LinkPurpose, type OpenLink } from './user-links.ts'

/** What a mail with a link needs. */
export interface LinkMail<User> {
  readonly user: User
  /** The address to send it to. */
  readonly address: string
  /** The token to put into the link's URL. */
  readonly token: string
}

/** Sends a mail with a link. The application provides this function. */
export type SendLink<User> = (mail: LinkMail<User>) => MaybePromise<void>

/** The values of a password reset form. */
export interface PasswordReset {
  readonly token: string
  readonly password: string
  /**
   * Whether to revoke the user's API tokens too: a thief with the old password may have issued one. Default `false`.
   */
  readonly revokeTokens?: boolean | undefined
}

/** How long links work. */
const lifetimes = {
  verify: '1d',
  reset: '30m',
  // ASVS 6.5.5: a code or link to log in lasts ten minutes at most.
  login: '10m',
  change: '1h',
} as const satisfies Record<LinkPurpose, Duration>

interface AccountLinksParts<User extends AnyRecord> {
  readonly setup: AccountsSetup<User>
  readonly users: Users<User>
  readonly attempts: Attempts
  readonly authentication: Authentication<User>
  readonly notices: Notices<User>
  /** Deletes everything with which a user can log in, except the password. */
  readonly removeCredentials: (user: User) => Promise<void>
  /** Returns a function that reports it. */
  readonly revokeTokens: (user: User) => Promise<() => void>
  /** The key of the user whose token a request has, if its route asks for one. */
  readonly tokenUserOf: (request: HttpRequest) => string | undefined
}

/**
 * Links that users get by mail. Each works once and expires. None works after the address or the password has changed.
 *
 * A link proves that the user owns the mailbox. If nobody has proved that before, a stranger may have prepared the
 * account for its owner, so all other ways to log in end.
 *
 * Neither an answer nor its time shows whether a user exists: mails are sent after the answer, and failures are logged.
 */
export class AccountLinks<User extends AnyRecord> {
  readonly #setup: AccountsSetup<User>
  readonly #users: Users<User>
  readonly #attempts: Attempts
  readonly #authentication: Authentication<User>
  readonly #notices: Notices<User>
  readonly #removeCredentials: (user: User) => Promise<void>
  readonly #revokeTokens: AccountLinksParts<User>['revokeTokens']
  readonly #tokenUserOf: AccountLinksParts<User>['tokenUserOf']
  readonly #links: UserLinks<User>
  /**
   * The login link that a browser has asked for. In a cookie: anybody can ask, and would fill the store of sessions.
   */
  readonly #askedFor: SealedCookie

  constructor(parts: AccountLinksParts<User>) {
    const { setup, users, attempts, authentication } = parts
    this.#setup = setup
    this.#users = users
    this.#attempts = attempts
    this.#authentication = authentication
    this.#notices = parts.notices
    this.#removeCredentials = parts.removeCredentials
    this.#revokeTokens = parts.revokeTokens
    this.#tokenUserOf = parts.tokenUserOf
    this.#links = new UserLinks(users, setup)
    this.#askedFor = new SealedCookie(`link-${setup.account}`, lifetimes.login)
  }

  /** Makes the token of a link that verifies a user's address. The link works for one day. */
  verification(user: User): string {
    return this.#issue('verify', user)
  }

  /**
   * Verifies the address to which the token was sent, and returns its user. Throws `ValidationFailed` if the link does
   * not work any more.
   *
   * If the user is not logged in in this browser, the request has no token of theirs, and the address was not verified
   * before, somebody else may have set up the account. Then the user's tokens, passkeys, accounts at providers and second factor are removed.
   */
  async verify(request: HttpRequest, token: string): Promise<User> {
    const { user, link } = await this.#open('verify', token)
    const current = await this.#authentication.current(request)
    const isSame = [current?.login.userKey, this.#tokenUserOf(request)].includes(link.user)
    await this.#useUp(link, async () => {
      if (!isSame) await this.#claim(user)
      await this.#users.storeVerified(user)
    })
    this.#authentication.rememberBrowser(request, user)
    this.#tell(request, 'address.verified', 'A user has verified an address', user)
    return user
  }

  /** Returns whether a link still works, without using it. Call it for the page to which the link leads. */
  async works(purpose: LinkPurpose, token: string): Promise<boolean> {
    return (await this.#links.open(purpose, token)) !== undefined
  }

  /**
   * Counts a mail to an address that a stranger may have typed, and returns whether it may be sent. By default an
   * address gets three mails at once for each topic, then one every three minutes. The methods below count their mails
   * themselves.
   */
  mayMail(address: string, topic: string): Promise<boolean> {
    return this.#attempts.mayMail(address, topic)
  }

  /**
   * Sends a link for a new password to the user with this login, if there is one. The link works for 30 minutes.
   * `mayMail` limits the mails to one address. Throws as `Accounts.attempt` does after too many requests.
   */
  async requestReset(request: HttpRequest, login: string, send: SendLink<User>): Promise<void> {
    await this.#attempts.count(request, login, { kind: 'mail' })
    afterAnswer(request, async () => {
      const user = await this.#findReceiver(login)
      if (user === null) return
      const address = this.#users.addressOf(user)
      if (!(await this.mayMail(address, 'reset'))) return
      await send({ user, address, token: this.#issue('reset', user) })
    })
  }

  /**
   * Gives a user a new password, ends all logins and returns the user, who still has to log in. Throws
   * `ValidationFailed` if the link does not work any more.
   *
   * If the address was not verified before, it is verified now, and the user's tokens, passkeys, accounts at providers
   * and second factor are removed. With `revokeTokens`, the tokens are always revoked.
   */
  async resetPassword(request: HttpRequest, reset: PasswordReset): Promise<User> {
    const { token, password, revokeTokens = false } = reset
    const { user, link } = await this.#open('reset', token)
    const hashed = await hash.make(password)
    let tellRevoked: (() => void) | undefined
    await this.#useUp(link, async () => {
      await this.#authentication.resetPassword(user, hashed)
      await this.#proveMailbox(user)
      if (revokeTokens) tellRevoked = await this.#revokeTokens(user)
      await this.#notices.tell('password.reset', user, { request })
    })
    this.#authentication.rememberBrowser(request, user)
    tellRevoked?.()
    this.#tell(request, 'password.reset', 'A user has reset the password', user)
    return user
  }

  /**
   * Sends a link that logs in to the user with this login, if there is one. The link works for ten minutes, in the
   * browser that has asked for it. `mayMail` limits the mails to one address. Throws as `Accounts.attempt` does after
   * too many requests.
   */
  async requestLogin(request: HttpRequest, login: string, send: SendLink<User>): Promise<void> {
    await this.#attempts.count(request, login, { kind: 'mail' })
    const id = createToken()
    this.#askedFor.write(request, toDigest(id))
    afterAnswer(request, async () => {
      const user = await this.#findReceiver(login)
      if (user === null) return
      const address = this.#users.addressOf(user)
      if (!(await this.mayMail(address, 'login'))) return
      await send({ user, address, token: this.#issue('login', user, id) })
    })
  }

  /**
   * Logs in by a link and returns the user. Throws `ValidationFailed` if the link does not work any more, or was asked
   * for in another browser.
   *
   * If the address was not verified before, it is verified now, and everything with which somebody else could log in is
   * removed, including the password.
   */
  async login(
    request: HttpRequest,
    token: string,
    { remember = false }: { readonly remember?: boolean | undefined } = {},
  ): Promise<User> {
    const { user, link } = await this.#open('login', token)
    if (this.#askedFor.read(request) !== toDigest(link.id)) throw this.#invalid()
    const unknown = await hash.make(createToken())
    const useUp = () =>
      this.#useUp(link, async () => {
        if (this.#users.isUnverified(user)) await this.#authentication.dropPassword(user, unknown)
        await this.#proveMailbox(user)
      })
    const start = { proof: 'link', isRemembered: remember, useUp } as const
    await this.#authentication.begin(request, user, start)
    this.#askedFor.clear(request)
    return user
  }

  /**
   * Begins to change the address of the logged-in user: sends one link to the old address and one to the new one. Both
   * must be used within an hour. Put the route behind `confirmed`.
   */
  async requestAddressChange(
    request: HttpRequest,
    address: string,
    send: SendLink<User>,
  ): Promise<void> {
    const { user, login } = await this.#authentication.get(request)
    await this.#attempts.count(request, login.userKey, { kind: 'address change' })
    const change = createToken()
    const issue = (side: Side) =>
      this.#links.issue('change', user, {
        id: toSideId(change, side),
        expires: lifetimes.change,
        content: { change, side, newAddress: address },
      })
    afterAnswer(request, async () => {
      if (!(await this.mayMail(address, 'change'))) return
      await send({ user, address: this.#users.addressOf(user), token: issue('old') })
      await send({ user, address, token: issue('new') })
    })
  }

  /**
   * Confirms a change of address from one of the two mailboxes. Returns `changed` if both have confirmed it, and
   * `pending` if the other one still has to. Throws `ValidationFailed` if the link does not work any more, or if
   * somebody else has that address.
   */
  async confirmAddress(request: HttpRequest, token: string): Promise<'changed' | 'pending'> {
    const { user, link } = await this.#open<ChangeLink>('change', token)
    const other = link.side === 'old' ? 'new' : 'old'
    let isChanged = false
    try {
      await this.#useUp(link, async () => {
        isChanged = await this.#links.isUsed(toSideId(link.change, other))
        if (isChanged) await this.#changeAddress(request, user, link)
      })
    } catch (error) {
      if (error instanceof UniqueViolation) throw this.#invalid()
      throw error
    }
    if (!isChanged) return 'pending'
    this.#tell(request, 'address.changed', 'A user has changed the address', user)
    return 'changed'
  }

  async #changeAddress(
    request: HttpRequest,
    user: User,
    { newAddress, address }: ChangeLink,
  ): Promise<void> {
    await this.#claim(user)
    await this.#users.storeAddress(user, newAddress)
    await this.#notices.tell('address.changed', user, { request, address })
  }

  /** Notes that the user owns the mailbox. */
  async #proveMailbox(user: User): Promise<void> {
    if (!this.#users.isUnverified(user)) return
    await this.#claim(user)
    await this.#users.storeVerified(user)
  }

  /** Removes everything that somebody else may have added to an account before its owner came. */
  async #claim(user: User): Promise<void> {
    if (this.#users.isUnverified(user)) await this.#removeCredentials(user)
  }

  /** The user with a login, if mails may be sent to them. */
  async #findReceiver(login: string): Promise<User | null> {
    const user = await this.#users.findByLogin(login)
    return user !== null && this.#users.isActive(user) ? user : null
  }

  #issue(purpose: LinkPurpose, user: User, id = createToken()): string {
    return this.#links.issue(purpose, user, { id, expires: lifetimes[purpose] })
  }

  async #open<Content extends Link>(
    purpose: LinkPurpose,
    token: string,
  ): Promise<OpenLink<User, Content>> {
    const found = await this.#links.open<Content>(purpose, token)
    if (found === undefined) throw this.#invalid()
    return found
  }

  /** Uses a link and does its work in one transaction: both or neither, and only once. */
  async #useUp(link: Link, work: () => Promise<void>): Promise<void> {
    await databaseOf(this.#setup.database).transaction(async () => {
      if (!(await this.#links.use(link))) throw this.#invalid()
      await work()
    })
  }

  #invalid(): ValidationFailed {
    return new ValidationFailed({ token: say(this.#setup.messages.link) })
  }

  #tell(request: HttpRequest, event: string, message: string, user: User): void {
    tellSecurityEvent(request, { event, message, fields: { user: this.#users.keyOf(user) } })
  }
}

/** The mailbox from which a change of address is confirmed. */
type Side = 'old' | 'new'

interface ChangeLink extends Link {
  readonly change: string
  readonly side: Side
  readonly newAddress: string
}

function toSideId(change: string, side: Side): string {
  return `${change}:${side}`
}
