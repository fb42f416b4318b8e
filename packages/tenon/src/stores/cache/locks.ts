import type { MaybePromise } from '../../base/support/maybe-promise.ts'

/**
 * The holders of locks. `take` and `extend` throw `ServiceUnavailable` while the server is unavailable, because the
 * state of a lock is then unknown. `release` never throws: a lock that it could not release is released later, or
 * expires.
 */
export interface LockTable {
  /**
   * Takes a lock for `ttlMs` and returns its fence, a number that grows each time; returns
   * `undefined` if another owner holds the lock.
   */
  take(name: string, owner: string, ttlMs: number): MaybePromise<number | undefined>
  /** Extends the lock by `ttlMs` from now. Returns `false` if the owner has lost it. */
  extend(name: string, owner: string, ttlMs: number): MaybePromise<boolean>
  release(name: string, owner: string): MaybePromise<void>
}
