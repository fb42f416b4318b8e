import { randomUUID } from 'node:crypto'
import { assertHeader } from '../http/header.ts'

/** Directives of a Content-Security-Policy: one that is given replaces the default of its name. */
export type PolicyDirectives = Readonly<Record<string, string>>

/** A policy with a nonce that is new in every document. */
export interface Policy {
  /** A nonce for one document. */
  createNonce(): string
  toHeader(nonce: string): string
}

/** What documents may load unless the application says otherwise: its own files. */
const defaultDirectives: PolicyDirectives = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'self'",
}

/**
 * Assembles a policy; the nonce is added to `script-src` and `style-src`, unless these allow whatever
 * is inline: beside a nonce, browsers pass over `'unsafe-inline'`.
 */
export function createPolicy(directives: PolicyDirectives = {}): Policy {
  const merged = { ...defaultDirectives, ...directives }
  const text = Object.entries(merged)
    .map(([name, value]) => {
      const isOpen = !withNonce.has(name) || value.includes("'unsafe-inline'")
      return isOpen ? `${name} ${value}` : `${name} ${value} 'nonce-${placeholder}'`
    })
    .join('; ')
  assertHeader('content-security-policy', text)

  const parts = text.split(placeholder)
  return {
    createNonce: () => randomUUID(),
    toHeader: (nonce) => parts.join(nonce),
  }
}

const withNonce: ReadonlySet<string> = new Set(['script-src', 'style-src'])
const placeholder = '{nonce}'
