import type { Duration } from '../../base/support/duration.ts'
import { currentStore } from '../../stores/cache/current-store.ts'
import { loginIn } from './session-state.ts'
import {
  applyChanges,
  toExpiry,
  type SessionLifetime,
  type SessionSave,
  type SessionStore,
  type StoredSession,
  createToken,
  toDigest,
} from './session-store.ts'

/** How long a request waits for another request that stores the same session. */
const lockWait: Duration = '5s'

/** Sessions in the application's store: on the server of `REDIS_URL`, or in this process's memory. */
export class CachedSessions implements SessionStore {
  readonly isOnServer = true
  readonly #lifetime: SessionLifetime

  constructor(lifetime: SessionLifetime) {
    this.#lifetime = lifetime
  }

  async read(cookie: string): Promise<StoredSession | undefined> {
    return this.#read(toKey(cookie))
  }

  async save(save: SessionSave): Promise<string | undefined> {
    const { cookie, isRegenerated } = save
    if (cookie === undefined) return this.#create(save.session)

    return currentStore()
      .lock(toKey(cookie), { wait: lockWait })
      .run(async () => {
        const current = await this.#read(toKey(cookie))
        if (current === undefined) return undefined
        const session = { ...save.session, values: applyChanges(current.values, save.changes) }
        if (!isRegenerated) {
          await this.#write(toKey(cookie), session)
          return cookie
        }
        await currentStore().own.delete(toKey(cookie))
        return this.#create(session)
      })
  }

  async destroy(cookie: string): Promise<void> {
    await currentStore()
      .lock(toKey(cookie), { wait: lockWait })
      .run(async () => currentStore().own.delete(toKey(cookie)))
  }

  async #create(session: StoredSession): Promise<string> {
    const token = createToken()
    await this.#write(toKey(token), session)
    const login = loginIn(session.values)
    if (login !== null) await this.#noteLogin(login, toKey(token), session.createdAt)
    return token
  }

  /** Notes the session of a login. Only `#create` calls it: a login gives the session a new id. */
  async #noteLogin(login: string, key: string, createdAt: number): Promise<void> {
    const leftMs = Math.max(1, Math.ceil(createdAt + this.#lifetime.lifetimeMs - Date.now()))
    await currentStore().own.set(toLoginKey(login), key, { ttl: `${leftMs}ms` })
  }

  async #read(key: string): Promise<StoredSession | undefined> {
    const entry = await currentStore().own.get(key)
    // Sound: nothing else writes keys with this prefix.
    const stored = entry as StoredSession | undefined
    return stored !== undefined && toExpiry(stored, this.#lifetime) > Date.now()
      ? stored
      : undefined
  }

  async #write(key: string, session: StoredSession): Promise<void> {
    const { values, createdAt, usedAt } = session
    const leftMs = Math.max(1, Math.ceil(toExpiry(session, this.#lifetime) - Date.now()))
    await currentStore().own.set(key, { values, createdAt, usedAt }, { ttl: `${leftMs}ms` })
  }
}

/** Removes the sessions of these logins from the application's store. Does nothing if sessions are kept elsewhere. */
export async function forgetCachedSessions(logins: readonly string[]): Promise<void> {
  const { own } = currentStore()
  for (const login of logins) {
    const key = await own.get(toLoginKey(login))
    if (typeof key !== 'string') continue
    await own.delete(key)
    await own.delete(toLoginKey(login))
  }
}

/** The key under which the store keeps the key of a login's session. */
function toLoginKey(login: string): string {
  return `tenon:session-of:${login}`
}

function toKey(cookie: string): string {
  return `tenon:session:${toDigest(cookie)}`
}
