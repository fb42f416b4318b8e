/** A lease as this process last read it from the store. */
export interface SeenLease {
  /** The run that has the lease. */
  readonly key: string
  /** Changes whenever the lease is renewed. */
  readonly until: number
  /** Whether it has expired by the store's clock. */
  readonly hasExpired: boolean
}

/**
 * Judges leases by two clocks: the store's, and the timer of this process.
 *
 * The clock of an SQLite database is the machine's. If it jumps ahead, all leases seem to have expired, although their
 * processes are alive. So a lease counts as expired only if also nobody has renewed it while this process watched it
 * for half of its time. Owners renew after a third.
 */
export class LeaseWatch {
  readonly #watchMs: number
  #seen: ReadonlyMap<string, Watched> = new Map()

  constructor(leaseMs: number) {
    this.#watchMs = leaseMs / 2
  }

  /** Takes the leases that end soon or have expired, and returns those that have certainly expired. */
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
  /** When this process first saw the lease with this `until`. */
  readonly sinceMs: number
}
