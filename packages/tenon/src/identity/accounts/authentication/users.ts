import { parseKey } from '../../../data/columns/parse-key.ts'
import type { TableColumn } from '../../../data/columns/table.ts'
import { withoutReplicas } from '../../../data/drivers/replicas/read-scope.ts'
import { selectAll } from '../../../data/queries/selection.ts'
import type { AnyRecord, BegunLogin, Entity } from '../../../data/records/entity.ts'
import { execute, findEach, findOne } from '../../../data/records/fetch.ts'
import type { Condition } from '../../../data/queries/condition.ts'
import { hasValue, listOf } from '../../../data/queries/parameter.ts'
import { findRecord } from '../../../data/records/lifecycle.ts'
import { fieldsOf } from '../../../data/records/record.ts'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import type { Login } from './logins/logins.ts'
import { toDigest } from '../../session/session-store.ts'

/** The columns that describe a user to the accounts. */
export interface UserColumns {
  readonly login: TableColumn
  readonly password: TableColumn
  /** The address to which mails are sent. */
  readonly address: TableColumn
  /** The time when the address was verified; `undefined` if the application does not store that. */
  readonly verifiedAt: TableColumn | undefined
}

interface UsersOptions<User> {
  readonly columns: UserColumns
  readonly isActive: ((user: User) => boolean) | undefined
}

/**
 * The users of an application, for logging in. They are read from the primary: a replica may still have an old
 * password, or may not know yet that a user is blocked.
 */
export class Users<User extends AnyRecord> {
  readonly entity: Entity<User>
  readonly #key: TableColumn
  readonly #columns: UserColumns
  readonly #isActive: ((user: User) => boolean) | undefined

  constructor(entity: Entity<User>, { columns, isActive }: UsersOptions<User>) {
    this.entity = entity
    this.#key = entity.table.singleKey('its records cannot log in.')
    this.#columns = columns
    this.#isActive = isActive
  }

  /** Finds a user by the text that `keyOf` made. */
  find(keyText: string): MaybePromise<User | null> {
    const key = parseKey(this.#key.definition.type, keyText)
    if (key === undefined) return null
    return withoutReplicas(() => findRecord(this.entity, key))
  }

  /**
   * Finds a user and locks the row until the transaction ends. Use the returned record: a record that was read earlier
   * may be out of date, because the files of a request can arrive much later than its headers.
   */
  async lock(keyText: string): Promise<User | null> {
    const { table } = this.entity
    const key = parseKey(this.#key.definition.type, keyText)
    if (key === undefined) return null
    const condition = hasValue(this.#key, key)
    await execute(this.entity, { ...selectAll(table), condition, lock: 'wait' }, { kind: 'rows' })
    return this.find(keyText)
  }

  /** Locks a user's row, and returns whether the user may still log in and has the same password as in the record. */
  async isUnchanged(user: User): Promise<boolean> {
    const current = await this.lock(this.keyOf(user))
    return current !== null && this.isValid(current, { stamp: this.stampOf(user) })
  }

  /** Like `isUnchanged`, and also checks that the user still has the same address and that it is verified. */
  async isStillAt(user: User): Promise<boolean> {
    if (!(await this.isUnchanged(user))) return false
    const current = await this.find(this.keyOf(user))
    return (
      current !== null &&
      this.isVerified(current) &&
      this.addressOf(current) === this.addressOf(user)
    )
  }

  /** Returns those of the given logins that are still valid. It reads all their users at once. */
  async findValid<Begun extends BegunLogin>(logins: readonly Begun[]): Promise<readonly Begun[]> {
    const keys = logins.map(({ userKey }) => parseKey(this.#key.definition.type, userKey))
    const known = [...new Set(keys)].filter((key) => key !== undefined)
    if (known.length === 0) return []
    const parameter = listOf(this.#key, known)
    const isOne: Condition = { kind: 'list', column: this.#key, negated: false, parameter }
    const users = await withoutReplicas(() => findEach(this.entity, isOne))
    const byKey = new Map(users.map((user) => [this.keyOf(user), user]))
    return logins.filter((login) => {
      const user = byKey.get(login.userKey)
      return user !== undefined && this.isValid(user, login)
    })
  }

  findByLogin(login: string): Promise<User | null> {
    return withoutReplicas(() => findOne(this.entity, hasValue(this.#columns.login, login)))
  }

  /** Finds the user with an address; `null` also if the column allows several users with the same address. */
  async findByAddress(address: string): Promise<User | null> {
    const column = this.#columns.address
    const { unique, uniqueWithin } = column.definition
    if (!unique || uniqueWithin) return null
    return withoutReplicas(() => findOne(this.entity, hasValue(column, address)))
  }

  keyOf(user: User): string {
    return String(fieldsOf(user)[this.#key.name])
  }

  addressOf(user: User): string {
    return String(fieldsOf(user)[this.#columns.address.name])
  }

  /** The text with which the user logs in. */
  loginOf(user: User): string {
    return String(fieldsOf(user)[this.#columns.login.name])
  }

  /** The hash of a user's password; `undefined` for a user without one. */
  passwordOf(user: User): string | undefined {
    const password = fieldsOf(user)[this.#columns.password.name]
    return typeof password === 'string' ? password : undefined
  }

  /** A digest that changes whenever the password does, and reveals nothing about it. */
  stampOf(user: User): string {
    return toDigest(this.passwordOf(user) ?? '')
  }

  /** Whether the application lets the user log in. */
  isActive(user: User): boolean {
    return this.#isActive?.(user) ?? true
  }

  /** Whether a login is still valid: the user may log in, and has the same password as when it began. */
  isValid(user: User, login: Pick<Login, 'stamp'>): boolean {
    return login.stamp === this.stampOf(user) && this.isActive(user)
  }

  isVerified(user: User): boolean {
    const { verifiedAt } = this.#columns
    return verifiedAt !== undefined && fieldsOf(user)[verifiedAt.name] !== null
  }

  /** Whether nobody has proved yet that the address is theirs; `false` if the application does not store that. */
  isUnverified(user: User): boolean {
    return this.#columns.verifiedAt !== undefined && !this.isVerified(user)
  }

  async storePassword(user: User, hashed: string): Promise<void> {
    await user.update({ [this.#columns.password.name]: hashed })
  }

  /** Removes the password. If the column is not nullable, it gets a hash that no known password has. */
  async dropPassword(user: User, unknown: string): Promise<void> {
    const { name, definition } = this.#columns.password
    await user.update({ [name]: definition.nullable ? null : unknown })
  }

  async storeVerified(user: User): Promise<void> {
    await user.update(this.#verified())
  }

  /** Stores an address whose owner has confirmed it. */
  async storeAddress(user: User, address: string): Promise<void> {
    await user.update({ ...this.#verified(), [this.#columns.address.name]: address })
  }

  #verified(): Record<string, Date> {
    const { verifiedAt } = this.#columns
    return verifiedAt === undefined ? {} : { [verifiedAt.name]: new Date() }
  }
}
