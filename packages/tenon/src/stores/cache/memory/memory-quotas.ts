import type { Decision, Quota, QuotaTable } from '../quotas.ts'

/**
 * The quotas of this process, in two generations. When a generation is full, the keys that were not used during it are
 * dropped. This bounds the memory for any number of keys, without a timer.
 */
export class MemoryQuotas implements QuotaTable {
  #young = new Map<string, number>()
  #old: ReadonlyMap<string, number> = new Map()

  take(key: string, quota: Quota): Decision {
    const now = Math.floor(performance.now() * 1000)
    const paid = this.#young.get(key) ?? this.#old.get(key) ?? 0
    const { decision, paidUntil } = takeFrom(paid, now, quota)
    // Remember denied requests too. Otherwise a key with only denied requests would be dropped and start again.
    this.#remember(key, paidUntil)
    return decision
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

/**
 * Takes one from a quota. `paid` is the time, in microseconds, until which everything taken is paid for. Returns the
 * decision and the new time. Whole microseconds are exact up to 2^53.
 *
 * If `paid` is later than the burst allows, a clock was ahead or the quota was smaller. It then counts as the whole
 * burst.
 */
export function takeFrom(paid: number, now: number, { intervalUs, burst }: Quota): Taken {
  const before = Math.min(Math.max(paid, now), now + burst * intervalUs)
  const paidUntil = before + intervalUs
  const left = now + burst * intervalUs - paidUntil
  if (left < 0) {
    const [retryAfterMs, resetMs] = [-left / 1000, (before - now) / 1000]
    return {
      decision: { isAllowed: false, remaining: 0, retryAfterMs, resetMs },
      paidUntil: before,
    }
  }
  const remaining = Math.floor(left / intervalUs)
  const resetMs = (paidUntil - now) / 1000
  return { decision: { isAllowed: true, remaining, retryAfterMs: 0, resetMs }, paidUntil }
}

interface Taken {
  readonly decision: Decision
  readonly paidUntil: number
}
