/** A lease as one look at the store found it. */
export interface SeenLease {
  /** The run that it is for. */
  readonly key: string
  /** Changes whenever the lease is renewed. */
  readonly until: number
  /** Whether it has expired by the store's clock. */
  readonly hasExpired: boolean
}

/**
 * Judges leases by two clocks: the store's, and the timer of this process.
 *
 * The clock of an SQLite database is the machine's, which may be wrong or jump ahead, and then the leases
 * of all living processes seem to have expired. So a lease counts as expired only if, in addition, nobody
 * has renewed it while this process watched it for half of its time: owners renew after a third.
 */
export class LeaseWatch {
  readonly #watchMs: number
  #seen: ReadonlyMap<string, Watched> = new Map()

  constructor(leaseMs: number) {
    this.#watchMs = leaseMs / 2
  }

  /** Takes the leases that end soon or have expired, and returns those that have, for certain. */
  findExpired<Lease extends SeenLease>(
    leases: readonly Lease[],
    nowMs = performance.now(),
  ): readonly Lease[] {
    const seen = new Map<string, Watched>()
    for (const { key, until } of leases) {
      const before = this.#seen.get(key)
      seen.set(key, before?.until === until ? before : { until, sinceMs: nowMs })
    }
    this.#seen = seen
    return leases.filter(
      ({ key, hasExpired }) =>
        hasExpired && nowMs - (seen.get(key)?.sinceMs ?? nowMs) >= this.#watchMs,
    )
  }
}

interface Watched {
  readonly until: number
  /** When it was seen first. */
  readonly sinceMs: number
}
