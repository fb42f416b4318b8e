import type { MaybePromise } from '../../base/support/maybe-promise.ts'

/** A cached value as text, and whether it is fresh. */
export interface CacheEntry {
  readonly text: string
  /** Whether its `ttl` has not elapsed. After that, `stale` may still keep the entry. */
  readonly isFresh: boolean
}

/** How long a value is cached, and the tags that can expire it earlier. */
export interface Lifetime {
  readonly ttlMs: number
  readonly staleMs: number
  readonly tags: readonly string[]
}

/** What a reader knows about an entry; a table may use it to avoid a second query. */
export interface Expected {
  readonly tags?: readonly string[]
  readonly stale?: string
}

/**
 * The right to compute an entry. Only one caller among all processes has it at a time.
 *
 * It records the versions of the entry's tags at the start of the computation. Setting or deleting the entry, or
 * invalidating a tag, revokes the claim, and the result is not cached.
 */
export interface Claim {
  readonly token: string
  readonly versions: string
  /** The entry, if another caller has just finished it. */
  readonly found: CacheEntry | undefined
}

/** The entries of a cache. If the server is unavailable, calls do not fail: the cache behaves as if it were empty. */
export interface EntryTable {
  /** Returns the entry, unless it has expired or one of its tags was invalidated. */
  find(key: string, expected: Expected): MaybePromise<CacheEntry | undefined>
  /**
   * Claims the right to compute an entry; returns `undefined` while another caller has it. Release the claim with
   * `settle` or `abandon`. It expires by itself only if its process dies.
   */
  claim(key: string, lifetime: Lifetime): MaybePromise<Claim | undefined>
  /** Whether a caller in any process has the right to compute the entry. */
  isClaimed(key: string): MaybePromise<boolean>
  /** Caches the result and releases the claim. Returns `false` if the claim was revoked. */
  settle(key: string, claim: Claim, text: string, lifetime: Lifetime): MaybePromise<boolean>
  /** Releases a claim without a value. */
  abandon(key: string, claim: Claim): MaybePromise<void>
  set(key: string, text: string, lifetime: Lifetime): MaybePromise<void>
  delete(key: string): MaybePromise<void>
  invalidate(tags: readonly string[]): MaybePromise<void>
  /** Removes every entry and revokes every claim; `undefined` if the server is unavailable. */
  clear(): MaybePromise<number | undefined>
  /**
   * Adds to a whole number and returns the sum. A missing entry counts as 0 and is kept for
   * `ttlMs`. Returns `not a number` for any other value, and `undefined` if the server is
   * unavailable.
   */
  increment(
    key: string,
    by: number,
    ttlMs: number,
  ): MaybePromise<number | 'not a number' | undefined>
}
