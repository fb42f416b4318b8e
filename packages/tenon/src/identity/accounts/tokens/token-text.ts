import { randomBytes } from 'node:crypto'
import { createToken } from '../../session/session-store.ts'

/** The parts of a token's text, `acme_0123456789abcdef_<secret>`. */
export interface TokenText {
  readonly id: string
  readonly text: string
}

/** A new token: an id by which it is found, and 256 random bits. */
export function createTokenText(prefix: string): TokenText {
  const id = randomBytes(8).toString('hex')
  return { id, text: `${toTokenPrefix(prefix, id)}_${createToken()}` }
}

/** How the text begins; scanners for leaked secrets look for it. */
export function toTokenPrefix(prefix: string, id: string): string {
  return `${prefix}_${id}`
}

/** Reads the id from a text; `undefined` if it is not the text of a token. */
export function parseTokenText(prefix: string, text: string): TokenText | undefined {
  const [, start, id] = grammar.exec(text) ?? []
  return id === undefined || start !== prefix ? undefined : { id, text }
}

const grammar = /^([a-z0-9]+)_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/
