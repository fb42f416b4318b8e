import type { MaybePromise } from '../../base/support/maybe-promise.ts'

/** A rate: one event every `intervalUs` microseconds, up to `burst` at once. */
export interface Quota {
  readonly intervalUs: number
  readonly burst: number
}

/** Whether an event is allowed now, and the state of the quota. */
export interface Decision {
  readonly isAllowed: boolean
  /** How many more events are allowed immediately. */
  readonly remaining: number
  /** Milliseconds until another event is allowed; 0 while `remaining` is positive. */
  readonly retryAfterMs: number
  /** Milliseconds until the quota is fully restored. */
  readonly resetMs: number
}

/**
 * Quotas by key. Each is a single number: the time at which everything taken is earned back (the generic cell rate
 * algorithm, GCRA). GCRA has no window, so a client cannot double its rate at a window boundary.
 */
export interface QuotaTable {
  /** Takes one event from the quota of `key`; `undefined` if the server is unavailable. */
  take(key: string, quota: Quota): MaybePromise<Decision | undefined>
  /** Gives back one event. */
  give(key: string, quota: Quota): MaybePromise<void>
}
