import { createHash } from 'node:crypto'

/**
 * A key as databases, Redis and memory can keep it. Keys often come from clients: one that is long, that would
 * collide with others as UTF-8, that PostgreSQL's text cannot hold, or that looks like a hash, is replaced by its hash.
 */
export function toStoredKey(key: string): string {
  const isPlain = key.length <= LONGEST && key.isWellFormed() && !key.includes('\0')
  if (isPlain && !key.startsWith(HASHED)) return key
  return `${HASHED}${createHash('sha256').update(Buffer.from(key, 'utf16le')).digest('hex')}`
}

const HASHED = 'sha256:'

/** In UTF-16 units. */
const LONGEST = 200
