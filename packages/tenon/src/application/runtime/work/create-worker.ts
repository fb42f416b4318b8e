import { toMs } from '../../../base/support/duration.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { Database } from '../../../data/database/database.ts'
import type { Telemetry } from '../../../observability/telemetry/telemetry.ts'
import type { FollowJob } from '../../../work/jobs/attempt.ts'
import type { JobRate } from '../../../work/jobs/store/queue-rates.ts'
import type { JobWorker } from '../../../work/jobs/worker.ts'
import type { ApplicationOptions } from '../application-options.ts'
import type { CommandContext } from '../command-context.ts'
import { toJobs, toQueues } from './application-jobs.ts'

export interface WorkerParts {
  readonly database: Database
  readonly concurrency?: number | undefined
  readonly queues?: readonly string[] | undefined
}

/** Creates a worker for the application's jobs. Throws `E_NO_JOBS`, `E_JOB_QUEUE` or `E_JOB_OPTION`. */
export async function createWorker(
  { application, log }: Pick<CommandContext, 'application' | 'log'>,
  { database, concurrency, queues }: WorkerParts,
): Promise<JobWorker> {
  const jobs = toJobs(application)
  if (jobs.length === 0) {
    throw new SetupError(
      'E_NO_JOBS',
      'The application has no jobs. Pass them: application({ jobs: [ … ] }).',
    )
  }
  assertKnown(queues, toQueues(application))
  const { JobWorker: Worker } = await import('../../../work/jobs/worker.ts')
  return new Worker({
    database,
    jobs,
    log,
    rates: toRates(application),
    weights: toWeights(application),
    ...(application.telemetry && { follow: toFollow(application.telemetry) }),
    ...(concurrency && { concurrency }),
    ...(queues && { queues }),
  })
}

function toFollow(telemetry: Telemetry): FollowJob {
  return (run, work) => telemetry.followJob(run, work)
}

function toRates({
  queues = {},
}: Pick<ApplicationOptions, 'queues'>): ReadonlyMap<string, JobRate> {
  const rates = Object.entries(queues).flatMap(([queue, { limit, per }]) => {
    if (limit === undefined && per === undefined) return []
    if (limit === undefined || per === undefined) {
      throw new SetupError('E_JOB_OPTION', `Queue "${queue}": limit and per belong together.`)
    }
    if (Number.isInteger(limit) && limit >= 1 && limit <= 1_000_000) {
      return [[queue, { limit, perMs: toMs(per, `per of the queue "${queue}"`) }] as const]
    }
    throw new SetupError(
      'E_JOB_OPTION',
      `Queue "${queue}": invalid limit ${limit}. Use a whole number from 1 to 1000000.`,
    )
  })
  return new Map(rates)
}

function toWeights({
  queues = {},
}: Pick<ApplicationOptions, 'queues'>): ReadonlyMap<string, number> {
  const weights = Object.entries(queues).map(([queue, { weight = 1 }]) => {
    if (Number.isInteger(weight) && weight >= 1 && weight <= 100) return [queue, weight] as const
    throw new SetupError(
      'E_JOB_OPTION',
      `Queue "${queue}": invalid weight ${weight}. Use a whole number from 1 to 100.`,
    )
  })
  return new Map(weights)
}

/** Checks the names: a dispatch may use other queues, but the jobs of a mistyped queue would have no worker. */
function assertKnown(queues: readonly string[] | undefined, known: readonly string[]): void {
  const unknown = queues?.find((queue) => !known.includes(queue))
  if (unknown === undefined) return
  throw new SetupError(
    'E_JOB_QUEUE',
    `No job uses the queue "${unknown}". The queues are: ${known.join(', ')}. If jobs are only dispatched into it, name it: application({ queues: { '${unknown}': {} } }).`,
  )
}
