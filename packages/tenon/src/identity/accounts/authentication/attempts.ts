import { tellSecurityEvent } from '../../../base/log/security-events.ts'
import { TooManyRequests, ValidationFailed } from '../../../base/support/http-error.ts'
import { foldCase } from '../../../data/columns/types/text.ts'
import { toWanted } from '../../../web/http/accept.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { currentStore } from '../../../stores/cache/current-store.ts'
import type { Quota } from '../../../stores/cache/quotas.ts'
import { toNetwork } from '../../../web/http/origin.ts'
import { toRetryAfter } from '../../../stores/limits/rate-limit-fields.ts'
import { SealedCookie } from '../../session/sealed-cookie.ts'
import { toDigest } from '../../session/session-store.ts'
import type { AccountsSetup } from './accounts-options.ts'

/**
 * Counts attempts to log in, by the client's IP address and by the account.
 *
 * With a limit by address only, a botnet could guess one password. With a limit by account only, a client could try one
 * password on every account. A browser that has logged in to the account before has its own count. Attempts count
 * whether or not the account exists.
 */
export class Attempts {
  readonly #setup: AttemptsSetup
  readonly #devices: KnownDevices

  constructor(setup: AttemptsSetup) {
    this.#setup = setup
    this.#devices = new KnownDevices(setup.account)
  }

  /**
   * Counts one attempt; give it back if it succeeds. Beyond the limit it throws: 422 with a message in the form for a
   * page, 429 with `Retry-After` for a program. While the store is unavailable it lets attempts pass, as `limit` does.
   */
  async count(
    request: HttpRequest,
    name: string,
    { kind, field = this.#setup.columns.login.name, stamp = '' }: CountOptions = {},
  ): Promise<Attempt> {
    const { quotas, account } = this.#setup
    const digest = toLoginDigest(name)
    const device = kind === undefined ? this.#devices.find(request, name, stamp) : undefined
    const counted = device === undefined ? digest : `${digest}:${device}`
    const group = kind === undefined ? 'account' : `account ${kind}`
    const address = toNetwork(request.ip)
    const byAddress = { key: `address:${address}`, quota: quotas.address, field }
    const byAccount = { key: `${group}:${account}:${counted}`, quota: quotas.account, field }
    await this.#take(request, byAddress)
    await this.#take(request, byAccount)
    return { giveBack: () => giveBack([byAddress, byAccount]) }
  }

  /** Counts a mail to an address and returns whether it may be sent: anyone can type the address of another person. */
  async mayMail(address: string, topic: string): Promise<boolean> {
    const { quotas, account } = this.#setup
    const key = toStored(`mail:${account}:${topic}:${toLoginDigest(address)}`)
    const decision = await currentStore().quotas.take(key, quotas.mail)
    return decision === undefined || decision.isAllowed
  }

  async #take(request: HttpRequest, { key, quota, field }: Counted): Promise<void> {
    const decision = await currentStore().quotas.take(toStored(key), quota)
    if (decision === undefined || decision.isAllowed) return

    tellSecurityEvent(request, {
      event: 'login.throttled',
      message: 'Somebody tried to log in too often',
      fields: { by: key.startsWith('address') ? 'address' : 'account' },
    })
    const seconds = toRetryAfter(decision)
    if (toWanted(request) === 'json') throw new TooManyRequests(seconds)
    throw new ValidationFailed({ [field]: this.#setup.messages.tooMany(seconds) })
  }
}

interface CountOptions {
  /**
   * What is counted, if `name` is not a login that somebody has typed. Each kind has counts of its own, so a typed
   * login cannot use them up.
   */
  readonly kind?: 'confirm' | 'second factor' | 'passkey' | 'mail' | 'address change'
  /** The field of the form that shows the message. Default: the login's. */
  readonly field?: string
  /** The stamp of the user's password. A browser that knows an earlier password has no count of its own. */
  readonly stamp?: string | undefined
}

export interface Attempt {
  /** Takes the attempt back: only failed attempts count. */
  readonly giveBack: () => Promise<void>
}

async function giveBack(counted: readonly Counted[]): Promise<void> {
  const { quotas } = currentStore()
  for (const { key, quota } of counted) await quotas.give(toStored(key), quota)
}

function toStored(key: string): string {
  return `tenon:attempts:${key}`
}

interface Counted {
  readonly key: string
  readonly quota: Quota
  /** The field of the form that shows the message. */
  readonly field: string
}

type AttemptsSetup = Pick<AccountsSetup<never>, 'account' | 'columns' | 'messages' | 'quotas'>

/** How many users a browser remembers. */
const mostLogins = 5

/**
 * Recognizes browsers in which somebody has logged in before. Their attempts are counted separately, so a stranger who
 * tries passwords on an account cannot lock its user out (OWASP: device cookies).
 *
 * The separate count ends when the password changes: before the owner of the address reset the password, a stranger may
 * have collected cookies of many browsers. The browsers still count as known for notices.
 */
export class KnownDevices {
  readonly #cookie: SealedCookie

  constructor(account: string) {
    this.#cookie = new SealedCookie(`device-${account}`, '365d')
  }

  /** The id of a browser that has logged in with this login and its current password before. */
  find(request: HttpRequest, login: string, stamp: string): string | undefined {
    const device = this.#read(request)
    const known = `${toLoginDigest(login)} ${stamp}`
    return device?.logins.includes(known) === true ? device.id : undefined
  }

  /** Whether the browser has logged in with this login before, with any password. */
  knows(request: HttpRequest, login: string): boolean {
    return this.#read(request)?.logins.some(isOf(toLoginDigest(login))) === true
  }

  remember(request: HttpRequest, login: string, stamp: string): void {
    const { id = crypto.randomUUID(), logins = [] } = this.#read(request) ?? {}
    const digest = toLoginDigest(login)
    const isOwn = isOf(digest)
    const others = logins.filter((other) => !isOwn(other))
    const device: KnownDevice = {
      id,
      logins: [`${digest} ${stamp}`, ...others].slice(0, mostLogins),
    }
    this.#cookie.write(request, device)
  }

  #read(request: HttpRequest): KnownDevice | undefined {
    const device = this.#cookie.read(request)
    return isDevice(device) ? device : undefined
  }
}

function isOf(digest: string): (known: string) => boolean {
  return (known) => known.startsWith(digest)
}

/** The cookie lives for a year, so an earlier version may have sealed it in another form. */
function isDevice(value: unknown): value is KnownDevice {
  if (typeof value !== 'object' || value === null || !('id' in value)) return false
  return typeof value.id === 'string' && 'logins' in value && areTexts(value.logins)
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** A digest of the login, for cookies and the store of limits, which must not contain addresses. */
function toLoginDigest(login: string): string {
  return toDigest(foldCase(login.trim()))
}

interface KnownDevice {
  readonly id: string
  /** The digest of each login and the stamp of its password, the latest first. */
  readonly logins: readonly string[]
}
