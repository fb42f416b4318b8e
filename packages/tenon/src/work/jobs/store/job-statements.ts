import { adapters } from '../../../data/database/dialects/adapters.ts'
import type { DialectAdapter } from '../../../data/database/dialects/dialect-adapter.ts'
import type { Dialect } from '../../../data/database/statement.ts'
import { SIGNALLED } from './step-store.ts'
import { JobStatement } from './job-statement.ts'

/** The state of a job that may start: behind the others of its lane, if it has one. */
const READY = `case when lane is null then 'ready' else 'behind' end`

/** Why a job has crashed: the error of a run whose lease has expired. */
const CRASH = { start: 'Its process "', end: '" stopped reporting' }

const CLAIMED = 'id, name, queue, input, attempt, attempts, priority, batch, trace, language'
const RELEASED = 'worker = null, lease_until = null'
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
  lane: 'text',
  batch: 'bigint',
  trace: 'text',
  language: 'text',
} as const

/** How many delayed jobs one statement makes ready, so that it ends within its time limit. */
const PROMOTED_AT_ONCE = 1000

/** The statements of the store, prepared once per database. */
export type JobStatements = ReturnType<typeof createStatements>

/** The statements of both databases; see `JobStore` for what each does. */
export const jobStatements: Readonly<Record<Dialect, JobStatements>> = {
  postgres: createStatements('postgres'),
  sqlite: createStatements('sqlite'),
}

/** What the statements of one database are written with. */
interface Parts extends Omit<DialectAdapter, 'now'> {
  /**
   * The database's clock, or the time in a parameter, which tests give. A subquery, so that it is read
   * once per statement and an index can be searched for it; as an expression, PostgreSQL's clock is
   * read again for each row.
   */
  readonly now: (parameter: string) => string
  readonly write: (text: string) => JobStatement
  readonly read: (text: string) => JobStatement
  readonly clock: string
  /** A condition that a row is one of the runs in the second parameter. */
  readonly isAmongRuns: string
}

function createStatements(dialect: Dialect) {
  const parts = toParts(dialect)
  return { ...toDispatch(parts), ...toClaims(parts), ...toReports(parts), ...toUpkeep(parts) }
}

function toParts(dialect: Dialect): Parts {
  const adapter = adapters[dialect]
  return {
    ...adapter,
    clock: adapter.now,
    now: (parameter) => `(select coalesce(cast(${parameter} as bigint), ${adapter.now}))`,
    write: (text) => new JobStatement(text, { dialect, access: 'write' }),
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
        (name, queue, priority, input, state, run_at, attempts, unique_key, lane, batch, trace,
          language, created_at)
      select name, queue, priority, input,
        case when coalesce(run_at, clock.now + delay) > clock.now then 'delayed' else ${READY} end,
        coalesce(run_at, clock.now + delay), attempts, unique_key, lane, batch, trace,
        language, clock.now
      from ${rowsOf('$1', NEW_JOB)} cross join (select ${now('$2')} as now) as clock
      where true order by position
      ${onConflict}
      returning id, name, unique_key`)
  return {
    // Without keys, because PostgreSQL writes a row twice to its log if there might be a conflict.
    add: addAll(''),
    addUnique: addAll(`on conflict ${isNewKey} do nothing`),
    // One that has no time of its own. Reading a list and deciding its state cost PostgreSQL as much as the rest.
    addOne: write(`
      insert into tenon_jobs
        (name, queue, priority, input, state, run_at, attempts, lane, batch, trace, language, created_at)
      values ($1, $2, $3, $4, $5, ${nowOfOne} + cast($7 as bigint), $8, $9, $10, $11, $12, ${nowOfOne})
      returning id, name, unique_key`),
    findUnique: read(`
      select id, unique_key from tenon_jobs
      where name = $1 and ${isAmong('unique_key', '$2')} and state <> 'failed'`),
  }
}

/**
 * A claim does not wait for the disk. If the server crashes and forgets it, the job is ready again, and what its
 * worker reports is rejected.
 */
function toClaims({ now, isPicked, isAmong, commitsUnflushed, write, read }: Parts) {
  return {
    anyReady: read(`
      select 1 as found from tenon_jobs
      where state = 'ready' and queue = $1 and ${isAmong('name', '$2')} limit 1`),
    anyCrashed: read(`select 1 as found from tenon_jobs where state = 'crashed' limit 1`),
    claim: write(`
      update tenon_jobs set state = 'running', worker = $1, attempt = attempt + 1,
        lease_until = ${now('$5')} + cast($6 as bigint), started_at = ${now('$5')}
      where ${isPicked(`
        tenon_jobs where state = 'ready' and queue = $2 and ${isAmong('name', '$3')}
        order by priority desc, id limit $4`)} and ${commitsUnflushed}
      returning ${CLAIMED}`),
    claimCrashed: write(`
      update tenon_jobs set state = 'running', worker = $1, attempt = attempt + 1,
        lease_until = ${now('$4')} + cast($5 as bigint), started_at = ${now('$4')}
      where ${isPicked(`
        tenon_jobs where state = 'crashed' and ${isAmong('queue', '$2')} and ${isAmong('name', '$3')}
        order by id limit 1`)}
      returning ${CLAIMED}`),
  }
}

/**
 * What a worker reports about its own runs. A job has a worker only while it runs; the state is not
 * a condition, or PostgreSQL would search the index of running jobs, where every job that has ended
 * since the last vacuum has left an entry, instead of the primary key.
 */
function toReports({ now, isAmongRuns, write }: Parts) {
  const isOurs = 'worker = $1'
  return {
    complete: write(`delete from tenon_jobs where ${isAmongRuns} and ${isOurs} returning id`),
    renew: write(`
      update tenon_jobs set lease_until = ${now('$3')} + cast($4 as bigint)
      where ${isAmongRuns} and ${isOurs} returning id, attempt`),
    retry: write(`
      update tenon_jobs set state = 'delayed', run_at = ${now('$4')} + cast($5 as bigint),
        ${RELEASED}, error = $6, stack = $7
      where id = $2 and attempt = $3 and ${isOurs} returning id`),
    // A signal that came before marks the row, so that the job continues at once.
    suspend: write(`
      update tenon_jobs set state = case when run_at = ${SIGNALLED} then ${READY} else 'delayed' end,
        run_at = case when run_at = ${SIGNALLED} then ${now('$4')}
          else ${now('$4')} + cast($5 as bigint) end,
        attempts = attempt + cast($6 as bigint), error = null, stack = null, ${RELEASED}
      where id = $2 and attempt = $3 and ${isOurs} returning id, state`),
    fail: write(`
      update tenon_jobs set state = 'failed', failed_at = ${now('$4')},
        ${RELEASED}, error = $5, stack = $6
      where id = $2 and attempt = $3 and ${isOurs} returning id`),
  }
}

/** What any worker does for all jobs. */
function toUpkeep({ now, isPicked, isAmong, isAmongRuns, write, read }: Parts) {
  return {
    release: write(`
      update tenon_jobs set state = 'ready', attempt = attempt - 1, ${RELEASED}
      where worker = $1 and state = 'running' and not (${isAmongRuns}) returning id`),
    promote: write(`
      update tenon_jobs set state = ${READY}
      where ${isPicked(`
        tenon_jobs where state = 'delayed' and run_at <= ${now('$1')}
        order by run_at limit ${PROMOTED_AT_ONCE}`)}
      returning id`),
    anyBehind: read(
      `select 1 as found from tenon_jobs where state = 'behind' and lane is not null limit 1`,
    ),
    // Under a lock, or two processes could start the same lane. It steps from lane to lane through
    // the index, so its cost does not depend on how many jobs are behind in each.
    advance: write(`
      update tenon_jobs set state = 'ready'
      where id in (
        with recursive lanes(lane) as (
          select min(lane) from tenon_jobs where state = 'behind' and lane is not null
          union all
          select (select min(lane) from tenon_jobs where state = 'behind' and lane > lanes.lane)
          from lanes where lanes.lane is not null)
        select (
          select id from tenon_jobs where state = 'behind' and lane = lanes.lane
          order by priority desc, id limit 1)
        from lanes
        where lane is not null and not exists (
          select 1 from tenon_jobs as active
          where active.lane = lanes.lane and active.state in ('ready', 'running', 'crashed')))
      returning id`),
    leases: read(`
      select id, attempt, lease_until, case when lease_until < ${now('$1')} then 1 else 0 end as has_expired
      from tenon_jobs where state = 'running' and lease_until < ${now('$1')} + cast($2 as bigint)`),
    expire: write(`
      update tenon_jobs set
        state = case when attempt >= attempts then 'failed'
          when attempt + 1 >= attempts or error like '${CRASH.start}%${CRASH.end}' then 'crashed'
          else 'ready' end,
        failed_at = case when attempt >= attempts then ${now('$1')} end,
        error = '${CRASH.start}' || worker || '${CRASH.end}', stack = null, ${RELEASED}
      where ${isPicked(`
        tenon_jobs where state = 'running' and lease_until < ${now('$1')} and ${isAmongRuns}
        order by id`)}
      returning id, name, state, attempt, error`),
    next: read(`
      select min(run_at) as next_at, ${now('$1')} as now from tenon_jobs where state = 'delayed'`),
    strangers: read(`
      select name, count(*) as count from tenon_jobs
      where state in ('ready', 'delayed', 'behind', 'crashed') and not (${isAmong('name', '$1')})
      group by name`),
  }
}
