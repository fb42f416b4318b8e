import type { AnyRecord } from '../../data/records/entity.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import type { Authentication } from './authentication/authentication.ts'
import type { Users } from './authentication/users.ts'

/** A browser in which a user is logged in. */
export interface ListedLogin {
  readonly id: string
  /** The browser's `User-Agent`, in safe characters. */
  readonly device: string
  readonly ip: string
  readonly createdAt: Date
  readonly usedAt: Date
  /** Whether this browser sent the request. */
  readonly isCurrent: boolean
}

/** The browsers in which users are logged in. */
export class AccountLogins<User extends AnyRecord> {
  readonly #authentication: Authentication<User>
  readonly #users: Users<User>

  constructor(authentication: Authentication<User>, users: Users<User>) {
    this.#authentication = authentication
    this.#users = users
  }

  /** Lists the browsers in which the user is logged in, the one used last first. */
  async list(request: HttpRequest): Promise<readonly ListedLogin[]> {
    const current = await this.#authentication.get(request)
    const logins = await this.#authentication.logins.list(current.login.userKey)
    return logins.map(({ id, device, ip, createdAt, usedAt }) => ({
      id,
      device,
      ip,
      createdAt: new Date(createdAt),
      usedAt: new Date(usedAt),
      isCurrent: id === current.login.id,
    }))
  }

  /** Ends one of these logins and returns whether the user had it. */
  async end(request: HttpRequest, id: string): Promise<boolean> {
    const { login } = await this.#authentication.get(request)
    return this.#authentication.logins.endOf(login.userKey, id)
  }

  /**
   * Ends the user's logins in all other browsers and returns how many there were. In `onLogin` of a program, which has
   * no browser, it ends all of them.
   */
  async endOthers(request: HttpRequest): Promise<number> {
    const program = this.#authentication.programUser(request)
    if (program !== undefined) return this.#authentication.logins.endAll(program)
    return this.#authentication.endOthers(request, await this.#authentication.get(request))
  }

  /** Ends all logins of a user, for example of a blocked user, and returns how many there were. */
  endAll(user: User): Promise<number> {
    return this.#authentication.logins.endAll(this.#users.keyOf(user))
  }
}
