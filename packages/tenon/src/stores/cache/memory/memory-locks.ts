import type { LockTable } from '../locks.ts'

interface Held {
  readonly owner: string
  readonly endsAt: number
}

/** The locks of this process. */
export class MemoryLocks implements LockTable {
  readonly #held = new Map<string, Held>()
  #fence = 0

  take(name: string, owner: string, ttlMs: number): number | undefined {
    const now = performance.now()
    const held = this.#held.get(name)
    if (held !== undefined && now < held.endsAt) return undefined

    this.#held.set(name, { owner, endsAt: now + ttlMs })
    // At least the time in microseconds, so it also grows across restarts.
    this.#fence = Math.max(this.#fence + 1, Date.now() * 1000)
    return this.#fence
  }

  extend(name: string, owner: string, ttlMs: number): boolean {
    const now = performance.now()
    const held = this.#held.get(name)
    if (held?.owner !== owner || now >= held.endsAt) return false
    this.#held.set(name, { owner, endsAt: now + ttlMs })
    return true
  }

  release(name: string, owner: string): void {
    if (this.#held.get(name)?.owner === owner) this.#held.delete(name)
  }
}
