import { hash, randomBytes } from 'node:crypto'

/** A new id of a session: 256 random bits. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of an id: a leaked database or store cannot be used to take over a session. */
export function toDigest(token: string): string {
  // Half the time of `createHash` for a text this short.
  return hash('sha256', token, 'base64url')
}
