import type { ClaimedJob } from '../store/job-store.ts'

/**
 * Jobs that were claimed before they have a free place, so that a short job does not wait for its own statement. Claims
 * as many as will probably start within `AHEAD_MS`: none if jobs take longer.
 */
export class ClaimsAhead {
  readonly #concurrency: number
  #claims: ClaimedJob[] = []
  #claimedAt = 0
  /** A moving average of how long attempts take. */
  #averageMs = Infinity

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  get claims(): readonly ClaimedJob[] {
    return this.#claims
  }

  /** How many jobs to claim now. */
  get wanted(): number {
    if (this.#claims.length > 0) return 0
    return Math.floor(Math.min((this.#concurrency * AHEAD_MS) / this.#averageMs, MOST))
  }

  /** Notes how long an attempt has taken. */
  note(durationMs: number): void {
    const before = this.#averageMs === Infinity ? durationMs : this.#averageMs
    this.#averageMs = before + (durationMs - before) / 8
  }

  add(claims: readonly ClaimedJob[]): void {
    this.#claims.push(...claims)
    this.#claimedAt = performance.now()
  }

  /** Takes the next claim. */
  take(): ClaimedJob | undefined {
    return this.#claims.shift()
  }

  /** Forgets claims that this process no longer holds. */
  drop(lost: ReadonlySet<ClaimedJob>): void {
    this.#claims = this.#claims.filter((claim) => !lost.has(claim))
  }

  /**
   * Forgets claims that have waited too long because a running job takes longer than earlier ones. Returns whether
   * there were any.
   */
  dropLate(): boolean {
    const areLate = this.#claims.length > 0 && performance.now() - this.#claimedAt > LATE_MS
    if (areLate) this.#claims = []
    return areLate
  }
}

/** How long claimed jobs may wait for a place until they are given back to the other workers. */
export const LATE_MS = 1000

/** Claim as many jobs as should start within this time. */
const AHEAD_MS = 50
/** Beyond this number, a statement hardly gets cheaper per job. */
const MOST = 500
