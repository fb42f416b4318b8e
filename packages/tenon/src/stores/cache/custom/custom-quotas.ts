import { takeFrom } from '../memory/memory-quotas.ts'
import type { Decision, Quota, QuotaTable } from '../quotas.ts'
import { whenAway } from '../redis/store-unavailable.ts'
import type { GuardedStore } from './guarded-store.ts'

/** Quotas in an application's own store, based on the clocks of the replicas. */
export class CustomQuotas implements QuotaTable {
  readonly #store: GuardedStore

  constructor(store: GuardedStore) {
    this.#store = store
  }

  take(key: string, quota: Quota): Promise<Decision | undefined> {
    return this.#store
      .change(toKey(key), (before) => {
        const now = Date.now() * 1000
        const paid = Number(before ?? 0)
        const { decision, paidUntil } = takeFrom(paid, now, quota)
        if (paidUntil === paid) return { result: decision }
        return { text: String(paidUntil), ttlMs: toTtl(paidUntil, now), result: decision }
      })
      .catch(whenAway(undefined))
  }

  give(key: string, { intervalUs }: Quota): Promise<void> {
    return this.#store
      .change(toKey(key), (before) => {
        if (before === undefined) return { result: undefined }
        const paidUntil = Number(before) - intervalUs
        const ttlMs = toTtl(paidUntil, Date.now() * 1000)
        return { text: String(paidUntil), ttlMs, result: undefined }
      })
      .catch(whenAway(undefined))
  }
}

function toKey(key: string): string {
  return `limit:${key}`
}

function toTtl(paidUntil: number, now: number): number {
  return Math.max(1, Math.ceil((paidUntil - now) / 1000))
}
