import { randomBytes } from 'node:crypto'
import { tellSecurityEvent } from '../../../base/log/security-events.ts'
import { Forbidden, Unauthorized } from '../../../base/support/http-error.ts'
import { type MaybePromise, whenReady } from '../../../base/support/maybe-promise.ts'
import { databaseOf } from '../../../data/database/current-database.ts'
import { apartFromReplicas } from '../../../data/drivers/replicas/read-scope.ts'
import type { AnyRecord } from '../../../data/records/entity.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { stateKey } from '../../../web/http/state-key.ts'
import { sessionsOf, sessionState } from '../../session/current-session.ts'
import type { KnownLogin, SessionState } from '../../session/session-state.ts'
import type { AccountsSetup } from './accounts-options.ts'
import { KnownDevices } from './known-devices.ts'
import { JoinedLogins } from './logins/joined-logins.ts'
import type { LoggedIn, Login } from './logins/login.ts'
import { Logins } from './logins/logins.ts'
import { RememberMe } from './logins/remember-me.ts'
import { toDevice, type Notices } from './notices.ts'
import type { Users } from './users.ts'

/** How somebody has proved who they are. */
export type Proof = 'password' | 'link' | 'application' | 'remembered' | 'passkey' | 'provider'

/** How a login begins. */
export interface Beginning {
  readonly proof: Proof
  /** Whether the browser is remembered after its session has ended. */
  readonly isRemembered: boolean
  /** The second factor; without one, users who have set one up are only half logged in. */
  readonly factor?: Factor
  /** Whether the user was created just now. */
  readonly isFirst?: boolean
}

/** What a user has proved besides the password. */
export type Factor = 'totp' | 'recovery code' | 'passkey'

/** Tells whether a user has set up a second factor. */
export type HasFactor = (userKey: string) => Promise<boolean>

/** A user who has given the first factor and not yet the second: a guest, to everything else. */
export interface PendingLogin<User> {
  readonly user: User
  readonly userKey: string
}

/** How recent the last proof of identity must be to change how a user logs in. */
const recentMs = 15 * 60_000

/** How long a login waits for the second factor. */
const pendingMs = 10 * 60_000

/** How rarely a login notes that it was used. */
const touchEveryMs = 60_000

/**
 * Who sent a request. The session holds the id of a login and the key of its user; the login itself is a
 * row in the database, so it can be ended from elsewhere whatever the sessions are kept in.
 */
export class Authentication<User extends AnyRecord> {
  readonly logins: Logins
  readonly #joined: JoinedLogins<User>
  readonly #rememberMe: RememberMe
  readonly #devices: KnownDevices
  readonly #users: Users<User>
  readonly #notices: Notices<User>
  /** The name of the users' database. */
  readonly #database: string | undefined
  /** The users' table, under which the session keeps the login. */
  readonly #account: string
  /** The name of a login that waits for the second factor. */
  readonly #pendingName: string
  readonly #factors: HasFactor[] = []
  readonly #currentKey = stateKey<MaybePromise<LoggedIn<User> | null>>('login')

  constructor(
    users: Users<User>,
    notices: Notices<User>,
    { account, database, remember }: AccountsSetup<User>,
  ) {
    this.logins = new Logins(account, database)
    this.#joined = new JoinedLogins(this.logins, users)
    this.#rememberMe = new RememberMe(this.logins, account, remember)
    this.#devices = new KnownDevices(account)
    this.#users = users
    this.#notices = notices
    this.#database = database
    this.#account = account
    this.#pendingName = `pending:${account}`
  }

  /** Who is logged in, looked up once per request; `null` for a guest. */
  current(request: HttpRequest): MaybePromise<LoggedIn<User> | null> {
    const known = request.get(this.#currentKey)
    if (known !== undefined) return known
    // From the primary: a replica may still have a login that has ended, or not yet one that has begun.
    const current = apartFromReplicas(() => this.#resume(request))
    request.set(this.#currentKey, current)
    return current
  }

  /** Who is logged in. Throws `Unauthorized` for a guest. */
  async get(request: HttpRequest): Promise<LoggedIn<User>> {
    const current = await this.current(request)
    if (current === null) throw new Unauthorized('Log in first')
    return current
  }

  /** The same, and throws `Forbidden` unless the user has proved who they are in the last 15 minutes. */
  async getRecent(request: HttpRequest): Promise<LoggedIn<User>> {
    const current = await this.get(request)
    if (Date.now() - current.login.confirmedAt < recentMs) return current
    throw new Forbidden('Confirm your password first')
  }

  /**
   * Logs a user in: the one place through which every proof of identity leads. The session gets a new
   * id, and a login that this browser had before ends. A user with a second factor is logged in when
   * `complete` is called.
   */
  async begin(request: HttpRequest, user: User, beginning: Beginning): Promise<void> {
    const { isRemembered, factor } = beginning
    const session = await sessionState(request)
    await this.#leave(request, session, this.#users.keyOf(user))

    const now = Date.now()
    const login: Login = {
      id: randomBytes(16).toString('base64url'),
      userKey: this.#users.keyOf(user),
      stamp: this.#users.stampOf(user),
      ...toDevice(request),
      createdAt: now,
      usedAt: now,
      confirmedAt: now,
      rememberUntil: isRemembered ? this.#rememberMe.until() : undefined,
    }
    await this.logins.begin(login, sessionsOf(request).lifetime)
    // Asked after the login is stored: turning a factor on ends the logins stored before.
    if (factor === undefined && (await this.#hasFactor(login.userKey))) {
      await this.logins.end(login.id)
      this.#suspend(request, session, { ...beginning, login })
      return
    }
    await this.#noteBrowser(request, user, beginning)
    if (isRemembered) await this.#rememberMe.issue(request, login)
    else this.#rememberMe.forget(request)
    request.set(this.#currentKey, { user, login })
    this.#enter(request, session, { ...beginning, login })
  }

  /** Notes that the browser has proved to be the user's. */
  rememberBrowser(request: HttpRequest, user: User): void {
    this.#devices.remember(request, this.#users.loginOf(user))
  }

  /** Adds a kind of second factor. */
  addFactor(hasFactor: HasFactor): void {
    this.#factors.push(hasFactor)
  }

  /** Whether a login of this browser waits for the second factor. */
  async isPending(request: HttpRequest): Promise<boolean> {
    return this.#readPending(await sessionState(request)) !== undefined
  }

  /** Who is half logged in. Throws `Unauthorized` if nobody is. */
  async getPending(request: HttpRequest): Promise<PendingLogin<User>> {
    const pending = this.#readPending(await sessionState(request))
    const user = pending === undefined ? null : await this.#users.find(pending.user)
    if (pending === undefined || user === null || !this.#isValid(user, pending)) {
      throw new Unauthorized('Log in first')
    }
    return { user, userKey: pending.user }
  }

  /** Logs in the user who is half logged in, by the second factor. */
  async complete(request: HttpRequest, factor: Factor): Promise<void> {
    const { user } = await this.getPending(request)
    const pending = this.#readPending(await sessionState(request))
    const { proof = 'application', isRemembered = false } = pending ?? {}
    await this.begin(request, user, { proof, isRemembered, factor })
  }

  /** Ends the login of this browser and its whole session. */
  async end(request: HttpRequest): Promise<void> {
    const session = await sessionState(request)
    const id = this.#idOf(request, session)
    const user = session.login(this.#account)?.user
    session.destroy()
    this.#rememberMe.forget(request)
    request.set(this.#currentKey, null)
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

  /** Takes the password away and ends all logins, which have begun with it. */
  async dropPassword(user: User, unknown: string): Promise<void> {
    await this.#users.dropPassword(user, unknown)
    await this.logins.endAll(this.#users.keyOf(user))
  }

  /**
   * Runs work in a transaction, unless the login has ended or the user has changed since the request began:
   * its body may have come minutes later. Throws `Unauthorized` then.
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
   * Ends every other login of a user and returns how many there were. The session and the remembered browser get
   * new secrets: somebody may have copied the old ones.
   */
  async endOthers(request: HttpRequest, login: Login): Promise<number> {
    const count = await this.logins.endAll(login.userKey, login.id)
    if (login.rememberUntil !== undefined) await this.#rememberMe.issue(request, login)
    const session = await sessionState(request)
    session.regenerate()
    return count
  }

  /** Notes that the user has proved again who they are; the session gets a new id. */
  async confirm(request: HttpRequest, { user, login }: LoggedIn<User>): Promise<void> {
    await this.logins.confirm(login.id)
    const session = await sessionState(request)
    session.regenerate()
    const confirmed = { ...login, confirmedAt: Date.now() }
    request.set(this.#currentKey, { user, login: confirmed })
  }

  /** Stores another hash of the same password; the user's logins go on. */
  async replaceHash(user: User, hashed: string): Promise<void> {
    const from = this.#users.stampOf(user)
    await this.#transaction(async () => {
      // Computing a hash takes a while: the user may have chosen another password meanwhile.
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
      await this.replaceHash(current.user, hashed)
      await this.#notices.tell('password.changed', current.user, { request })
    })
    await this.endOthers(request, current.login)
  }

  #transaction<Result>(body: () => Promise<Result>): Promise<Result> {
    return databaseOf(this.#database).transaction(body)
  }

  #resume(request: HttpRequest): MaybePromise<LoggedIn<User> | null> {
    const reader = this.#joined.besideSession()
    return whenReady(sessionState(request, reader), (session) => {
      const known = session.login(this.#account)
      if (known === undefined) return this.#remember(request, session)
      return whenReady(this.#find(known, reader?.found), (current) => {
        if (current !== null) return this.#touch(request, current)
        // What the user has left in the session must not outlive the login.
        session.destroy()
        return this.#remember(request, session)
      })
    })
  }

  /** Continues the login of a browser that is remembered, in a new session. */
  async #remember(request: HttpRequest, session: SessionState): Promise<LoggedIn<User> | null> {
    const login = await this.#rememberMe.resume(request)
    if (login === undefined) return null
    const user = await this.#users.find(login.userKey)
    if (user === null || !this.#isValid(user, login)) return null
    await this.logins.touch(login, toDevice(request), sessionsOf(request).lifetime)
    this.#enter(request, session, { login, proof: 'remembered' })
    return { user, login }
  }

  /** The login that a session keeps, unless it has ended; `read` is one that was read with the session. */
  #find(known: KnownLogin, read: LoggedIn<User> | undefined): MaybePromise<LoggedIn<User> | null> {
    const joined = this.#isOf(known, read) ? read : this.#joined.find(known.id)
    const found = whenReady(joined, (login) =>
      this.#isOf(known, login) ? login : this.#findApart(known),
    )
    return whenReady(found, (login) =>
      login !== undefined && this.#isValid(login.user, login.login) ? login : null,
    )
  }

  #isOf({ id, user: key }: KnownLogin, read: LoggedIn<User> | undefined): read is LoggedIn<User> {
    return (
      read?.login.id === id && read.login.userKey === key && this.#users.keyOf(read.user) === key
    )
  }

  /** Looks up what a joined read did not find, and decides. */
  async #findApart({ id, user: key }: KnownLogin): Promise<LoggedIn<User> | undefined> {
    const [login, user] = await Promise.all([this.logins.find(id), this.#users.find(key)])
    return login?.userKey === key && user !== null ? { user, login } : undefined
  }

  #isValid(user: User, login: Pick<Login, 'stamp'>): boolean {
    return login.stamp === this.#users.stampOf(user) && this.#users.isActive(user)
  }

  #touch(request: HttpRequest, current: LoggedIn<User>): MaybePromise<LoggedIn<User>> {
    const { login } = current
    if (Date.now() - login.usedAt < touchEveryMs) return current
    const { lifetime } = sessionsOf(request)
    return this.logins.touch(login, toDevice(request), lifetime).then(() => current)
  }

  /** Ends the login that the browser had; another user does not get what is left in the session. */
  async #leave(request: HttpRequest, session: SessionState, nextUser: string): Promise<void> {
    const id = this.#idOf(request, session)
    if (id !== undefined) await this.logins.end(id)
    const known = session.login(this.#account)
    if (known !== undefined && known.user !== nextUser) session.destroy()
  }

  /** Tells the user about a browser in which they have not logged in before. */
  async #noteBrowser(
    request: HttpRequest,
    user: User,
    { proof, isFirst = false }: Beginning,
  ): Promise<void> {
    const isKnown = this.#devices.find(request, this.#users.loginOf(user)) !== undefined
    this.rememberBrowser(request, user)
    // The application itself has logged the user in, for example after a registration.
    if (isKnown || isFirst || proof === 'application') return
    await this.#notices.tell('login.new_browser', user, { request })
  }

  async #hasFactor(userKey: string): Promise<boolean> {
    for (const hasFactor of this.#factors) if (await hasFactor(userKey)) return true
    return false
  }

  /** Lets a login wait for the second factor. The browser is a guest until then. */
  #suspend(
    request: HttpRequest,
    session: SessionState,
    { login, proof, isRemembered }: Entry & Pick<Beginning, 'isRemembered'>,
  ): void {
    const { userKey: user, stamp } = login
    const pending: Pending = { user, stamp, proof, isRemembered, until: Date.now() + pendingMs }
    this.#rememberMe.forget(request)
    session.renew()
    session.deleteLogin(this.#account)
    session.setOwn(this.#pendingName, pending)
    request.set(this.#currentKey, null)
    tellSecurityEvent(request, {
      event: 'login.pending',
      message: 'A user has to give the second factor',
      fields: { user, proof },
    })
  }

  /** Puts a login into the session, which gets a new id. */
  #enter(request: HttpRequest, session: SessionState, { login, proof, factor }: Entry): void {
    session.renew()
    const database = this.#database === undefined ? {} : { database: this.#database }
    session.setLogin(this.#account, { id: login.id, user: login.userKey, ...database })
    session.deleteOwn(this.#pendingName)
    tellSecurityEvent(request, {
      event: 'login.succeeded',
      message: 'A user has logged in',
      fields: { user: login.userKey, proof, factor },
    })
  }

  /** The id of the login by which the browser is known: in its session, or remembered. */
  #idOf(request: HttpRequest, session: SessionState): string | undefined {
    return session.login(this.#account)?.id ?? this.#rememberMe.idOf(request)
  }

  #readPending(session: SessionState): Pending | undefined {
    // Sound: only `#suspend` writes it, and the browser cannot change its session.
    const pending = session.own(this.#pendingName) as Pending | undefined
    return pending !== undefined && pending.until > Date.now() ? pending : undefined
  }
}

/** A login, and how it was proved. */
type Entry = { readonly login: Login } & Pick<Beginning, 'proof' | 'factor'>

/** What a session remembers of a login that waits for the second factor. */
interface Pending {
  readonly user: string
  readonly stamp: string
  readonly proof: Proof
  readonly isRemembered: boolean
  readonly until: number
}
