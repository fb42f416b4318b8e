import type { Register } from '../../base/support/register.ts'

/**
 * The values that the application keeps in sessions: `declare module 'tenon' { interface Register { session: … } }`.
 */
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
 * Values that belong to one browser, between requests. Get it with `session(request)`. A key that begins with `~`
 * throws `E_SESSION_KEY`.
 *
 * Changes are stored after the handler has answered, before the client receives the answer.
 */
export interface Session {
  /** The value under a key; `undefined` if there is none. */
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
  /** Returns a value and deletes it. */
  pull<Key extends SessionKey>(key: Key): SessionValue<Key> | undefined
  /**
   * Gives the session another id and keeps its values. Call it whenever the user gets more rights, as a login does:
   * then an id that somebody else has planted in the browser is worthless (session fixation).
   */
  regenerate(): void
  /** Ends the session: its values are deleted and the browser forgets it. */
  destroy(): void
}
