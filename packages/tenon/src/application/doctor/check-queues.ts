import { toMoment } from '../../base/console/moment.ts'
import type { Database } from '../../data/database/database.ts'
import { findUnattended, toProblem } from '../runtime/work/watch-queues.ts'
import { error, warning, type Finding } from './finding.ts'

/** Checks that no jobs wait in a queue without a worker, and that no queue is paused. */
export async function checkQueues(
  database: Database,
  queues: readonly string[],
): Promise<readonly Finding[]> {
  const unattended = await findUnattended(database, queues)
  const { JobRecords } = await import('../../work/jobs/job-records.ts')
  const paused = await new JobRecords(database).paused()
  return [
    ...unattended.map((each) => error('jobs', toProblem(each), remedy)),
    ...paused.map(({ queue, since }) =>
      warning(
        'jobs',
        `The queue "${queue}" is paused since ${toMoment(since)}`,
        `Run "jobs:resume ${queue}" to start its jobs again.`,
      ),
    ),
  ]
}

const remedy =
  'Run the command "work" as a process of its own, next to the server. Mails are jobs too.'
