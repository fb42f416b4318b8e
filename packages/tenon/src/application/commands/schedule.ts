import { exitCode, type Command } from '../../base/console/command.ts'
import { toMoment } from '../../base/console/moment.ts'
import { toTable } from '../../base/console/table.ts'
import type { CommandContext } from '../runtime/command-context.ts'
import { insistOnEnd } from '../runtime/insist-on-end.ts'

export const scheduleWork: Command<CommandContext> = {
  name: 'schedule:work',
  summary: 'Run scheduled tasks until stopped (any number of replicas; each tick runs once)',
  async run(context) {
    await context.withMetrics('working', (metrics) =>
      context.withScheduler(async (scheduler, { signal, services }) => {
        metrics.observe(services, signal)
        context.log.info('The scheduler works')
        await scheduler.work(signal)
        context.log.info('The scheduler has stopped')
      }),
    )
    insistOnEnd(context.log)
    return exitCode.ok
  },
}

export const scheduleRun: Command<CommandContext> = {
  name: 'schedule:run',
  summary: 'Run the tasks that are due now, once (for cron and Kubernetes)',
  run: (context, { print }) =>
    context.withScheduler(async (scheduler, { signal }) => {
      const outcomes = await scheduler.runDue(signal)
      if (outcomes.length === 0) print('Nothing was due.')
      for (const { task, tick, state } of outcomes) print(`${task} ${tick.toISOString()} ${state}`)
      return outcomes.some(({ state }) => state === 'failed') ? exitCode.failed : exitCode.ok
    }),
}

export const scheduleList: Command<CommandContext> = {
  name: 'schedule:list',
  summary: 'List scheduled tasks, their next runs and last outcomes',
  options: { json: { type: 'boolean', summary: 'Print JSON' } },
  run: (context, call) =>
    context.withScheduler(async (scheduler) => {
      const tasks = await scheduler.list()
      if (call.has('json')) {
        call.print(JSON.stringify(tasks, null, 2))
        return exitCode.ok
      }
      const rows = tasks.map(({ name, pattern, timezone, next, last }) => [
        name,
        pattern,
        timezone,
        next[0] === undefined ? 'never' : toMoment(next[0]),
        last === null ? 'never ran' : `${last.state} ${toMoment(last.tick)}`,
        last?.owner ?? '',
      ])
      call.print(
        rows.length === 0
          ? 'No task is scheduled.'
          : toTable(['TASK', 'CRON', 'ZONE', 'NEXT RUN', 'LAST OUTCOME', 'OWNER'], rows),
      )
      return exitCode.ok
    }),
}
