import { randomUUID } from 'node:crypto'

/**
 * Makes a version 7 UUID (RFC 9562): the time in milliseconds, then 74 random bits.
 *
 * New keys land at the end of the index, where version 4 ones would touch pages all over it.
 */
export function uuidV7(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  const random = randomUUID().slice('xxxxxxxx-xxxx-4'.length)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random}`
}
