import { SetupError } from '../../base/support/setup-error.ts'
import type { Session, SessionKey, SessionValue, SessionValues } from './session.ts'
import type { SessionSave, StoredSession } from './session-store.ts'

/** How rarely a session that is only read stores that it was used. */
const touchEveryMs = 60_000

/** Marks the framework's own values in a session, which the application does not see. */
const ownPrefix = '~'
const loginPrefix = 'login:'

/** What a session stores about a login: its id, and the user's key. */
export interface KnownLogin {
  readonly id: string
  readonly user: string
  /** The name of the users' database. Default: the default database. */
  readonly database?: string
}

/** The id of the first login in a session; `null` if there is none. */
export function loginIn(values: ReadonlyMap<string, unknown>): string | null {
  for (const [name, value] of values) {
    // Sound: only `setLogin` writes below this prefix.
    if (name.startsWith(ownPrefix + loginPrefix)) return (value as KnownLogin).id
  }
  return null
}

export interface FoundSession {
  readonly cookie: string
  readonly stored: StoredSession
}

/** A session during one request: what was stored, and what has changed since. */
export class SessionState implements Session {
  readonly #cookie: string | undefined
  readonly #stored: StoredSession
  #values: Map<string, unknown>
  #set = new Map<string, unknown>()
  #deleted = new Set<string>()
  #createdAt: number
  #isRegenerated = false
  #isDestroyed = false
  #isLeft = false
  readonly #isIdle: boolean

  /**
   * Continues the session that a cookie named, or begins a new one. A live page's request is idle: it does not prolong
   * the session.
   */
  constructor(found?: FoundSession, { isIdle = false }: { readonly isIdle?: boolean } = {}) {
    const now = Date.now()
    this.#isIdle = isIdle
    this.#cookie = found?.cookie
    this.#stored = found?.stored ?? { values: new Map(), createdAt: now, usedAt: now }
    this.#values = new Map(this.#stored.values)
    this.#createdAt = this.#stored.createdAt
  }

  get<Key extends SessionKey>(key: Key): SessionValue<Key> | undefined {
    assertOwnKey(key)
    // Sound: `set` is the only writer of a key, and takes a value of its type.
    return this.#values.get(key) as SessionValue<Key> | undefined
  }

  has(key: SessionKey): boolean {
    assertOwnKey(key)
    return this.#values.has(key)
  }

  all(): Partial<SessionValues> {
    const entries = [...this.#values].filter(([key]) => !key.startsWith(ownPrefix))
    // Sound for each key, as in `get`.
    return Object.fromEntries(entries)
  }

  set<Key extends SessionKey>(key: Key, value: SessionValue<Key>): void {
    assertOwnKey(key)
    this.#write(key, value)
  }

  delete(key: SessionKey): void {
    assertOwnKey(key)
    this.#erase(key)
  }

  pull<Key extends SessionKey>(key: Key): SessionValue<Key> | undefined {
    const value = this.get(key)
    if (this.has(key)) this.delete(key)
    return value
  }

  regenerate(): void {
    this.#isRegenerated = true
  }

  /** Gives the session another id and a new lifetime, because the user has logged in. */
  renew(): void {
    this.regenerate()
    this.#createdAt = Date.now()
  }

  destroy(): void {
    this.#createdAt = Date.now()
    this.#values.clear()
    this.#set.clear()
    this.#deleted.clear()
    this.#isDestroyed = true
  }

  /**
   * Stores nothing and sends no cookie, unless the user logs in: another answer has given the browser another session,
   * which this request must not replace.
   */
  leave(): void {
    this.#isLeft = true
    this.#values.clear()
  }

  /** Returns a function that undoes everything that has happened to the session since this call. */
  savepoint(): () => void {
    const values = new Map(this.#values)
    const set = new Map(this.#set)
    const deleted = new Set(this.#deleted)
    const createdAt = this.#createdAt
    const isRegenerated = this.#isRegenerated
    const isDestroyed = this.#isDestroyed
    const isLeft = this.#isLeft
    return () => {
      this.#values = values
      this.#set = set
      this.#deleted = deleted
      this.#createdAt = createdAt
      this.#isRegenerated = isRegenerated
      this.#isDestroyed = isDestroyed
      this.#isLeft = isLeft
    }
  }

  get isLeft(): boolean {
    return this.#isLeft
  }

  /** A value of the framework, which `all()` leaves out. */
  own(name: string): unknown {
    return this.#values.get(ownPrefix + name)
  }

  setOwn(name: string, value: unknown): void {
    this.#write(ownPrefix + name, value)
  }

  /** The names of the framework's values that begin with a prefix. */
  ownNames(prefix: string): readonly string[] {
    const names = [...this.#values.keys()].filter((name) => name.startsWith(ownPrefix + prefix))
    return names.map((name) => name.slice(ownPrefix.length))
  }

  /** The login of this browser among the users of a table. */
  login(account: string): KnownLogin | undefined {
    // Sound: only `setLogin` writes names with this prefix, and the browser cannot change its session.
    return this.own(loginPrefix + account) as KnownLogin | undefined
  }

  /** All logins of this browser, by the users' tables. */
  logins(): readonly (readonly [account: string, login: KnownLogin])[] {
    return this.ownNames(loginPrefix).flatMap((name) => {
      const account = name.slice(loginPrefix.length)
      const login = this.login(account)
      return login === undefined ? [] : [[account, login] as const]
    })
  }

  setLogin(account: string, login: KnownLogin): void {
    this.setOwn(loginPrefix + account, login)
  }

  deleteOwn(name: string): void {
    if (this.#values.has(ownPrefix + name)) this.#erase(ownPrefix + name)
  }

  /** What must happen to the session before the request is answered. */
  outcome(): SessionOutcome {
    if (this.#isLeft && !this.#isRegenerated) return { kind: 'unchanged' }
    const ended = this.#isDestroyed ? this.#cookie : undefined
    if (this.#isDestroyed && this.#set.size === 0) {
      return ended === undefined ? { kind: 'unchanged' } : { kind: 'destroyed', cookie: ended }
    }
    if (!this.#isChanged && !this.#isUsedAgain) return { kind: 'unchanged' }
    return { kind: 'saved', save: this.#toSave(), ended }
  }

  #write(key: string, value: unknown): void {
    this.#values.set(key, value)
    this.#set.set(key, value)
    this.#deleted.delete(key)
  }

  #erase(key: string): void {
    this.#values.delete(key)
    this.#set.delete(key)
    this.#deleted.add(key)
  }

  get #isChanged(): boolean {
    if (this.#cookie === undefined) return this.#set.size > 0
    return this.#set.size > 0 || this.#deleted.size > 0 || this.#isRegenerated
  }

  get #isUsedAgain(): boolean {
    if (this.#isIdle || this.#cookie === undefined) return false
    return Date.now() - this.#stored.usedAt > touchEveryMs
  }

  #toSave(): Omit<SessionSave, 'expiresAt'> {
    return {
      // A session that begins after `destroy()` must not continue the old one.
      cookie: this.#isDestroyed || this.#isLeft ? undefined : this.#cookie,
      isRegenerated: this.#isRegenerated,
      changes: { set: this.#set, deleted: this.#deleted },
      session: {
        values: this.#values,
        createdAt: this.#createdAt,
        usedAt: Date.now(),
      },
    }
  }
}

/** Throws `E_SESSION_KEY` for a key of the framework, such as a login's: a client may have chosen the key. */
function assertOwnKey(key: string): void {
  if (!key.startsWith(ownPrefix)) return
  throw new SetupError(
    'E_SESSION_KEY',
    `The session has no key "${key.slice(0, 80)}" for applications: those that begin with "~" are Tenon's own. Choose another name, and take none from a client.`,
  )
}

/** What happens to a session at the end of a request. */
export type SessionOutcome =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'saved'
      readonly save: Omit<SessionSave, 'expiresAt'>
      /** The session that the new one replaces, after `destroy()`. */
      readonly ended: string | undefined
    }
  | { readonly kind: 'destroyed'; readonly cookie: string }
