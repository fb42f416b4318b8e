import type { Decision, Quota } from '../cache/quotas.ts'

/** A limit as the header fields describe it. */
export interface Policy {
  /** Letters, digits, `_`, `.`, `:` and `-`, so that a string of structured fields needs no escapes. */
  readonly name: string
  readonly quota: Quota
}

// draft-ietf-httpapi-ratelimit-headers-10: both fields are lists of structured fields (RFC 9651),
// with one member per policy.

/** `RateLimit-Policy`: the quota (`q`) per number of seconds (`w`). */
export function toPolicyField({ name, quota }: Policy): string {
  const windowSeconds = Math.ceil((quota.burst * quota.intervalUs) / 1_000_000)
  return `"${name}";q=${quota.burst};w=${windowSeconds}`
}

/** `RateLimit`: the remaining quota (`r`), and the seconds until it is fully restored (`t`). */
export function toStateField({ name }: Policy, { remaining, resetMs }: Decision): string {
  return `"${name}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`
}

/** `Retry-After`: whole seconds, rounded up. */
export function toRetryAfter({ retryAfterMs }: Decision): number {
  return Math.max(1, Math.ceil(retryAfterMs / 1000))
}
