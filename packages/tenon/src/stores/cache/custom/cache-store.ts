import type { MaybePromise } from '../../../base/support/maybe-promise.ts'

/**
 * A key-value store of your own for the cache, locks and limits, such as Memcached or a table: texts by key, shared
 * by all replicas. Keys have at most 220 characters. A call that throws counts as an unavailable server.
 */
export interface CacheStore {
  /** Returns the text of a key, or `undefined` if there is none or its time is over. */
  get(key: string): MaybePromise<string | undefined>
  /** Stores a text for `ttlMs`, whatever was there. */
  set(key: string, text: string, ttlMs: number): MaybePromise<void>
  /**
   * Stores a text for `ttlMs` if the key's text is exactly `expected`, or if it has none and `expected` is
   * `undefined`; returns whether it did. Two calls at once must not both succeed.
   */
  replace(
    key: string,
    expected: string | undefined,
    text: string,
    ttlMs: number,
  ): MaybePromise<boolean>
  delete(key: string): MaybePromise<void>
  /** Deletes all keys that begin with `prefix`, and returns how many there were. */
  clear(prefix: string): MaybePromise<number>
}

/** Where an application keeps its cache, locks and limits. */
export interface CacheOptions {
  /** Default: the server of `REDIS_URL`, or else the memory of each process. */
  readonly store?: CacheStore
}
