import { createHash } from 'node:crypto'

/**
 * A key as databases, Redis and memory can keep it. Keys often come from clients: one that is long, that would
 * collide with others as UTF-8, or that PostgreSQL's text cannot hold, is replaced by its hash.
 */
export function toStoredKey(key: string): string {
  const isPlain = key.length <= LONGEST && key.isWellFormed() && !key.includes('\0')
  if (isPlain) return key
  return `sha256:${createHash('sha256').update(Buffer.from(key, 'utf16le')).digest('hex')}`
}

/** In UTF-16 units. */
const LONGEST = 200
