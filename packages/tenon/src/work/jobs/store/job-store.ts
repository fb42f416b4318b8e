import type { Database } from '../../../data/database/database.ts'
import { adapters } from '../../../data/database/dialects/adapters.ts'
import { lockForTransaction } from '../../../data/database/dialects/lock-for-transaction.ts'
import { toRecords } from '../../../data/database/records.ts'
import type { DatabaseValue } from '../../../data/database/statement.ts'
import type { Clock } from '../../lease/clock.ts'
import type { SeenLease } from '../../lease/lease-watch.ts'
import type { DispatchedJob, NewJob, RunKey, UniqueRule } from './new-job.ts'
import { JOB_CHANNEL } from './channels.ts'
import type { JobStatement } from './job-statement.ts'
import { toRoom, type LaneRow } from './lane-room.ts'
import type { JobRow } from '../tables/job-table.ts'
import { jobStatements, type JobStatements } from './job-statements.ts'

/**
 * The jobs in the database, each of which is in one state.
 *
 *     delayed → behind → ready → running → (deleted: it is done)
 *                                  ↓ ↑
 *                   delayed, failed, crashed
 *
 * Only jobs that run one at a time are behind, until the one before them in their lane has ended.
 * A worker claims ready jobs, as their next attempt, for the time of a lease that it keeps renewing.
 * Whatever it reports names the worker and the attempt, so a worker that has lost a job to another
 * can no longer change it. If its lease expires, a job is ready again, or `failed` if that was its last
 * attempt. If it expires a second time in a row, or only one attempt is left, the job is `crashed`: a
 * worker runs only one of those at a time, so that if one kills its process, the jobs that happened to
 * run beside it are not blamed for it again and again.
 */
export class JobStore {
  readonly #database: Database
  readonly #statements: JobStatements
  readonly #looksFirst: boolean
  readonly #clock: Clock | undefined

  constructor(database: Database, clock?: Clock) {
    this.#database = database
    this.#statements = jobStatements[database.dialect]
    // Or an idle worker would write, and wait for those who do.
    this.#looksFirst = adapters[database.dialect].locksBeforeItLooks
    this.#clock = clock
  }

  /** Adds jobs with one statement for each way of being unique. A job whose unique key is taken is not added, but found. */
  async add(jobs: readonly NewJob[]): Promise<readonly DispatchedJob[]> {
    const kinds = Map.groupBy(jobs, ({ uniqueRule }) => uniqueRule?.kind)
    if (kinds.size <= 1) return this.#addOfKind(jobs, jobs[0]?.uniqueRule?.kind)
    const added = new Map<NewJob, DispatchedJob>()
    for (const [kind, ofKind] of kinds) {
      const dispatched = await this.#addOfKind(ofKind, kind)
      for (const [i, job] of ofKind.entries()) added.set(job, dispatched[i] ?? NOT_ADDED)
    }
    return jobs.map((job) => added.get(job) ?? NOT_ADDED)
  }

  async #addOfKind(
    jobs: readonly NewJob[],
    kind: UniqueRule['kind'] | undefined,
  ): Promise<readonly DispatchedJob[]> {
    if (kind === 'replace') return this.#replace(jobs)
    if (kind === 'for') return this.#database.transaction(() => this.#addTaking(jobs))
    return this.#addOrFind(jobs)
  }

  async #addOrFind(jobs: readonly NewJob[]): Promise<readonly DispatchedJob[]> {
    const added = await this.#insert(jobs)
    const unique = added.filter((row) => row.unique_key !== null)
    const fresh = new Map(unique.map((row) => [toUniqueName(row.name, row.unique_key), row.id]))
    const known = await this.#findUnique(jobs.filter((job) => !fresh.has(toUniqueNameOf(job))))
    // In the order in which they were given, because ids ascend in the order of insertion.
    const others = added.filter((row) => row.unique_key === null).toSorted((a, b) => a.id - b.id)

    return jobs.map((job) => {
      if (job.uniqueKey === null) return { id: others.shift()?.id ?? null, isNew: true }
      const name = toUniqueNameOf(job)
      const id = fresh.get(name) ?? known.get(name) ?? null
      const isNew = fresh.has(name) && !known.has(name)
      // For another one with the same key.
      if (id !== null) known.set(name, id)
      return { id, isNew }
    })
  }

  /** Adds jobs, or gives those that wait with the same keys their input and time. The last one of a key wins. */
  async #replace(jobs: readonly NewJob[]): Promise<readonly DispatchedJob[]> {
    const last = [...new Map(jobs.map((job) => [toUniqueNameOf(job), job])).values()]
    const known = await this.#findUnique(last)
    const values = [JSON.stringify(last.map(toRow)), this.#now]
    const added = await this.#run<AddedRow>(this.#statements.addReplacing, values)
    const ids = new Map(added.map((row) => [toUniqueName(row.name, row.unique_key), row.id]))
    return jobs.map((job) => {
      const name = toUniqueNameOf(job)
      return {
        id: ids.get(name) ?? known.get(name) ?? null,
        isNew: !known.has(name) && last.includes(job),
      }
    })
  }

  /** Adds jobs whose keys nobody has taken in their time. */
  async #addTaking(jobs: readonly NewJob[]): Promise<readonly DispatchedJob[]> {
    const first = new Map(jobs.toReversed().map((job) => [toUniqueNameOf(job), job]))
    const keys = [...first.values()].map(({ name, uniqueKey, uniqueRule }) => {
      return { name, unique_key: uniqueKey, delay: uniqueRule?.kind === 'for' ? uniqueRule.ms : 0 }
    })
    const values = [JSON.stringify(keys), this.#now]
    const taken = await this.#run<Omit<AddedRow, 'id'>>(this.#statements.takeKeys, values)
    const names = new Set(taken.map((row) => toUniqueName(row.name, row.unique_key)))
    const fresh = jobs.filter((job) => {
      const name = toUniqueNameOf(job)
      return names.has(name) && first.get(name) === job
    })
    const added = await this.#addOrFind(fresh.map((job) => ({ ...job, uniqueKey: null })))
    const ids = new Map<NewJob, number | null>()
    for (const [i, job] of fresh.entries()) {
      const id = added[i]?.id ?? null
      ids.set(job, id)
      await this.#run(this.#statements.nameTaker, [id, job.name, job.uniqueKey])
    }
    const dispatched: DispatchedJob[] = []
    for (const job of jobs) {
      const isNew = ids.has(job)
      dispatched.push({ id: isNew ? (ids.get(job) ?? null) : await this.#findTaker(job), isNew })
    }
    return dispatched
  }

  async #findTaker({ name, uniqueKey }: NewJob): Promise<number | null> {
    const [row] = await this.#run<{ job: number | null }>(this.#statements.findTaker, [
      name,
      uniqueKey,
    ])
    return row?.job ?? null
  }

  /** Deletes keys and done jobs whose time is up, and buckets that are empty. */
  async prune(): Promise<void> {
    const { anyOldKey, forgetKeys, anyEmptyBucket, forgetBuckets } = this.#statements
    const { anyOldDone, forgetDone } = this.#statements
    if (await this.#has(anyOldDone, [this.#now])) await this.#run(forgetDone, [this.#now])
    if (await this.#has(anyOldKey, [this.#now])) await this.#run(forgetKeys, [this.#now])
    if (await this.#has(anyEmptyBucket, [this.#now])) await this.#run(forgetBuckets, [this.#now])
  }

  /** Whether a queue has ready jobs of these names. */
  hasReady(queue: string, names: readonly string[]): Promise<boolean> {
    return this.#has(this.#statements.anyReady, [queue, JSON.stringify(names)])
  }

  /** Claims up to `limit` ready jobs of a queue, in order of priority, then age. */
  async claim({ worker, queue, names, limit, leaseMs }: ClaimRequest): Promise<ClaimedJob[]> {
    if (this.#looksFirst && !(await this.hasReady(queue, names))) return []
    const values = [worker, queue, JSON.stringify(names), limit, this.#now, leaseMs]
    const claimed = await this.#run<ClaimedJob>(this.#statements.claim, values)
    return claimed.toSorted((a, b) => b.priority - a.priority || a.id - b.id)
  }

  /** Claims one job that ran when its process died. */
  async claimCrashed({ worker, queues, names, leaseMs }: CrashedRequest): Promise<ClaimedJob[]> {
    if (this.#looksFirst && !(await this.#has(this.#statements.anyCrashed, []))) return []
    const values = [worker, JSON.stringify(queues), JSON.stringify(names), this.#now, leaseMs]
    return this.#run(this.#statements.claimCrashed, values)
  }

  /** Ends jobs that are done; returns the ids of those that the worker still held. */
  async complete(worker: string, runs: readonly RunKey[]): Promise<ReadonlySet<number>> {
    const values = [worker, toKeys(runs)]
    const ended = await this.#run<{ id: number }>(this.#statements.complete, values)
    return new Set(ended.map(({ id }) => id))
  }

  /** Keeps what is about to be completed, in the same transaction. */
  async keep(worker: string, runs: readonly KeptRun[]): Promise<void> {
    await this.#run(this.#statements.keep, [worker, JSON.stringify(runs), this.#now])
  }

  /** Stores how many percent of a job are done; `false` if the worker no longer holds it. */
  async progress(worker: string, { id, attempt }: RunKey, percent: number): Promise<boolean> {
    return this.#has(this.#statements.progress, [worker, id, attempt, percent])
  }

  /** Ends an attempt that has failed; `false` if the worker no longer held the job. */
  async fail(worker: string, { id, attempt }: RunKey, failure: StoredFailure): Promise<boolean> {
    const { error, stack, retryInMs } = failure
    const run = [worker, id, attempt, this.#now]
    const changed =
      retryInMs === undefined
        ? await this.#run(this.#statements.fail, [...run, error, stack])
        : await this.#run(this.#statements.retry, [...run, retryInMs, error, stack])
    return changed.length > 0
  }

  /** Lets a job continue later, with as many attempts again; `false` as for `fail`. */
  async suspend(
    worker: string,
    { id, attempt }: RunKey,
    { delayMs, attempts }: Suspension,
  ): Promise<boolean> {
    const values = [worker, id, attempt, this.#now, Math.ceil(delayMs), attempts]
    const [suspended] = await this.#run<{ state: string }>(this.#statements.suspend, values)
    // Its signal has come.
    if (suspended !== undefined && suspended.state !== 'delayed') await this.#tell()
    return suspended !== undefined
  }

  /** Extends the leases of these runs of a worker, and returns those that it still holds. */
  renew(worker: string, runs: readonly RunKey[], leaseMs: number): Promise<RunKey[]> {
    return this.#run(this.#statements.renew, [worker, toKeys(runs), this.#now, leaseMs])
  }

  /** Gives back all jobs of a worker but some; the attempts do not count. Returns how many. */
  async release(worker: string, kept: readonly RunKey[] = []): Promise<number> {
    const released = await this.#run(this.#statements.release, [worker, toKeys(kept)])
    if (released.length > 0) await this.#tell()
    return released.length
  }

  /** Makes delayed jobs ready whose time has come, and returns how long the next one waits. */
  async promote(): Promise<number> {
    const [row] = await this.#run<{ next_at: number | null; now: number }>(this.#statements.next, [
      this.#now,
    ])
    if (row === undefined || row.next_at === null) return Infinity
    if (row.next_at > row.now) return row.next_at - row.now
    const promoted = await this.#run(this.#statements.promote, [this.#now])
    if (promoted.length > 0) await this.#tell()
    return 0
  }

  /**
   * Makes the first jobs of each lane ready that has room. Returns how long until a rate may allow more, or
   * `undefined` if no jobs are behind others of their lane.
   */
  async advance(): Promise<number | undefined> {
    if (!(await this.#has(this.#statements.anyBehind, []))) return undefined
    return this.#database.transaction(async () => {
      await lockForTransaction(this.#database, 'tenon:queue_lanes')
      const rows = await this.#run<LaneRow>(this.#statements.lanes, [this.#now])
      const lanes = rows.map((row) => ({ ...toRoom(row), lane: row.lane, advanced: 0 }))
      for (let open = lanes; open.length > 0;) {
        open = open.filter(({ room, advanced }) => advanced < room)
        if (open.length === 0) break
        const values = [JSON.stringify(open.map(({ lane }) => ({ lane }))), this.#now]
        const advanced = await this.#run<{ lane: string }>(this.#statements.advance, values)
        const names = new Set(advanced.map(({ lane }) => lane))
        open = open.filter(({ lane }) => names.has(lane))
        for (const each of open) each.advanced += 1
      }
      for (const { lane, advanced, emptyAfter } of lanes) {
        if (emptyAfter === undefined || advanced === 0) continue
        await this.#run(this.#statements.fillBucket, [lane, Math.ceil(emptyAfter(advanced))])
      }
      if (lanes.some(({ advanced }) => advanced > 0)) await this.#tell()
      return Math.min(...lanes.map(({ waitMs }) => waitMs), Infinity)
    })
  }

  /** Reads the leases that have expired or will within a time. */
  async leases(withinMs: number): Promise<JobLease[]> {
    const rows = await this.#run<LeaseRow>(this.#statements.leases, [this.#now, withinMs])
    return rows.map(({ id, attempt, lease_until: until, has_expired }) => {
      return { id, attempt, key: `${id} ${attempt}`, until, hasExpired: has_expired === 1 }
    })
  }

  /** Takes jobs of workers that have stopped reporting, if their leases have expired. */
  async expire(runs: readonly RunKey[]): Promise<ExpiredJob[]> {
    const values = [this.#now, toKeys(runs)]
    const expired = await this.#run<ExpiredJob>(this.#statements.expire, values)
    if (expired.length > 0) await this.#tell()
    return expired
  }

  /** Counts waiting jobs by name whose code is not among `names`. */
  strangers(names: readonly string[]): Promise<{ name: string; count: number }[]> {
    return this.#run(this.#statements.strangers, [JSON.stringify(names)])
  }

  /** Tells all workers that jobs are ready: they may be in queues of others, or there may be no place here. */
  #tell(): Promise<void> {
    return this.#database.afterCommit(() => this.#database.wake(JOB_CHANNEL))
  }

  get #now(): number | null {
    return this.#clock?.now() ?? null
  }

  #insert(jobs: readonly NewJob[]): Promise<AddedRow[]> {
    const [job] = jobs
    const isUnique = jobs.some(({ uniqueKey }) => uniqueKey !== null)
    if (job === undefined || jobs.length > 1 || job.runAt !== null || isUnique) {
      const add = isUnique ? this.#statements.addUnique : this.#statements.add
      return this.#run(add, [JSON.stringify(jobs.map(toRow)), this.#now])
    }
    const { name, queue, priority, input, delayMs, attempts, lane, batch, trace, language } = job
    const state = delayMs > 0 ? 'delayed' : lane === null ? 'ready' : 'behind'
    const values = [this.#now, delayMs, attempts, lane, toRulesText(job), batch, trace, language]
    return this.#run(this.#statements.addOne, [name, queue, priority, input, state, ...values])
  }

  /** Finds the jobs that have the unique keys of these, with one statement for each job's name. */
  async #findUnique(jobs: readonly NewJob[]): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    const named = Map.groupBy(jobs, ({ name }) => name)
    for (const [name, ofName] of named) {
      const keys = ofName.map(({ uniqueKey }) => uniqueKey).filter((key) => key !== null)
      if (keys.length === 0) continue
      const values = [name, JSON.stringify(keys)]
      const rows = await this.#run<UniqueRow>(this.#statements.findUnique, values)
      for (const row of rows) found.set(toUniqueName(name, row.unique_key), row.id)
    }
    return found
  }

  async #has(statement: JobStatement, values: readonly DatabaseValue[]): Promise<boolean> {
    return (await this.#run(statement, values)).length > 0
  }

  async #run<Record extends object>(
    statement: JobStatement,
    values: readonly DatabaseValue[],
  ): Promise<Record[]> {
    return toRecords(await this.#database.run(statement.statement, statement.bind(values)))
  }
}

/** A job that a worker has claimed. */
export interface ClaimedJob extends RunKey {
  readonly name: string
  readonly queue: string
  readonly input: string
  /** How many attempts it may have. */
  readonly attempts: number
  readonly priority: number
  readonly batch: number | null
  readonly trace: string | null
  readonly language: string | null
}

/** A run whose job is kept when it is done. */
export interface KeptRun extends RunKey {
  /** JSON; `null` if there is none. */
  readonly result: string | null
  /** For how many milliseconds. */
  readonly kept: number
}

/** The lease of a run. */
export interface JobLease extends RunKey, SeenLease {}

/** A job whose worker has stopped reporting. */
export interface ExpiredJob extends RunKey {
  readonly name: string
  readonly state: 'ready' | 'crashed' | 'failed'
  readonly error: string
}

/** Why an attempt failed, and when the next one is; without that, the job has failed for good. */
export interface StoredFailure {
  readonly error: string
  readonly stack: string | null
  readonly retryInMs: number | undefined
}

/** When a job continues, and how many attempts it has then. */
export interface Suspension {
  readonly delayMs: number
  readonly attempts: number
}

interface Claim {
  readonly worker: string
  /** The jobs whose code the worker has. */
  readonly names: readonly string[]
  readonly leaseMs: number
}

export interface ClaimRequest extends Claim {
  readonly queue: string
  readonly limit: number
}

export interface CrashedRequest extends Claim {
  readonly queues: readonly string[]
}

interface LeaseRow extends Pick<JobRow, 'id' | 'attempt'> {
  readonly lease_until: number
  readonly has_expired: number
}

type AddedRow = Pick<JobRow, 'id' | 'name' | 'unique_key'>
type UniqueRow = Pick<AddedRow, 'id' | 'unique_key'>

function toRow(job: NewJob, position: number): object {
  const { name, queue, priority, input, attempts, lane, batch, trace, language } = job
  const { delayMs: delay, runAt: run_at, uniqueKey: unique_key } = job
  const when = { delay, run_at, attempts }
  const frees_key = toFreesKey(job)
  const lanes = { lane, lane_rules: toRulesText(job) }
  return {
    position,
    name,
    queue,
    priority,
    input,
    ...when,
    unique_key,
    frees_key,
    ...lanes,
    batch,
    trace,
    language,
  }
}

function toFreesKey({ uniqueRule }: NewJob): number | null {
  return uniqueRule?.kind === 'until start' || uniqueRule?.kind === 'replace' ? 1 : null
}

/** A follower of a batch may have been stored by a version without rules. */
function toRulesText({ laneRules }: NewJob): string | null {
  return (laneRules ?? null) === null ? null : JSON.stringify(laneRules)
}

const NOT_ADDED: DispatchedJob = { id: null, isNew: false }

function toKeys(runs: readonly RunKey[]): string {
  return JSON.stringify(runs.map(({ id, attempt }) => ({ id, attempt })))
}

function toUniqueNameOf({ name, uniqueKey }: NewJob): string {
  return toUniqueName(name, uniqueKey)
}

function toUniqueName(name: string, key: string | null): string {
  return `${name} ${key}`
}
