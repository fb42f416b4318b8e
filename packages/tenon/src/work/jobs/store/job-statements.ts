import { adapters } from '../../../data/database/dialects/adapters.ts'
import type { DialectAdapter } from '../../../data/database/dialects/dialect-adapter.ts'
import type { Dialect } from '../../../data/database/statement.ts'
import { FORGOTTEN_AT_ONCE, SIGNALLED } from './step-store.ts'
import { JobStatement } from './job-statement.ts'

/** The state of a job that may start: `behind` if it has a lane, because it waits for its turn. */
const READY = `case when lane is null then 'ready' else 'behind' end`

/** The two ends of the error text of a crash: a run whose lease has expired. */
const CRASH = { start: 'Its process "', end: '" stopped reporting' }

/** A condition: the queue in this parameter is not paused. */
const isGoing = (parameter: string): string => `not exists (
  select 1 from tenon_queue_rates as held where held.queue = ${parameter} and held.paused_at is not null)`

/**
 * The queues with ready jobs. It steps from queue to queue through the index, so its cost does not depend on the number
 * of jobs.
 */
export const READY_QUEUES = `
  with recursive queues(queue) as (
    select min(queue) from tenon_jobs where state = 'ready'
    union all
    select (select min(queue) from tenon_jobs where state = 'ready' and queue > queues.queue)
    from queues where queues.queue is not null)`

/** 1 for a job that was claimed ahead and may not have started, otherwise 0. */
const UNSTARTED = 'case when started_at is null then 1 else 0 end'

/** Frees a key that is taken only until its job starts, and resets the progress. */
const FREED = 'unique_key = case when frees_key = 1 then null else unique_key end, progress = null'

const CLAIMED =
  'id, name, queue, input, attempt, attempts, priority, run_at, batch, trace, language, actor'
const RELEASED = 'worker = null, lease_until = null'

/** Removes the mark of a signal. The next attempt finds its step done. */
const unmarked = (now: string): string =>
  `run_at = case when run_at = ${SIGNALLED} then ${now} else run_at end`

const RUN = { id: 'bigint', attempt: 'bigint' } as const
const NEW_JOB = {
  position: 'bigint',
  name: 'text',
  queue: 'text',
  priority: 'bigint',
  input: 'text',
  delay: 'bigint',
  run_at: 'bigint',
  attempts: 'bigint',
  unique_key: 'text',
  frees_key: 'bigint',
  lane: 'text',
  lane_rules: 'text',
  batch: 'bigint',
  trace: 'text',
  language: 'text',
  actor: 'text',
} as const

/** How long a row is kept after its bucket is empty. */
const KEPT_BUCKET_MS = 3_600_000

const TAKEN_KEY = { name: 'text', unique_key: 'text', delay: 'bigint' } as const
const LANE = { lane: 'text' } as const
const KEPT = {
  id: 'bigint',
  attempt: 'bigint',
  result: 'text',
  kept: 'bigint',
  duration: 'bigint',
} as const

/** How many delayed jobs one statement makes ready, so that it stays within its time limit. */
const PROMOTED_AT_ONCE = 1000

/** The statements of the store, prepared once per database. */
export type JobStatements = ReturnType<typeof createStatements>

/** The statements of both databases; see `JobStore` for what each does. */
export const jobStatements: Readonly<Record<Dialect, JobStatements>> = {
  postgres: createStatements('postgres'),
  sqlite: createStatements('sqlite'),
}

/** The parts of SQL for one database. */
interface Parts extends Omit<DialectAdapter, 'now'> {
  /**
   * The database's clock, or the time in this parameter, which tests pass. It is a subquery, so that the database reads
   * it once per statement and can search an index for it. PostgreSQL would read a plain clock expression again for each
   * row.
   */
  readonly now: (parameter: string) => string
  readonly write: (text: string) => JobStatement
  /** Like `write`, but the database plans the statement for each run. */
  readonly writeFresh: (text: string) => JobStatement
  readonly read: (text: string) => JobStatement
  readonly clock: string
  /** A condition: the row is one of the runs in the second parameter. */
  readonly isAmongRuns: string
}

function createStatements(dialect: Dialect) {
  const parts = toParts(dialect)
  return {
    ...toDispatch(parts),
    ...toClaims(parts),
    ...toReports(parts),
    ...toLanes(parts),
    ...toUpkeep(parts),
  }
}

function toParts(dialect: Dialect): Parts {
  const adapter = adapters[dialect]
  return {
    ...adapter,
    clock: adapter.now,
    now: (parameter) => `(select coalesce(cast(${parameter} as bigint), ${adapter.now}))`,
    write: (text) => new JobStatement(text, { dialect, access: 'write' }),
    writeFresh: (text) =>
      new JobStatement(text, { dialect, access: 'write', isPlannedEachTime: true }),
    read: (text) => new JobStatement(text, { dialect, access: 'read' }),
    isAmongRuns: adapter.isAmongRows(['id', 'attempt'], adapter.rowsOf('$2', RUN)),
  }
}

function toDispatch({ clock, now, rowsOf, isAmong, write, read }: Parts) {
  const nowOfOne = `coalesce(cast($6 as bigint), ${clock})`
  const isNewKey = `(name, unique_key) where unique_key is not null and state <> 'failed'`
  const addAll = (onConflict: string) =>
    write(`
      insert into tenon_jobs
        (name, queue, priority, input, state, run_at, attempts, unique_key, frees_key, lane,
          lane_rules, batch, trace, language, actor, created_at)
      select name, queue, priority, input,
        case when coalesce(run_at, clock.now + delay) > clock.now then 'delayed' else ${READY} end,
        coalesce(run_at, clock.now + delay), attempts, unique_key, frees_key, lane, lane_rules, batch,
        trace, language, actor, clock.now
      from ${rowsOf('$1', NEW_JOB)} cross join (select ${now('$2')} as now) as clock
      where true order by position
      ${onConflict}
      returning id, name, unique_key`)
  return {
    // No conflict clause: with one, PostgreSQL writes each row to its log twice.
    add: addAll(''),
    addUnique: addAll(`on conflict ${isNewKey} do nothing`),
    // The job stays in its batch, which waits for it.
    addReplacing: addAll(`on conflict ${isNewKey} do update set
      input = excluded.input, state = excluded.state, run_at = excluded.run_at, queue = excluded.queue,
      priority = excluded.priority, attempts = excluded.attempts, trace = excluded.trace,
      language = excluded.language, actor = excluded.actor, frees_key = excluded.frees_key,
      lane = excluded.lane, lane_rules = excluded.lane_rules
      where tenon_jobs.state in ('ready', 'delayed', 'behind') and tenon_jobs.attempt = 0`),
    takeKeys: write(`
      insert into tenon_job_keys (name, unique_key, taken_until)
      select name, unique_key, clock.now + delay
      from ${rowsOf('$1', TAKEN_KEY)} cross join (select ${now('$2')} as now) as clock
      where true
      on conflict (name, unique_key) do update set taken_until = excluded.taken_until, job = null
        where tenon_job_keys.taken_until <= ${now('$2')}
      returning name, unique_key`),
    nameTaker: write(
      'update tenon_job_keys set job = $1 where name = $2 and unique_key = $3 returning job',
    ),
    findTaker: read('select job from tenon_job_keys where name = $1 and unique_key = $2'),
    // The condition stands twice: meanwhile a dispatch may have taken the key again. With `+ 0`, SQLite does not search
    // its index, which has all old keys.
    forgetKeys: write(`
      delete from tenon_job_keys where taken_until + 0 <= ${now('$1')} and (name, unique_key) in (
        select name, unique_key from tenon_job_keys where taken_until <= ${now('$1')}
        limit ${FORGOTTEN_AT_ONCE}) returning name`),
    anyOldKey: read(
      `select 1 as found from tenon_job_keys where taken_until <= ${now('$1')} limit 1`,
    ),
    // For a job without a time of its own. Reading a list and computing the state double the cost on PostgreSQL.
    addOne: write(`
      insert into tenon_jobs
        (name, queue, priority, input, state, run_at, attempts, lane, lane_rules, batch, trace,
          language, actor, created_at)
      values ($1, $2, $3, $4, $5, ${nowOfOne} + cast($7 as bigint), $8, $9, $10, $11, $12, $13, $14, ${nowOfOne})
      returning id, name, unique_key`),
    findUnique: read(`
      select id, unique_key from tenon_jobs
      where name = $1 and ${isAmong('unique_key', '$2')} and state <> 'failed'`),
  }
}

/**
 * A claim does not wait for the disk. If the server crashes and loses the claim, the job is ready again, and the store
 * rejects later reports of its worker.
 */
function toClaims({ now, isPicked, isAmong, commitsUnflushed, write, read }: Parts) {
  const claim = (startedAt: string, condition = '') =>
    write(`
      update tenon_jobs set state = 'running', worker = $1, attempt = attempt + 1,
        lease_until = ${now('$5')} + cast($6 as bigint), started_at = ${startedAt}, ${FREED}
      where ${isPicked(`
        tenon_jobs where state = 'ready' and queue = $2 and run_at >= $7
          and ${isAmong('name', '$3')} and ${isGoing('$2')} ${condition}
        order by priority desc, run_at, id limit $4`)} and ${commitsUnflushed}
      returning ${CLAIMED}`)
  return {
    anyReady: read(`
      select 1 as found from tenon_jobs
      where state = 'ready' and queue = $1 and ${isAmong('name', '$2')} and ${isGoing('$1')} limit 1`),
    findQueues: read(`
      ${READY_QUEUES}
      select queue from queues where exists (
        select 1 from tenon_jobs
        where state = 'ready' and queue = queues.queue and ${isAmong('name', '$1')})
      union
      select queue from tenon_jobs where state = 'crashed' and ${isAmong('name', '$1')}`),
    anyCrashed: read(`select 1 as found from tenon_jobs where state = 'crashed' limit 1`),
    claim: claim(now('$5')),
    // Not for a last attempt, and not for a job whose key becomes free at the start.
    claimAhead: claim('null', 'and attempt + 1 < attempts and coalesce(frees_key, 0) = 0'),
    claimCrashed: write(`
      update tenon_jobs set state = 'running', worker = $1, attempt = attempt + 1,
        lease_until = ${now('$4')} + cast($5 as bigint), started_at = ${now('$4')}, ${FREED}
      where ${isPicked(`
        tenon_jobs where state = 'crashed' and ${isAmong('queue', '$2')} and ${isAmong('name', '$3')}
          and queue not in (select queue from tenon_queue_rates where paused_at is not null)
        order by id limit 1`)}
      returning ${CLAIMED}`),
  }
}

/**
 * What a worker reports about its own runs. A job has a worker only while it runs, so the state is not a condition.
 * With it, PostgreSQL would search the index of running jobs instead of the primary key. That index has an entry for
 * every job that ended since the last vacuum.
 */
function toReports({ now, isAmongRuns, lockRows, rowsOf, write, writeFresh, read }: Parts) {
  const isOurs = 'worker = $1'
  const complete = `delete from tenon_jobs where ${isAmongRuns} and ${isOurs} returning id`
  return {
    complete: write(complete),
    completeFresh: writeFresh(complete),
    // Locks the jobs until they are deleted, so that `keep` and `complete` find the same ones.
    keep: writeFresh(`
      insert into tenon_done_jobs (id, name, queue, priority, input, result, attempt, attempts,
        run_at, created_at, started_at, ended_at, kept_until)
      select jobs.id, jobs.name, jobs.queue, jobs.priority, jobs.input, given.result, jobs.attempt,
        jobs.attempts, jobs.run_at, jobs.created_at, coalesce(jobs.started_at, ${now('$3')} - given.duration),
        ${now('$3')}, ${now('$3')} + given.kept
      from tenon_jobs as jobs join ${rowsOf('$2', KEPT)}
        on jobs.id = given.id and jobs.attempt = given.attempt
      where jobs.worker = $1 ${lockRows}
      returning id`),
    progress: write(`
      update tenon_jobs set progress = cast($4 as integer)
      where id = $2 and attempt = $3 and ${isOurs} returning id`),
    anyOldDone: read(
      `select 1 as found from tenon_done_jobs where kept_until <= ${now('$1')} limit 1`,
    ),
    forgetDone: write(`
      delete from tenon_done_jobs where id in (
        select id from tenon_done_jobs where kept_until <= ${now('$1')} limit ${FORGOTTEN_AT_ONCE}) returning id`),
    renew: write(`
      update tenon_jobs set lease_until = ${now('$3')} + cast($4 as bigint),
        started_at = coalesce(started_at, ${now('$3')})
      where ${isAmongRuns} and ${isOurs} returning id, attempt`),
    retry: write(`
      update tenon_jobs set state = 'delayed', run_at = ${now('$4')} + cast($5 as bigint),
        attempts = cast($8 as bigint), ${RELEASED}, error = $6, stack = $7
      where id = $2 and attempt = $3 and ${isOurs} returning id`),
    // An earlier signal has marked the row, so the job continues at once.
    suspend: write(`
      update tenon_jobs set state = case when run_at = ${SIGNALLED} then ${READY} else 'delayed' end,
        run_at = case when run_at = ${SIGNALLED} then ${now('$4')}
          else ${now('$4')} + cast($5 as bigint) end,
        attempts = attempt + cast($6 as bigint), error = null, stack = null, ${RELEASED}
      where id = $2 and attempt = $3 and ${isOurs} returning id, state`),
    fail: write(`
      update tenon_jobs set state = 'failed', failed_at = ${now('$4')},
        started_at = coalesce(started_at, ${now('$4')} - cast($7 as bigint)),
        ${RELEASED}, error = $5, stack = $6
      where id = $2 and attempt = $3 and ${isOurs} returning id`),
  }
}

/** How jobs that share a key become ready. */
function toLanes({ now, rowsOf, write, read }: Parts) {
  return {
    anyBehind: read(
      `select 1 as found from tenon_jobs where state = 'behind' and lane is not null limit 1`,
    ),
    // Steps from lane to lane through the index, so the cost does not depend on how many jobs each lane has.
    lanes: read(`
      with recursive lanes(lane) as (
        select min(lane) from tenon_jobs where state = 'behind' and lane is not null
        union all
        select (select min(lane) from tenon_jobs where state = 'behind' and lane > lanes.lane)
        from lanes where lanes.lane is not null)
      select lane, clock.now as now,
        (select lane_rules from tenon_jobs where state = 'behind' and lane = lanes.lane
          order by priority desc, id limit 1) as rules,
        (select count(*) from tenon_jobs as active
          where active.lane = lanes.lane and active.state = 'ready') as ready,
        (select count(*) from tenon_jobs as active
          where active.lane = lanes.lane and active.state in ('running', 'crashed')) as running,
        (select empty_at from tenon_queue_rates where queue = lanes.lane) as empty_at
      from lanes cross join (select ${now('$1')} as now) as clock
      where lane is not null`),
    // Run this under a lock, or two processes could start the same lane. The new `run_at` gives the job its turn.
    advance: write(`
      update tenon_jobs set state = 'ready', run_at = ${now('$2')}
      where id in (
        select (
          select id from tenon_jobs where state = 'behind' and lane = given.lane
          order by priority desc, id limit 1)
        from ${rowsOf('$1', LANE)})
      returning id, lane`),
    fillBucket: write(`
      insert into tenon_queue_rates (queue, empty_at) values ($1, $2)
      on conflict (queue) do update set empty_at = excluded.empty_at returning queue`),
    // A missing row means the same as an empty bucket.
    anyEmptyBucket: read(`
      select 1 as found from tenon_queue_rates
      where paused_at is null and empty_at < ${now('$1')} - ${KEPT_BUCKET_MS} limit 1`),
    forgetBuckets: write(`
      delete from tenon_queue_rates
      where paused_at is null and empty_at < ${now('$1')} - ${KEPT_BUCKET_MS} and queue in (
        select queue from tenon_queue_rates
        where paused_at is null and empty_at < ${now('$1')} - ${KEPT_BUCKET_MS}
        limit ${FORGOTTEN_AT_ONCE}) returning queue`),
  }
}

/** What any worker does for the jobs of all workers. */
function toUpkeep({ now, isPicked, isAmong, isAmongRuns, write, read }: Parts) {
  // A lease that is too long was taken while the clock was ahead. Otherwise nobody would take the job over until it
  // ends.
  const hasEnded = (longest: string) =>
    `(lease_until < ${now('$1')} or lease_until > ${now('$1')} + cast(${longest} as bigint))`
  return {
    release: write(`
      update tenon_jobs set state = 'ready', attempt = attempt - 1, ${unmarked(now('$3'))}, ${RELEASED}
      where worker = $1 and state = 'running' and not (${isAmongRuns}) returning id`),
    promote: write(`
      update tenon_jobs set state = ${READY}
      where ${isPicked(`
        tenon_jobs where state = 'delayed' and run_at <= ${now('$1')}
        order by run_at limit ${PROMOTED_AT_ONCE}`)}
      returning id`),
    leases: read(`
      select id, attempt, lease_until, case when ${hasEnded('$3')} then 1 else 0 end as has_expired
      from tenon_jobs where state = 'running'
        and (lease_until < ${now('$1')} + cast($2 as bigint) or ${hasEnded('$3')})`),
    // A job that was claimed ahead may not have run, so it gets another attempt.
    expire: write(`
      update tenon_jobs set
        attempts = attempts + ${UNSTARTED},
        state = case when attempt >= attempts then 'failed'
          when attempt + 1 >= attempts + ${UNSTARTED} or error like '${CRASH.start}%${CRASH.end}' then 'crashed'
          else 'ready' end,
        failed_at = case when attempt >= attempts then ${now('$1')} end,
        error = '${CRASH.start}' || worker || '${CRASH.end}', stack = null, ${unmarked(now('$1'))},
        ${RELEASED}
      where ${isPicked(`
        tenon_jobs where state = 'running' and ${hasEnded('$3')} and ${isAmongRuns}
        order by id`)}
      returning id, name, state, attempt, error`),
    next: read(`
      select min(run_at) as next_at, ${now('$1')} as now from tenon_jobs where state = 'delayed'`),
    countUnknown: read(`
      select name, count(*) as count from tenon_jobs
      where state in ('ready', 'delayed', 'behind', 'crashed') and not (${isAmong('name', '$1')})
      group by name`),
  }
}
