import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log/log.ts'
import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'
import { toLifetime, type KeepOptions } from './cache-options.ts'
import type { Claim, Entry, EntryTable, Lifetime } from './entries.ts'
import { parseValue } from './values/parse-value.ts'
import { serializeValue } from './values/serialize-value.ts'
import type { ValueLimit } from './values/value-limit.ts'

/** A call of `cache.fetch`. */
export interface FetchCall<Value> {
  readonly key: string
  /** The key under which it is kept. */
  readonly id: string
  readonly options: KeepOptions
  readonly compute: () => MaybePromise<Value>
}

/** Runs what nobody waits for: not in what surrounds its caller, such as a transaction. */
export type Background = <Result>(work: () => Result) => Result

export interface SingleFlightParts {
  readonly entries: EntryTable
  readonly limit: ValueLimit
  readonly log: Log
  readonly inBackground: Background
}

/**
 * Computes each entry once at a time, by two means: callers of this process join a flight, and the
 * flights of all processes compete for the claim of the entry.
 *
 * No caller gets what had ended before he called. A flight is forgotten when its key or one of its
 * tags is invalidated in this process; when that happens in another one, its claim is lost, and those
 * who joined it look again.
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

  /** The kept value, or the computed one. */
  fetch<Value>(call: FetchCall<Value>): Promise<Value> {
    return this.#fetch(call, { isSecondTry: false })
  }

  /** Lets no later caller join the computation of a key. */
  forget(id: string): void {
    this.#flights.delete(id)
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
    entry: Entry | undefined,
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

  async #lead<Value>(call: FetchCall<Value>): Promise<Value> {
    const landing = this.#fly(call)
    const flight: Flight = { landing, tags: call.options.tags }
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

  /** Waits for another caller's computation; looks once more when what came of it had ended. */
  async #join<Value>(
    flight: Flight,
    call: FetchCall<Value>,
    { isSecondTry }: Attempt,
  ): Promise<Value> {
    const { text, isCurrent } = await flight.landing
    const hit = isSecondTry || (await isCurrent) ? parseValue(text) : undefined
    return hit === undefined ? this.#fetch(call, { isSecondTry: true }) : toValue(call, hit)
  }

  async #fly<Value>(call: FetchCall<Value>): Promise<Landing<Value>> {
    const lifetime = toLifetime(call.options)
    const reserved = await this.#reserve(call, lifetime)
    if (reserved.kind === 'claim') return this.#compute(call, lifetime, reserved.claim)
    // Read before some of those were here who have joined since: they read for themselves.
    return { value: toValue(call, reserved.hit), text: reserved.text, isCurrent: false }
  }

  /** Gets the right to compute the entry, or the entry from the process that has it. */
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

  /** Another process may have finished between our look at the entry and our claim. */
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

  /** Without a claim the value is computed for this process, and not kept. */
  async #compute<Value>(
    { id, key, compute }: FetchCall<Value>,
    lifetime: Lifetime,
    claim: Claim | undefined,
  ): Promise<Landing<Value>> {
    let isSettled = false
    try {
      const value = await compute()
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
      this.#log.error(`The cached value "${call.key}" could not be computed anew`, { error })
    } finally {
      this.#refreshing.delete(call.id)
    }
  }
}

/** How often a caller waits for another process's computation before he computes for himself. */
const roundLimit = 2

interface Attempt {
  /** Whether the caller has joined a flight before; he takes what the next one brings. */
  readonly isSecondTry: boolean
}

/** A computation under way in this process, which later callers join. */
interface Flight {
  readonly landing: Promise<Landing<unknown>>
  readonly tags: readonly string[] | undefined
}

interface Landing<Value> {
  readonly value: Value
  readonly text: string
  /** Whether callers who joined may have it too. */
  readonly isCurrent: MaybePromise<boolean>
}

type Reserved =
  | { readonly kind: 'entry'; readonly text: string; readonly hit: Hit }
  | { readonly kind: 'claim'; readonly claim: Claim | undefined }

interface Hit {
  readonly value: unknown
}

function toReserved(entry: Entry | undefined): Reserved | undefined {
  if (entry?.isFresh !== true) return undefined
  const hit = parseValue(entry.text)
  return hit && { kind: 'entry', text: entry.text, hit }
}

/** Sound as far as keys are: an entry was made by a `compute` of the same key. */
function toValue<Value>(_call: FetchCall<Value>, { value }: Hit): Value {
  return value as Value
}
