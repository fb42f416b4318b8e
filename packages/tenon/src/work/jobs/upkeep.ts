import { Chore } from '../lease/chore.ts'
import { LeaseWatch } from '../lease/lease-watch.ts'
import { BatchStore } from './batches/batch-store.ts'
import type { WorkerParts } from './running-jobs.ts'
import { Presence, REPORT_MS } from './store/presence.ts'

/** What any worker does for the jobs of all workers. */
export class Upkeep {
  readonly batches: Chore
  readonly signals: Chore
  readonly #parts: WorkerParts
  readonly #onExpired: () => void
  readonly #promoting: Chore<number>
  readonly #chores: Chore[]
  #watch: LeaseWatch | undefined
  /** How many milliseconds until the rate of a key may allow more. */
  #laneMs = Infinity
  /** Whether the next pass has to delete more. */
  #hasOld = false

  constructor(parts: WorkerParts, onExpired: () => void) {
    const { database, waiting, steps, settings, pauseMs } = parts
    const batches = new BatchStore(database, parts.clock)
    this.#parts = parts
    this.#onExpired = onExpired
    this.batches = new Chore(pauseMs, () => this.#follow(batches))
    this.signals = new Chore(pauseMs, async () => {
      if (await steps.deliver()) this.signals.ask()
    })
    // Jobs of another version may use lanes although this code has none.
    const usesLanes = [...settings.values()].some(({ laneKey }) => laneKey !== undefined)
    const lanes = new Chore(usesLanes ? 0 : pauseMs, async () => {
      const waitMs = await waiting.advance()
      this.#laneMs = waitMs ?? Infinity
      if (waitMs !== undefined) lanes.ask()
    })
    const pruning = new Chore(pauseMs, async () => {
      const areLeft = [await waiting.prune(), await steps.prune()]
      this.#hasOld = areLeft.includes(true)
      if (this.#hasOld) pruning.ask()
    })
    this.#promoting = new Chore(BUSY_PROMOTE_MS, () => waiting.promote())
    this.#chores = [
      new Chore(pauseMs, () => this.#expire()),
      pruning,
      this.batches,
      this.signals,
      lanes,
    ]
  }

  /**
   * Tells it that this process runs until it is stopped. From now on it reports its queues, even if there is nothing to
   * do, and it watches a lease for a while before it counts it as expired.
   */
  stay(): void {
    const { database, clock, worker, queues, leaseMs } = this.#parts
    const presence = new Presence(database, clock)
    this.#watch = new LeaseWatch(leaseMs)
    this.#chores.push(new Chore(REPORT_MS, () => presence.report(worker, queues.names)))
  }

  /**
   * Does what is due. Returns how many milliseconds until there is more to do: until a rate may allow more, or 0 while
   * there is more to delete. Throws database errors.
   */
  async tend(): Promise<number> {
    for (const chore of this.#chores) await chore.tend()
    return this.#hasOld ? 0 : this.#laneMs
  }

  /**
   * Makes delayed jobs ready: in every pass, or once a second while the worker is busy. Returns how many milliseconds
   * the next one waits.
   */
  async promote(isBusy: boolean): Promise<number> {
    if (!isBusy) this.#promoting.ask()
    return (await this.#promoting.tend()) ?? Infinity
  }

  async #follow(batches: BatchStore): Promise<void> {
    const { log } = this.#parts
    for (const { id, total, outcome } of await batches.follow()) {
      const fields = { batch: id, jobs: total }
      if (outcome === 'done') log.info(`Batch ${id} is done`, fields)
      else log.warn(`A job of batch ${id} has failed for good`, fields)
    }
  }

  async #expire(): Promise<void> {
    const { store, log, leaseMs } = this.#parts
    const leases = await store.leases(leaseMs)
    const expired = this.#watch?.findExpired(leases) ?? leases.filter((each) => each.hasExpired)
    if (expired.length === 0) return
    this.#onExpired()
    for (const { name, id, attempt, state, error } of await store.expire(expired, leaseMs)) {
      const fields = { job: name, id, attempt }
      if (state === 'failed') log.error(`Job "${name}" failed: ${error}`, fields)
      else log.warn(`Job "${name}" will run again: ${error}`, fields)
    }
  }
}

const BUSY_PROMOTE_MS = 1000
