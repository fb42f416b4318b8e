import type { Decision, Quota } from '../cache/quotas.ts'

/** A limit as the header fields tell of it. */
export interface Policy {
  /** Letters, digits, `_`, `.`, `:` and `-`: text of a structured field without escapes. */
  readonly name: string
  readonly quota: Quota
}

// draft-ietf-httpapi-ratelimit-headers-10: both fields are lists of structured fields (RFC 9651), one
// member per policy.

/** `RateLimit-Policy`: how much (`q`) in how many seconds (`w`). */
export function toPolicyField({ name, quota }: Policy): string {
  const windowSeconds = Math.ceil((quota.burst * quota.intervalUs) / 1_000_000)
  return `"${name}";q=${quota.burst};w=${windowSeconds}`
}

/** `RateLimit`: how much is left (`r`), and in how many seconds all of it is back (`t`). */
export function toStateField({ name }: Policy, { remaining, resetMs }: Decision): string {
  return `"${name}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`
}

/** `Retry-After`: whole seconds, not too few. */
export function toRetryAfter({ retryAfterMs }: Decision): string {
  return String(Math.max(1, Math.ceil(retryAfterMs / 1000)))
}
