import type { Log } from '../../base/log/log.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import {
  toLifetime,
  withStoredTags,
  type FetchOptions,
  type IncrementOptions,
  type KeepOptions,
} from './cache-options.ts'
import type { Cacheable } from './values/cacheable.ts'
import { toMs } from '../../base/support/duration.ts'
import type { AnyRecord } from '../../data/records/entity.ts'
import type { EntryTable } from './entries.ts'
import { toOwnerPrefix } from './owner-prefix.ts'
import { parseValue } from './values/parse-value.ts'
import { serializeValue } from './values/serialize-value.ts'
import { SingleFlight, type Background } from './single-flight.ts'
import { toStoredKey } from '../../base/support/values/stored-key.ts'
import { ValueLimit } from './values/value-limit.ts'

export interface CacheParts {
  readonly entries: EntryTable
  readonly log: Log
  /** The largest value to cache, as serialized text. */
  readonly valueLimitBytes: number
  readonly inBackground: Background
}

/** What the whole cache and the caches of owners share. */
interface SharedParts {
  readonly entries: EntryTable
  readonly limit: ValueLimit
  readonly flights: SingleFlight
}

export function createCache({ entries, log, valueLimitBytes, inBackground }: CacheParts): Cache {
  const limit = new ValueLimit(valueLimitBytes, log)
  const flights = new SingleFlight({ entries, limit, log, inBackground })
  return new Cache({ entries, limit, flights }, '')
}

/** The cache of one owner. It has no tags and no `clear()`, which concern the whole cache. */
export type OwnedCache = Pick<Cache, 'fetch' | 'get' | 'has' | 'set' | 'delete' | 'increment'>

/**
 * Caches values that are expensive to compute.
 *
 * Copies values when it stores them and when it reads them, so no caller can change the value of another caller.
 * Preserves `Date`, `Map`, `Set`, `bigint`, `undefined`, `NaN`, `Uint8Array` and `Buffer`; throws `E_CACHE_VALUE` for
 * anything else that is not plain data. Does not cache a value of more than 1 MB as text, and logs a warning. While the
 * server is unavailable, nothing is cached and no call fails.
 */
export class Cache {
  readonly #entries: EntryTable
  readonly #limit: ValueLimit
  readonly #flights: SingleFlight
  /** The start of an owner's keys; empty for the whole cache. */
  readonly #prefix: string

  constructor({ entries, limit, flights }: SharedParts, prefix: string) {
    this.#entries = entries
    this.#limit = limit
    this.#flights = flights
    this.#prefix = prefix
  }

  /**
   * Returns the value under `key`, or computes it if it is missing. It is computed once, even if many processes ask for
   * it.
   *
   * If `compute` throws, `fetch` throws the same error and caches nothing. Throws `E_CACHE_CYCLE` if `compute` waits
   * for its own value, and `ServiceUnavailable` (503) if it takes longer than `timeout`. With `stale`, callers get the
   * old value while one of them computes a new one in the background.
   */
  fetch<Value>(
    key: string,
    options: FetchOptions,
    compute: (() => MaybePromise<Value>) & Cacheable<Value>,
  ): Promise<Value> {
    const { name, id } = this.#locate(key)
    return this.#flights.fetch({ key: name, id, options: withStoredTags(options), compute })
  }

  /** Returns the value under `key` if it is fresh, otherwise `undefined`. You have to know its type. */
  async get(key: string): Promise<unknown> {
    const entry = await this.#entries.find(this.#locate(key).id, {})
    return entry?.isFresh === true ? parseValue(entry.text)?.value : undefined
  }

  /** Checks whether there is a fresh value under `key`. */
  async has(key: string): Promise<boolean> {
    const entry = await this.#entries.find(this.#locate(key).id, {})
    return entry?.isFresh === true
  }

  /** Stores a value under `key`, and replaces any other. Throws `E_CACHE_VALUE` for a value that is not plain data. */
  async set<Value>(
    key: string,
    value: Value & Cacheable<Value>,
    options: KeepOptions,
  ): Promise<void> {
    const { name, id } = this.#locate(key)
    const lifetime = toLifetime(withStoredTags(options))
    const text = serializeValue(value, name)

    this.#flights.forget(id)
    if (this.#limit.admits(name, text)) await this.#entries.set(id, text, lifetime)
    else await this.#entries.delete(id)
  }

  /** Deletes the value under `key`. A computation in progress does not cache its result. */
  async delete(key: string): Promise<void> {
    const { id } = this.#locate(key)
    this.#flights.forget(id)
    await this.#entries.delete(id)
  }

  /**
   * Adds to the whole number under `key` and returns the sum. A missing number counts as 0.
   *
   * Atomic across all replicas. Returns `undefined` if the server is unavailable, because the sum is unknown. Throws
   * `E_CACHE_COUNTER` if `by` is not a whole number, if the key holds anything but a counter (a value with `tags` or
   * `stale` is none), or if the sum exceeds 2^53.
   */
  async increment(key: string, { by = 1, ttl }: IncrementOptions): Promise<number | undefined> {
    const { name, id } = this.#locate(key)
    const sum = Number.isSafeInteger(by)
      ? await this.#entries.increment(id, by, toMs(ttl, 'ttl'))
      : 'not a number'
    if (sum !== 'not a number') return sum
    throw new SetupError(
      'E_CACHE_COUNTER',
      `cache.increment("${name}") by ${by}: counters must be whole numbers below 2^53 without tags or stale. Use another key, or delete the existing value.`,
    )
  }

  /**
   * The cache of one owner: `cache.of(team).get('report')`. The same key of another record is a different entry. Throws
   * `E_OWNER` if the record was never saved.
   */
  of(owner: AnyRecord): OwnedCache {
    const parts = { entries: this.#entries, limit: this.#limit, flights: this.#flights }
    return new Cache(parts, toOwnerPrefix(owner))
  }

  /**
   * Removes every entry, in all replicas, and returns the number of entries; `undefined` if the server is unavailable.
   * Does not touch locks and limits.
   */
  async clear(): Promise<number | undefined> {
    this.#flights.forgetAll()
    return this.#entries.clear()
  }

  /**
   * Expires every entry with one of these tags, in all replicas. A computation in progress with such a tag does not
   * cache its result.
   */
  async invalidateTags(...tags: readonly string[]): Promise<void> {
    const stored = tags.map(toStoredKey)
    this.#flights.forgetTags(stored)
    await this.#entries.invalidate(stored)
  }

  /** The name of an entry in messages, and the key it is stored under. */
  #locate(key: string): { readonly name: string; readonly id: string } {
    const name = this.#prefix + key
    // Owners' keys start with `["`. A key from a client must not look like one.
    const isLikeOwned = this.#prefix === '' && key.startsWith('[')
    return { name, id: toStoredKey(isLikeOwned ? `[]:${key}` : name) }
  }
}
