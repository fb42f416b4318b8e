import { BEGINNING, type ClaimedJob } from '../store/job-store.ts'

/** Claims up to `limit` jobs that may start since a time, in milliseconds since 1970. */
export type ClaimFrom = (from: number, limit: number) => Promise<readonly ClaimedJob[]>

/**
 * Where the jobs of each queue begin that are not done, as far as this worker knows.
 *
 * PostgreSQL cannot remove what a transaction may still see that began before: while one stays open, a claim walks over
 * all jobs that have been done since. Once that takes long, claims begin where the last ones ended. A job may become
 * ready before that place, if its transaction took long, it was given back, or others had a higher priority: those are
 * found by claims from the beginning, which may take a tenth of the time.
 */
export class ClaimFloors {
  readonly #queues = new Map<string, Floor>()
  readonly #now: () => number

  /** `now` replaces the clock of `performance`, for tests. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Claims from the beginning if it is time, however many jobs there are behind the last ones. */
  async claim(queue: string, limit: number, claim: ClaimFrom): Promise<readonly ClaimedJob[]> {
    const floor = this.#queues.get(queue)
    if (floor === undefined || this.#now() >= floor.nextAt) {
      return this.#claimAll(queue, limit, claim)
    }
    const claims = await claim(floor.from, limit)
    floor.from = raise(floor.from, claims, limit)
    return claims
  }

  /** Where claims that need not find everything begin. */
  fromOf(queue: string): number {
    return this.#queues.get(queue)?.from ?? BEGINNING
  }

  async #claimAll(queue: string, limit: number, claim: ClaimFrom): Promise<readonly ClaimedJob[]> {
    const startedAt = this.#now()
    const claims = await claim(BEGINNING, limit)
    const endedAt = this.#now()
    const tookMs = endedAt - startedAt
    if (tookMs < SLOW_MS) this.#queues.delete(queue)
    else {
      const from = raise(this.fromOf(queue), claims, limit)
      this.#queues.set(queue, { from, nextAt: endedAt + Math.min(tookMs * PAUSE, MOST_MS) })
    }
    return claims
  }
}

interface Floor {
  from: number
  /** When a claim may begin at the beginning again, on the clock of `performance`. */
  nextAt: number
}

/** Everything before the first job that was claimed is taken; if none is left, also what is a little older than the last. */
function raise(from: number, claims: readonly ClaimedJob[], limit: number): number {
  const times = claims.map(({ run_at }) => run_at)
  if (times.length === 0) return from
  const first = Math.min(...times)
  return Math.max(from, times.length < limit ? Math.max(...times) - RECENT_MS : first)
}

/** How long a claim takes before the next ones do not begin at the beginning. */
const SLOW_MS = 20

/** How many times as long as such a claim to wait until the next one. */
const PAUSE = 10

/** How long to wait for one at most. */
const MOST_MS = 5000

/** How much later than others a transaction may commit a job, to be found at once. */
const RECENT_MS = 5000
