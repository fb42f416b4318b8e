import { Chore } from '../../lease/chore.ts'
import { LATE_MS } from './claims-ahead.ts'
import { type ClaimFrom, ClaimFloors } from './claim-floors.ts'
import type { RunningJobs, WorkerParts } from '../running-jobs.ts'
import { BEGINNING, type ClaimedJob } from '../store/job-store.ts'
import { type JobRate, QueueRates } from '../store/queue-rates.ts'

/** Claims and starts jobs for the free places of a worker. */
export class JobClaims {
  readonly crashed: Chore
  readonly #parts: WorkerParts
  readonly #runs: RunningJobs
  readonly #rates: QueueRates
  /** The last crashed job that was claimed. */
  #suspect: ClaimedJob | undefined
  /** The places that this pass may still fill. A job that ends at once frees its place for the next pass. */
  #free = 0
  /** Whether the last pass may have left jobs behind because no place was free. */
  #isHeldUp = false
  /**
   * Whether this process runs until it is stopped. If not, it leaves no job for a later claim and claims none ahead.
   */
  #stays = false
  readonly #floors = new ClaimFloors()
  /** The turn counter of each queue: the queue with the highest value is asked first. */
  readonly #credits = new Map<string, number>()

  constructor(parts: WorkerParts, runs: RunningJobs) {
    this.#parts = parts
    this.#runs = runs
    this.#rates = new QueueRates(parts.database, parts.clock)
    this.crashed = new Chore(parts.pauseMs, () => this.#claimCrashed())
  }

  /**
   * Tells it that this process runs until it is stopped. From now on it claims short jobs ahead, and may find a job of
   * low priority a little later.
   */
  stay(): void {
    this.#stays = true
  }

  /** Whether no place is free, or so many ends are unrecorded that a crash would repeat too many jobs. */
  get isFull(): boolean {
    const { concurrency } = this.#parts
    return this.#runs.count >= concurrency || this.#runs.endedCount >= concurrency * MOST_ENDED
  }

  /** Whether a pass may have left jobs behind that fit now. */
  get mayGoOn(): boolean {
    return this.#isHeldUp && !this.isFull
  }

  /** Fills the free places. Returns how many milliseconds to wait until more jobs may be allowed. */
  async fill(): Promise<number> {
    await this.#giveBack()
    this.#isHeldUp = this.isFull
    if (!this.isFull) {
      await this.#findQueues()
      await this.crashed.tend()
    }
    this.#free = this.#parts.concurrency - this.#runs.count
    let waitMs = Infinity
    for (const queue of this.#nextQueues()) {
      this.#isHeldUp ||= this.isFull
      if (this.isFull || this.#free <= 0) break
      const rate = this.#parts.rates.get(queue)
      if (rate === undefined) await this.#claimUnrated(queue)
      else waitMs = Math.min(waitMs, await this.#claimRated(queue, rate))
    }
    return this.#runs.aheadCount > 0 ? Math.min(waitMs, LATE_MS) : waitMs
  }

  /** A process that does not stay looks in each pass, because there may be no later one. */
  async #findQueues(): Promise<void> {
    const { queues } = this.#parts
    if (!this.#stays) queues.ask()
    await queues.tend()
  }

  async #claimUnrated(queue: string): Promise<void> {
    this.#runs.start(await this.#claim(queue, Infinity))
    const limit = this.#stays && this.#free <= 0 ? this.#runs.wantedAhead : 0
    if (limit === 0) return
    const from = this.#floors.fromOf(queue)
    this.#runs.startSoon(await this.#parts.store.claimAhead({ ...this.#parts, queue, limit, from }))
  }

  /** Gives back claims that wait too long for a place behind a slow job. */
  async #giveBack(): Promise<void> {
    const { store, worker } = this.#parts
    if (this.#runs.dropLate()) await store.release(worker, this.#runs.claims)
  }

  /** Claims jobs whose process has died, one at a time, because one of them may have killed the process. */
  async #claimCrashed(): Promise<void> {
    if (this.#suspect === undefined || !this.#runs.claims.includes(this.#suspect)) {
      const { names: queues } = this.#parts.queues
      const claims = await this.#parts.store.claimCrashed({ ...this.#parts, queues })
      this.#suspect = claims[0]
      this.#runs.start(claims)
    }
    if (this.#suspect !== undefined) this.crashed.ask()
  }

  /**
   * Orders the queues for a pass. Each comes first as often as its weight says, so that no queue waits until others are
   * empty.
   */
  #nextQueues(): readonly string[] {
    const { weights } = this.#parts
    const { names: queues } = this.#parts.queues
    let total = 0
    for (const queue of queues) {
      const weight = weights.get(queue) ?? 1
      total += weight
      this.#credits.set(queue, this.#creditOf(queue) + weight)
    }
    const ordered = queues.toSorted((a, b) => this.#creditOf(b) - this.#creditOf(a))
    const [first] = ordered
    if (first !== undefined) this.#credits.set(first, this.#creditOf(first) - total)
    return ordered
  }

  #creditOf(queue: string): number {
    return this.#credits.get(queue) ?? 0
  }

  async #claimRated(queue: string, rate: JobRate): Promise<number> {
    // Check first: the transaction below writes the row of the rate even if there is nothing to claim.
    if (!(await this.#parts.store.hasReady(queue, this.#parts.names))) return Infinity
    let claims: readonly ClaimedJob[] = []
    const { waitMs } = await this.#rates.claim(queue, rate, async (allowed) => {
      claims = await this.#claim(queue, allowed)
      return claims.length
    })
    this.#runs.start(claims)
    return waitMs
  }

  async #claim(queue: string, allowed: number): Promise<readonly ClaimedJob[]> {
    const limit = Math.min(this.#free, allowed)
    const claim: ClaimFrom = (from, most) =>
      this.#parts.store.claim({ ...this.#parts, queue, limit: most, from })
    const claims = await (this.#stays
      ? this.#floors.claim(queue, limit, claim)
      : claim(BEGINNING, limit))
    this.#free -= claims.length
    return claims
  }
}

/** How many ended jobs per place may wait to be recorded. Recording may take as long as many short jobs. */
const MOST_ENDED = 10
