import type { Decision, Quota, QuotaTable } from '../quotas.ts'

/**
 * The quotas of this process, in two generations: keys that were not used while a generation filled
 * up are dropped with it. This bounds the memory for any number of keys, without a timer.
 */
export class MemoryQuotas implements QuotaTable {
  #young = new Map<string, number>()
  #old: ReadonlyMap<string, number> = new Map()

  take(key: string, { intervalUs, burst }: Quota): Decision {
    const now = Math.floor(performance.now() * 1000)
    const paidUntil = Math.max(this.#young.get(key) ?? this.#old.get(key) ?? 0, now)
    const next = paidUntil + intervalUs
    const wait = next - burst * intervalUs - now
    if (wait > 0) {
      const resetMs = (paidUntil - now) / 1000
      return { isAllowed: false, remaining: 0, retryAfterMs: wait / 1000, resetMs }
    }

    this.#remember(key, next)
    const remaining = Math.floor(-wait / intervalUs)
    return { isAllowed: true, remaining, retryAfterMs: 0, resetMs: (next - now) / 1000 }
  }

  give(key: string, { intervalUs }: Quota): void {
    const paidUntil = this.#young.get(key) ?? this.#old.get(key)
    if (paidUntil !== undefined) this.#remember(key, paidUntil - intervalUs)
  }

  #remember(key: string, paidUntil: number): void {
    if (this.#young.size >= generationSize && !this.#young.has(key)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, paidUntil)
  }
}

const generationSize = 50_000
