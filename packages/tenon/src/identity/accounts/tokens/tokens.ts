import { timingSafeEqual } from 'node:crypto'
import { actors } from '../../../base/log/actors.ts'
import { securityEvents, tellSecurityEvent } from '../../../base/log/security-events.ts'
import { toMs, type Duration } from '../../../base/support/duration.ts'
import { Unauthorized } from '../../../base/support/http-error.ts'
import { databaseOf } from '../../../data/database/current-database.ts'
import { withoutReplicas } from '../../../data/drivers/replicas/read-scope.ts'
import type { AnyRecord } from '../../../data/records/entity.ts'
import type { RequestBinding } from '../../../web/binding/binding.ts'
import { derive } from '../../../web/binding/derive.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { stateKey } from '../../../web/http/state-key.ts'
import type { LimitSubject } from '../../../stores/limits/limit.ts'
import { keepPrivate } from '../../session/sealed-cookie.ts'
import { toDigest } from '../../session/session-store.ts'
import type { AccountsSetup, TokenScheme } from '../authentication/accounts-options.ts'
import type { Notices } from '../authentication/notices.ts'
import type { Users } from '../authentication/users.ts'
import type {
  ProgramCredentials,
  VerifiedCredentials,
  VerifyCredentials,
} from './verify-credentials.ts'
import { assertAbilities } from './token-ability.ts'
import { StoredTokens } from './stored-tokens.ts'
import { createTokenText, parseTokenText, toTokenPrefix } from './token-text.ts'
import type { IssuedToken, ListedToken, StoredToken } from './token.ts'

/** What a new token is for. */
export interface TokenOptions<Ability extends string> {
  /** By which the user recognizes it. */
  readonly name: string
  /** What it allows: `['orders:write']`. */
  readonly abilities: readonly Ability[]
  /** When it stops working. `'never'` is for programs whose tokens you replace by other means. */
  readonly expires: Duration | 'never'
}

/** What a program sends to log in, and what its token is for. */
export interface TokenAttempt<Ability extends string>
  extends ProgramCredentials, TokenOptions<Ability> {}

/** A user who has logged in with a program, and the token that the program gets. */
export interface TokenLogin<User, Ability extends string = string> {
  readonly user: User
  readonly token: IssuedToken<Ability>
}

/** A valid token and its user. */
export interface TokenHolder<User> {
  readonly user: User
  readonly token: StoredToken
}

/** What `tokens.find` returns. */
export interface FoundToken<User, Ability extends string = string> {
  readonly user: User
  readonly token: ListedToken<Ability>
}

/** RFC 6750, 3.1, which other schemes follow. */
export function invalidToken(scheme: TokenScheme): Unauthorized {
  return new Unauthorized('The token is not valid', {
    headers: { 'www-authenticate': `${scheme} error="invalid_token"` },
  })
}

/** How rarely a token notes that it was used. */
const touchEveryMs = 60_000

/** For whom a token is issued; `admit` and `tell` only if a program logs in by it. */
interface Issuing extends Partial<Pick<VerifiedCredentials<unknown>, 'admit' | 'tell'>> {
  readonly request: HttpRequest | undefined
}

interface TokensParts<User extends AnyRecord> {
  readonly users: Users<User>
  readonly notices: Notices<User>
  readonly verifyCredentials: VerifyCredentials<User>
}

/** Tokens by which programs act for users. The database has only their digests. */
export class Tokens<User extends AnyRecord, Ability extends string> implements LimitSubject {
  /** The scheme of the header `Authorization` that carries a token. */
  readonly scheme: TokenScheme
  /**
   * Binds the user of a request's token, or `null` if it has none. A token that is not valid is
   * answered with 401.
   */
  readonly optionalUser: RequestBinding<User | null>
  readonly #users: Users<User>
  readonly #notices: Notices<User>
  readonly #verifyCredentials: VerifyCredentials<User>
  /** The name of the users' database. */
  readonly #database: string | undefined
  /** The users' table. */
  readonly #account: string
  readonly #prefix: string
  readonly #stored: StoredTokens
  readonly #usedKey = stateKey<StoredToken>('token')

  constructor(
    { account, database, tokenPrefix, tokenScheme }: AccountsSetup<User>,
    { users, notices, verifyCredentials }: TokensParts<User>,
  ) {
    this.#users = users
    this.#notices = notices
    this.#verifyCredentials = verifyCredentials
    this.#database = database
    this.#account = account
    this.#prefix = tokenPrefix
    this.scheme = tokenScheme
    this.optionalUser = {
      ...derive((request) => this.#findUser(request)),
      refuses: [401],
      credentials: tokenScheme === 'Bearer' ? 'bearer' : 'token',
    }
    this.#stored = new StoredTokens(account, database)
  }

  /**
   * Logs in with a password and returns the user and a new token: `attempt(request, { login, password, name: 'iPhone',
   * abilities: [], expires: '90d' })`. It creates no session and sets no cookie; `logout` ends the token.
   *
   * Throws like `Accounts.attempt` for a wrong login or password and after too many attempts, and like `issue`. If the
   * user has a second factor, it throws `ValidationFailed` with a message for `code` unless the code is right, or
   * `Forbidden` if the factor is a passkey.
   */
  async attempt(
    request: HttpRequest,
    { login, password, code, ...options }: TokenAttempt<Ability>,
  ): Promise<TokenLogin<User, Ability>> {
    const credentials = { login, password, code }
    const { user, admit, tell } = await this.#verifyCredentials(request, credentials)
    const token = await this.#issue(user, options, { request, admit, tell })
    return { user, token }
  }

  /**
   * Ends the token of the request, on a route with `auth.token()`. Sends no notice, because only the program itself can
   * do this. Throws `Unauthorized` on other routes.
   */
  async logout(request: HttpRequest): Promise<void> {
    const token = request.get(this.#usedKey)
    if (token === undefined) throw new Unauthorized('A token is needed')
    await this.#stored.remove(token.userKey, token.id)
    tellSecurityEvent(request, {
      event: 'token.revoked',
      message: 'A program has logged out',
      fields: { user: token.userKey, token: token.id },
    })
  }

  /**
   * Creates a token for a user: `issue(user, { name: 'CI', abilities: ['orders:write'], expires: '90d' })`.
   * Show its `text` once; only a digest is stored. Throws `E_DURATION`, `E_ACCOUNTS` for an ability that cannot
   * be written into a header, and `Unauthorized` if the user was deleted or blocked, or has got another password,
   * since the record was read. The notice to the user names the browser of the request, if you pass one.
   */
  issue(
    user: User,
    options: TokenOptions<Ability>,
    request?: HttpRequest,
  ): Promise<IssuedToken<Ability>> {
    return this.#issue(user, options, { request })
  }

  async #issue(
    user: User,
    options: TokenOptions<Ability>,
    { request, admit, tell }: Issuing,
  ): Promise<IssuedToken<Ability>> {
    const { name, abilities, expires } = options
    assertAbilities(abilities)
    const { id, text } = createTokenText(this.#prefix)
    const createdAt = Date.now()
    const token: StoredToken = {
      id,
      userKey: this.#users.keyOf(user),
      name,
      digest: toDigest(text),
      abilities: [...new Set(abilities)],
      createdAt,
      usedAt: undefined,
      expiresAt: expires === 'never' ? undefined : createdAt + toMs(expires, 'expires'),
    }
    await databaseOf(this.#database).transaction(async () => {
      if (!(await this.#users.isUnchanged(user))) throw new Unauthorized('Log in first')
      // Before the token is stored: `onLogin` may end all others.
      await admit?.()
      await this.#stored.add(token)
      // Do this last: a mail cannot be taken back, and the application may refuse the login.
      await this.#notices.tell('token.issued', user, { request })
    })
    tell?.()
    this.#tell('token.issued', 'A token was issued', { user: token.userKey, token: id })
    return { ...this.#toListed(token), text }
  }

  /** Lists the tokens of a user that have not expired, the newest first. */
  async list(user: User): Promise<readonly ListedToken<Ability>[]> {
    const tokens = await this.#stored.list(this.#users.keyOf(user))
    return tokens.map((token) => this.#toListed(token))
  }

  /**
   * Ends a token of a user and returns whether the user had it. The notice to the user names the browser of the
   * request, if you pass one.
   */
  async revoke(user: User, id: string, request?: HttpRequest): Promise<boolean> {
    const userKey = this.#users.keyOf(user)
    const remove = () => this.#stored.remove(userKey, id)
    if ((await this.#removeAndNotify(user, remove, request)) === 0) return false
    this.#tell('token.revoked', 'A token was revoked', { user: userKey, token: id })
    return true
  }

  /** Ends all tokens of a user, for example after a break-in, and returns how many there were. */
  async revokeAll(user: User, request?: HttpRequest): Promise<number> {
    const userKey = this.#users.keyOf(user)
    const remove = () => this.#stored.removeAll(userKey)
    const count = await this.#removeAndNotify(user, remove, request)
    this.#tellRevoked(userKey, count)
    return count
  }

  /**
   * The same without a notice, as a part of a change of which the user is told. Returns a function that reports it; call
   * it once the change is committed.
   */
  async '~revokeAll'(user: User): Promise<() => void> {
    const userKey = this.#users.keyOf(user)
    const count = await this.#stored.removeAll(userKey)
    return () => this.#tellRevoked(userKey, count)
  }

  /** The token that a request was let through by, behind `auth.token()`; `undefined` elsewhere. */
  of(request: HttpRequest): ListedToken<Ability> | undefined {
    const token = request.get(this.#usedKey)
    return token === undefined ? undefined : this.#toListed(token)
  }

  /** Finds the user of a token and the token, by its text; `null` if it is not valid. */
  async find(text: string): Promise<FoundToken<User, Ability> | null> {
    const holder = await this['~find'](text)
    return holder === undefined ? null : { user: holder.user, token: this.#toListed(holder.token) }
  }

  #removeAndNotify(
    user: User,
    remove: () => Promise<number>,
    request: HttpRequest | undefined,
  ): Promise<number> {
    return databaseOf(this.#database).transaction(async () => {
      const count = await remove()
      if (count > 0) await this.#notices.tell('token.revoked', user, { request })
      return count
    })
  }

  async #findUser(request: HttpRequest): Promise<User | null> {
    const text = this['~read'](request)
    if (text === undefined) return null
    const holder = await this['~find'](text)
    if (holder === undefined) throw invalidToken(this.scheme)
    await this['~use'](request, holder.token)
    return holder.user
  }

  /**
   * Reads the token of a request. Only the header counts: a URL ends up in logs and histories, and a
   * body is read later.
   */
  '~read'(request: HttpRequest): string | undefined {
    // Caches are told: some take no notice of this header.
    request.beforeSend(keepPrivate)
    const [, scheme, text] = /^(\S+) +(\S+)$/.exec(request.header('authorization') ?? '') ?? []
    return scheme?.toLowerCase() === this.scheme.toLowerCase() ? text : undefined
  }

  /** Lets a limit count each token: `limit({ limit: 100, per: '1m' }).by(auth.tokens)`. */
  readonly '~limitKey': LimitSubject['~limitKey'] = {
    key: (request) => `token:${request.get(this.#usedKey)?.id ?? ''}`,
    after: {
      isMetBy: (before) => 'tokens' in before && before.tokens === this,
      remedy:
        'It counts tokens: add .middleware(auth.token()) before it, or count by something else.',
    },
  }

  /** The key of the user whose token a request has, behind `auth.token()` and with `optionalUser`. */
  '~userOf'(request: HttpRequest): string | undefined {
    return request.get(this.#usedKey)?.userKey
  }

  /** Deletes all tokens of a user who is deleted. */
  '~remove'(userKey: string): Promise<number> {
    return this.#stored.removeAll(userKey)
  }

  /** Finds the token with a text, and its user. For the middleware. */
  async '~find'(text: string): Promise<TokenHolder<User> | undefined> {
    const parsed = parseTokenText(this.#prefix, text)
    if (parsed === undefined) return undefined
    const token = await withoutReplicas(() => this.#stored.find(parsed.id))
    if (token === undefined || !isDigestOf(token, text)) return undefined
    const user = await this.#users.find(token.userKey)
    return user !== null && this.#users.isActive(user) ? { user, token } : undefined
  }

  /** Notes that a request was let through by a token. For the middleware. */
  async '~use'(request: HttpRequest, token: StoredToken): Promise<void> {
    request.set(this.#usedKey, token)
    actors.note(request, { table: this.#account, key: token.userKey })
    if (Date.now() - (token.usedAt ?? 0) < touchEveryMs) return
    await withoutReplicas(() => this.#stored.touch(token.id))
  }

  #toListed(token: StoredToken): ListedToken<Ability> {
    return {
      id: token.id,
      prefix: toTokenPrefix(this.#prefix, token.id),
      name: token.name,
      // Sound: only `issue` stores abilities, which are of this type.
      abilities: token.abilities as readonly Ability[],
      createdAt: new Date(token.createdAt),
      usedAt: token.usedAt === undefined ? null : new Date(token.usedAt),
      expiresAt: token.expiresAt === undefined ? null : new Date(token.expiresAt),
    }
  }

  #tellRevoked(userKey: string, count: number): void {
    if (count > 0) this.#tell('token.revoked', 'All tokens were revoked', { user: userKey, count })
  }

  #tell(event: string, message: string, fields: Readonly<Record<string, string | number>>): void {
    securityEvents.tell({ event, message, fields })
  }
}

/** Compares digests in constant time: an id alone, which is public, tells nothing about the rest. */
function isDigestOf({ digest }: StoredToken, text: string): boolean {
  return timingSafeEqual(Buffer.from(digest), Buffer.from(toDigest(text)))
}
