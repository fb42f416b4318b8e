import { tellSecurityEvent } from '../../base/log/security-events.ts'
import { databaseOf } from '../../data/database/current-database.ts'
import { UniqueViolation } from '../../data/database/database-error.ts'
import type { AnyRecord } from '../../data/records/entity.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { sessionState } from '../session/sessions.ts'
import { createToken } from '../session/session-store.ts'
import type { AccountsParts } from '../accounts/accounts.ts'
import type { LoggedIn } from '../accounts/authentication/logins/logins.ts'
import type { Flow } from './flows.ts'
import type { CreateUser } from './oauth-options.ts'
import type { ProviderProfile } from './profile.ts'
import { ProviderRefused } from './provider-connection.ts'
import { StoredIdentities, type StoredIdentity } from './stored-identities.ts'

/** A connected account at a provider, as its user sees it in a list. */
export interface ListedIdentity {
  readonly id: string
  /** The provider's name in the configuration. */
  readonly provider: string
  /** The address at the provider. */
  readonly email: string | null
  readonly createdAt: Date
  readonly usedAt: Date | null
}

/** The person who has logged in at a provider. */
export interface ProviderUser {
  readonly issuer: string
  readonly profile: ProviderProfile
}

/** The user to whom a person at a provider belongs. */
interface Found<User> {
  readonly user: User
  readonly isNew: boolean
}

/** How an identity was connected to its user. */
type Origin = 'registration' | 'address' | 'user'

/** Finds the user of a person at a provider: the rules for logging in, connecting and disconnecting. */
export class Identities<User extends AnyRecord> {
  readonly #parts: AccountsParts<User>
  readonly #createUser: CreateUser<User> | undefined
  readonly #stored: StoredIdentities

  constructor(parts: AccountsParts<User>, createUser: CreateUser<User> | undefined) {
    const { account, database } = parts.setup
    this.#parts = parts
    this.#createUser = createUser
    this.#stored = new StoredIdentities(account, database)
    parts.onForget((userKey) => this.#stored.removeAll(userKey))
    parts.loginMethods.add(async (userKey) => (await this.#stored.list(userKey)).length > 0)
  }

  async logIn(
    request: HttpRequest,
    visitor: ProviderUser,
    { isRemembered }: Flow,
  ): Promise<Found<User>> {
    const { authentication } = this.#parts
    const found = await this.#findOrCreate(request, visitor)
    const beginning = { proof: 'provider', isRemembered, isFirst: found.isNew } as const
    await authentication.begin(request, found.user, beginning)
    return found
  }

  /** Connects an identity to the user who began the visit, if that user is still logged in. */
  async connect(request: HttpRequest, visitor: ProviderUser, flow: Flow): Promise<Found<User>> {
    const current = await this.#getSame(request, flow)
    const { user, login } = current
    const identity = await this.#find(visitor)
    if (identity?.user !== undefined && identity.stored.userKey !== login.userKey) {
      throw new ProviderRefused('connected', 'It is connected to another user')
    }
    if (identity?.user === undefined) {
      const adding = { visitor, stale: identity?.stored }
      const isAdded = await this.#parts.authentication.whileLoggedIn(current, () =>
        this.#addTo(user, adding, request),
      )
      if (!isAdded) throw new ProviderRefused('connected', 'It was connected at the same time')
      this.#tellConnected(request, { visitor, userKey: login.userKey, by: 'user' })
    }
    const session = await sessionState(request)
    session.regenerate()
    return { user, isNew: false }
  }

  /** Notes that the user has proved again who they are, with a connected identity. */
  async confirm(request: HttpRequest, visitor: ProviderUser, flow: Flow): Promise<Found<User>> {
    const current = await this.#getSame(request, flow)
    const identity = await this.#find(visitor)
    if (identity?.stored.userKey !== current.login.userKey) {
      throw new ProviderRefused('mismatch', 'It is not connected to the user')
    }
    await this.#stored.use(identity.stored.id, visitor.profile.email)
    await this.#parts.authentication.confirm(request, current)
    return { user: current.user, isNew: false }
  }

  async list(userKey: string): Promise<readonly ListedIdentity[]> {
    return (await this.#stored.list(userKey)).map(toListed)
  }

  async remove(request: HttpRequest, current: LoggedIn<User>, id: string): Promise<boolean> {
    const { authentication, loginMethods, notices } = this.#parts
    const { user, login } = current
    const { userKey } = login
    let removed: StoredIdentity | undefined
    const remove = async () => {
      removed = await this.#stored.remove(userKey, id)
      if (removed === undefined) return false
      await notices.tell('provider.disconnected', user, { request })
      return true
    }
    await authentication.whileLoggedIn(current, () =>
      loginMethods.remove(user, { field: 'provider', remove }),
    )
    if (removed === undefined) return false
    tellSecurityEvent(request, {
      event: 'provider.disconnected',
      message: 'A user has disconnected an account at a provider',
      fields: { user: userKey, provider: removed.provider },
    })
    return true
  }

  async #findOrCreate(request: HttpRequest, visitor: ProviderUser): Promise<Found<User>> {
    const identity = await this.#find(visitor)
    if (identity?.user !== undefined) return this.#use(identity.stored, identity.user, visitor)

    const same = await this.#findSameAddress(visitor.profile)
    const stale = identity?.stored
    const found =
      same === null
        ? await this.#create(request, { visitor, stale })
        : await this.#link(request, same, { visitor, stale })
    if (found !== undefined) {
      const userKey = this.#parts.users.keyOf(found.user)
      const by = found.isNew ? 'registration' : 'address'
      this.#tellConnected(request, { visitor, userKey, by })
      return found
    }
    // Another tab of the same person was faster, or somebody else has the address.
    const other = await this.#find(visitor)
    if (other?.user === undefined)
      throw new ProviderRefused('taken', 'There is such a user already')
    return this.#use(other.stored, other.user, visitor)
  }

  async #use(stored: StoredIdentity, user: User, { profile }: ProviderUser): Promise<Found<User>> {
    this.#assertActive(user)
    await this.#stored.use(stored.id, profile.email)
    return { user, isNew: false }
  }

  /**
   * The user with the address that the provider names. Both sides must have verified it: otherwise somebody could take
   * over another person's account, or prepare an account and wait for its owner.
   */
  async #findSameAddress({ email, emailVerified }: ProviderProfile): Promise<User | null> {
    const { users } = this.#parts
    const user = email === undefined ? null : await users.findByAddress(email)
    if (user === null) return null
    if (emailVerified && users.isVerified(user)) return user
    const side = emailVerified ? 'this application' : 'the provider'
    throw new ProviderRefused('taken', `The address is not verified by ${side}`)
  }

  async #link(request: HttpRequest, user: User, adding: Adding): Promise<Found<User> | undefined> {
    const { users } = this.#parts
    this.#assertActive(user)
    const isAdded = await this.#transaction(async () => {
      // The address may have changed since it was used to find the user.
      if (!(await users.isStillAt(user)))
        throw new ProviderRefused('expired', 'The user has changed')
      return this.#addTo(user, adding, request)
    })
    return isAdded ? { user, isNew: false } : undefined
  }

  /** Creates a user together with the identity; `undefined` if the user or the identity exists already. */
  async #create(request: HttpRequest, adding: Adding): Promise<Found<User> | undefined> {
    const { users } = this.#parts
    try {
      const user = await this.#transaction(async () => {
        const created = (await this.#createUser?.(adding.visitor.profile, request)) ?? null
        if (created === null) throw new ProviderRefused('closed', 'There is no such user')
        this.#assertActive(created)
        if (await this.#add({ ...adding, userKey: users.keyOf(created) })) return created
        throw new AddedMeanwhile()
      })
      return { user, isNew: true }
    } catch (error) {
      if (error instanceof AddedMeanwhile || error instanceof UniqueViolation) return undefined
      throw error
    }
  }

  /** Adds an identity to a user, notifies the user, and returns whether the identity is new. */
  async #addTo(user: User, adding: Adding, request: HttpRequest): Promise<boolean> {
    const { users, notices } = this.#parts
    if (!(await this.#add({ ...adding, userKey: users.keyOf(user) }))) return false
    await notices.tell('provider.connected', user, { request })
    return true
  }

  /** Stores an identity and returns whether it is new. An identity whose user was deleted is replaced. */
  async #add({ visitor, userKey, stale }: Adding & { readonly userKey: string }): Promise<boolean> {
    if (stale !== undefined) await this.#stored.remove(stale.userKey, stale.id)
    const { issuer, profile } = visitor
    const now = Date.now()
    return this.#stored.add({
      id: createToken(),
      userKey,
      provider: profile.provider,
      issuer,
      subject: profile.subject,
      email: profile.email,
      createdAt: now,
      usedAt: now,
    })
  }

  /** The stored identity, with its user unless the user was deleted. */
  async #find({ issuer, profile: { subject } }: ProviderUser) {
    const stored = await this.#stored.find({ issuer, subject })
    if (stored === undefined) return undefined
    const user = await this.#parts.users.find(stored.userKey)
    return { stored, user: user ?? undefined }
  }

  /** The login of the user who began the visit. Throws `ProviderRefused` if that user is not logged in any more. */
  async #getSame(request: HttpRequest, flow: Flow): Promise<LoggedIn<User>> {
    const current = await this.#parts.authentication.current(request)
    if (current !== null && current.login.userKey === flow.user) return current
    throw new ProviderRefused('expired', 'The user who has begun is not logged in any more')
  }

  #assertActive(user: User): void {
    if (this.#parts.users.isActive(user)) return
    throw new ProviderRefused('closed', 'The user is not active')
  }

  #transaction<Result>(body: () => Promise<Result>): Promise<Result> {
    return databaseOf(this.#parts.setup.database).transaction(body)
  }

  #tellConnected(
    request: HttpRequest,
    {
      visitor,
      userKey,
      by,
    }: { readonly visitor: ProviderUser; readonly userKey: string; readonly by: Origin },
  ): void {
    tellSecurityEvent(request, {
      event: 'provider.connected',
      message: 'An account at a provider was connected to a user',
      fields: { user: userKey, provider: visitor.profile.provider, by },
    })
  }
}

/** What is stored with an identity, besides its user. */
interface Adding {
  readonly visitor: ProviderUser
  /** The same identity of a user who was deleted. */
  readonly stale: StoredIdentity | undefined
}

/** Rolls back the creation of a user when another request has stored the identity. */
class AddedMeanwhile extends Error {
  override readonly name = 'AddedMeanwhile'
}

function toListed({ id, provider, email, createdAt, usedAt }: StoredIdentity): ListedIdentity {
  return {
    id,
    provider,
    email: email ?? null,
    createdAt: new Date(createdAt),
    usedAt: usedAt === undefined ? null : new Date(usedAt),
  }
}
