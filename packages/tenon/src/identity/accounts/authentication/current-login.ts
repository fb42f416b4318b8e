import { actors } from '../../../base/log/actors.ts'
import { tellSecurityEvent } from '../../../base/log/security-events.ts'
import { type MaybePromise, whenReady } from '../../../base/support/maybe-promise.ts'
import { withoutReplicas } from '../../../data/drivers/replicas/read-scope.ts'
import type { AnyRecord } from '../../../data/records/entity.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { stateKey } from '../../../web/http/state-key.ts'
import { assertViewer, noteViewer, type Viewer } from '../../../web/http/viewers/viewer.ts'
import { hasSession, sessionsOf, sessionState } from '../../session/sessions.ts'
import type { KnownLogin, SessionState } from '../../session/session-state.ts'
import type { AccountsSetup } from './accounts-options.ts'
import { JoinedLogins } from './logins/joined-logins.ts'
import type { LoggedIn, Login, Logins, LoginStart, Proof, ProvedLogin } from './logins/logins.ts'
import type { RememberMe } from './logins/remember-me.ts'
import { toDevice } from './notices.ts'
import type { Users } from './users.ts'

interface CurrentLoginParts<User extends AnyRecord> {
  readonly setup: AccountsSetup<User>
  readonly users: Users<User>
  readonly logins: Logins
  readonly rememberMe: RememberMe
  readonly pending: PendingLogins
}

/** The login of the browser that sent a request: named in its session, or remembered. */
export class CurrentLogin<User extends AnyRecord> {
  readonly #users: Users<User>
  readonly #logins: Logins
  readonly #joined: JoinedLogins<User>
  readonly #rememberMe: RememberMe
  readonly #pending: PendingLogins
  /** The name of the users' database. */
  readonly #database: string | undefined
  /** The users' table: the name under which the session keeps the login. */
  readonly #account: string
  readonly #key = stateKey<MaybePromise<LoggedIn<User> | null> | undefined>('login')

  constructor({ setup, users, logins, rememberMe, pending }: CurrentLoginParts<User>) {
    this.#users = users
    this.#logins = logins
    this.#joined = new JoinedLogins(logins, users)
    this.#rememberMe = rememberMe
    this.#pending = pending
    this.#database = setup.database
    this.#account = setup.account
  }

  /**
   * The current login, looked up once per request; `null` for a guest. Throws `Conflict` if a form is sent from a page
   * that was made for another user.
   */
  get(request: HttpRequest): MaybePromise<LoggedIn<User> | null> {
    const known = request.get(this.#key)
    if (known !== undefined) return known
    // A browser without a session or remember cookie needs no lookup.
    if (!hasSession(request) && this.#rememberMe.idOf(request) === undefined) {
      return this.set(request, null)
    }
    // Read from the primary: a replica may still have an ended login, or may not have a new one yet.
    const current = whenReady(
      withoutReplicas(() => this.#resume(request)),
      (login) => {
        if (login !== null) assertViewer(request, this.#toViewer(login))
        return login
      },
    )
    request.set(this.#key, current)
    return whenReady(current, (login) => this.#note(request, login))
  }

  set(request: HttpRequest, current: LoggedIn<User> | null): LoggedIn<User> | null {
    request.set(this.#key, current)
    return this.#note(request, current)
  }

  /** Forgets what was looked up or set: the next `get` looks at the session again. */
  forget(request: HttpRequest): void {
    this.set(request, null)
    request.set(this.#key, undefined)
  }

  /** Puts a login into the session, which gets a new id. */
  enter(request: HttpRequest, session: SessionState, { login, proof, factor }: ProvedLogin): void {
    session.renew()
    this.name(session, login)
    this.#pending.remove(session)
    tellLogin(request, { userKey: login.userKey, proof, factor })
  }

  /** Writes into the session which login it belongs to. */
  name(session: SessionState, { id, userKey: user }: Login): void {
    const database = this.#database === undefined ? {} : { database: this.#database }
    session.setLogin(this.#account, { id, user, ...database })
  }

  /** The id of the login by which the browser is known. */
  idOf(request: HttpRequest, session: SessionState): string | undefined {
    return session.login(this.#account)?.id ?? this.#rememberMe.idOf(request)
  }

  /** Notes who acts, for audits, and for whom the page is made. */
  #note(request: HttpRequest, login: LoggedIn<User> | null): LoggedIn<User> | null {
    const key = login?.login.userKey
    actors.note(request, key === undefined ? null : { table: this.#account, key })
    noteViewer(request, this.#account, key)
    return login
  }

  #toViewer({ login }: LoggedIn<User>): Viewer {
    return { account: this.#account, key: login.userKey }
  }

  #resume(request: HttpRequest): MaybePromise<LoggedIn<User> | null> {
    const reader = this.#joined.sessionReader()
    return whenReady(sessionState(request, reader), (session) => {
      const known = session.login(this.#account)
      if (known === undefined) return session.isLeft ? null : this.#remember(request, session)
      return whenReady(this.#find(known, reader?.found), (current) => {
        if (current !== null) return this.#touch(request, current)
        return this.#afterLogin(request, session)
      })
    })
  }

  /** Handles a login that has ended, or that another request has just given a new id and cookie. */
  async #afterLogin(request: HttpRequest, session: SessionState): Promise<LoggedIn<User> | null> {
    if (await sessionsOf(request).hasMoved(request)) {
      session.leave()
      return null
    }
    // The data that the user left in the session must not outlive the login.
    session.destroy()
    return this.#remember(request, session)
  }

  /** Continues the login of a remembered browser, in a new session. */
  async #remember(request: HttpRequest, session: SessionState): Promise<LoggedIn<User> | null> {
    const login = await this.#rememberMe.resume(request)
    if (login === undefined) return null
    const user = await this.#users.find(login.userKey)
    if (user === null || !this.#users.isValid(user, login)) return null
    await this.#logins.touch(login, toDevice(request), sessionsOf(request).lifetime)
    this.enter(request, session, { login, proof: 'remembered' })
    return { user, login }
  }

  /** The login that a session names, unless it has ended; `read` is a login that was read with the session. */
  #find(known: KnownLogin, read: LoggedIn<User> | undefined): MaybePromise<LoggedIn<User> | null> {
    const joined = this.#isOf(known, read) ? read : this.#joined.find(known.id)
    const found = whenReady(joined, (login) =>
      this.#isOf(known, login) ? login : this.#findApart(known),
    )
    return whenReady(found, (login) =>
      login !== undefined && this.#users.isValid(login.user, login.login) ? login : null,
    )
  }

  #isOf({ id, user: key }: KnownLogin, read: LoggedIn<User> | undefined): read is LoggedIn<User> {
    return (
      read?.login.id === id && read.login.userKey === key && this.#users.keyOf(read.user) === key
    )
  }

  /** Looks up the login separately if the joined read did not find it; this lookup decides. */
  async #findApart({ id, user: key }: KnownLogin): Promise<LoggedIn<User> | undefined> {
    const [login, user] = await Promise.all([this.#logins.find(id), this.#users.find(key)])
    return login?.userKey === key && user !== null ? { user, login } : undefined
  }

  #touch(request: HttpRequest, current: LoggedIn<User>): MaybePromise<LoggedIn<User>> {
    const { login } = current
    if (Date.now() - login.usedAt < touchEveryMs) return current
    const { lifetime } = sessionsOf(request)
    return this.#logins.touch(login, toDevice(request), lifetime).then(() => current)
  }
}

/** Reports a login, in a browser or by a program. */
export function tellLogin(
  request: HttpRequest,
  { userKey: user, proof, factor }: Pick<Login, 'userKey'> & Pick<LoginStart, 'proof' | 'factor'>,
): void {
  tellSecurityEvent(request, {
    event: 'login.succeeded',
    message: 'A user has logged in',
    fields: { user, proof, factor },
  })
}

/** How rarely a login notes that it was used. */
const touchEveryMs = 60_000

/** Tells whether a user has set up a second factor. */
export type HasFactor = (userKey: string) => Promise<boolean>

/** What a session keeps about a login that waits for the second factor. */
export interface PendingLogin extends Pick<Login, 'stamp'> {
  /** The key of the user, who counts as a guest everywhere else. */
  readonly user: string
  readonly proof: Proof
  readonly isRemembered: boolean
}

/** The logins that wait for the second factor, each in the session of its browser. */
export class PendingLogins {
  readonly #name: string
  readonly #factors: HasFactor[] = []

  constructor(account: string) {
    this.#name = `pending:${account}`
  }

  addFactor(hasFactor: HasFactor): void {
    this.#factors.push(hasFactor)
  }

  async hasFactor(userKey: string): Promise<boolean> {
    for (const hasFactor of this.#factors) if (await hasFactor(userKey)) return true
    return false
  }

  add(session: SessionState, pending: PendingLogin): void {
    session.setOwn(this.#name, { ...pending, until: Date.now() + pendingMs } satisfies Stored)
  }

  find(session: SessionState): PendingLogin | undefined {
    // Sound: only `add` writes this value, and the browser cannot change its session.
    const pending = session.own(this.#name) as Stored | undefined
    return pending !== undefined && pending.until > Date.now() ? pending : undefined
  }

  remove(session: SessionState): void {
    session.deleteOwn(this.#name)
  }
}

interface Stored extends PendingLogin {
  readonly until: number
}

/** How long a login waits for the second factor. */
const pendingMs = 10 * 60_000
