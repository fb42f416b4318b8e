import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { Ambient } from '../support/ambient.ts'
import { toMs, type Duration } from '../support/duration.ts'
import { SetupError } from '../support/setup-error.ts'

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

/** Like `open`, for values from clients. Without a key it returns `undefined`: nothing was ever sealed. */
export function openSent(purpose: string, sealed: string): unknown {
  const keys = keyRings.get()
  return keys === undefined ? undefined : openValue(keys, purpose, sealed)
}

/** Signs a text that anyone may read but nobody may change. Throws `E_NO_KEY` without a key. */
export function sign(purpose: string, text: string): string {
  return toSignature(currentKeys(), purpose, text)
}

/** Whether `sign` made this signature for this purpose and text, with a key that was not removed. */
export function verify(purpose: string, text: string, signature: string): boolean {
  return isSignature(currentKeys(), purpose, text, signature)
}

/**
 * The secrets of an application. The current one seals and signs; previous ones only open and verify.
 *
 * No secret is used directly. HKDF-SHA256 (RFC 5869) derives a key for each purpose, so a value that was
 * sealed or signed for one purpose is useless for another.
 */
export class KeyRing {
  readonly #secrets: readonly Buffer[]
  readonly #byPurpose = new Map<string, readonly KeyObject[]>()

  /** Takes `APP_KEY` and `APP_PREVIOUS_KEYS`: plain text, or `base64:` followed by encoded bytes. */
  constructor(current: string, previous: readonly string[] = []) {
    this.#secrets = [current, ...previous].map(toSecret)
  }

  /** The key that seals and signs for a purpose. */
  current(purpose: string): KeyObject {
    const [key] = this.all(purpose)
    if (key === undefined) throw new TypeError('A key ring has at least one key')
    return key
  }

  /** Every key that opens and verifies for a purpose, the current one first. */
  all(purpose: string): readonly KeyObject[] {
    const known = this.#byPurpose.get(purpose)
    if (known !== undefined) return known
    const keys = this.#secrets.map((secret) => derive(secret, purpose))
    if (this.#byPurpose.size < keptPurposes) this.#byPurpose.set(purpose, keys)
    return keys
  }
}

/** Purposes are usually constants. The limit stops purposes built from input from filling the memory. */
const keptPurposes = 1000

function toSecret(text: string): Buffer {
  return text.startsWith('base64:')
    ? Buffer.from(text.slice('base64:'.length), 'base64')
    : Buffer.from(text)
}

/** Returns a `KeyObject`: creating a cipher or an HMAC from it takes a quarter of the time that bytes take. */
function derive(secret: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `tenon ${purpose}`, 32)))
}

/*
 * A sealed value is base64url of: version (1 byte) · nonce (12) · ciphertext · tag (16).
 *
 * AES-256-GCM encrypts and authenticates it. The plaintext is JSON: the value and, if it expires, the time in
 * milliseconds since 1970. The purpose selects the key and is also additional authenticated data: if one of the
 * two were wrong, the other would still stop a value from being opened for another purpose.
 */

/** Encrypts a value. Only this application can read it, for this purpose and until it expires. */
export function sealValue(
  keys: KeyRing,
  purpose: string,
  value: unknown,
  expiresAtMs: number | undefined,
): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keys.current(purpose), nonce)
  cipher.setAAD(Buffer.from(purpose))
  const text = JSON.stringify(expiresAtMs === undefined ? { value } : { value, expiresAtMs })
  const sealed = [versionByte, nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(sealed).toString('base64url')
}

/** Decrypts a sealed value; `undefined` if it was changed, has expired or has another purpose. */
export function openValue(keys: KeyRing, purpose: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= overheadBytes || bytes[0] !== version) return undefined
  // Node skips characters that are not base64url. Without this check, one value would have many texts.
  if (bytes.toString('base64url') !== sealed) return undefined

  for (const key of keys.all(purpose)) {
    const text = decrypt(bytes, key, purpose)
    if (text !== undefined) return readContent(text)
  }
  return undefined
}

function decrypt(bytes: Buffer, key: KeyObject, purpose: string): string | undefined {
  const nonce = bytes.subarray(1, 1 + nonceBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  try {
    const start = decipher.update(bytes.subarray(1 + nonceBytes, -tagBytes))
    return Buffer.concat([start, decipher.final()]).toString()
  } catch {
    return undefined // the tag does not match: the key is another one, or the text was changed
  }
}

function readContent(text: string): unknown {
  // Sound: the tag proves that `sealValue` wrote the text.
  const { value, expiresAtMs } = JSON.parse(text) as Content
  return expiresAtMs === undefined || Date.now() < expiresAtMs ? value : undefined
}

interface Content {
  readonly value: unknown
  readonly expiresAtMs?: number
}

const algorithm = 'aes-256-gcm'
const version = 1
const versionByte = Buffer.of(version)
const nonceBytes = 12
const tagBytes = 16
const overheadBytes = 1 + nonceBytes + tagBytes

/** The signature of a text for a purpose: HMAC-SHA256 (RFC 2104), as base64url. */
export function toSignature(keys: KeyRing, purpose: string, text: string): string {
  return hmac(keys.current(purpose), text).toString('base64url')
}

/** Whether one of the keys made the signature. Compares in constant time. */
export function isSignature(
  keys: KeyRing,
  purpose: string,
  text: string,
  signature: string,
): boolean {
  const given = Buffer.from(signature, 'base64url')
  // Node skips characters that are not base64url. Without this check, one text would have many signatures.
  if (given.toString('base64url') !== signature) return false
  return keys.all(purpose).some((key) => {
    const expected = hmac(key, text)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

function hmac(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
