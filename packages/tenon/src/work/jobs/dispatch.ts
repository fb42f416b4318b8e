import { languageContexts } from '../../base/language/language-context.ts'
import { actors } from '../../base/log/actors.ts'
import { traceParents } from '../../base/log/trace-parents.ts'
import { currentDatabase, findTransaction } from '../../data/database/current-database.ts'
import type { Database } from '../../data/database/database.ts'
import { Ambient } from '../../base/support/ambient.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Clock } from '../lease/clock.ts'
import { checkInput } from './job-input.ts'
import type { DispatchedJob, NewJob } from './store/new-job.ts'
import type { JobSettings, JobStart } from './job-definition.ts'
import { withJobTables } from './job-tables.ts'
import { JOB_CHANNEL } from './store/channels.ts'
import { JobAdditions } from './store/job-additions.ts'
import { toStoredKey } from '../../base/support/values/stored-key.ts'

/** Called for each new job once it exists. */
export interface JobObserver {
  /** The clock for dispatching jobs, instead of the database's. */
  readonly clock: Clock
  dispatched(job: RecordedJob): void
}

/** A job as it was added. */
export interface RecordedJob extends DispatchedJob {
  readonly name: string
  readonly queue: string
  readonly input: unknown
  /** When the job may start, if the caller said so. */
  readonly start: JobStart | undefined
}

/** The observer of this process, such as a test's list of dispatched jobs. */
export const jobObservers = new Ambient<JobObserver>()

/** The names of the jobs that the running application lists: its workers run no others. */
export const jobLists = new Ambient<ReadonlySet<string>>()

/** Adds a job to the current database, with its current transaction. */
export async function dispatch<Output>(
  settings: JobSettings<Output>,
  input: unknown,
): Promise<DispatchedJob> {
  const database = currentDatabase()
  // Only a dispatch without a transaction and an observer can share a statement with other callers.
  const isAlone = findTransaction(database) === undefined && jobObservers.get() === undefined
  if (!isAlone) return (await dispatchAll(settings, [input]))[0] ?? { id: null, isNew: false }

  const job = await toNewJob(settings, input)
  const dispatched = await settings.group.add(database, job)
  database.wake(JOB_CHANNEL)
  return dispatched
}

/** Adds jobs to the current database, with its current transaction. */
export async function dispatchAll<Output>(
  settings: JobSettings<Output>,
  inputs: readonly unknown[],
): Promise<readonly DispatchedJob[]> {
  const database = currentDatabase()
  const jobs = await Promise.all(inputs.map((input) => toNewJob(settings, input)))
  if (jobs.length === 0) return []

  const dispatched = await addJobs(database, jobs)
  await database.afterCommit(() => announce(database, jobs, dispatched))
  return dispatched
}

/**
 * Checks an input, and returns the job to store. Throws `E_JOB_INPUT`, and `E_JOB_UNLISTED` if the application does not
 * list the job.
 */
export async function toNewJob<Output>(
  settings: JobSettings<Output>,
  given: unknown,
): Promise<NewJob> {
  const { name, queue, priority, attempts, start, uniqueKey, laneKey } = settings
  const { uniqueRule = null, laneRules = null } = settings
  assertListed(name)
  const { text, input } = await checkInput(settings, given)
  return {
    name,
    queue,
    priority,
    attempts,
    input: text,
    uniqueKey: uniqueKey === undefined ? null : toStoredKey(uniqueKey(input)),
    lane: laneKey === undefined ? null : `${name} ${toStoredKey(String(laneKey(input)))}`,
    delayMs: start !== undefined && 'inMs' in start ? start.inMs : 0,
    runAt: start !== undefined && 'at' in start ? Math.max(start.at.getTime(), 0) : null,
    uniqueRule,
    laneRules,
    batch: null,
    trace: traceParents.get()?.() ?? null,
    language: languageContexts.get()?.language ?? null,
    actor: actors.text,
  }
}

function assertListed(name: string): void {
  const listed = jobLists.get()
  if (listed === undefined || listed.has(name)) return
  throw new SetupError(
    'E_JOB_UNLISTED',
    `The job "${name}" was dispatched, and no worker would run it, because the application does not list it. Add it: application({ jobs: [ … ] }).`,
  )
}

/** Adds jobs to a database. Throws `E_JOB_TABLES` if it has no tables for them. */
export function addJobs(
  database: Database,
  jobs: readonly NewJob[],
): Promise<readonly DispatchedJob[]> {
  return withJobTables(() => new JobAdditions(database, jobObservers.get()?.clock).add(jobs))
}

/** Tells the workers and the observer of this process about jobs that now exist. */
export function announce(
  database: Database,
  jobs: readonly NewJob[],
  dispatched: readonly DispatchedJob[],
): void {
  database.wake(JOB_CHANNEL)
  const observer = jobObservers.get()
  if (observer === undefined) return
  for (const [i, job] of jobs.entries()) {
    const { name, queue } = job
    const added = dispatched[i] ?? { id: null, isNew: false }
    observer.dispatched({
      ...added,
      name,
      queue,
      start: toStart(job),
      input: JSON.parse(job.input),
    })
  }
}

function toStart({ runAt, delayMs }: NewJob): JobStart | undefined {
  if (runAt !== null) return { at: new Date(runAt) }
  return delayMs > 0 ? { inMs: delayMs } : undefined
}
