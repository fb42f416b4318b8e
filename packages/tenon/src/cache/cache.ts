import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log/log.ts'
import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'
import { SetupError } from '../support/setup-error.ts'
import { toLifetime, type IncrementOptions, type KeepOptions } from './cache-options.ts'
import type { Cacheable } from './cacheable.ts'
import { toMs } from './duration.ts'
import type { Claim, Entry, EntryTable, Lifetime } from './entries.ts'
import { parseValue } from './parse-value.ts'
import { RareWarning } from './rare-warning.ts'
import { serializeValue } from './serialize-value.ts'
import { toStoredKey } from './stored-key.ts'

/** What a cache works with. */
export interface CacheParts {
  readonly entries: EntryTable
  readonly log: Log
  /** The largest value that is kept, as serialized text. */
  readonly valueLimitBytes: number
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
  readonly #valueLimitBytes: number
  readonly #log: Log
  readonly #tooLarge: RareWarning
  readonly #flights = new Map<string, Flight>()
  readonly #refreshing = new Set<string>()

  constructor({ entries, log, valueLimitBytes }: CacheParts) {
    this.#entries = entries
    this.#valueLimitBytes = valueLimitBytes
    this.#log = log
    this.#tooLarge = new RareWarning(log)
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
    return this.#fetch({ key, id: toStoredKey(key), options, compute }, false)
  }

  /** The value under `key` while it is fresh, else `undefined`. Whoever set it knows its type. */
  async get(key: string): Promise<unknown> {
    const entry = await this.#entries.find(toStoredKey(key), {})
    return toHit(entry, { isStaleWelcome: false })?.value
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

    this.#flights.delete(id)
    if (this.#isTooLarge(key, text)) await this.#entries.delete(id)
    else await this.#entries.set(id, text, lifetime)
  }

  /** Removes what is kept under `key`; what is being computed for it meanwhile is not kept either. */
  async delete(key: string): Promise<void> {
    const id = toStoredKey(key)
    this.#flights.delete(id)
    await this.#entries.delete(id)
  }

  /**
   * Adds to the whole number under `key`, which counts as 0 when it is not there, and returns the sum.
   *
   * Atomic over all replicas. `undefined` when the server is away, as nobody knows the sum then.
   * Throws `E_CACHE_COUNTER` when there is something else under `key`.
   */
  async increment(key: string, { by = 1, ttl }: IncrementOptions): Promise<number | undefined> {
    const sum = Number.isSafeInteger(by)
      ? await this.#entries.increment(toStoredKey(key), by, toMs(ttl, 'ttl'))
      : 'not a number'
    if (sum !== 'not a number') return sum
    throw new SetupError(
      'E_CACHE_COUNTER',
      `cache.increment("${key}") by ${by}: only whole numbers can be counted. Use another key, or delete what is there.`,
    )
  }

  /**
   * Ends every entry that has one of these tags, in all replicas. What is being computed meanwhile
   * with such a tag is not kept.
   */
  async invalidateTags(...tags: readonly string[]): Promise<void> {
    for (const [id, flight] of this.#flights) {
      if (flight.tags?.some((tag) => tags.includes(tag)) === true) this.#flights.delete(id)
    }
    await this.#entries.invalidate(tags)
  }

  #fetch<Value>(call: Call<Value>, isSecondTry: boolean): Promise<Value> {
    const flight = this.#flights.get(call.id)
    if (flight !== undefined) return this.#join(flight, call, isSecondTry)

    const found = this.#entries.find(call.id, call.options)
    const hit = isPromise(found) ? undefined : toHit(found, { isStaleWelcome: false })
    if (hit !== undefined) return Promise.resolve(toValue(call, hit))
    return this.#lead(this.#fly(call, found), call)
  }

  async #lead<Value>(landing: Promise<Landing<Value>>, call: Call<Value>): Promise<Value> {
    const flight: Flight = { landing, tags: call.options.tags }
    const end = (): void => {
      if (this.#flights.get(call.id) === flight) this.#flights.delete(call.id)
    }
    this.#flights.set(call.id, flight)
    try {
      const { value, isCurrent } = await landing
      if (isPromise(isCurrent)) void isCurrent.then(end)
      else end()
      return value
    } catch (error) {
      end()
      throw error
    }
  }

  /** Waits for another caller's computation; once more when what it gave had ended meanwhile. */
  async #join<Value>(flight: Flight, call: Call<Value>, isSecondTry: boolean): Promise<Value> {
    const { text, isCurrent } = await flight.landing
    const hit = isSecondTry || (await isCurrent) ? parseValue(text) : undefined
    return hit === undefined ? this.#fetch(call, true) : toValue(call, hit)
  }

  async #fly<Value>(
    call: Call<Value>,
    found: MaybePromise<Entry | undefined>,
  ): Promise<Landing<Value>> {
    const lifetime = toLifetime(call.options)
    const reserved = await this.#reserve(call, lifetime, found)
    if (reserved.kind === 'claim') return this.#compute(call, lifetime, reserved.claim)

    const { hit, entry } = reserved
    if (!entry.isFresh) void this.#refresh(call, lifetime)
    return { value: toValue(call, hit), text: entry.text, isCurrent: true }
  }

  /** Finds the entry or gets the right to compute it, waiting while another process computes. */
  async #reserve(
    { id, options }: Call<unknown>,
    lifetime: Lifetime,
    found: MaybePromise<Entry | undefined>,
  ): Promise<Reserved> {
    let entry = await found
    for (let round = 0; round < roundLimit; round++) {
      const hit = toHit(entry, { isStaleWelcome: true })
      if (hit !== undefined && entry !== undefined) return { kind: 'entry', entry, hit }

      const claim = await this.#entries.claim(id, lifetime)
      if (claim !== undefined) return this.#useClaim(id, claim)
      await this.#untilUnclaimed(id)
      entry = await this.#entries.find(id, options)
    }
    return { kind: 'claim', claim: undefined }
  }

  /** Another process may have finished between our look at the entry and our claim. */
  async #useClaim(id: string, claim: Claim): Promise<Reserved> {
    const hit = toHit(claim.found, { isStaleWelcome: false })
    if (hit === undefined || claim.found === undefined) return { kind: 'claim', claim }
    await this.#entries.abandon(id, claim)
    return { kind: 'entry', entry: claim.found, hit }
  }

  async #untilUnclaimed(id: string): Promise<void> {
    let pauseMs = 5
    do {
      await delay(pauseMs)
      pauseMs = Math.min(pauseMs * 2, 25)
    } while (await this.#entries.isClaimed(id))
  }

  /** Without a claim the value is computed for this caller, and not kept. */
  async #compute<Value>(
    { id, key, compute }: Call<Value>,
    lifetime: Lifetime,
    claim: Claim | undefined,
  ): Promise<Landing<Value>> {
    let isSettled = false
    try {
      const value = await compute()
      const text = serializeValue(value, key)
      if (claim === undefined || this.#isTooLarge(key, text))
        return { value, text, isCurrent: true }
      isSettled = true
      return { value, text, isCurrent: this.#entries.settle(id, claim, text, lifetime) }
    } finally {
      if (claim !== undefined && !isSettled) void this.#entries.abandon(id, claim)
    }
  }

  async #refresh(call: Call<unknown>, lifetime: Lifetime): Promise<void> {
    if (this.#refreshing.has(call.id)) return
    this.#refreshing.add(call.id)
    try {
      const claim = await this.#entries.claim(call.id, lifetime)
      if (claim === undefined) return
      const reserved = await this.#useClaim(call.id, claim)
      if (reserved.kind === 'claim') await (await this.#compute(call, lifetime, claim)).isCurrent
    } catch (error) {
      this.#log.error(`The cached value "${call.key}" could not be computed anew`, { error })
    } finally {
      this.#refreshing.delete(call.id)
    }
  }

  #isTooLarge(key: string, text: string): boolean {
    // A UTF-16 unit is at most three bytes of UTF-8: most texts need no counting.
    if (text.length * 3 <= this.#valueLimitBytes) return false
    const bytes = Buffer.byteLength(text)
    if (bytes <= this.#valueLimitBytes) return false
    const limitBytes = this.#valueLimitBytes
    this.#tooLarge.warn('A value is too large to be cached', { key, bytes, limitBytes })
    return true
  }
}

/** How often a caller waits for another process's computation before he computes for himself. */
const roundLimit = 2

interface Call<Value> {
  readonly key: string
  readonly id: string
  readonly options: KeepOptions
  readonly compute: () => MaybePromise<Value>
}

/** A fetch under way in this process, which later callers join. */
interface Flight {
  readonly landing: Promise<Landing<unknown>>
  readonly tags: readonly string[] | undefined
}

interface Landing<Value> {
  readonly value: Value
  readonly text: string
  /** Whether the entry was still wanted when it was kept. */
  readonly isCurrent: MaybePromise<boolean>
}

type Reserved =
  | { readonly kind: 'entry'; readonly entry: Entry; readonly hit: Hit }
  | { readonly kind: 'claim'; readonly claim: Claim | undefined }

interface Hit {
  readonly value: unknown
}

function toHit(
  entry: Entry | undefined,
  { isStaleWelcome }: { readonly isStaleWelcome: boolean },
): Hit | undefined {
  if (entry === undefined || !(entry.isFresh || isStaleWelcome)) return undefined
  return parseValue(entry.text)
}

/** Sound as far as keys are: an entry was made by a `compute` of the same key. */
function toValue<Value>(_call: Call<Value>, { value }: Hit): Value {
  return value as Value
}
