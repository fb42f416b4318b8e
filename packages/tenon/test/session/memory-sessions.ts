import { randomBytes } from 'node:crypto'
import type { SessionSave, SessionStore, StoredSession } from '../../src/session.ts'

/** A store of sessions as an application may write one. */
export class MemorySessions implements SessionStore {
  readonly isOnServer = true
  readonly #kept = new Map<
    string,
    { readonly session: StoredSession; readonly expiresAt: number }
  >()

  read(cookie: string): StoredSession | undefined {
    const kept = this.#kept.get(cookie)
    return kept !== undefined && kept.expiresAt > Date.now() ? kept.session : undefined
  }

  save({ cookie, isRegenerated, changes, session, expiresAt }: SessionSave): string | undefined {
    const before = cookie === undefined ? session : this.read(cookie)
    // Another request has ended it meanwhile, and it stays ended.
    if (before === undefined) return undefined

    const values = new Map([...before.values, ...changes.set])
    for (const name of changes.deleted) values.delete(name)
    if (cookie !== undefined && isRegenerated) this.#kept.delete(cookie)
    const id =
      cookie === undefined || isRegenerated ? randomBytes(32).toString('base64url') : cookie
    this.#kept.set(id, { session: { ...session, values }, expiresAt })
    return id
  }

  destroy(cookie: string): void {
    this.#kept.delete(cookie)
  }
}
