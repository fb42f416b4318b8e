import { exitCode, type Command, type CommandCall } from '../../../base/console/command.ts'
import type { Database } from '../../../data/database/database.ts'
import type { CommandContext } from '../../runtime/command-context.ts'
import { logMissingTexts } from '../../../pages/ssr/missing-texts.ts'
import { forceExit } from '../../runtime/force-exit.ts'
import { ignoreDebugSignals } from '../../runtime/debug-signals.ts'
import { listenForStop } from '../../runtime/stop-signal.ts'
import { assertOwnTables } from '../../runtime/prepare-database.ts'
import { createWorker } from '../../runtime/work/create-worker.ts'
import { runWork } from '../../runtime/work/run-work.ts'
import { hearOthers } from '../hear-others.ts'

export const jobsWork: Command<CommandContext> = {
  name: 'jobs:work',
  summary: 'Run jobs until stopped (any number of replicas; each job is claimed by one)',
  options: {
    queue: { type: 'string', summary: 'Only these queues, separated by commas' },
    concurrency: { type: 'string', summary: 'How many jobs run at the same time; default 10' },
  },
  async run(context, call) {
    const concurrency = toConcurrency(call)
    if (concurrency === null) {
      context.fail('--concurrency must be a whole number from 1 to 1000.')
      return exitCode.usage
    }
    const queues = call.value('queue')?.split(',')
    return workUntilStopped(context, async (database, signal) => {
      const worker = await createWorker(context, { database, concurrency, queues })
      context.log.info('The worker runs jobs')
      await worker.work(signal)
      context.log.info('The worker has stopped')
    })
  },
}

export const work: Command<CommandContext> = {
  name: 'work',
  summary: 'Run jobs and scheduled tasks in one process until stopped (any number of replicas)',
  run: (context) =>
    workUntilStopped(context, (database, signal) => runWork(context, { database, signal })),
}

async function workUntilStopped(
  context: CommandContext,
  body: (database: Database, signal: AbortSignal) => Promise<void>,
): Promise<number> {
  context.assertComplete('working')
  using _signals = ignoreDebugSignals(context.settings)
  using _missing = logMissingTexts(context.log)
  using stop = listenForStop()
  await context.withMetrics('working', (metrics) =>
    context.withServices(async (services) => {
      metrics.observe(services, stop.signal)
      hearOthers(context, services)
      await assertOwnTables(services.databases)
      await body(services.database, stop.signal)
    }),
  )
  forceExit(context.log)
  return exitCode.ok
}

/** Returns `undefined` if the option is absent, `null` if it is invalid. */
function toConcurrency(call: CommandCall): number | null | undefined {
  const text = call.value('concurrency')
  if (text === undefined) return undefined
  return /^[1-9]\d{0,2}$|^1000$/.test(text) ? Number(text) : null
}
