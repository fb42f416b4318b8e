import type { MaybePromise } from '../support/maybe-promise.ts'

/**
 * Who holds which lock. `take` and `extend` throw `ServiceUnavailable` when the server is away: nobody
 * can know then. `release` is made up for as soon as the server is back.
 */
export interface LockTable {
  /**
   * Takes a lock for `ttlMs` and returns its fence, a number that grows with every taking;
   * `undefined` when another one holds it.
   */
  take(name: string, owner: string, ttlMs: number): MaybePromise<number | undefined>
  /** Holds it for another `ttlMs` from now on. `false` when the owner has lost it. */
  extend(name: string, owner: string, ttlMs: number): MaybePromise<boolean>
  release(name: string, owner: string): MaybePromise<void>
}
