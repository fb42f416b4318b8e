import type { Scheduler, TaskListing } from '../../../work/schedule/scheduler.ts'
import { toBadge, toTime, type Tone } from '../formats.ts'
import { markup, type Markup } from '../markup.ts'
import type { Section } from '../section.ts'
import { toTable } from '../tables.ts'

/** Shows the scheduled tasks, with their next and last runs. */
export function scheduleSection(createScheduler: () => Scheduler | undefined): Section {
  return {
    name: 'schedule',
    title: 'Schedule',
    async render() {
      const tasks = (await createScheduler()?.list()) ?? []
      return markup`<h1>Scheduled tasks</h1>
${toTable(tasks, {
  label: 'Scheduled tasks',
  empty: markup`No task is scheduled. <code>tenon make task send-digest</code> writes one.`,
  columns: [
    { title: 'Task', cell: ({ name }) => markup`<b>${name}</b>` },
    { title: 'Cron', cell: toPattern },
    { title: 'Next run', cell: toNext },
    { title: 'Last run', cell: toLast },
  ],
})}
<p class="hint">In production, tasks run in a process of their own: <code>node main.js work</code></p>`
    },
  }
}

function toPattern({ pattern, timezone }: TaskListing): Markup {
  return markup`<code>${pattern}</code> <small>${timezone}</small>`
}

function toNext({ next: [next], pausedUntil }: TaskListing): Markup {
  if (pausedUntil !== null) return toBadge('paused', 'warn')
  return next === undefined ? toBadge('never', 'quiet') : toTime(next)
}

function toLast({ last }: TaskListing): Markup {
  if (last === null) return toBadge('never ran', 'quiet')
  const error = last.error === null ? undefined : markup`<br><code>${last.error}</code>`
  return markup`${toBadge(last.state, tones[last.state])} ${toTime(last.tick)}${error}`
}

const tones: Readonly<Record<NonNullable<TaskListing['last']>['state'], Tone>> = {
  ok: 'good',
  running: 'info',
  overlap: 'warn',
  missed: 'warn',
  failed: 'bad',
  lost: 'bad',
}
