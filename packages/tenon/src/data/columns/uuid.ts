import { randomUUID } from 'node:crypto'

/**
 * Creates a version 7 UUID (RFC 9562): the time in milliseconds, then 74 random bits.
 *
 * New keys go to the end of the index, whereas version 4 keys would touch pages all over it.
 */
export function uuidV7(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  const random = randomUUID().slice('xxxxxxxx-xxxx-4'.length)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random}`
}
