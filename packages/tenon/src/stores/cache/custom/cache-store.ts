import type { MaybePromise } from '../../../base/support/maybe-promise.ts'

/**
 * Your own key-value store for the cache, locks and limits, such as Memcached or a table. It holds texts by key, and
 * all replicas share it. Keys have at most 220 characters. If a call throws, or any call but `clear` takes longer than
 * 500 ms, the server counts as unavailable.
 */
export interface CacheStore {
  /** Returns the text of a key, or `undefined` if the key is missing or has expired. */
  get(key: string): MaybePromise<string | undefined>
  /** Stores a text for `ttlMs` milliseconds, and replaces any other. */
  set(key: string, text: string, ttlMs: number): MaybePromise<void>
  /**
   * Stores a text for `ttlMs` milliseconds if the current text is exactly `expected`; `undefined` means that the key
   * has no text. Returns whether it stored the text. Of two concurrent calls, at most one may succeed.
   */
  replace(
    key: string,
    expected: string | undefined,
    text: string,
    ttlMs: number,
  ): MaybePromise<boolean>
  delete(key: string): MaybePromise<void>
  /** Deletes all keys that start with `prefix`, and returns how many it has deleted. */
  clear(prefix: string): MaybePromise<number>
}

/** Where an application keeps its cache, locks and limits. */
export interface CacheOptions {
  /** Default: the server of `REDIS_URL`; without it, the memory of each process. */
  readonly store?: CacheStore
}
