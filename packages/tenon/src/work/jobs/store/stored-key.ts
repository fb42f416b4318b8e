import { createHash } from 'node:crypto'

/**
 * A key as both databases can keep it in an index. Keys often come from clients: one that is long, or that
 * PostgreSQL's text cannot hold, is replaced by its hash.
 */
export function toStoredKey(key: string): string {
  const isPlain = key.length <= LONGEST && key.isWellFormed() && !key.includes('\0')
  if (isPlain) return key
  return `sha256:${createHash('sha256').update(Buffer.from(key, 'utf16le')).digest('hex')}`
}

const LONGEST = 200
