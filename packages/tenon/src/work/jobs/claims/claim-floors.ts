import { BEGINNING, type ClaimedJob } from '../store/job-store.ts'

/** Claims up to `limit` jobs with a start time of `from` or later, in milliseconds since 1970. */
export type ClaimFrom = (from: number, limit: number) => Promise<readonly ClaimedJob[]>

/**
 * Where the unfinished jobs of each queue begin, as far as this worker knows.
 *
 * PostgreSQL cannot remove deleted rows that an older transaction may still see. While such a transaction stays open, a
 * claim walks over all jobs that were done since it began. Once a claim is slow, the next claims begin where the last
 * one ended. A job may become ready before that point: its transaction took long, it was given back, or other jobs had
 * a higher priority. Claims from the beginning find those jobs. They may use a tenth of the time.
 */
export class ClaimFloors {
  readonly #queues = new Map<string, Floor>()
  readonly #now: () => number

  /** `now` replaces the clock of `performance`, for tests. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Claims from the floor of the queue, or from the beginning if that is due. */
  async claim(queue: string, limit: number, claim: ClaimFrom): Promise<readonly ClaimedJob[]> {
    const floor = this.#queues.get(queue)
    if (floor === undefined || this.#now() >= floor.nextAt) {
      return this.#claimAll(queue, limit, claim)
    }
    const claims = await claim(floor.from, limit)
    floor.from = raise(floor.from, claims, limit)
    return claims
  }

  /** Where a claim begins that may miss some jobs. */
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
  /** When the next claim from the beginning is due, on the clock of `performance`. */
  nextAt: number
}

/**
 * All jobs before the first claimed one are taken. If the queue is empty, so are jobs a little older than the last one.
 */
function raise(from: number, claims: readonly ClaimedJob[], limit: number): number {
  const times = claims.map(({ run_at }) => run_at)
  if (times.length === 0) return from
  const first = Math.min(...times)
  return Math.max(from, times.length < limit ? Math.max(...times) - RECENT_MS : first)
}

/** If a claim takes longer than this, the next claims do not start from the beginning. */
const SLOW_MS = 20

/** The pause before the next claim from the beginning, as a multiple of the time that the last one took. */
const PAUSE = 10

/** The longest pause before the next claim from the beginning. */
const MOST_MS = 5000

/** How long after the others a transaction may commit a job that the next claim still finds. */
const RECENT_MS = 5000
