import { randomUUID } from 'node:crypto'
import { assertHeader } from '../../web/http/header-list.ts'

/** Directives of a Content-Security-Policy; each replaces the default of the same name. */
export type PolicyDirectives = Readonly<Record<string, string>>

/** A policy with a fresh nonce for every document. */
export interface Policy {
  /** Creates the nonce for one document. */
  createNonce(): string
  toHeader(nonce: string): string
}

/**
 * The default policy: documents may load the application's own files. They may also upload and show files of its
 * bucket, because the application redirects to the bucket.
 */
function defaultDirectives(bucket: string | undefined): PolicyDirectives {
  const own = bucket === undefined ? "'self'" : `'self' ${bucket}`
  return {
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': `${own} data: blob:`,
    ...(bucket === undefined ? undefined : { 'media-src': own }),
    'font-src': "'self' data:",
    'connect-src': own,
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'self'",
  }
}

/**
 * Builds a policy. `bucket` is the origin of stored files, if it differs from the application's. The nonce is added to
 * `script-src` and `style-src`, unless they allow `'unsafe-inline'`: browsers ignore that if there is a nonce.
 */
export function createPolicy(directives: PolicyDirectives = {}, bucket?: string): Policy {
  const merged = { ...defaultDirectives(bucket), ...directives }
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
