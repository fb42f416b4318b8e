import { createHash } from 'node:crypto'

/** The longest key that is kept as it is, in UTF-16 units. */
const lengthLimit = 256

/**
 * The key under which a store keeps something. A key may come from a request: a long one, or one that
 * is not well-formed and would become equal to others as UTF-8, is replaced by its hash.
 */
export function toStoredKey(key: string): string {
  if (key.length <= lengthLimit && key.isWellFormed()) return key
  return `sha256:${createHash('sha256').update(Buffer.from(key, 'utf16le')).digest('base64url')}`
}
