import type { Log } from '../log/log.ts'
import type { MaybePromise } from '../support/maybe-promise.ts'
import { SetupError } from '../support/setup-error.ts'
import { toLifetime, type IncrementOptions, type KeepOptions } from './cache-options.ts'
import type { Cacheable } from './values/cacheable.ts'
import { toMs } from './duration.ts'
import type { EntryTable } from './entries.ts'
import { parseValue } from './values/parse-value.ts'
import { serializeValue } from './values/serialize-value.ts'
import { SingleFlight, type Background } from './single-flight.ts'
import { toStoredKey } from './stored-key.ts'
import { ValueLimit } from './values/value-limit.ts'

/** What a cache works with. */
export interface CacheParts {
  readonly entries: EntryTable
  readonly log: Log
  /** The largest value that is kept, as serialized text. */
  readonly valueLimitBytes: number
  readonly inBackground: Background
}

/**
 * Values that cost something to compute, kept for a while under a key.
 *
 * Values are copied on the way in and out, whatever keeps them: nobody changes what others get. `Date`,
 * `Map`, `Set`, `bigint`, `undefined`, `NaN` and bytes survive; anything else that is not plain data
 * throws `E_CACHE_VALUE`. A cache whose server is away keeps nothing and fails no call.
 */
export class Cache {
  readonly #entries: EntryTable
  readonly #limit: ValueLimit
  readonly #flights: SingleFlight

  constructor({ entries, log, valueLimitBytes, inBackground }: CacheParts) {
    this.#entries = entries
    this.#limit = new ValueLimit(valueLimitBytes, log)
    this.#flights = new SingleFlight({ entries, limit: this.#limit, log, inBackground })
  }

  /**
   * The value under `key`, computed when it is not there: once, however many callers in however many
   * processes ask for it at the same time.
   *
   * What `compute` throws is thrown here and not kept. With `stale`, callers are served the old value
   * while one of them computes the new one in the background.
   */
  fetch<Value>(
    key: string,
    options: KeepOptions,
    compute: (() => MaybePromise<Value>) & Cacheable<Value>,
  ): Promise<Value> {
    return this.#flights.fetch({ key, id: toStoredKey(key), options, compute })
  }

  /** The value under `key` while it is fresh, else `undefined`. Whoever set it knows its type. */
  async get(key: string): Promise<unknown> {
    const entry = await this.#entries.find(toStoredKey(key), {})
    return entry?.isFresh === true ? parseValue(entry.text)?.value : undefined
  }

  /** Tells whether there is a fresh value under `key`. */
  async has(key: string): Promise<boolean> {
    const entry = await this.#entries.find(toStoredKey(key), {})
    return entry?.isFresh === true
  }

  /** Keeps a value under `key`, in place of another one. */
  async set<Value>(
    key: string,
    value: Value & Cacheable<Value>,
    options: KeepOptions,
  ): Promise<void> {
    const id = toStoredKey(key)
    const lifetime = toLifetime(options)
    const text = serializeValue(value, key)

    this.#flights.forget(id)
    if (this.#limit.admits(key, text)) await this.#entries.set(id, text, lifetime)
    else await this.#entries.delete(id)
  }

  /** Removes what is kept under `key`; what is being computed for it meanwhile is not kept either. */
  async delete(key: string): Promise<void> {
    const id = toStoredKey(key)
    this.#flights.forget(id)
    await this.#entries.delete(id)
  }

  /**
   * Adds to the whole number under `key`, which counts as 0 when it is not there, and returns the sum.
   *
   * Atomic over all replicas. `undefined` when the server is away, as nobody knows the sum then.
   * Throws `E_CACHE_COUNTER` when there is something else under `key`, a value with `tags` or `stale`
   * among it, or the sum is beyond 2^53.
   */
  async increment(key: string, { by = 1, ttl }: IncrementOptions): Promise<number | undefined> {
    const sum = Number.isSafeInteger(by)
      ? await this.#entries.increment(toStoredKey(key), by, toMs(ttl, 'ttl'))
      : 'not a number'
    if (sum !== 'not a number') return sum
    throw new SetupError(
      'E_CACHE_COUNTER',
      `cache.increment("${key}") by ${by}: only whole numbers below 2^53 without tags or stale can be counted. Use another key, or delete what is there.`,
    )
  }

  /**
   * Ends every entry that has one of these tags, in all replicas. What is being computed meanwhile
   * with such a tag is not kept.
   */
  async invalidateTags(...tags: readonly string[]): Promise<void> {
    this.#flights.forgetTags(tags)
    await this.#entries.invalidate(tags)
  }
}
