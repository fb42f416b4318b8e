import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../../base/log/log.ts'
import { ThrottledLog } from '../../../base/log/throttled-log.ts'
import { withinLimit } from '../../../base/support/loop/within-limit.ts'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import { StoreUnavailable } from '../redis/store-unavailable.ts'
import type { CacheStore } from './cache-store.ts'

/** The result of a change: the new text and its lifetime, or no text, and the result for the caller. */
export interface Change<Result> {
  readonly text?: string
  readonly ttlMs?: number
  readonly result: Result
}

/**
 * Wraps an application's store, so that its failures and delays do not reach requests. Each call ends within
 * `answerLimitMs` or throws `StoreUnavailable`. A change also throws if it did not succeed within that time after its
 * turn came. Logs the start and the end of an outage.
 */
export class GuardedStore {
  readonly #store: CacheStore
  readonly #log: Log
  readonly #lateWarning: ThrottledLog
  readonly #limitMs: number
  /** For each key with a change in progress: the callers who want to change it next. */
  readonly #waiting = new Map<string, Caller[]>()
  #isAway = false

  constructor(store: CacheStore, { log, answerLimitMs }: GuardedStoreOptions) {
    this.#store = store
    this.#log = log
    this.#lateWarning = new ThrottledLog(log, 'warn')
    this.#limitMs = answerLimitMs
  }

  get isAway(): boolean {
    return this.#isAway
  }

  get(key: string): Promise<string | undefined> {
    return this.#ask(() => this.#store.get(key))
  }

  set(key: string, text: string, ttlMs: number): Promise<void> {
    return this.#ask(() => this.#store.set(key, text, ttlMs))
  }

  replace(
    key: string,
    expected: string | undefined,
    text: string,
    ttlMs: number,
  ): Promise<boolean> {
    return this.#ask(() => this.#store.replace(key, expected, text, ttlMs))
  }

  delete(key: string): Promise<void> {
    return this.#ask(() => this.#store.delete(key))
  }

  /** Has no time limit, because the store deletes many keys. */
  async clear(prefix: string): Promise<number> {
    try {
      return await this.#store.clear(prefix)
    } catch (error) {
      throw this.#toUnavailable(error)
    }
  }

  /**
   * Reads a text, computes the new one and stores it. Repeats this if another process was faster. Combines changes of
   * this process to the same key that arrive meanwhile, and does them next.
   */
  change<Result>(
    key: string,
    change: (text: string | undefined) => MaybePromise<Change<Result>>,
  ): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const compute = async (before: string | undefined): Promise<Computed> => {
      try {
        const { result, ...after } = await change(before)
        return { ...after, end: () => resolve(result) }
      } catch (error) {
        return { end: () => reject(error) }
      }
    }
    void this.#takeTurn(key, { compute, fail: reject })
    return promise
  }

  async #takeTurn(key: string, caller: Caller): Promise<void> {
    const waiting = this.#waiting.get(key)
    if (waiting !== undefined) return void waiting.push(caller)
    for (let turn = [caller]; turn.length > 0; turn = this.#waiting.get(key) ?? []) {
      this.#waiting.set(key, [])
      await this.#changeTogether(key, turn)
    }
    this.#waiting.delete(key)
  }

  async #changeTogether(key: string, callers: readonly Caller[]): Promise<void> {
    const endAt = performance.now() + this.#limitMs
    try {
      for (let tries = 1; performance.now() < endAt; tries++) {
        if (await this.#tryTogether(key, callers)) return
        await delay(Math.random() * Math.min(tries, 20))
      }
      const error = new Error(`Other processes were faster for ${this.#limitMs} ms`)
      this.#lateWarning.write('A value in the cache store could not be changed', { error })
      throw new StoreUnavailable(error)
    } catch (error) {
      for (const { fail } of callers) fail(error)
    }
  }

  /** Returns `false` if another process was faster. */
  async #tryTogether(key: string, callers: readonly Caller[]): Promise<boolean> {
    const before = await this.get(key)
    const ends: (() => void)[] = []
    let after: { readonly text: string; readonly ttlMs: number } | undefined
    for (const { compute } of callers) {
      const { text, ttlMs = 0, end } = await compute(after === undefined ? before : after.text)
      if (text !== undefined) after = { text, ttlMs }
      ends.push(end)
    }
    const isStored =
      after === undefined || (await this.replace(key, before, after.text, after.ttlMs))
    if (isStored) for (const end of ends) end()
    return isStored
  }

  async #ask<Result>(call: () => MaybePromise<Result>): Promise<Result> {
    try {
      const result = await withinLimit(this.#limitMs, call(), () => this.#late())
      if (this.#isAway) this.#log.info('The cache store answers again')
      this.#isAway = false
      return result
    } catch (error) {
      throw this.#toUnavailable(error)
    }
  }

  #late(): Error {
    return new Error(`No answer within ${this.#limitMs} ms`)
  }

  #toUnavailable(error: unknown): StoreUnavailable {
    if (!this.#isAway) {
      this.#log.warn('The cache store does not work. Nothing is cached until it does', { error })
    }
    this.#isAway = true
    return new StoreUnavailable(error)
  }
}

export interface GuardedStoreOptions {
  readonly log: Log
  /** How many milliseconds each call to the store may take. */
  readonly answerLimitMs: number
}

/** A caller that wants to change a text. */
interface Caller {
  readonly compute: (before: string | undefined) => Promise<Computed>
  readonly fail: (error: unknown) => void
}

/** A caller's new text, and a function that gives the caller its result once the text is stored. */
interface Computed extends Pick<Change<unknown>, 'text' | 'ttlMs'> {
  readonly end: () => void
}
