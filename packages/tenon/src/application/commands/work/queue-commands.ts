import { exitCode, type Command } from '../../../base/console/command.ts'
import type { CommandContext } from '../../runtime/command-context.ts'
import { toQueues } from '../../runtime/work/application-jobs.ts'
import type { PausedQueues } from '../../../work/jobs/store/paused-queues.ts'

export const jobsPause: Command<CommandContext> = {
  name: 'jobs:pause',
  summary: 'Start no more jobs of a queue, on all machines; those that run go on',
  words: '<queue>',
  run: (context, { words, print }) =>
    withQueue(context, { usage: 'jobs:pause <queue>', words }, async (paused, queue) => {
      await paused.pause(queue)
      print(`The queue "${queue}" is paused. To go on: jobs:resume ${queue}`)
    }),
}

export const jobsResume: Command<CommandContext> = {
  name: 'jobs:resume',
  summary: 'Start jobs of a paused queue again',
  words: '<queue>',
  run: (context, { words, print }) =>
    withQueue(context, { usage: 'jobs:resume <queue>', words }, async (paused, queue) => {
      await paused.resume(queue)
      print(`The queue "${queue}" goes on.`)
    }),
}

interface QueueCall {
  readonly usage: string
  readonly words: readonly string[]
}

async function withQueue(
  context: CommandContext,
  { usage, words }: QueueCall,
  work: (paused: PausedQueues, queue: string) => Promise<void>,
): Promise<number> {
  const declared = toQueues(context.application)
  const [queue] = words
  if (queue === undefined || words.length > 1) {
    context.fail(`Usage: ${usage}. The queues are: ${declared.join(', ')}.`)
    return exitCode.usage
  }
  const { PausedQueues: Paused } = await import('../../../work/jobs/store/paused-queues.ts')
  const { JobRecords } = await import('../../../work/jobs/job-records.ts')
  const { withJobTables } = await import('../../../work/jobs/job-tables.ts')
  return context.withDatabase((database) =>
    withJobTables(async () => {
      const paused = new Paused(database)
      const counts = await new JobRecords(database).countQueues(declared)
      const known = new Set([...counts, ...(await paused.list())].map((each) => each.queue))
      if (known.has(queue)) {
        await work(paused, queue)
        return exitCode.ok
      }
      context.fail(`No job uses the queue "${queue}". The queues are: ${[...known].join(', ')}.`)
      return exitCode.usage
    }),
  )
}
