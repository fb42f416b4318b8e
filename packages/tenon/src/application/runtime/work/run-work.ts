import type { Log } from '../../../base/log/log.ts'
import type { Database } from '../../../data/database/database.ts'
import { sleep } from '../../../work/lease/clock.ts'
import { openScheduler, type CommandContext } from '../command-context.ts'
import { toJobs } from './application-jobs.ts'
import { toTasks } from './application-tasks.ts'
import { createWorker } from './create-worker.ts'

/** The parts with which work runs. */
export interface WorkParts {
  readonly database: Database
  /** Aborted when the work must stop. */
  readonly signal: AbortSignal
  /** Whether the log says that the work runs. Default `true`. */
  readonly isLogged?: boolean
}

type WorkContext = Pick<CommandContext, 'application' | 'settings' | 'log'>

/** Runs the application's jobs and scheduled tasks until the signal is aborted. */
export async function runWork(context: WorkContext, parts: WorkParts): Promise<void> {
  const works = [...toScheduling(context, parts), ...(await toJobWork(context, parts))]
  if (parts.isLogged !== false) logWork(context.log, works.length > 0)
  await Promise.all(works.length > 0 ? works : [idle(parts.signal)])
}

function logWork(log: Log, hasWork: boolean): void {
  if (hasWork) log.info('Jobs and scheduled tasks run in this process')
  else
    log.warn('The application has neither jobs nor scheduled tasks: this process has nothing to do')
}

/** Waits without work: if the process ended at once, its supervisor would restart it again and again. */
async function idle(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await sleep(IDLE_MS, signal)
}

const IDLE_MS = 60 * 60 * 1000

function toScheduling(
  { application, settings, log }: WorkContext,
  { database, signal }: WorkParts,
): readonly Promise<void>[] {
  const { environment } = settings
  if (toTasks(application, environment).length === 0) return []
  // A supervisor ends a process that takes longer than 25 seconds to stop.
  const options = { database, log, environment, stopTimeout: '20s' } as const
  return [openScheduler(application, options).work(signal)]
}

async function toJobWork(
  context: WorkContext,
  { database, signal }: WorkParts,
): Promise<readonly Promise<void>[]> {
  if (toJobs(context.application).length === 0) return []
  const worker = await createWorker(context, { database })
  return [worker.work(signal)]
}
