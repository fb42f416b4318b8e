import { type KeyRing, openValue, sealValue } from '../../base/keys/keys.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import {
  toExpiry,
  type SessionLifetime,
  type SessionSave,
  type SessionStore,
  type StoredSession,
  readSessionText,
  toSessionText,
} from './session-store.ts'

/**
 * Sessions that the browser keeps itself, sealed. Nothing is stored on the server, so no session can be ended from
 * elsewhere.
 */
export class CookieSessions implements SessionStore {
  readonly isOnServer = false
  readonly #keys: KeyRing
  readonly #lifetime: SessionLifetime

  constructor(keys: KeyRing, lifetime: SessionLifetime) {
    this.#keys = keys
    this.#lifetime = lifetime
  }

  read(cookie: string): StoredSession | undefined {
    const content = openValue(this.#keys, purpose, cookie)
    if (content === undefined) return undefined
    // Sound: only `save` seals for this purpose.
    const { text, createdAt, usedAt } = content as SealedSession
    return { values: readSessionText(text), createdAt, usedAt }
  }

  save({ session }: SessionSave): string {
    const { values, createdAt, usedAt } = session
    const content: SealedSession = { text: toSessionText(values), createdAt, usedAt }
    const cookie = sealValue(this.#keys, purpose, content, toExpiry(session, this.#lifetime))
    if (cookie.length > cookieLimitBytes) throw tooLarge(values, cookie.length)
    return cookie
  }

  destroy(): void {}
}

interface SealedSession {
  readonly text: string
  readonly createdAt: number
  readonly usedAt: number
}

const purpose = 'session cookie'

/** Above this size a browser may drop the cookie: its name and attributes need some of the 4,096 bytes. */
const cookieLimitBytes = 3800

function tooLarge(values: ReadonlyMap<string, unknown>, bytes: number): SetupError {
  const [largest] = [...values]
    .map(([key, value]) => ({ key, size: toSessionText(new Map([[key, value]])).length }))
    .toSorted((one, other) => other.size - one.size)
  return new SetupError(
    'E_SESSION_SIZE',
    `The session takes ${bytes} bytes, more than the ${cookieLimitBytes} of a cookie. Its largest value ` +
      `is "${largest?.key}". Keep an id instead, or set application({ session: { store: 'database' } }).`,
  )
}
