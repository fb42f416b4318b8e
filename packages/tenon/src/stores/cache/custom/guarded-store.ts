import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../../base/log/log.ts'
import { withinLimit } from '../../../base/support/loop/within-limit.ts'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import { StoreUnavailable } from '../redis/store-unavailable.ts'
import type { CacheStore } from './cache-store.ts'

/** What becomes of a text: the new one and how long it is kept, or nothing, and what the caller gets. */
export interface Change<Result> {
  readonly text?: string
  readonly ttlMs?: number
  readonly result: Result
}

/**
 * An application's store, whose failures and delays reach no request: each call ends within a time or throws
 * `StoreUnavailable`. An outage is logged when it begins and when it ends.
 */
export class GuardedStore {
  readonly #store: CacheStore
  readonly #log: Log
  readonly #limitMs: number
  #isAway = false

  constructor(store: CacheStore, { log, answerLimitMs }: GuardedStoreOptions) {
    this.#store = store
    this.#log = log
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

  /** May take as long as it needs: the store deletes many. */
  async clear(prefix: string): Promise<number> {
    try {
      return await this.#store.clear(prefix)
    } catch (error) {
      throw this.#toUnavailable(error)
    }
  }

  /** Reads a text, computes what becomes of it, and repeats both if another caller was faster. */
  async change<Result>(
    key: string,
    change: (text: string | undefined) => MaybePromise<Change<Result>>,
  ): Promise<Result> {
    for (let tries = 1; tries <= mostTries; tries++) {
      const before = await this.get(key)
      const { text, ttlMs = 0, result } = await change(before)
      if (text === undefined) return result
      if (await this.replace(key, before, text, ttlMs)) return result
      await delay(Math.random() * Math.min(tries, 20))
    }
    throw new StoreUnavailable()
  }

  async #ask<Result>(call: () => MaybePromise<Result>): Promise<Result> {
    const late = (): Error => new Error(`No answer within ${this.#limitMs} ms`)
    try {
      const result = await withinLimit(this.#limitMs, call(), late)
      if (this.#isAway) this.#log.info('The store of the cache answers again')
      this.#isAway = false
      return result
    } catch (error) {
      throw this.#toUnavailable(error)
    }
  }

  #toUnavailable(error: unknown): StoreUnavailable {
    if (!this.#isAway) {
      this.#log.warn('The store of the cache fails. Nothing is cached until it answers', { error })
    }
    this.#isAway = true
    return new StoreUnavailable(error)
  }
}

export interface GuardedStoreOptions {
  readonly log: Log
  /** How long the store may take for a call. */
  readonly answerLimitMs: number
}

/** Of several callers that change one key at once, one succeeds in each round. */
const mostTries = 500
