import { toSafeText } from '../../../base/log/security-events.ts'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import type { AnyRecord } from '../../../data/records/entity.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import type { Device } from './logins/logins.ts'
import type { Users } from './users.ts'

/** What has happened to an account. */
export type AccountChange =
  | 'password.changed'
  | 'password.reset'
  | 'address.changed'
  | 'second_factor.enabled'
  | 'second_factor.disabled'
  | 'second_factor.codes'
  | 'second_factor.recovery'
  | 'passkey.registered'
  | 'passkey.removed'
  | 'provider.connected'
  | 'provider.disconnected'
  | 'token.issued'
  | 'token.revoked'
  | 'login.new_browser'

/** A change to an account, for a mail to its owner, who may not have made the change. */
export interface AccountNotice<User> {
  readonly change: AccountChange
  readonly user: User
  /** The address to tell; after a change of address, the one before it. */
  readonly address: string
  readonly at: Date
  /** The browser's `User-Agent`, in safe characters; `undefined` if no request made the change. */
  readonly device: string | undefined
  readonly ip: string | undefined
}

/** Sends a notice. The application provides this function. */
export type NotifyUser<User> = (notice: AccountNotice<User>) => MaybePromise<void>

/** Counts a mail to an address and returns whether it may be sent. */
type MayMail = (address: string, topic: string) => Promise<boolean>

/**
 * Tells the owners of accounts what has changed. An address gets only a few mails about each kind of change: otherwise
 * a stranger who has registered with another person's address could fill that mailbox by logging in.
 */
export class Notices<User extends AnyRecord> {
  readonly #users: Users<User>
  readonly #mayMail: MayMail
  readonly #notify: NotifyUser<User> | undefined

  constructor(users: Users<User>, mayMail: MayMail, notify: NotifyUser<User> | undefined) {
    this.#users = users
    this.#mayMail = mayMail
    this.#notify = notify
  }

  /** Call it in the transaction of the change, so that both happen or neither. */
  async tell(
    change: AccountChange,
    user: User,
    { request, address = this.#users.addressOf(user) }: Telling = {},
  ): Promise<void> {
    if (this.#notify === undefined) return
    if (!(await this.#mayMail(address, `notice ${change}`))) return
    const { device, ip } = request === undefined ? nowhere : toDevice(request)
    await this.#notify({ change, user, address, at: new Date(), device, ip })
  }
}

/** The browser that sent a request. */
export function toDevice(request: HttpRequest): Device {
  return { device: toSafeText(request.header('user-agent') ?? ''), ip: request.ip }
}

interface Telling {
  readonly request?: HttpRequest | undefined
  /** Default: the user's. */
  readonly address?: string
}

const nowhere = { device: undefined, ip: undefined }
