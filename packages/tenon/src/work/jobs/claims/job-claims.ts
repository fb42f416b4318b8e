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
  /** The places that this pass may still fill: a job that ends at once gives its place to the next pass. */
  #free = 0
  /** Whether the last pass may have left jobs, because there was no place for them. */
  #isHeldUp = false
  /** Whether this process stays: only then may a job be left for a later claim, or claimed before there is a place. */
  #stays = false
  readonly #floors = new ClaimFloors()
  /** What each queue is owed: the one with the most is asked first. */
  readonly #credits = new Map<string, number>()

  constructor(parts: WorkerParts, runs: RunningJobs) {
    this.#parts = parts
    this.#runs = runs
    this.#rates = new QueueRates(parts.database, parts.clock)
    this.crashed = new Chore(parts.pauseMs, () => this.#claimCrashed())
  }

  /**
   * Says that this process stays: from now on it claims short jobs before there are places for them, and may find a job
   * of low priority a little later.
   */
  stay(): void {
    this.#stays = true
  }

  /** Whether there is no place, or so many ends are not recorded that a crash would repeat too much. */
  get isFull(): boolean {
    const { concurrency } = this.#parts
    return this.#runs.count >= concurrency || this.#runs.endedCount >= concurrency * MOST_ENDED
  }

  /** Whether a pass may have left jobs that there is a place for now. */
  get mayGoOn(): boolean {
    return this.#isHeldUp && !this.isFull
  }

  /** Fills the free places, and returns how long there is nothing more to fill. */
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

  /** One that does not stay looks in each pass, because there may be no later one. */
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

  /** Gives back what waits for a place behind jobs that take longer than those before. */
  async #giveBack(): Promise<void> {
    const { store, worker } = this.#parts
    if (this.#runs.dropLate()) await store.release(worker, this.#runs.claims)
  }

  /** Claims jobs whose process has died, one at a time, because one of them may have killed it. */
  async #claimCrashed(): Promise<void> {
    if (this.#suspect === undefined || !this.#runs.claims.includes(this.#suspect)) {
      const { names: queues } = this.#parts.queues
      const claims = await this.#parts.store.claimCrashed({ ...this.#parts, queues })
      this.#suspect = claims[0]
      this.#runs.start(claims)
    }
    if (this.#suspect !== undefined) this.crashed.ask()
  }

  /** Passes begin with the queues in turn, as often as their weights say: none waits for the others to be empty. */
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
    // The row of the rate is written even if there is nothing to claim.
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

/** How many ended jobs per place may wait to be recorded: the disk may take as long as many short jobs. */
const MOST_ENDED = 10
