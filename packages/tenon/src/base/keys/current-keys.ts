import { toMs, type Duration } from '../support/duration.ts'
import { Ambient } from '../support/ambient.ts'
import { SetupError } from '../support/setup-error.ts'
import type { KeyRing } from './key-ring.ts'
import { openValue, sealValue } from './sealed-value.ts'
import { isSignature, toSignature } from './signature.ts'

/** The keys of the running application. */
export const keyRings = new Ambient<KeyRing>()

/** Returns the keys of the current call. Throws `E_NO_KEY` if the application has none. */
export function currentKeys(): KeyRing {
  const keys = keyRings.get()
  if (keys !== undefined) return keys
  throw new SetupError(
    'E_NO_KEY',
    'Sealing and signing need a key, but APP_KEY is not set. Generate one with "key:generate".',
  )
}

/** How long a sealed value can be opened. */
export interface SealOptions {
  /** Default: until its key is removed from the configuration. */
  readonly expires?: Duration
}

/**
 * Encrypts a value that JSON can carry: `seal('invitation', { team: 7 }, { expires: '2d' })`.
 *
 * Only `open` with the same purpose reads it back. The text is URL-safe. Throws `E_NO_KEY` without a
 * key, and `E_DURATION` for an invalid duration.
 */
export function seal(purpose: string, value: unknown, { expires }: SealOptions = {}): string {
  const expiresAtMs = expires === undefined ? undefined : Date.now() + toMs(expires, 'expires')
  return sealValue(currentKeys(), purpose, value, expiresAtMs)
}

/**
 * Decrypts a sealed value. Returns `undefined` if the text was changed, has expired, or was sealed for
 * another purpose or with a key that was removed. The value is `unknown`: validate it with a schema.
 * Throws `E_NO_KEY` without a key.
 */
export function open(purpose: string, sealed: string): unknown {
  return openValue(currentKeys(), purpose, sealed)
}

/** Signs a text that anyone may read but nobody may change. Throws `E_NO_KEY` without a key. */
export function sign(purpose: string, text: string): string {
  return toSignature(currentKeys(), purpose, text)
}

/** Whether `sign` made this signature for this purpose and text, with a key that was not removed. */
export function verify(purpose: string, text: string, signature: string): boolean {
  return isSignature(currentKeys(), purpose, text, signature)
}
