import type { Dialect } from '../../../data/database/statement.ts'
import { dialectParts } from './dialect-parts.ts'
import { SIGNALLED } from '../steps/step-store.ts'
import { JobStatement } from './job-statement.ts'

/** The state of a job that may start: behind the others of its lane, if it has one. */
const READY = `case when lane is null then 'ready' else 'behind' end`

const CLAIMED = 'id, name, queue, input, attempt, attempts, priority, batch, trace'
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
} as const

/** The statements of the store, prepared once per database. */
export type JobStatements = ReturnType<typeof createStatements>

/** The statements of both databases; see `JobStore` for what each does. */
export const jobStatements: Readonly<Record<Dialect, JobStatements>> = {
  postgres: createStatements('postgres'),
  sqlite: createStatements('sqlite'),
}

function createStatements(dialect: Dialect) {
  const { now, isPicked, isAmong, rows, notify } = dialectParts[dialect]
  const write = (text: string) => new JobStatement(text, { dialect, access: 'write' })
  const read = (text: string) => new JobStatement(text, { dialect, access: 'read' })
  const isOurs = `worker = $1 and state = 'running'`
  const runs = rows('$2', RUN)
  // SQLite uses its index only for the first condition.
  const isAmongRuns =
    dialect === 'postgres'
      ? `(id, attempt) in (select id, attempt from ${runs})`
      : `id in (select id from ${runs}) and (id, attempt) in (select id, attempt from ${runs})`
  const released = 'worker = null, lease_until = null'

  return {
    add: write(`
      insert into queue_jobs
        (name, queue, priority, input, state, run_at, attempts, unique_key, lane, batch, trace,
          created_at)
      select name, queue, priority, input,
        case when coalesce(run_at, clock.now + delay) > clock.now then 'delayed' else ${READY} end,
        coalesce(run_at, clock.now + delay), attempts, unique_key, lane, batch, trace, clock.now
      from ${rows('$1', NEW_JOB)} cross join (select ${now('$2')} as now) as clock
      where true order by position
      on conflict (name, unique_key) where unique_key is not null and state <> 'failed' do nothing
      returning id, name, unique_key${notify}`),
    findUnique: read(`
      select id from queue_jobs where name = $1 and unique_key = $2 and state <> 'failed'`),
    claim: write(`
      update queue_jobs set state = 'running', worker = $1, attempt = attempt + 1,
        lease_until = ${now('$5')} + cast($6 as bigint), started_at = ${now('$5')}
      where ${isPicked(`
        queue_jobs where state = 'ready' and queue = $2 and ${isAmong('name', '$3')}
        order by priority desc, id limit $4`)}
      returning ${CLAIMED}`),
    claimCrashed: write(`
      update queue_jobs set state = 'running', worker = $1, attempt = attempt + 1,
        lease_until = ${now('$4')} + cast($5 as bigint), started_at = ${now('$4')}
      where ${isPicked(`
        queue_jobs where state = 'crashed' and ${isAmong('queue', '$2')} and ${isAmong('name', '$3')}
        order by id limit 1`)}
      returning ${CLAIMED}`),
    complete: write(`delete from queue_jobs where ${isAmongRuns} and ${isOurs} returning id`),
    retry: write(`
      update queue_jobs set state = 'delayed', run_at = ${now('$4')} + cast($5 as bigint),
        ${released}, error = $6, stack = $7
      where id = $2 and attempt = $3 and ${isOurs} returning id`),
    // A signal that came before marks the row, so that the job continues at once.
    suspend: write(`
      update queue_jobs set state = case when run_at = ${SIGNALLED} then ${READY} else 'delayed' end,
        run_at = case when run_at = ${SIGNALLED} then ${now('$4')}
          else ${now('$4')} + cast($5 as bigint) end,
        attempts = attempt + cast($6 as bigint), error = null, stack = null, ${released}
      where id = $2 and attempt = $3 and ${isOurs} returning id, state`),
    fail: write(`
      update queue_jobs set state = 'failed', failed_at = ${now('$4')},
        ${released}, error = $5, stack = $6
      where id = $2 and attempt = $3 and ${isOurs} returning id`),
    renew: write(`
      update queue_jobs set lease_until = ${now('$3')} + cast($4 as bigint)
      where ${isAmongRuns} and ${isOurs} returning id, attempt`),
    release: write(`
      update queue_jobs set state = 'ready', attempt = attempt - 1, ${released}
      where ${isOurs} returning id${notify}`),
    promote: write(`
      update queue_jobs set state = ${READY}
      where ${isPicked(`
        queue_jobs where state = 'delayed' and run_at <= ${now('$1')}
        order by id`)}
      returning id`),
    // Under a lock, or two processes could start the same lane.
    advance: write(`
      update queue_jobs set state = 'ready'
      where id in (
        select id from (
          select id, lane, row_number() over (partition by lane order by priority desc, id) as place
          from queue_jobs where state = 'behind') as waiting
        where place = 1 and not exists (
          select 1 from queue_jobs as active
          where active.lane = waiting.lane and active.state in ('ready', 'running', 'crashed')))
      returning id`),
    expire: write(`
      update queue_jobs set
        state = case when attempt >= attempts then 'failed' else 'crashed' end,
        failed_at = case when attempt >= attempts then ${now('$1')} end,
        error = 'Its process "' || worker || '" stopped reporting', stack = null, ${released}
      where ${isPicked(`
        queue_jobs where state = 'running' and lease_until < ${now('$1')}
        order by id`)}
      returning id, name, state, attempt, error`),
    next: read(`
      select min(run_at) as next_at, ${now('$1')} as now from queue_jobs where state = 'delayed'`),
    strangers: read(`
      select name, count(*) as count from queue_jobs
      where state in ('ready', 'delayed', 'behind', 'crashed') and not (${isAmong('name', '$1')})
      group by name`),
  }
}
