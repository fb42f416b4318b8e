import { tellSecurityEvent } from '../../../base/log/security-events.ts'
import { ValidationFailed } from '../../../base/support/http-error.ts'
import type { AnyRecord } from '../../../data/records/entity.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { hash, isPassword } from '../../passwords/hash.ts'
import { type AccountsSetup, say } from './accounts-options.ts'
import type { Attempts } from './attempts.ts'
import type { Authentication } from './authentication.ts'
import type { LoggedIn } from './logins/logins.ts'
import type { Users } from './users.ts'

interface PasswordAttemptsParts<User extends AnyRecord> {
  readonly setup: AccountsSetup<User>
  readonly users: Users<User>
  readonly attempts: Attempts
  readonly authentication: Authentication<User>
}

/** Checks passwords, for logins in browsers and of programs. */
export class PasswordAttempts<User extends AnyRecord> {
  readonly #parts: PasswordAttemptsParts<User>

  constructor(parts: PasswordAttemptsParts<User>) {
    this.#parts = parts
  }

  /**
   * Finds the user who has this login and this password. Throws `ValidationFailed` with the same message for an
   * unknown user and a wrong password, after the same time, and after too many attempts as `Attempts.count` does.
   */
  async find(
    request: HttpRequest,
    { login, password }: { readonly login: string; readonly password: string },
  ): Promise<User> {
    const { setup, users, attempts, authentication } = this.#parts
    const user = await users.findByLogin(login)
    const stamp = user === null ? undefined : users.stampOf(user)
    const attempt = await attempts.count(request, login, { stamp })
    const stored = user === null ? undefined : users.passwordOf(user)
    const isRight = await isPassword(password, stored, setup.formerHashes)
    if (user === null || stored === undefined || !isRight || !users.isActive(user)) {
      throw this.#refuse(request, user, setup.columns.login.name)
    }
    if (hash.needsRehash(stored)) await authentication.replaceHash(user, await hash.make(password))
    await attempt.giveBack()
    return user
  }

  /** Asks a logged-in user for the password again. Throws as `find` does, with the message at the password. */
  async confirm(
    request: HttpRequest,
    { user, login }: LoggedIn<User>,
    password: string,
  ): Promise<void> {
    const { setup, users, attempts } = this.#parts
    const attempt = await attempts.count(request, login.userKey, { kind: 'confirm' })
    if (!(await isPassword(password, users.passwordOf(user), setup.formerHashes))) {
      throw this.#refuse(request, user, setup.columns.password.name)
    }
    await attempt.giveBack()
  }

  #refuse(request: HttpRequest, user: User | null, field: string): ValidationFailed {
    const { setup, users } = this.#parts
    tellSecurityEvent(request, {
      event: 'login.failed',
      message: 'Somebody tried to log in with a wrong login or password',
      fields: { user: user === null ? undefined : users.keyOf(user) },
    })
    return new ValidationFailed({ [field]: say(setup.messages.wrong) })
  }
}
