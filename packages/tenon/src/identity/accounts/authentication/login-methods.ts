import { ValidationFailed } from '../../../base/support/http-error.ts'
import { databaseOf } from '../../../data/database/current-database.ts'
import { lockForTransaction } from '../../../data/database/dialects/lock-for-transaction.ts'
import type { AnyRecord } from '../../../data/records/entity.ts'
import { say, type AccountsSetup } from './accounts-options.ts'
import type { Users } from './users.ts'

/** Tells whether a user can log in with something other than the password. */
export type HasLoginMethod = (userKey: string) => Promise<boolean>

/** Removes a way to log in, and returns whether the user had it. */
export interface LoginMethodRemoval {
  /** The field of the form that shows the message if this is the last way to log in. */
  readonly field: string
  readonly remove: () => Promise<boolean>
}

/** The ways in which users can log in; each user keeps at least one. */
export class LoginMethods<User extends AnyRecord> {
  readonly #users: Users<User>
  readonly #setup: AccountsSetup<User>
  readonly #known: HasLoginMethod[] = []

  constructor(users: Users<User>, setup: AccountsSetup<User>) {
    this.#users = users
    this.#setup = setup
  }

  /** Adds a check for one way in which users log in. */
  add(hasLoginMethod: HasLoginMethod): void {
    this.#known.push(hasLoginMethod)
  }

  /**
   * Removes one of the user's ways to log in and returns whether it existed. Throws `ValidationFailed` if it was the
   * last one, even if two requests remove two ways at the same time.
   */
  async remove(user: User, { field, remove }: LoginMethodRemoval): Promise<boolean> {
    const { account, database: name, messages } = this.#setup
    const key = this.#users.keyOf(user)
    const database = databaseOf(name)
    return database.transaction(async () => {
      await lockForTransaction(database, `tenon:login methods:${account}:${key}`)
      if (!(await remove())) return false
      if (await this.#hasAny(user, key)) return true
      throw new ValidationFailed({ [field]: say(messages.lastLoginMethod) })
    })
  }

  async #hasAny(user: User, userKey: string): Promise<boolean> {
    if (this.#users.passwordOf(user) !== undefined) return true
    for (const hasLoginMethod of this.#known) if (await hasLoginMethod(userKey)) return true
    return false
  }
}
