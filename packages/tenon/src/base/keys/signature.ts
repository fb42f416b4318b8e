import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { KeyRing } from './key-ring.ts'

/** The signature of a text for a purpose: HMAC-SHA256 (RFC 2104), as base64url. */
export function toSignature(keys: KeyRing, purpose: string, text: string): string {
  return hmac(keys.current(purpose), text).toString('base64url')
}

/** Whether one of the keys has made the signature; takes the same time wherever it differs. */
export function isSignature(
  keys: KeyRing,
  purpose: string,
  text: string,
  signature: string,
): boolean {
  const given = Buffer.from(signature, 'base64url')
  // Node skips what is not base64url: without this, one text would have many signatures.
  if (given.toString('base64url') !== signature) return false
  return keys.all(purpose).some((key) => {
    const expected = hmac(key, text)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

function hmac(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
