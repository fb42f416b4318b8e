import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CacheStore } from '../../src/cache.ts'

/**
 * A store of the cache as an application may write one. It answers later, as one on a network does, and refuses keys that
 * are longer than promised.
 */
export class MapStore implements CacheStore {
  readonly #kept = new Map<string, { readonly text: string; readonly endsAt: number }>()

  async get(key: string): Promise<string | undefined> {
    await answer(key)
    return this.#find(key)
  }

  async set(key: string, text: string, ttlMs: number): Promise<void> {
    await answer(key)
    this.#kept.set(key, { text, endsAt: performance.now() + ttlMs })
  }

  async replace(
    key: string,
    expected: string | undefined,
    text: string,
    ttlMs: number,
  ): Promise<boolean> {
    await answer(key)
    if (this.#find(key) !== expected) return false
    this.#kept.set(key, { text, endsAt: performance.now() + ttlMs })
    return true
  }

  async delete(key: string): Promise<void> {
    await answer(key)
    this.#kept.delete(key)
  }

  async clear(prefix: string): Promise<number> {
    await nextTurn()
    const keys = [...this.#kept.keys()].filter((key) => key.startsWith(prefix))
    for (const key of keys) this.#kept.delete(key)
    return keys.length
  }

  #find(key: string): string | undefined {
    const kept = this.#kept.get(key)
    return kept !== undefined && kept.endsAt > performance.now() ? kept.text : undefined
  }
}

async function answer(key: string): Promise<void> {
  await nextTurn()
  if (key.length > 220) throw new Error(`A key has ${key.length} characters`)
}
