import { randomBytes } from 'node:crypto'
import { actors } from '../../../base/log/actors.ts'
import { tellSecurityEvent } from '../../../base/log/security-events.ts'
import { Forbidden, Unauthorized } from '../../../base/support/http-error.ts'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import { databaseOf } from '../../../data/database/current-database.ts'
import type { AnyRecord } from '../../../data/records/entity.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { stateKey } from '../../../web/http/state-key.ts'
import { sessionsOf, sessionState } from '../../session/sessions.ts'
import type { SessionState } from '../../session/session-state.ts'
import type { AccountsSetup } from './accounts-options.ts'
import { CurrentLogin, type HasFactor, PendingLogins } from './current-login.ts'
import { KnownDevices } from './attempts.ts'
import {
  type Factor,
  type LoggedIn,
  type Login,
  type LoginStart,
  type ProvedLogin,
  Logins,
} from './logins/logins.ts'
import { RememberMe } from './logins/remember-me.ts'
import { toDevice, type Notices } from './notices.ts'
import type { Users } from './users.ts'

/** How recent the last proof of identity must be before a user can change how they log in. */
const recentMs = 15 * 60_000

/**
 * Finds out who sent a request. The session holds the id of a login and the key of its user. The login itself is a row
 * in the database, so it can be ended from elsewhere, whichever store keeps the sessions.
 */
export class Authentication<User extends AnyRecord> {
  readonly logins: Logins
  readonly #current: CurrentLogin<User>
  readonly #pending: PendingLogins
  readonly #rememberMe: RememberMe
  readonly #devices: KnownDevices
  readonly #users: Users<User>
  readonly #notices: Notices<User>
  readonly #onLogin: AccountsSetup<User>['onLogin']
  /** The name of the users' database. */
  readonly #database: string | undefined
  /** The users' table: the name under which the session keeps the login. */
  readonly #account: string
  readonly #programUser = stateKey<string | undefined>('program user')

  constructor(users: Users<User>, notices: Notices<User>, setup: AccountsSetup<User>) {
    const { account, database, remember } = setup
    this.logins = new Logins(account, database)
    this.#rememberMe = new RememberMe(this.logins, account, remember)
    this.#pending = new PendingLogins(account)
    const { logins } = this
    this.#current = new CurrentLogin({
      setup,
      users,
      logins,
      rememberMe: this.#rememberMe,
      pending: this.#pending,
    })
    this.#devices = new KnownDevices(account)
    this.#users = users
    this.#notices = notices
    this.#onLogin = setup.onLogin
    this.#database = database
    this.#account = account
  }

  /** The user who is logged in, looked up once per request; `null` for a guest. */
  current(request: HttpRequest): MaybePromise<LoggedIn<User> | null> {
    return this.#current.get(request)
  }

  /** The user who is logged in. Throws `Unauthorized` for a guest. */
  async get(request: HttpRequest): Promise<LoggedIn<User>> {
    const current = await this.current(request)
    if (current === null) throw new Unauthorized('Log in first')
    return current
  }

  /** Like `get`, but throws `Forbidden` unless the user has proved who they are in the last 15 minutes. */
  async getRecent(request: HttpRequest): Promise<LoggedIn<User>> {
    const current = await this.get(request)
    if (Date.now() - current.login.confirmedAt < recentMs) return current
    throw new Forbidden('Confirm your password first')
  }

  /**
   * Logs a user in. Every proof of identity leads through here. The session gets a new id, and a login that this
   * browser had before ends. A user with a second factor is logged in when `complete` is called.
   *
   * If it throws, the browser keeps the session and the login that it had.
   */
  async begin(request: HttpRequest, user: User, start: LoginStart): Promise<void> {
    const session = await sessionState(request)
    const restore = session.savepoint()
    try {
      const enter = await this.#commit(request, session, user, start)
      await enter()
    } catch (error) {
      restore()
      this.#current.forget(request)
      throw error
    }
  }

  /** Stores a login together with the use of the link that proved it. Returns what `#store` returns. */
  #commit(
    request: HttpRequest,
    session: SessionState,
    user: User,
    start: LoginStart,
  ): Promise<Enter> {
    const { useUp } = start
    if (useUp === undefined) return this.#store(request, session, user, start)
    return this.#transaction(async () => {
      await useUp()
      return this.#store(request, session, user, start)
    })
  }

  /** Stores a login. Returns a function that puts the login into the browser; call it once the row is committed. */
  async #store(
    request: HttpRequest,
    session: SessionState,
    user: User,
    start: LoginStart,
  ): Promise<Enter> {
    const { isRemembered, factor } = start
    const now = Date.now()
    const login: Login = {
      id: createLoginId(),
      userKey: this.#users.keyOf(user),
      stamp: this.#users.stampOf(user),
      ...toDevice(request),
      createdAt: now,
      usedAt: now,
      confirmedAt: now,
      rememberUntil: isRemembered ? this.#rememberMe.until() : undefined,
    }
    await this.logins.begin(login, sessionsOf(request).lifetime)
    const endFormer = this.#leave(request, session, login.userKey)
    // Check after the login is stored: turning a factor on ends the logins that were stored before.
    if (factor === undefined && (await this.#pending.hasFactor(login.userKey))) {
      await this.logins.end(login.id)
      return async () => {
        await endFormer()
        await this.#suspend(request, session, { ...start, login })
      }
    }
    this.#current.set(request, { user, login })
    // `onLogin` may end the user's other logins, and then this one has a new id.
    const current = async (): Promise<Login> => (await this.current(request))?.login ?? login
    try {
      await this.#onLogin?.({ request, user, proof: start.proof, factor })
      // Do this last: a mail cannot be taken back, and the application may refuse the login.
      await this.#noticeBrowser(request, user, start)
    } catch (error) {
      // Without a session, the user would see this login in the list. With `useUp`, the transaction rolls it back.
      if (start.useUp === undefined) await this.logins.end((await current()).id)
      throw error
    }
    return async () => {
      await endFormer()
      const entered = await current()
      if (isRemembered) await this.#rememberMe.issue(request, entered)
      else this.#rememberMe.forget(request)
      this.rememberBrowser(request, user)
      this.#current.enter(request, session, { ...start, login: entered })
    }
  }

  /** Asks the application about the login of a program, which gets a token instead of a session. */
  async admit(
    request: HttpRequest,
    user: User,
    { proof, factor }: Pick<LoginStart, 'proof' | 'factor'>,
  ): Promise<void> {
    const userKey = this.#users.keyOf(user)
    actors.note(request, { table: this.#account, key: userKey })
    request.set(this.#programUser, userKey)
    try {
      await this.#onLogin?.({ request, user, proof, factor })
    } catch (error) {
      actors.note(request, null)
      throw error
    } finally {
      request.set(this.#programUser, undefined)
    }
  }

  /** Notes that the browser belongs to the user. */
  rememberBrowser(request: HttpRequest, user: User): void {
    this.#devices.remember(request, this.#users.loginOf(user), this.#users.stampOf(user))
  }

  /** Adds a kind of second factor. */
  addFactor(hasFactor: HasFactor): void {
    this.#pending.addFactor(hasFactor)
  }

  /** Whether a user has set up any second factor. */
  hasFactor(userKey: string): Promise<boolean> {
    return this.#pending.hasFactor(userKey)
  }

  /** Whether a login of this browser waits for the second factor. */
  async isPending(request: HttpRequest): Promise<boolean> {
    return this.#pending.find(await sessionState(request)) !== undefined
  }

  /** The user who still has to give the second factor. Throws `Unauthorized` if there is none. */
  async getPending(
    request: HttpRequest,
  ): Promise<{ readonly user: User; readonly userKey: string }> {
    const pending = this.#pending.find(await sessionState(request))
    const user = pending === undefined ? null : await this.#users.find(pending.user)
    if (pending === undefined || user === null || !this.#users.isValid(user, pending)) {
      throw new Unauthorized('Log in first')
    }
    return { user, userKey: pending.user }
  }

  /** Logs in the user who has given the second factor. */
  async complete(request: HttpRequest, factor: Factor): Promise<void> {
    const { user } = await this.getPending(request)
    const pending = this.#pending.find(await sessionState(request))
    const { proof = 'application', isRemembered = false } = pending ?? {}
    await this.begin(request, user, { proof, isRemembered, factor })
  }

  /** Ends the login of this browser and its whole session, including the logins of other kinds of users. */
  async end(request: HttpRequest): Promise<void> {
    const session = await sessionState(request)
    const id = this.#current.idOf(request, session)
    const user = session.login(this.#account)?.user
    const endOtherKinds = this.#destroy(session)
    await endOtherKinds()
    this.#rememberMe.forget(request)
    this.#current.set(request, null)
    if (id === undefined) return

    await this.logins.end(id)
    tellSecurityEvent(request, {
      event: 'login.ended',
      message: 'A user has logged out',
      fields: { user },
    })
  }

  /** Stores the hash of a new password of a user who is not logged in, and ends all logins. */
  async resetPassword(user: User, hashed: string): Promise<void> {
    await this.#transaction(async () => {
      await this.#users.storePassword(user, hashed)
      await this.logins.endAll(this.#users.keyOf(user))
    })
  }

  /** Removes the password and ends all logins, because they began with it. */
  async dropPassword(user: User, unknown: string): Promise<void> {
    await this.#users.dropPassword(user, unknown)
    await this.logins.endAll(this.#users.keyOf(user))
  }

  /**
   * Runs work in a transaction. Throws `Unauthorized` if the login has ended or the user has changed since the request
   * began: the files of a body may arrive much later.
   */
  whileLoggedIn<Result>(
    { user, login }: LoggedIn<User>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return this.#transaction(async () => {
      const isUnchanged = await this.#users.isUnchanged(user)
      if (!isUnchanged || (await this.logins.find(login.id)) === undefined) {
        throw new Unauthorized('Log in first')
      }
      return work()
    })
  }

  /**
   * The user whom this request logs in as a program, while `onLogin` is called. Such a login is none of those in
   * browsers, also if the request has the cookie of one.
   */
  programUser(request: HttpRequest): string | undefined {
    return request.get(this.#programUser)
  }

  /** Ends every other login of a user and returns how many there were. This one gets new secrets. */
  async endOthers(request: HttpRequest, current: LoggedIn<User>): Promise<number> {
    const { login } = current
    const count = await this.logins.endAll(login.userKey, login.id)
    await this.#renew(request, current)
    return count
  }

  /** Notes that the user has proved again who they are. The login gets new secrets: it has more rights now. */
  async confirm(request: HttpRequest, { user, login }: LoggedIn<User>): Promise<void> {
    await this.#renew(request, { user, login: { ...login, confirmedAt: Date.now() } })
  }

  /**
   * Gives the login a new id, and new cookies for the session and the remembered browser: somebody may have copied the
   * old ones. A session that is kept in a cookie only becomes worthless when the login that it names is gone.
   */
  async #renew(request: HttpRequest, { user, login }: LoggedIn<User>): Promise<void> {
    const renewed = { ...login, id: createLoginId() }
    await sessionsOf(request).noteMove(request)
    await this.logins.renew(login, renewed.id)
    if (login.rememberUntil !== undefined) await this.#rememberMe.issue(request, renewed)
    const session = await sessionState(request)
    session.regenerate()
    this.#current.name(session, renewed)
    this.#current.set(request, { user, login: renewed })
  }

  /** Stores another hash of the same password; the user's logins go on. */
  async replaceHash(user: User, hashed: string): Promise<void> {
    const from = this.#users.stampOf(user)
    await this.#transaction(async () => {
      // Computing a hash takes a while: the user may have chosen another password in the meantime.
      if (!(await this.#users.isUnchanged(user))) return
      await this.#users.storePassword(user, hashed)
      const to = this.#users.stampOf(user)
      await this.logins.restamp(this.#users.keyOf(user), { from, to })
    })
  }

  /** Stores the hash of a new password, and ends every other login. */
  async changePassword(
    request: HttpRequest,
    current: LoggedIn<User>,
    hashed: string,
  ): Promise<void> {
    await this.whileLoggedIn(current, async () => {
      const { user, login } = current
      await this.#users.storePassword(user, hashed)
      await this.logins.endAll(login.userKey, login.id)
      await this.logins.restampOne(login.id, this.#users.stampOf(user))
      await this.#notices.tell('password.changed', user, { request })
    })
    await this.#renew(request, current)
    this.rememberBrowser(request, current.user)
  }

  #transaction<Result>(body: () => Promise<Result>): Promise<Result> {
    return databaseOf(this.#database).transaction(body)
  }

  /**
   * Empties the session for a different user, who does not get the data that is left in it. Returns a function that
   * ends the login that the browser had; call it once nothing can refuse the new login.
   */
  #leave(request: HttpRequest, session: SessionState, nextUser: string): () => Promise<void> {
    const id = this.#current.idOf(request, session)
    const known = session.login(this.#account)
    const isOther = known !== undefined && known.user !== nextUser
    const endOtherKinds = isOther ? this.#destroy(session) : undefined
    return async () => {
      if (id !== undefined) await this.logins.end(id)
      await endOtherKinds?.()
    }
  }

  /** Destroys a session. Returns a function that ends the logins of other kinds of users in it. */
  #destroy(session: SessionState): () => Promise<void> {
    const others = session.logins().filter(([account]) => account !== this.#account)
    session.destroy()
    return async () => {
      for (const [account, { id, database }] of others) {
        // Otherwise it would continue in a remembered browser, or with a copy of the session's cookie.
        await new Logins(account, database).end(id)
      }
    }
  }

  /** Tells the user about a browser in which they have not logged in before. */
  async #noticeBrowser(
    request: HttpRequest,
    user: User,
    { proof, isFirst = false }: LoginStart,
  ): Promise<void> {
    const isKnown = this.#devices.knows(request, this.#users.loginOf(user))
    // The application itself has logged the user in, for example after a registration.
    const isExpected = isKnown || isFirst || proof === 'application'
    // If the address is not verified, a stranger may have typed it.
    if (!isExpected && !this.#users.isUnverified(user)) {
      await this.#notices.tell('login.new_browser', user, { request })
    }
  }

  /** Lets a login wait for the second factor. Until then the browser is a guest. */
  async #suspend(
    request: HttpRequest,
    session: SessionState,
    { login, proof, isRemembered }: ProvedLogin & Pick<LoginStart, 'isRemembered'>,
  ): Promise<void> {
    const { userKey: user, stamp } = login
    this.#rememberMe.forget(request)
    // Neither a guest nor the next user may see what the user had in the session.
    if (session.login(this.#account) !== undefined) await this.#destroy(session)()
    session.renew()
    this.#pending.add(session, { user, stamp, proof, isRemembered })
    this.#current.set(request, null)
    tellSecurityEvent(request, {
      event: 'login.pending',
      message: 'A user has to give the second factor',
      fields: { user, proof },
    })
  }
}

/** Puts a stored login into the browser. */
type Enter = () => Promise<void>

function createLoginId(): string {
  return randomBytes(16).toString('base64url')
}
