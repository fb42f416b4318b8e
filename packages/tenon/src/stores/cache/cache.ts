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

/** What the whole cache and those of owners have in common. */
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

/** What the cache of one owner does: tags and `clear()` are for the whole cache. */
export type OwnedCache = Pick<Cache, 'fetch' | 'get' | 'has' | 'set' | 'delete' | 'increment'>

/**
 * Caches values that are expensive to compute.
 *
 * Values are copied when they are stored and when they are read, so no caller can change what
 * another one gets. `Date`, `Map`, `Set`, `bigint`, `undefined`, `NaN`, `Uint8Array` and `Buffer` are preserved;
 * anything else that is not plain data throws `E_CACHE_VALUE`. While the server is unavailable,
 * nothing is cached and no call fails.
 */
export class Cache {
  readonly #entries: EntryTable
  readonly #limit: ValueLimit
  readonly #flights: SingleFlight
  /** What begins the keys of an owner; empty for the whole cache. */
  readonly #prefix: string

  constructor({ entries, limit, flights }: SharedParts, prefix: string) {
    this.#entries = entries
    this.#limit = limit
    this.#flights = flights
    this.#prefix = prefix
  }

  /**
   * Returns the value under `key`, computing it if missing: once, even if many processes ask for
   * it.
   *
   * An error thrown by `compute` is thrown here and not cached. Throws `E_CACHE_CYCLE` if `compute`
   * waits for its own value, and `ServiceUnavailable` if it takes longer than `timeout`. With
   * `stale`, callers get the old value while one of them computes the new one in the background.
   */
  fetch<Value>(
    key: string,
    options: FetchOptions,
    compute: (() => MaybePromise<Value>) & Cacheable<Value>,
  ): Promise<Value> {
    const { name, id } = this.#locate(key)
    return this.#flights.fetch({ key: name, id, options: withStoredTags(options), compute })
  }

  /**
   * Returns the value under `key` if it is fresh, otherwise `undefined`. The caller knows its type.
   */
  async get(key: string): Promise<unknown> {
    const entry = await this.#entries.find(this.#locate(key).id, {})
    return entry?.isFresh === true ? parseValue(entry.text)?.value : undefined
  }

  /** Checks whether there is a fresh value under `key`. */
  async has(key: string): Promise<boolean> {
    const entry = await this.#entries.find(this.#locate(key).id, {})
    return entry?.isFresh === true
  }

  /** Stores a value under `key`, replacing any other. */
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

  /**
   * Deletes the value under `key`; the result of a computation in progress is not cached either.
   */
  async delete(key: string): Promise<void> {
    const { id } = this.#locate(key)
    this.#flights.forget(id)
    await this.#entries.delete(id)
  }

  /**
   * Adds to the whole number under `key` and returns the sum. A missing number counts as 0.
   *
   * Atomic across all replicas. Returns `undefined` if the server is unavailable, because the sum
   * is unknown. Throws `E_CACHE_COUNTER` if the key holds anything else, including a value with
   * `tags` or `stale`, or if the sum exceeds 2^53.
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
   * The cache of one owner: `cache.of(team).get('report')`. The same key of another record is another entry. Throws
   * `E_OWNER` unless the record is saved.
   */
  of(owner: AnyRecord): OwnedCache {
    const parts = { entries: this.#entries, limit: this.#limit, flights: this.#flights }
    return new Cache(parts, toOwnerPrefix(owner))
  }

  /**
   * Removes every entry, in all replicas, and returns how many there were; `undefined` if the server is
   * unavailable. Locks and limits are not touched.
   */
  async clear(): Promise<number | undefined> {
    this.#flights.forgetAll()
    return this.#entries.clear()
  }

  /**
   * Expires every entry with one of these tags, in all replicas. The result of a computation in
   * progress with such a tag is not cached.
   */
  async invalidateTags(...tags: readonly string[]): Promise<void> {
    const stored = tags.map(toStoredKey)
    this.#flights.forgetTags(stored)
    await this.#entries.invalidate(stored)
  }

  /** The name of an entry in messages, and the key it is stored under. */
  #locate(key: string): { readonly name: string; readonly id: string } {
    const name = this.#prefix + key
    // A key that a client has sent must not be one of an owner, which begin with `["`.
    const isLikeOwned = this.#prefix === '' && key.startsWith('[')
    return { name, id: toStoredKey(isLikeOwned ? `[]:${key}` : name) }
  }
}
