import { exitCode, type Command } from '../../base/console/command.ts'
import { toMoment } from '../../base/console/moment.ts'
import { toTable } from '../../base/console/table.ts'
import type { CommandContext } from '../runtime/command-context.ts'
import { forceExit } from '../runtime/force-exit.ts'

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
    forceExit(context.log)
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
      const rows = tasks.map(({ name, pattern, timezone, next, last, pausedUntil }) => [
        name,
        pattern,
        timezone,
        pausedUntil !== null ? 'paused' : next[0] === undefined ? 'never' : toMoment(next[0]),
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

export const schedulePause: Command<CommandContext> = {
  name: 'schedule:pause',
  summary: 'Pause a scheduled task in all processes; its runs are missed',
  words: '<task>',
  options: { until: { type: 'string', summary: 'When it goes on, such as 2027-01-01T06:00Z' } },
  run: async (context, { words, value, print }) => {
    const [name] = words
    const until = value('until') === undefined ? undefined : new Date(value('until') ?? '')
    const isMoment = until === undefined || !Number.isNaN(until.getTime())
    if (name === undefined || words.length > 1 || !isMoment) {
      return misuse(context, 'schedule:pause <task> [--until=2027-01-01T06:00Z]')
    }
    return context.withScheduler(async (scheduler) => {
      await scheduler.pause(name, until)
      print(
        until === undefined ? `${name} is paused.` : `${name} is paused until ${toMoment(until)}.`,
      )
      return exitCode.ok
    })
  },
}

export const scheduleResume: Command<CommandContext> = {
  name: 'schedule:resume',
  summary: 'End the pause of a scheduled task',
  words: '<task>',
  run: async (context, { words, print }) => {
    const [name] = words
    if (name === undefined || words.length > 1) return misuse(context, 'schedule:resume <task>')
    return context.withScheduler(async (scheduler) => {
      await scheduler.resume(name)
      print(`${name} runs again.`)
      return exitCode.ok
    })
  },
}

export const scheduleHistory: Command<CommandContext> = {
  name: 'schedule:history',
  summary: 'List the latest 50 runs of scheduled tasks, newest first',
  words: '[task]',
  options: { json: { type: 'boolean', summary: 'Print JSON' } },
  run: async (context, { words, has, print }) => {
    const [task] = words
    if (words.length > 1) return misuse(context, 'schedule:history [task]')
    return context.withScheduler(async (scheduler) => {
      const runs = await scheduler.history(task === undefined ? {} : { task })
      const rows = runs.map((run) => [run.task, toMoment(run.tick), run.state, run.error ?? ''])
      if (has('json')) print(JSON.stringify(runs, null, 2))
      else
        print(rows.length === 0 ? 'Nothing ran.' : toTable(['TASK', 'DUE', 'STATE', 'ERROR'], rows))
      return exitCode.ok
    })
  },
}

function misuse(context: CommandContext, usage: string): number {
  context.fail(`Usage: ${usage}`)
  return exitCode.usage
}
