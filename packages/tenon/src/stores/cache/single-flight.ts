import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../base/log/log.ts'
import { isPromise, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { ServiceUnavailable } from '../../base/support/http-error.ts'
import { toLifetime, type FetchOptions } from './cache-options.ts'
import { Computation } from './computation.ts'
import { toMs } from '../../base/support/duration.ts'
import type { Claim, CacheEntry, EntryTable, Lifetime } from './entries.ts'
import { parseValue } from './values/parse-value.ts'
import { serializeValue } from './values/serialize-value.ts'
import type { ValueLimit } from './values/value-limit.ts'

/** A call of `cache.fetch`. */
export interface FetchCall<Value> {
  readonly key: string
  /** The stored form of the key. */
  readonly id: string
  readonly options: FetchOptions
  readonly compute: () => MaybePromise<Value>
}

/** Runs background work outside the caller's context, for example outside its transaction. */
export type Background = <Result>(work: () => Result) => Result

export interface SingleFlightParts {
  readonly entries: EntryTable
  readonly limit: ValueLimit
  readonly log: Log
  readonly inBackground: Background
}

/**
 * Ensures that each entry is computed only once at a time. Callers in this process join a flight, and the flights of
 * all processes compete for the entry's claim.
 *
 * No caller gets a value that had expired before its call. If this process invalidates a key or tag, the flight is
 * forgotten. If another process does, the flight loses its claim, and the callers that joined it look again.
 */
export class SingleFlight {
  readonly #entries: EntryTable
  readonly #limit: ValueLimit
  readonly #log: Log
  readonly #inBackground: Background
  readonly #flights = new Map<string, Flight>()
  readonly #refreshing = new Set<string>()

  constructor({ entries, limit, log, inBackground }: SingleFlightParts) {
    this.#entries = entries
    this.#limit = limit
    this.#log = log
    this.#inBackground = inBackground
  }

  /** Returns the cached or the newly computed value. */
  fetch<Value>(call: FetchCall<Value>): Promise<Value> {
    return this.#fetch(call, { isSecondTry: false })
  }

  /** Prevents later callers from joining the computation of a key. */
  forget(id: string): void {
    this.#flights.delete(id)
  }

  /** Prevents later callers from joining any computation. */
  forgetAll(): void {
    this.#flights.clear()
  }

  forgetTags(tags: readonly string[]): void {
    for (const [id, flight] of this.#flights) {
      if (flight.tags?.some((tag) => tags.includes(tag)) === true) this.#flights.delete(id)
    }
  }

  #fetch<Value>(call: FetchCall<Value>, attempt: Attempt): Promise<Value> {
    const flight = this.#flights.get(call.id)
    if (flight !== undefined) return this.#join(flight, call, attempt)

    const found = this.#entries.find(call.id, call.options)
    if (isPromise(found)) return found.then((entry) => this.#useOrCompute(call, entry, attempt))
    return this.#useOrCompute(call, found, attempt)
  }

  #useOrCompute<Value>(
    call: FetchCall<Value>,
    entry: CacheEntry | undefined,
    attempt: Attempt,
  ): Promise<Value> {
    const hit = entry && parseValue(entry.text)
    if (hit !== undefined) {
      if (entry?.isFresh === false) void this.#inBackground(() => this.#refresh(call))
      return Promise.resolve(toValue(call, hit))
    }
    const flight = this.#flights.get(call.id)
    return flight === undefined ? this.#lead(call) : this.#join(flight, call, attempt)
  }

  #lead<Value>(call: FetchCall<Value>): Promise<Value> {
    const computation = new Computation(call.key)
    return computation.whileAwaited(() => this.#land(call, computation))
  }

  async #land<Value>(call: FetchCall<Value>, computation: Computation): Promise<Value> {
    const landing = this.#fly(call, computation)
    const flight: Flight = { landing, computation, tags: call.options.tags }
    const end = (): void => {
      if (this.#flights.get(call.id) === flight) this.#flights.delete(call.id)
    }
    this.#flights.set(call.id, flight)
    try {
      const { value, isCurrent } = await landing
      if (isPromise(isCurrent)) isCurrent.then(end, end)
      else end()
      return value
    } catch (error) {
      end()
      throw error
    }
  }

  /** Waits for another caller's computation. Looks again if the result had already expired. */
  async #join<Value>(
    flight: Flight,
    call: FetchCall<Value>,
    { isSecondTry }: Attempt,
  ): Promise<Value> {
    const { text, isCurrent } = await flight.computation.whileAwaited(() => flight.landing)
    const hit = isSecondTry || (await isCurrent) ? parseValue(text) : undefined
    return hit === undefined ? this.#fetch(call, { isSecondTry: true }) : toValue(call, hit)
  }

  async #fly<Value>(call: FetchCall<Value>, computation: Computation): Promise<Landing<Value>> {
    const lifetime = toLifetime(call.options)
    const reserved = await this.#reserve(call, lifetime)
    if (reserved.kind === 'claim') {
      const { claim } = reserved
      return computation.run(() => this.#compute(call, lifetime, claim))
    }
    // This caller read the entry before later callers joined, so they read it again.
    return { value: toValue(call, reserved.hit), text: reserved.text, isCurrent: false }
  }

  /** Obtains the right to compute the entry, or the entry from the process that computed it. */
  async #reserve({ id, options }: FetchCall<unknown>, lifetime: Lifetime): Promise<Reserved> {
    for (let round = 0; round < roundLimit; round++) {
      const claim = await this.#entries.claim(id, lifetime)
      if (claim !== undefined) return this.#useClaim(id, claim)

      await this.#untilUnclaimed(id)
      const reserved = toReserved(await this.#entries.find(id, options))
      if (reserved !== undefined) return reserved
    }
    return { kind: 'claim', claim: undefined }
  }

  /** Uses a claim, unless another process finished between the read and the claim. */
  async #useClaim(id: string, claim: Claim): Promise<Reserved> {
    const reserved = toReserved(claim.found)
    if (reserved === undefined) return { kind: 'claim', claim }
    await this.#entries.abandon(id, claim)
    return reserved
  }

  async #untilUnclaimed(id: string): Promise<void> {
    let pauseMs = 5
    do {
      await delay(pauseMs)
      pauseMs = Math.min(pauseMs * 2, 25)
    } while (await this.#entries.isClaimed(id))
  }

  /** Computes the value. Without a claim, only the waiting callers of this process get it, and it is not cached. */
  async #compute<Value>(
    { id, key, options, compute }: FetchCall<Value>,
    lifetime: Lifetime,
    claim: Claim | undefined,
  ): Promise<Landing<Value>> {
    let isSettled = false
    try {
      const value = await inTime(compute(), key, options)
      const text = serializeValue(value, key)
      if (claim === undefined || !this.#limit.admits(key, text)) {
        return { value, text, isCurrent: true }
      }
      isSettled = true
      return { value, text, isCurrent: this.#entries.settle(id, claim, text, lifetime) }
    } finally {
      if (claim !== undefined && !isSettled) void this.#entries.abandon(id, claim)
    }
  }

  async #refresh(call: FetchCall<unknown>): Promise<void> {
    if (this.#refreshing.has(call.id)) return
    this.#refreshing.add(call.id)
    try {
      const lifetime = toLifetime(call.options)
      const claim = await this.#entries.claim(call.id, lifetime)
      if (claim === undefined) return
      const reserved = await this.#useClaim(call.id, claim)
      if (reserved.kind === 'claim') await (await this.#compute(call, lifetime, claim)).isCurrent
    } catch (error) {
      this.#log.error(`The cached value "${call.key}" could not be refreshed`, { error })
    } finally {
      this.#refreshing.delete(call.id)
    }
  }
}

/** How often a caller waits for another process before it computes the value itself. */
const roundLimit = 2

interface Attempt {
  /** Whether the caller has already joined a flight. It then accepts the result of the next one. */
  readonly isSecondTry: boolean
}

/** A computation running in this process that later callers join. */
interface Flight {
  readonly landing: Promise<Landing<unknown>>
  readonly computation: Computation
  readonly tags: readonly string[] | undefined
}

interface Landing<Value> {
  readonly value: Value
  readonly text: string
  /** Whether callers that joined may use the result too. */
  readonly isCurrent: MaybePromise<boolean>
}

type Reserved =
  | { readonly kind: 'entry'; readonly text: string; readonly hit: Hit }
  | { readonly kind: 'claim'; readonly claim: Claim | undefined }

interface Hit {
  readonly value: unknown
}

function toReserved(entry: CacheEntry | undefined): Reserved | undefined {
  if (entry?.isFresh !== true) return undefined
  const hit = parseValue(entry.text)
  return hit && { kind: 'entry', text: entry.text, hit }
}

/** Ends the wait for a slow computation. Otherwise one that never ends would block its callers forever. */
async function inTime<Value>(
  computing: MaybePromise<Value>,
  key: string,
  { timeout = '1m' }: FetchOptions,
): Promise<Value> {
  if (!isPromise(computing)) return computing
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => {
      const cause = new Error(`The cached value "${key}" was not computed within ${timeout}`)
      reject(new ServiceUnavailable(undefined, { cause }))
    },
    Math.min(toMs(timeout, 'timeout'), LONGEST_TIMER_MS),
  )
  try {
    return await Promise.race([computing, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Sound as long as keys are used consistently: a `compute` of the same key has returned the value. */
function toValue<Value>(_call: FetchCall<Value>, { value }: Hit): Value {
  return value as Value
}
