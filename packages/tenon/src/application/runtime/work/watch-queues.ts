import type { Database } from '../../../data/database/database.ts'
import type { Log } from '../../../base/log/log.ts'
import type { UnattendedQueue } from '../../../work/jobs/store/presence.ts'
import type { ApplicationOptions } from '../application-options.ts'
import { toQueues } from './application-jobs.ts'

/** The parts of a watch. */
export interface QueueWatchParts {
  readonly application: Pick<ApplicationOptions, 'jobs' | 'mail' | 'queues'>
  readonly database: Database
  readonly log: Log
  /** The time between two checks. Default: a minute. */
  readonly intervalMs?: number
}

/** How many checks pass before a warning is repeated. */
const LOOKS_PER_WARNING = 15

/**
 * Warns while jobs wait and no process works on their queue. A serving process does not need workers itself, so without
 * this warning nobody would notice.
 */
export function watchQueues({
  application,
  database,
  log,
  intervalMs = 60_000,
}: QueueWatchParts): Disposable {
  const queues = toQueues(application)
  let looks = 0
  const look = async (): Promise<void> => {
    try {
      const unattended = await findUnattended(database, queues)
      if (unattended.length === 0) looks = 0
      else if (looks++ % LOOKS_PER_WARNING === 0) log.warn(toWarning(unattended), { unattended })
    } catch (error) {
      // While the database is unavailable, the log has more important lines.
      log.debug('Cannot look for jobs that wait', { error })
    }
  }
  const timer = queues.length === 0 ? undefined : setInterval(() => void look(), intervalMs).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Finds the queues on which no process works although jobs wait. */
export async function findUnattended(
  database: Database,
  queues: readonly string[],
): Promise<readonly UnattendedQueue[]> {
  const { Presence } = await import('../../../work/jobs/store/presence.ts')
  return new Presence(database).findUnattended(queues)
}

function toWarning(unattended: readonly UnattendedQueue[]): string {
  return `${unattended.map(toProblem).join('. ')}. Run the command "work" next to the server.`
}

/** Describes how many jobs wait in a queue, and for how long. */
export function toProblem({ queue, count, oldestMs }: UnattendedQueue): string {
  const jobs = count === 1 ? '1 job waits' : `${count} jobs wait`
  const age = Math.round(oldestMs / 1000)
  return `${jobs} in the queue "${queue}", the oldest for ${age} s, and no process works on it`
}
