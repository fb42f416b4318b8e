import { tellSecurityEvent } from '../../../base/log/security-events.ts'
import { ValidationFailed } from '../../../base/support/http-error.ts'
import { databaseOf } from '../../../data/database/current-database.ts'
import type { AnyRecord } from '../../../data/records/entity.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { say, type AccountsSetup } from '../authentication/accounts-options.ts'
import type { Attempt, Attempts } from '../authentication/attempts.ts'
import type { Authentication } from '../authentication/authentication.ts'
import type { Notices } from '../authentication/notices.ts'
import type { Users } from '../authentication/users.ts'
import { Authenticators, type AuthenticatorSecret } from './authenticators.ts'
import { loadQrCode } from './factor-libraries.ts'
import { RecoveryCodes } from './recovery-codes.ts'
import { createSecondFactorTables } from './second-factor-tables.ts'

/** What a page shows to set up an authenticator app. */
export interface Enrollment extends AuthenticatorSecret {
  /** The QR code of `uri`, an `<svg>` element. */
  readonly svg: string
}

/** What a user has set up. */
export interface SecondFactorState {
  readonly isEnabled: boolean
  /** How many recovery codes are left. */
  readonly recoveryCodes: number
}

interface SecondFactorParts<User extends AnyRecord> {
  readonly setup: AccountsSetup<User>
  readonly issuer: string
  readonly users: Users<User>
  readonly attempts: Attempts
  readonly authentication: Authentication<User>
  readonly notices: Notices<User>
}

/** Codes of an authenticator app and recovery codes, which a login needs after the password. */
export class SecondFactor<User extends AnyRecord> {
  readonly #parts: SecondFactorParts<User>
  readonly #authenticators: Authenticators
  readonly #recoveryCodes: RecoveryCodes

  constructor(parts: SecondFactorParts<User>) {
    const { account, database } = parts.setup
    const tables = createSecondFactorTables(database)
    this.#parts = parts
    this.#authenticators = new Authenticators(account, tables)
    this.#recoveryCodes = new RecoveryCodes(account, tables)
    parts.authentication.addFactor((userKey) => this.#authenticators.isEnabled(userKey))
  }

  /**
   * Begins to set up an authenticator app. Nothing changes until `confirm` gets a code of it, in the same login within
   * 15 minutes. Until then the same login gets the same secret. Throws `Forbidden` unless the user has logged in or
   * confirmed the password in the last 15 minutes.
   */
  async enroll(request: HttpRequest): Promise<Enrollment> {
    const { user, login } = await this.#parts.authentication.getRecent(request)
    const { issuer, users } = this.#parts
    const { userKey, id: loginId } = login
    const owner = { userKey, loginId, issuer, label: users.addressOf(user) }
    const proposed = await this.#authenticators.propose(owner)
    const createQrCode = await loadQrCode()
    const code = createQrCode(0, 'M')
    code.addData(proposed.uri)
    code.make()
    return { ...proposed, svg: code.createSvgTag({ scalable: true, margin: 4 }) }
  }

  /**
   * Turns the second factor on and returns ten recovery codes, which cannot be read again. All other logins of the user
   * end, because they began without it. Throws `ValidationFailed` for a wrong code, and as `Accounts.attempt` does
   * after too many. Throws `Forbidden` as `enroll` does.
   */
  async confirm(request: HttpRequest, code: string): Promise<readonly string[]> {
    const { authentication, notices } = this.#parts
    const current = await authentication.getRecent(request)
    const { login } = current
    const attempt = await this.#count(request, login.userKey)
    const proposed = { userKey: login.userKey, loginId: login.id }
    const codes = await authentication.whileLoggedIn(current, async () => {
      if (!(await this.#authenticators.confirm(proposed, code))) throw this.#wrong()
      await notices.tell('second_factor.enabled', current.user, { request })
      return this.#recoveryCodes.replace(login.userKey)
    })
    await attempt.giveBack()
    // Keep this order: a login that begins now either sees the factor or is ended here.
    await authentication.endOthers(request, current)
    this.#tell(request, 'second_factor.enabled', 'A user has turned a second factor on', login)
    return codes
  }

  /** Whether the browser has given a password and still has to give the second factor. */
  isPending(request: HttpRequest): Promise<boolean> {
    return this.#parts.authentication.isPending(request)
  }

  /**
   * Completes the login that began with a password, with a code of the app or a recovery code, and returns the user.
   * Throws `ValidationFailed` for a wrong or used code, and as `Accounts.attempt` does after too many. Throws
   * `Unauthorized` if no login has begun in the last ten minutes.
   */
  async verify(request: HttpRequest, code: string): Promise<User> {
    const { authentication } = this.#parts
    const { user } = await authentication.getPending(request)
    await authentication.complete(request, await this['~prove'](request, user, code))
    return user
  }

  /** What the logged-in user has set up. */
  async state(request: HttpRequest): Promise<SecondFactorState> {
    const { login } = await this.#parts.authentication.get(request)
    const [isEnabled, recoveryCodes] = await Promise.all([
      this.#authenticators.isEnabled(login.userKey),
      this.#recoveryCodes.count(login.userKey),
    ])
    return { isEnabled, recoveryCodes }
  }

  /**
   * Replaces the recovery codes and returns the new ones. Users whose second factor is a passkey get their first ones
   * by it. Throws `Forbidden` as `enroll` does.
   */
  async replaceRecoveryCodes(request: HttpRequest): Promise<readonly string[]> {
    const { authentication, notices } = this.#parts
    const current = await authentication.getRecent(request)
    const { login } = current
    const codes = await authentication.whileLoggedIn(current, async () => {
      await notices.tell('second_factor.codes', current.user, { request })
      return this.#recoveryCodes.replace(login.userKey)
    })
    this.#tell(request, 'second_factor.codes', 'A user has replaced the recovery codes', login)
    return codes
  }

  /** Turns the second factor off. Throws `Forbidden` as `enroll` does. */
  async disable(request: HttpRequest): Promise<void> {
    const { authentication, notices } = this.#parts
    const current = await authentication.getRecent(request)
    const { login } = current
    await authentication.whileLoggedIn(current, async () => {
      await this['~remove'](login.userKey)
      await notices.tell('second_factor.disabled', current.user, { request })
    })
    this.#tell(request, 'second_factor.disabled', 'A user has turned a second factor off', login)
  }

  /** Turns it off for a user who has lost all factors. Call it for an administrator who has checked who the user is. */
  async reset(user: User): Promise<void> {
    const { users, notices } = this.#parts
    await this.#transaction(async () => {
      await this['~remove'](users.keyOf(user))
      await notices.tell('second_factor.disabled', user)
    })
  }

  /** Whether a user has enabled an authenticator app. */
  '~isEnabled'(userKey: string): Promise<boolean> {
    return this.#authenticators.isEnabled(userKey)
  }

  /** Uses up a code of a user and returns what it was. Throws as `verify` does for a wrong one. */
  async '~prove'(
    request: HttpRequest,
    user: User,
    code: string,
  ): Promise<'totp' | 'recovery code'> {
    const userKey = this.#parts.users.keyOf(user)
    const attempt = await this.#count(request, userKey)
    const factor = await this.#accept(request, user, code)
    if (factor === undefined) {
      this.#tell(request, 'second_factor.failed', 'Somebody gave a wrong second factor', {
        userKey,
      })
      throw this.#wrong()
    }
    await attempt.giveBack()
    return factor
  }

  async '~remove'(userKey: string): Promise<void> {
    await this.#authenticators.remove(userKey)
    await this.#recoveryCodes.remove(userKey)
  }

  async #accept(
    request: HttpRequest,
    user: User,
    code: string,
  ): Promise<'totp' | 'recovery code' | undefined> {
    const { users, notices } = this.#parts
    const userKey = users.keyOf(user)
    if (await this.#authenticators.accept(userKey, code)) return 'totp'
    return this.#transaction(async () => {
      if (!(await this.#recoveryCodes.use(userKey, code))) return undefined
      await notices.tell('second_factor.recovery', user, { request })
      return 'recovery code'
    })
  }

  #transaction<Result>(body: () => Promise<Result>): Promise<Result> {
    return databaseOf(this.#parts.setup.database).transaction(body)
  }

  #count(request: HttpRequest, userKey: string): Promise<Attempt> {
    return this.#parts.attempts.count(request, userKey, { kind: 'second factor', field: 'code' })
  }

  #wrong(): ValidationFailed {
    return new ValidationFailed({ code: say(this.#parts.setup.messages.code) })
  }

  #tell(
    request: HttpRequest,
    event: string,
    message: string,
    { userKey }: { readonly userKey: string },
  ): void {
    tellSecurityEvent(request, { event, message, fields: { user: userKey } })
  }
}
