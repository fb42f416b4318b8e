import { createHash } from 'node:crypto'

/**
 * Returns a key that databases, Redis and memory can store. Keys often come from clients. If a key is long, would
 * collide with others in UTF-8, contains a character that PostgreSQL's text cannot hold, or looks like a hash, it is
 * replaced by its hash.
 */
export function toStoredKey(key: string): string {
  const isPlain = key.length <= LONGEST && key.isWellFormed() && !key.includes('\0')
  if (isPlain && !key.startsWith(HASHED)) return key
  return `${HASHED}${createHash('sha256').update(Buffer.from(key, 'utf16le')).digest('hex')}`
}

const HASHED = 'sha256:'

/** In UTF-16 units. */
const LONGEST = 200
