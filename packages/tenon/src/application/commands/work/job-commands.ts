import { exitCode, type Command, type CommandCall } from '../../../base/console/command.ts'
import { toTable } from '../../../base/console/table.ts'
import { destructiveOptions, hasConsent } from '../services/consent.ts'
import type { JobRecord, JobRecords, JobSelection } from '../../../work/jobs/job-records.ts'
import { RECORDED_STATES, type RecordedState } from '../../../work/jobs/job-records.ts'
import type { CommandContext } from '../../runtime/command-context.ts'

const STATES = RECORDED_STATES.join(', ')
const ID = /^[1-9]\d{0,14}$/
const MOST_LISTED = 1000

export const jobsList: Command<CommandContext> = {
  name: 'jobs:list',
  summary: 'List jobs that wait, run, have failed or are kept, newest first',
  options: {
    state: { type: 'string', summary: `Only those in this state: ${STATES}` },
    name: { type: 'string', summary: 'Only those of this name' },
    queue: { type: 'string', summary: 'Only those of this queue' },
    limit: { type: 'string', summary: 'At most so many, 1 to 1000 (default 50)' },
    before: { type: 'string', summary: 'Only those older than the job with this id' },
    json: { type: 'boolean', summary: 'Print JSON' },
  },
  run: (context, { has, print, value }) => {
    const [state, limit, before] = [value('state'), value('limit') ?? '50', value('before')]
    if (state !== undefined && !isState(state)) {
      return refuse(context, `There is no state "${state}". The states are: ${STATES}.`)
    }
    if (!ID.test(limit) || Number(limit) > MOST_LISTED) {
      return refuse(
        context,
        `Invalid limit "${limit}". Use a whole number from 1 to ${MOST_LISTED}.`,
      )
    }
    if (before !== undefined && !ID.test(before)) {
      return refuse(context, `Invalid id "${before}". An id is a whole number.`)
    }
    const page = { limit: Number(limit), before: before === undefined ? before : Number(before) }
    return withRecords(context, async (records) => {
      const query = { state, name: value('name'), queue: value('queue'), ...page }
      const jobs = await records.list(query)
      if (has('json')) print(JSON.stringify(jobs, null, 2))
      else print(jobs.length === 0 ? 'No jobs.' : toJobTable(jobs))
      const last = jobs.length === page.limit ? jobs.at(-1) : undefined
      if (last !== undefined && !has('json')) print(`\nFor older ones, add --before=${last.id}`)
      return exitCode.ok
    })
  },
}

export const jobsShow: Command<CommandContext> = {
  name: 'jobs:show',
  summary: 'Show a job with its input and last error',
  words: '<id>',
  options: { json: { type: 'boolean', summary: 'Print JSON' } },
  run: async (context, { has, print, words }) => {
    const ids = toIds(words)
    const [id] = ids ?? []
    if (id === undefined || words.length > 1) return misuse(context, 'jobs:show <id>')
    return withRecords(context, async (records) => {
      const job = await records.find(id)
      if (job === null) {
        context.fail(`There is no job ${id}. A job that is done is deleted.`)
        return exitCode.failed
      }
      print(has('json') ? JSON.stringify(job, null, 2) : toLines(job))
      return exitCode.ok
    })
  },
}

export const jobsRetry: Command<CommandContext> = {
  name: 'jobs:retry',
  summary: 'Run failed jobs again, with all their attempts',
  words: '[id…]',
  options: { name: { type: 'string', summary: 'All failed jobs of this name' } },
  run: (context, call) =>
    change(context, call, {
      usage: 'jobs:retry <id…>, or jobs:retry --name=<job>',
      done: 'Ready again',
      work: (records, selection) => records.retry(selection),
    }),
}

export const jobsForget: Command<CommandContext> = {
  name: 'jobs:forget',
  summary: 'Delete jobs that do not run',
  words: '[id…]',
  options: { name: { type: 'string', summary: 'All jobs of this name' }, ...destructiveOptions },
  run: (context, call) =>
    destroy(context, call, {
      usage: 'jobs:forget <id…>, or jobs:forget --name=<job>',
      done: 'Deleted',
      work: (records, selection) => records.forget(selection),
      isMeant: ({ state }) => state !== 'running',
      warn: (name) => `jobs:forget --name deletes every job "${name}" that does not run`,
    }),
}

export const jobsCancel: Command<CommandContext> = {
  name: 'jobs:cancel',
  summary: 'Stop jobs that wait or run: they are deleted, and the signals of those that run abort',
  words: '[id…]',
  options: { name: { type: 'string', summary: 'All jobs of this name' }, ...destructiveOptions },
  run: (context, call) =>
    destroy(context, call, {
      usage: 'jobs:cancel <id…>, or jobs:cancel --name=<job>',
      done: 'Cancelled',
      work: (records, selection) => records.cancel(selection),
      isMeant: ({ state }) => state !== 'failed',
      warn: (name) => `jobs:cancel --name stops every job "${name}" that waits or runs`,
    }),
}

export const jobsStats: Command<CommandContext> = {
  name: 'jobs:stats',
  summary: 'Count jobs by queue, name and state',
  options: { json: { type: 'boolean', summary: 'Print JSON' } },
  run: (context, { has, print }) =>
    withRecords(context, async (records) => {
      const counts = await records.count()
      if (has('json')) print(JSON.stringify(counts, null, 2))
      else if (counts.length === 0) print('There are no jobs.')
      else {
        const rows = counts.map(({ queue, name, state, count, oldest }) => [
          queue,
          name,
          state,
          String(count),
          oldest.toISOString(),
        ])
        print(toTable(['QUEUE', 'JOB', 'STATE', 'COUNT', 'OLDEST'], rows))
      }
      if (has('json')) return exitCode.ok
      for (const { queue, since } of await records.paused()) {
        print(`The queue "${queue}" has been paused since ${since.toISOString()}.`)
      }
      return exitCode.ok
    }),
}

async function withRecords(
  context: CommandContext,
  body: (records: JobRecords) => Promise<number>,
): Promise<number> {
  const { JobRecords: Records } = await import('../../../work/jobs/job-records.ts')
  return context.withDatabase((database) => body(new Records(database)))
}

interface Change {
  readonly usage: string
  readonly done: string
  readonly work: (records: JobRecords, selection: JobSelection) => Promise<readonly number[]>
}

interface Destruction extends Change {
  readonly isMeant: (job: JobRecord) => boolean
  readonly warn: (name: string) => string
}

/** Runs a change that supports `--pretend`, and that asks before it destroys all jobs of a name. */
async function destroy(
  context: CommandContext,
  call: CommandCall,
  destruction: Destruction,
): Promise<number> {
  const name = call.value('name')
  const selection = toSelection(call.words, name)
  if (selection !== undefined && call.has('pretend')) {
    return withRecords(context, async (records) => {
      const jobs = (await records.select(selection)).filter(destruction.isMeant)
      call.print(jobs.length === 0 ? 'There are no such jobs.' : toJobTable(jobs))
      return exitCode.ok
    })
  }
  const isAsked = name !== undefined && selection !== undefined
  if (isAsked && !(await hasConsent(context, call, destruction.warn(name)))) return exitCode.failed
  return change(context, call, destruction)
}

function change(
  context: CommandContext,
  { words, value, print }: CommandCall,
  { usage, done, work }: Change,
): Promise<number> {
  const selection = toSelection(words, value('name'))
  if (selection === undefined) return misuse(context, usage)
  return withRecords(context, async (records) => {
    const ids = await work(records, selection)
    print(ids.length === 0 ? 'No such job can be changed.' : `${done}: ${ids.join(', ')}`)
    return ids.length === 0 ? exitCode.failed : exitCode.ok
  })
}

/** Selects jobs by ids or by a name; `undefined` for both or neither. */
function toSelection(words: readonly string[], name: string | undefined): JobSelection | undefined {
  if (name !== undefined) return words.length === 0 ? { name } : undefined
  const ids = toIds(words)
  return ids === undefined || ids.length === 0 ? undefined : { ids }
}

function toIds(words: readonly string[]): readonly number[] | undefined {
  return words.every((word) => ID.test(word)) ? words.map(Number) : undefined
}

function misuse(context: CommandContext, usage: string): Promise<number> {
  return refuse(context, `Usage: ${usage}. An id is a whole number.`)
}

function refuse(context: CommandContext, why: string): Promise<number> {
  context.fail(why)
  return Promise.resolve(exitCode.usage)
}

function isState(text: string): text is RecordedState {
  return RECORDED_STATES.some((state) => state === text)
}

function toJobTable(jobs: readonly JobRecord[]): string {
  const rows = jobs.map(({ id, name, queue, state, attempt, attempts, runAt, error }) => [
    String(id),
    name,
    queue,
    state,
    `${attempt}/${attempts}`,
    runAt.toISOString(),
    (error ?? '').split('\n', 1)[0]?.slice(0, 60) ?? '',
  ])
  return toTable(['ID', 'JOB', 'QUEUE', 'STATE', 'ATTEMPT', 'RUN AT', 'LAST ERROR'], rows)
}

function toLines({ stack, ...job }: JobRecord): string {
  const rows = Object.entries(job).map(([name, value]) => [name, toText(value)])
  return `${toTable(['WHAT', 'VALUE'], rows)}${stack === null ? '' : `\n\n${stack}`}`
}

function toText(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}
