import { createHash, randomBytes } from 'node:crypto'

/** A new id of a session: 256 random bits. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of an id: a leaked database or store cannot be used to take over a session. */
export function toDigest(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
