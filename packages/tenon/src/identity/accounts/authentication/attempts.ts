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
 * Counts attempts to prove who somebody is, by the client's address and by the account they name.
 *
 * The address alone would let a botnet guess one password; the account alone would let one client try
 * one password on every account. A browser in which the account was used before has its own count.
 * Attempts count whether or not the account exists.
 */
export class Attempts {
  readonly #setup: AttemptsSetup
  readonly #devices: KnownDevices

  constructor(setup: AttemptsSetup) {
    this.#setup = setup
    this.#devices = new KnownDevices(setup.account)
  }

  /**
   * Counts one attempt; give it back if it succeeds. Beyond the limit it throws: 422 with a message in the form for a page, 429 with
   * `Retry-After` for a program. While the store is unavailable it lets attempts pass, as `limit` does.
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

  /** Counts a mail to an address and returns whether it may be sent: anyone can type somebody else's. */
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
   * What is counted by that name, if it is not a login that somebody types: whatever is typed, it counts for no other
   * kind.
   */
  readonly kind?: 'confirm' | 'second factor' | 'passkey' | 'mail' | 'address change'
  /** The field of the form that shows the message. Default: the login's. */
  readonly field?: string
  /** Of the user's password: a browser that knows the user by an earlier one has no count of its own. */
  readonly stamp?: string | undefined
}

export interface Attempt {
  /** Uncounts it: only what failed counts against the next ones. */
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

/** How many users of one browser are remembered. */
const mostLogins = 5

/**
 * Recognizes browsers in which somebody has logged in before. Their attempts are counted apart, so that
 * strangers who try passwords on an account do not lock its user out (OWASP: device cookies).
 *
 * That ends with the password: a stranger may have collected cookies of many browsers before the owner of the address
 * came and reset it. The browsers are still no new ones.
 */
export class KnownDevices {
  readonly #cookie: SealedCookie

  constructor(account: string) {
    this.#cookie = new SealedCookie(`device-${account}`, '365d')
  }

  /** The id of a browser in which this login has succeeded before, with the password that it has now. */
  find(request: HttpRequest, login: string, stamp: string): string | undefined {
    const device = this.#read(request)
    const known = `${toLoginDigest(login)} ${stamp}`
    return device?.logins.includes(known) === true ? device.id : undefined
  }

  /** Whether this login has succeeded in the browser before, with whatever password. */
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

/** A cookie lives for a year, so an earlier version may have sealed it in another form. */
function isDevice(value: unknown): value is KnownDevice {
  if (typeof value !== 'object' || value === null || !('id' in value)) return false
  return typeof value.id === 'string' && 'logins' in value && areTexts(value.logins)
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** Names an account where its address does not belong: in cookies and in the store of limits. */
function toLoginDigest(login: string): string {
  return toDigest(foldCase(login.trim()))
}

interface KnownDevice {
  readonly id: string
  /** The digest of each login and the stamp of its password, the latest first. */
  readonly logins: readonly string[]
}
