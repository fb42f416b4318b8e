import type { MaybePromise } from '../../base/support/maybe-promise.ts'

/** A rate: one more every `intervalUs` microseconds, up to `burst` at once. */
export interface Quota {
  readonly intervalUs: number
  readonly burst: number
}

/** Whether an event is allowed now, and the state of the quota. */
export interface Decision {
  readonly isAllowed: boolean
  /** How many more are allowed immediately. */
  readonly remaining: number
  /** How long until another one is allowed; 0 while `remaining` is positive. */
  readonly retryAfterMs: number
  /** How long until the quota is fully restored. */
  readonly resetMs: number
}

/**
 * Quotas by key. Each is a single number: the time at which everything taken has been earned back
 * (the generic cell rate algorithm). There is no window, so a client cannot double its rate at a
 * window boundary.
 */
export interface QuotaTable {
  /** Takes one from the quota of `key`; `undefined` if the server is unavailable. */
  take(key: string, quota: Quota): MaybePromise<Decision | undefined>
  /** Gives back one that was taken. */
  give(key: string, quota: Quota): MaybePromise<void>
}
