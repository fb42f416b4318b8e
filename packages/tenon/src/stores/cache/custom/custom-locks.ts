import { ServiceUnavailable } from '../../../base/support/http-error.ts'
import type { LockTable } from '../locks.ts'
import { StoreUnavailable, whenAway } from '../redis/store-unavailable.ts'
import type { GuardedStore } from './guarded-store.ts'

/** Locks in an application's own store. If a process dies, its lock expires. */
export class CustomLocks implements LockTable {
  readonly #store: GuardedStore

  constructor(store: GuardedStore) {
    this.#store = store
  }

  async take(name: string, owner: string, ttlMs: number): Promise<number | undefined> {
    const key = toKey(name)
    try {
      const isTaken =
        (await this.#store.replace(key, undefined, owner, ttlMs)) ||
        (await this.#store.replace(key, released, owner, ttlMs))
      return isTaken ? await this.#nextFence(name) : undefined
    } catch (error) {
      await this.release(name, owner)
      throw toUnavailable(error)
    }
  }

  async extend(name: string, owner: string, ttlMs: number): Promise<boolean> {
    try {
      return await this.#store.replace(toKey(name), owner, owner, ttlMs)
    } catch (error) {
      throw toUnavailable(error)
    }
  }

  async release(name: string, owner: string): Promise<void> {
    await this.#store.replace(toKey(name), owner, released, 1000).catch(whenAway(false))
  }

  /** The fence is at least the time in microseconds, so it grows even if the store loses its data. */
  #nextFence(name: string): Promise<number> {
    return this.#store.change(`fence:${name}`, (before) => {
      const fence = Math.max(Number(before ?? 0) + 1, Date.now() * 1000)
      return { text: String(fence), ttlMs: 604_800_000, result: fence }
    })
  }
}

/** The owner of a free lock. A store cannot delete a key under a condition. */
const released = '-'

function toKey(name: string): string {
  return `lock:${name}`
}

function toUnavailable(error: unknown): unknown {
  return error instanceof StoreUnavailable
    ? new ServiceUnavailable(undefined, { cause: error })
    : error
}
