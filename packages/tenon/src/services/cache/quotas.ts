import type { MaybePromise } from '../support/maybe-promise.ts'

/** How often something may happen: one more every `intervalUs` microseconds, up to `burst` at once. */
export interface Quota {
  readonly intervalUs: number
  readonly burst: number
}

/** Whether it may happen now, and how the quota then stands. */
export interface Decision {
  readonly isAllowed: boolean
  /** How often it may happen at once from now on. */
  readonly remaining: number
  /** How long until it may happen again; 0 while `remaining` is more. */
  readonly retryAfterMs: number
  /** How long until the whole quota is there again. */
  readonly resetMs: number
}

/**
 * Quotas by key, each a single number: the instant at which all that was taken has been earned back
 * (the generic cell rate algorithm). There is no window, so none whose edge lets twice as much pass.
 */
export interface QuotaTable {
  /** Takes one from the quota of `key`; `undefined` when its server is away. */
  take(key: string, quota: Quota): MaybePromise<Decision | undefined>
}
