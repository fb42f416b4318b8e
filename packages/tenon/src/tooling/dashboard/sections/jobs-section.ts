import { toOwnUrl } from '../../../web/routing/url.ts'
import { BadRequest } from '../../../base/support/http-error.ts'
import type { Database } from '../../../data/database/database.ts'
import {
  type JobCount,
  type JobOverview,
  type JobRecord,
  JobRecords,
  type QueueCount,
  readJobOverview,
  type RecordedState,
} from '../../../work/jobs/job-records.ts'
import { NAME } from '../../../work/jobs/steering.ts'
import { PausedQueues } from '../../../work/jobs/store/paused-queues.ts'
import { toQueues } from '../../../application/runtime/work/application-jobs.ts'
import type { ApplicationOptions } from '../../../application/runtime/application-options.ts'
import { toBadge, toTime, type Tone } from '../formats.ts'
import { markup, type Markup } from '../markup.ts'
import { dashboardPath, type Section } from '../section.ts'
import { toFacts, toTable } from '../tables.ts'

/** The sources of the page's contents. */
export interface JobSources {
  readonly findDatabase: () => Database | undefined
  readonly findApplication: () => ApplicationOptions | undefined
}

/** Shows the waiting, running, failed and kept jobs, and their queues, with buttons for them. */
export function jobsSection({ findDatabase, findApplication }: JobSources): Section {
  return {
    name: 'jobs',
    title: 'Jobs',
    async render() {
      const database = findDatabase()
      if (database === undefined) return toList(nothing, [])
      const overview = await readJobOverview(database, 100)
      return toList(overview, await readQueues(database, findApplication(), overview))
    },
    async renderDetails(path) {
      const database = findDatabase()
      if (database === undefined || !/^\d{1,15}$/.test(path)) return undefined
      const job = await new JobRecords(database).find(Number(path))
      return job === null ? undefined : toDetails(job)
    },
    async act(form) {
      const database = findDatabase()
      const run = acts.get(String(form['act']))
      if (database === undefined || run === undefined) throw new BadRequest()
      await run(database, String(form['on']))
    },
  }
}

/** The actions of the buttons: on a job by its id, or on a queue by its name. */
const acts: ReadonlyMap<string, Act> = new Map<string, Act>([
  ['retry', (database, on) => new JobRecords(database).retry({ ids: [toId(on)] })],
  ['cancel', (database, on) => new JobRecords(database).cancel({ ids: [toId(on)] })],
  ['forget', (database, on) => new JobRecords(database).forget({ ids: [toId(on)] })],
  ['pause', (database, on) => new PausedQueues(database).pause(toQueue(on))],
  ['resume', (database, on) => new PausedQueues(database).resume(toQueue(on))],
])

type Act = (database: Database, on: string) => Promise<unknown>

function toId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new BadRequest()
}

function toQueue(text: string): string {
  if (NAME.test(text)) return text
  throw new BadRequest()
}

const nothing: JobOverview = { counts: [], newest: [], paused: [] }

/** A queue of the application, or another queue that has jobs or is paused. */
interface ShownQueue {
  readonly queue: string
  readonly counts: ReadonlyMap<QueueCount['state'], number>
  readonly pausedSince: Date | undefined
  /** Such as `10 per 1s`, or `no limit`. */
  readonly rate: string
  readonly weight: number
}

async function readQueues(
  database: Database,
  application: ApplicationOptions | undefined,
  { paused }: JobOverview,
): Promise<readonly ShownQueue[]> {
  const known = application === undefined ? [] : toQueues(application)
  const names = [...known, ...paused.map(({ queue }) => queue)]
  const counts = await new JobRecords(database).countQueues(names)
  return [...new Set(counts.map(({ queue }) => queue))].toSorted().map((queue) => {
    const { limit, per, weight = 1 } = application?.queues?.[queue] ?? {}
    const own = counts.filter((each) => each.queue === queue)
    return {
      queue,
      counts: new Map(own.map(({ state, count }) => [state, count])),
      pausedSince: paused.find((each) => each.queue === queue)?.since,
      rate: limit === undefined ? 'no limit' : `${limit} per ${per}`,
      weight,
    }
  })
}

function toList({ counts, newest }: JobOverview, queues: readonly ShownQueue[]): Markup {
  return markup`<h1>Jobs</h1>
<p>${counts.map(toCount)}</p>
${toTable(newest, {
  label: 'Jobs',
  empty: markup`No job is waiting, running or failed. <code>tenon make job send-invoice</code> writes one.`,
  columns: [
    {
      title: 'Job',
      cell: ({ id, name }) =>
        markup`<a href="${toOwnUrl(dashboardPath)}/jobs/${id}"><b>${name}</b> ${id}</a>`,
    },
    { title: 'State', cell: ({ state }) => toBadge(state, tones[state]) },
    { title: 'Error', cell: ({ error }) => toStart(error) },
    { title: 'Queue', cell: ({ queue }) => toName(queue) },
    { title: 'Attempts', cell: toAttempts, isNumber: true },
    { title: 'Due', cell: ({ runAt }) => toTime(runAt) },
    { title: 'Steer', cell: toButtons },
  ],
})}
${queues.length === 0 ? undefined : toQueueTable(queues)}
<p class="hint">A job that is done is deleted, unless it says <code>.keep('7d')</code>. <code>tenon dev</code> runs jobs itself, in production it is
<code>node main.js work</code>.</p>`
}

function toQueueTable(queues: readonly ShownQueue[]): Markup {
  const toNumber =
    (state: QueueCount['state']) =>
    ({ counts }: ShownQueue) =>
      counts.get(state) ?? 0
  return markup`<h2>Queues</h2>
${toTable(queues, {
  label: 'Queues',
  empty: undefined,
  columns: [
    { title: 'Queue', cell: ({ queue }) => toName(queue) },
    {
      title: 'State',
      cell: ({ pausedSince }) =>
        pausedSince === undefined
          ? toBadge('open', 'good')
          : markup`${toBadge('paused', 'warn')} since ${toTime(pausedSince)}`,
    },
    { title: 'Waiting', cell: toNumber('waiting'), isNumber: true },
    { title: 'Delayed', cell: toNumber('delayed'), isNumber: true },
    { title: 'Running', cell: toNumber('running'), isNumber: true },
    { title: 'Failed', cell: toNumber('failed'), isNumber: true },
    { title: 'Rate', cell: ({ rate }) => rate },
    { title: 'Weight', cell: ({ weight }) => weight, isNumber: true },
    {
      title: 'Steer',
      cell: ({ queue, pausedSince }) =>
        pausedSince === undefined ? toButton('pause', queue) : toButton('resume', queue),
    },
  ],
})}`
}

/** The buttons for a job in its state. */
function toButtons({ id, state }: JobRecord): readonly Markup[] | undefined {
  if (state === 'done') return undefined
  if (state === 'failed') return [toButton('retry', id), toButton('forget', id)]
  return [toButton('cancel', id)]
}

function toButton(act: string, on: string | number): Markup {
  const label = act[0]?.toUpperCase() + act.slice(1)
  return markup`<form method="post" action="${toOwnUrl(dashboardPath)}/jobs"><input type="hidden" name="on" value="${on}"><button name="act" value="${act}" aria-label="${label} ${on}">${label}</button></form>`
}

function toCount({ queue, name, state, count }: JobCount): Markup {
  return markup`${toBadge(`${count} ${state}`, tones[state])} ${name} in <code>${queue}</code> `
}

function toDetails(job: JobRecord): Markup {
  const { id, name, state, queue, runAt, createdAt, startedAt, failedAt, worker, endedAt } = job
  const { durationMs, result } = job
  return markup`<h1>${name} ${id}</h1>
${toButtons(job)}
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

function toFailure({ error, stack }: JobRecord): Markup | undefined {
  if (error === null) return undefined
  return markup`<h2>Error</h2>
<pre tabindex="0">${stack ?? error}</pre>`
}

function toCode(text: string | null): Markup | undefined {
  return text === null ? undefined : markup`<code>${text}</code>`
}

/** The first two lines of an error. The page of the job has all of it. */
function toStart(error: string | null): Markup | undefined {
  return error === null ? undefined : markup`<code class="start">${error}</code>`
}

/** A name that its column does not break. */
function toName(queue: string): Markup {
  return markup`<code class="whole">${queue}</code>`
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
