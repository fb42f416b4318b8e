import type { Register } from '../../base/support/register.ts'

/** What the application keeps in sessions: `declare module 'tenon' { interface Register { session: … } }`. */
export type SessionValues = Register extends { readonly session: infer Values extends object }
  ? Values
  : Record<string, unknown>

/** The name of a value in the session. */
export type SessionKey = Extract<keyof SessionValues, string>

/** The value under a key. */
export type SessionValue<Key extends SessionKey> = Key extends keyof SessionValues
  ? SessionValues[Key]
  : never

/**
 * What one browser's visits have in common, made by `session(request)`. A key that begins with `~` throws
 * `E_SESSION_KEY`.
 *
 * Changes are stored once the handler has answered, before the client receives the answer.
 */
export interface Session {
  /** The value under a key, `undefined` when there is none. */
  get<Key extends SessionKey>(key: Key): SessionValue<Key> | undefined
  has(key: SessionKey): boolean
  /** Every value by its key. */
  all(): Partial<SessionValues>
  /**
   * Keeps a value: plain data, dates, maps, sets, big integers and bytes. Throws `E_CACHE_VALUE` for
   * anything else when the session is stored.
   */
  set<Key extends SessionKey>(key: Key, value: SessionValue<Key>): void
  delete(key: SessionKey): void
  /** Gives a value and deletes it. */
  pull<Key extends SessionKey>(key: Key): SessionValue<Key> | undefined
  /**
   * Gives the session another id and keeps its values. Do it whenever rights grow, as by a login: an
   * id that somebody else has planted in the browser is worthless then (session fixation).
   */
  regenerate(): void
  /** Ends the session: its values are deleted and the browser forgets it. */
  destroy(): void
}
