import { open, seal } from '../../../base/keys/keys.ts'
import { toMs, type Duration } from '../../../base/support/duration.ts'
import type { AnyRecord } from '../../../data/records/entity.ts'
import type { AccountsSetup } from '../authentication/accounts-options.ts'
import type { Users } from '../authentication/users.ts'
import { UsedLinks } from './used-links.ts'

/** What a link lets its receiver do. */
export type LinkPurpose = 'verify' | 'reset' | 'login' | 'change'

/** The content of a link, sealed. */
export interface Link {
  readonly id: string
  /** The key of the user that it is for. */
  readonly user: string
  /** The address and the stamp of the password when the link was made. The link ends when either changes. */
  readonly address: string
  readonly stamp: string
  readonly expiresAt: number
}

/** A link that can be used, and its user. */
export interface OpenLink<User, Content extends Link = Link> {
  readonly link: Content
  readonly user: User
}

/**
 * Links for mails to users: sealed, expiring, and each for one purpose and one use. A user's links end
 * when the address or the password changes.
 */
export class UserLinks<User extends AnyRecord> {
  readonly #users: Users<User>
  readonly #account: string
  readonly #used: UsedLinks

  constructor(users: Users<User>, { account, database }: AccountsSetup<User>) {
    this.#users = users
    this.#account = account
    this.#used = new UsedLinks(database)
  }

  /** Makes the text of a link. */
  issue(purpose: LinkPurpose, user: User, options: IssueOptions): string {
    const { id, expires, content = {} } = options
    const link: Link = {
      id,
      user: this.#users.keyOf(user),
      address: this.#users.addressOf(user),
      stamp: this.#users.stampOf(user),
      expiresAt: Date.now() + toMs(expires, 'expires'),
    }
    return seal(this.#toTitle(purpose), { ...content, ...link }, { expires })
  }

  /** Reads a link without using it; `undefined` if it is not valid, or does not work any more. */
  async open<Content extends Link>(
    purpose: LinkPurpose,
    text: string,
  ): Promise<OpenLink<User, Content> | undefined> {
    // Sound: only `issue` seals for this purpose.
    const link = open(this.#toTitle(purpose), text) as Content | undefined
    if (link === undefined || (await this.#used.has(link.id))) return undefined
    const user = await this.#users.find(link.user)
    return user !== null && this.#isCurrent(link, user) ? { link, user } : undefined
  }

  /**
   * Uses a link up, in a transaction. Returns whether this was the first use and its user has not changed since it was
   * made: of two requests at once, the second sees what the first has done.
   */
  async use(link: Link): Promise<boolean> {
    const user = await this.#users.lock(link.user)
    if (user === null || !this.#isCurrent(link, user)) return false
    return this.#used.use(link.id, link.expiresAt)
  }

  /** Whether a link with this id was used. */
  isUsed(id: string): Promise<boolean> {
    return this.#used.has(id)
  }

  #isCurrent({ address, stamp }: Link, user: User): boolean {
    return (
      address === this.#users.addressOf(user) &&
      stamp === this.#users.stampOf(user) &&
      this.#users.isActive(user)
    )
  }

  #toTitle(purpose: LinkPurpose): string {
    return `link ${purpose} ${this.#account}`
  }
}

/** How to make a link. */
export interface IssueOptions {
  /** The random id under which the use of the link is stored. */
  readonly id: string
  readonly expires: Duration
  /** What the link contains besides its user. */
  readonly content?: object
}
