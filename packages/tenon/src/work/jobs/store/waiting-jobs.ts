import type { Database } from '../../../data/database/database.ts'
import { lockForTransaction } from '../../../data/database/dialects/lock-for-transaction.ts'
import type { Clock } from '../../lease/clock.ts'
import type { LaneRules } from './new-job.ts'
import { type JobStatement, JobStatementRunner } from './job-statement.ts'
import { type JobStatements, jobStatements } from './job-statements.ts'
import { readBucket } from './queue-rates.ts'

/** The jobs that wait: for their start time, for their turn in a lane, or for a worker that has their code. */
export class WaitingJobs {
  readonly #database: Database
  readonly #statements: JobStatements
  readonly #runner: JobStatementRunner

  constructor(database: Database, clock?: Clock) {
    this.#database = database
    this.#statements = jobStatements[database.dialect]
    this.#runner = new JobStatementRunner(database, clock)
  }

  /** Makes delayed jobs ready if their time has come. Returns how many milliseconds the next one waits. */
  async promote(): Promise<number> {
    const [row] = await this.#runner.run<{ next_at: number | null; now: number }>(
      this.#statements.next,
      [this.#runner.now],
    )
    if (row === undefined || row.next_at === null) return Infinity
    if (row.next_at > row.now) return row.next_at - row.now
    const promoted = await this.#runner.run(this.#statements.promote, [this.#runner.now])
    if (promoted.length > 0) await this.#runner.tell()
    return 0
  }

  /**
   * Makes the first jobs of each lane with room ready. Returns how many milliseconds until a rate may allow more, or
   * `undefined` if no job is behind.
   */
  async advance(): Promise<number | undefined> {
    if (!(await this.#runner.has(this.#statements.anyBehind, []))) return undefined
    return this.#database.transaction(async () => {
      await lockForTransaction(this.#database, 'tenon:queue_lanes')
      const rows = await this.#runner.run<LaneRow>(this.#statements.lanes, [this.#runner.now])
      const lanes = rows.map((row) => ({ ...toRoom(row), lane: row.lane, advanced: 0 }))
      for (let open = lanes; open.length > 0;) {
        open = open.filter(({ room, advanced }) => advanced < room)
        if (open.length === 0) break
        const values = [JSON.stringify(open.map(({ lane }) => ({ lane }))), this.#runner.now]
        const advanced = await this.#runner.run<{ lane: string }>(this.#statements.advance, values)
        const names = new Set(advanced.map(({ lane }) => lane))
        open = open.filter(({ lane }) => names.has(lane))
        for (const each of open) each.advanced += 1
      }
      for (const { lane, advanced, isCapped, emptyAfter } of lanes) {
        if (emptyAfter === undefined || (advanced === 0 && !isCapped)) continue
        await this.#runner.run(this.#statements.fillBucket, [lane, emptyAfter(advanced)])
      }
      if (lanes.some(({ advanced }) => advanced > 0)) await this.#runner.tell()
      return Math.min(...lanes.map(({ waitMs }) => waitMs), Infinity)
    })
  }

  /**
   * Deletes some of the expired keys, of the expired kept jobs, and of the buckets that have long been empty. Returns
   * whether more are left.
   */
  async prune(): Promise<boolean> {
    const { anyOldKey, forgetKeys, anyEmptyBucket, forgetBuckets } = this.#statements
    const { anyOldDone, forgetDone } = this.#statements
    const areLeft = [
      await this.#forget(anyOldKey, forgetKeys),
      await this.#forget(anyEmptyBucket, forgetBuckets),
      await this.#forget(anyOldDone, forgetDone),
    ]
    return areLeft.includes(true)
  }

  /** Looks first, because a deletion waits for other writers. */
  async #forget(any: JobStatement, forget: JobStatement): Promise<boolean> {
    const values = [this.#runner.now]
    if (!(await this.#runner.has(any, values))) return false
    await this.#runner.run(forget, values)
    return this.#runner.has(any, values)
  }

  /** Counts the waiting jobs whose name is not in `names`, by name. */
  countUnknown(names: readonly string[]): Promise<{ name: string; count: number }[]> {
    return this.#runner.run(this.#statements.countUnknown, [JSON.stringify(names)])
  }
}

/** A lane with jobs that are behind, as the database returns it. */
interface LaneRow {
  readonly lane: string
  readonly now: number
  /** The rules of its first job, as JSON; `null`: one at a time. */
  readonly rules: string | null
  readonly ready: number
  readonly running: number
  readonly empty_at: number | null
}

/** How many jobs of a lane may become ready now. */
interface LaneRoom {
  readonly room: number
  /** How many milliseconds until the rate of the lane allows more. */
  readonly waitMs: number
  /** Whether its bucket must be stored even if no job starts. */
  readonly isCapped: boolean
  /** The time at which its bucket is empty if `count` jobs start now; `undefined` without a rate. */
  readonly emptyAfter: ((count: number) => number) | undefined
}

/**
 * At most ten jobs of a lane are ready at a time. Workers claim them in the order in which they became ready, so a lane
 * with few jobs waits for at most ten jobs of each other lane.
 */
const MOST_READY = 10

function toRoom({ rules, ready, running, empty_at, now }: LaneRow): LaneRoom {
  // Sound: only `toRulesText` writes the rules.
  const { atATime, rate } = rules === null ? ONE_AT_A_TIME : (JSON.parse(rules) as LaneRules)
  const free = Math.min((atATime ?? Infinity) - ready - running, MOST_READY - ready)
  if (rate === undefined) {
    return { room: free, waitMs: Infinity, isCapped: false, emptyAfter: undefined }
  }

  const bucket = readBucket(rate, { emptyAt: empty_at ?? 0, now })
  const { allowed, waitMs, isCapped, emptyAfter } = bucket
  const room = Math.min(free, allowed)
  return {
    room,
    waitMs: allowed < 1 || allowed <= free ? waitMs : Infinity,
    isCapped,
    emptyAfter,
  }
}

const ONE_AT_A_TIME: LaneRules = { atATime: 1 }
