/**
 * Decides when PostgreSQL plans a statement anew. The plan of a prepared statement is kept: if it was made while the
 * table of jobs was empty, it reads all of a table that has become large, until the next `analyze`. Planning takes a
 * twentieth of what a job costs, so it is done only once a run has taken long.
 */
export class FreshPlans {
  readonly #now: () => number
  #until = -Infinity

  /** `now` replaces the clock of `performance`, for tests. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Runs a statement, which `isFresh` says to plan. */
  async run<Result>(statement: (isFresh: boolean) => Promise<Result>): Promise<Result> {
    const startedAt = this.#now()
    const isFresh = startedAt < this.#until
    const result = await statement(isFresh)
    const endedAt = this.#now()
    if (!isFresh && endedAt - startedAt > SLOW_MS) this.#until = endedAt + FRESH_MS
    return result
  }
}

const SLOW_MS = 20

/** `autovacuum` looks at each table once a minute by default. */
const FRESH_MS = 120_000
