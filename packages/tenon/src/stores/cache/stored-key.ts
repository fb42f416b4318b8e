import { createHash } from 'node:crypto'

/** The longest key that is stored unchanged, in UTF-16 units. */
const lengthLimit = 256

/**
 * Returns the key to store something under. Keys may contain client input, so a long key, or a
 * malformed one that would collide with others as UTF-8, is replaced by its hash.
 */
export function toStoredKey(key: string): string {
  if (key.length <= lengthLimit && key.isWellFormed()) return key
  return `sha256:${createHash('sha256').update(Buffer.from(key, 'utf16le')).digest('base64url')}`
}
