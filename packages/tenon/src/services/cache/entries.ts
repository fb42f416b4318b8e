import type { MaybePromise } from '../support/maybe-promise.ts'

/** A value that is kept, as text, with what ends it. */
export interface Entry {
  readonly text: string
  /** Whether its `ttl` has not passed; after it, `stale` is what keeps it. */
  readonly isFresh: boolean
}

/** How long a value is kept, and the tags whose invalidation ends it sooner. */
export interface Lifetime {
  readonly ttlMs: number
  readonly staleMs: number
  readonly tags: readonly string[]
}

/** What a reader knows of the entry he asks for; a table may use it to ask once and not twice. */
export interface Expected {
  readonly tags?: readonly string[]
  readonly stale?: string
}

/**
 * The right to compute an entry: one caller of all processes has it at a time.
 *
 * It holds what the entry's tags were when the computation began. Setting or deleting the entry, or
 * invalidating a tag, takes the right away, and what is computed then is not kept.
 */
export interface Claim {
  readonly token: string
  readonly versions: string
  /** The entry that another caller has finished just before. */
  readonly found: Entry | undefined
}

/**
 * The entries of a cache. A table whose server is away fails no call: it behaves as one that keeps
 * nothing.
 */
export interface EntryTable {
  /** The entry, unless it has ended or one of its tags was invalidated since. */
  find(key: string, expected: Expected): MaybePromise<Entry | undefined>
  /**
   * The right to compute an entry; `undefined` while another caller has it. It must be given up by
   * `settle` or `abandon`, and ends by itself only with its process.
   */
  claim(key: string, lifetime: Lifetime): MaybePromise<Claim | undefined>
  /** Whether a caller of any process has the right to compute the entry. */
  isClaimed(key: string): MaybePromise<boolean>
  /** Keeps what was computed and gives the claim up. `false` when the claim was taken away. */
  settle(key: string, claim: Claim, text: string, lifetime: Lifetime): MaybePromise<boolean>
  /** Gives a claim up without a value. */
  abandon(key: string, claim: Claim): MaybePromise<void>
  set(key: string, text: string, lifetime: Lifetime): MaybePromise<void>
  delete(key: string): MaybePromise<void>
  invalidate(tags: readonly string[]): MaybePromise<void>
  /**
   * Adds to a whole number and returns the sum; an entry that is not there counts as 0 and is kept
   * for `ttlMs`. `not a number` for any other value, `undefined` when the server is away.
   */
  increment(
    key: string,
    by: number,
    ttlMs: number,
  ): MaybePromise<number | 'not a number' | undefined>
}
