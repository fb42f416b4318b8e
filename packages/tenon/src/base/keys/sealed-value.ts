import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'
import type { KeyRing } from './key-ring.ts'

/*
 * A sealed value is base64url of: version (1 byte) · nonce (12) · ciphertext · tag (16).
 *
 * AES-256-GCM hides and authenticates it. The plaintext is JSON: the value and, when it expires, the
 * moment in milliseconds. The purpose is additional data, although each purpose has its own key: a
 * mistake in one of the two alone opens nothing.
 */

/** Encrypts a value, so that only this application reads it back, for this purpose and in time. */
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

/** Reads a sealed value; `undefined` for one that was changed, has expired or has another purpose. */
export function openValue(keys: KeyRing, purpose: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= overheadBytes || bytes[0] !== version) return undefined
  // Node skips what is not base64url: without this, one value would have many texts.
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
    return undefined // the tag does not fit: another key made it, or somebody changed it
  }
}

function readContent(text: string): unknown {
  // Sound: only `sealValue` makes what the tag authenticates.
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
