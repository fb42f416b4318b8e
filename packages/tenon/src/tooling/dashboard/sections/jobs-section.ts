import type { Database } from '../../../data/database/database.ts'
import {
  type JobCount,
  type JobOverview,
  type JobRecord,
  JobRecords,
  readJobOverview,
  type RecordedState,
} from '../../../work/jobs/job-records.ts'
import { toBadge, toTime, type Tone } from '../formats.ts'
import { markup, type Markup } from '../markup.ts'
import { dashboardPath, type Section } from '../section.ts'
import { toFacts, toTable } from '../tables.ts'

/** The jobs that wait, run, have failed, or are done and kept. */
export function jobsSection(findDatabase: () => Database | undefined): Section {
  return {
    name: 'jobs',
    title: 'Jobs',
    async render() {
      const database = findDatabase()
      return toList(database === undefined ? nothing : await readJobOverview(database, 100))
    },
    async renderDetails(path) {
      const database = findDatabase()
      if (database === undefined || !/^\d{1,15}$/.test(path)) return undefined
      const job = await new JobRecords(database).find(Number(path))
      return job === null ? undefined : toDetails(job)
    },
  }
}

const nothing: JobOverview = { counts: [], newest: [], paused: [] }

function toList({ counts, newest, paused }: JobOverview): Markup {
  return markup`<h1>Jobs</h1>
<p>${counts.map(toCount)}</p>
${toTable(newest, {
  label: 'Jobs',
  empty: markup`No job is waiting, running or failed. <code>tenon make job send-invoice</code> writes one.`,
  columns: [
    {
      title: 'Job',
      cell: ({ id, name }) =>
        markup`<a href="${dashboardPath}/jobs/${id}"><b>${name}</b> ${id}</a>`,
    },
    { title: 'State', cell: ({ state }) => toBadge(state, tones[state]) },
    { title: 'Queue', cell: ({ queue }) => markup`<code>${queue}</code>` },
    { title: 'Attempts', cell: toAttempts, isNumber: true },
    { title: 'Due', cell: ({ runAt }) => toTime(runAt) },
    { title: 'Error', cell: ({ error }) => toCode(error) },
  ],
})}
${paused.map(toPaused)}
<p class="hint">A job that is done is deleted, unless it says <code>.keep('7d')</code>. <code>tenon dev</code> runs jobs itself, in production it is
<code>node main.js work</code>.</p>`
}

function toPaused({ queue, since }: JobOverview['paused'][number]): Markup {
  return markup`<p>${toBadge('paused', 'warn')} <code>${queue}</code> since ${toTime(since)}:
<code>node main.ts jobs:resume ${queue}</code></p>`
}

function toCount({ queue, name, state, count }: JobCount): Markup {
  return markup`${toBadge(`${count} ${state}`, tones[state])} ${name} in <code>${queue}</code> `
}

function toDetails(job: JobRecord): Markup {
  const { id, name, state, queue, runAt, createdAt, startedAt, failedAt, worker, endedAt } = job
  const { durationMs, result } = job
  return markup`<h1>${name} ${id}</h1>
${toFacts([
  ['State', toBadge(state, tones[state])],
  ['Queue', markup`<code>${queue}</code>`],
  ['Attempts', toAttempts(job)],
  ['Dispatched', toTime(createdAt)],
  ['Due', toTime(runAt)],
  ['Last started', startedAt === null ? 'never' : toTime(startedAt)],
  ['Failed', failedAt === null ? 'no' : toTime(failedAt)],
  ['Worker', toCode(worker) ?? 'none'],
  ['Progress', job.progress === null ? 'unknown' : `${job.progress} %`],
  ['Done', endedAt === null ? 'no' : toTime(endedAt)],
  ['Duration', durationMs === null ? 'unknown' : `${durationMs} ms`],
])}
<h2>Input</h2>
<pre tabindex="0">${JSON.stringify(job.input, null, 2)}</pre>
${result === null ? undefined : toResult(result)}
${toFailure(job)}`
}

function toResult(result: unknown): Markup {
  return markup`<h2>Result</h2>
<pre tabindex="0">${JSON.stringify(result, null, 2)}</pre>`
}

function toFailure({ id, state, error, stack }: JobRecord): Markup | undefined {
  if (error === null) return undefined
  const hint = markup`<p class="hint"><code>node main.ts jobs:retry ${id}</code> tries it again,
<code>node main.ts jobs:forget ${id}</code> deletes it.</p>`
  return markup`<h2>Error</h2>
<pre tabindex="0">${stack ?? error}</pre>
${state === 'failed' ? hint : undefined}`
}

function toCode(text: string | null): Markup | undefined {
  return text === null ? undefined : markup`<code>${text}</code>`
}

function toAttempts({ attempt, attempts }: JobRecord): string {
  return `${attempt} of ${attempts}`
}

const tones: Readonly<Record<RecordedState, Tone>> = {
  ready: 'info',
  delayed: 'quiet',
  behind: 'quiet',
  running: 'good',
  crashed: 'warn',
  failed: 'bad',
  done: 'good',
}
