import type { StandardSchemaV1 } from '@standard-schema/spec'
import { toMs, type Duration, type Rate } from '../../base/support/duration.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { assertSchema } from '../../web/validation/validate.ts'
import { DispatchGroup } from './dispatch-group.ts'
import { addJobs, dispatch, dispatchAll, toNewJob } from './dispatch.ts'
import type { DispatchedJob, LaneRules, UniqueRule } from './store/new-job.ts'
import type { JobCall, JobRun, JobSettings } from './job-definition.ts'
import { assertName, cancelJob, findStatus, type JobStatus } from './steering.ts'

/**
 * Declares work that outlives the request: its name and the schema of its input, how it runs, then
 * its function.
 *
 * The name identifies the job in the database, so that renaming it strands jobs that wait.
 *
 *     export const sendInvoice = job('send-invoice', z.object({ order: z.number() }))
 *       .attempts(8)
 *       .queue('mail')
 *       .run(async ({ order }, run) => { … })
 *
 *     await sendInvoice.dispatch({ order: 7 })
 *
 * List it in `application({ jobs })`. Throws `E_JOB_NAME` for a malformed name.
 */
export function job<Input, Output>(
  name: string,
  schema: StandardSchemaV1<Input, Output>,
): JobWithoutFunction<Input, Output> {
  assertName('job', name)
  assertSchema(schema, 'job')
  return new JobWithoutFunction<Input, Output>({
    name,
    schema,
    queue: 'default',
    attempts: 5,
    backoffMs: 2000,
    maxBackoffMs: 600_000,
    timeoutMs: 600_000,
    isTransactional: false,
    keepMs: 0,
    priority: 0,
    start: undefined,
    uniqueKey: undefined,
    uniqueRule: undefined,
    laneKey: undefined,
    laneRules: undefined,
  })
}

type Declared<Output> = Omit<JobSettings<Output>, 'run' | 'group'>

/** A declared job that still needs its function. Every method returns a new one. */
export class JobWithoutFunction<Input, Output> {
  readonly #settings: Declared<Output>

  constructor(settings: Declared<Output>) {
    this.#settings = settings
  }

  /** How often it is tried in total, 1 to 100. A crash of its process counts. Default: 5. */
  attempts(attempts: number): JobWithoutFunction<Input, Output> {
    const range = { option: 'attempts', least: 1, most: 100 }
    return this.#with({ attempts: toWhole(this.#settings, attempts, range) })
  }

  /**
   * How long to wait before the second attempt; the time doubles for each further one, up to `max`,
   * and varies by a quarter. Default: `2s`, up to `10m`.
   */
  backoff(
    first: Duration,
    { max = '10m' }: { readonly max?: Duration } = {},
  ): JobWithoutFunction<Input, Output> {
    return this.#with({ backoffMs: toMs(first, 'backoff'), maxBackoffMs: toMs(max, 'max') })
  }

  /**
   * How long an attempt may take; then its signal is aborted and it has failed. Default: `10m`.
   *
   * A function that ignores its signal keeps running, beside the next attempt.
   */
  timeout(duration: Duration | false): JobWithoutFunction<Input, Output> {
    return this.#with({
      timeoutMs: duration === false ? undefined : toMs(duration, 'timeout'),
    })
  }

  /** The queue that it waits in; `jobs:work --queue` selects some. Default: `default`. */
  queue(queue: string): JobWithoutFunction<Input, Output> {
    return this.#with({ queue: toQueue(queue) })
  }

  /**
   * Adds nothing while a job with the same key waits or runs. A failed one does not count.
   *
   *     .unique(({ order }) => `${order}`)
   *     .unique(({ order }) => `${order}`, { until: 'start' })
   *     .unique(({ order }) => `${order}`, { for: '10m' })
   *
   * With `replace`, a job that waits gets the new input and time: `.in('5s')` then runs once all has been quiet
   * for five seconds. Throws `E_JOB_OPTION` for options that exclude each other.
   */
  unique(
    uniqueKey: (input: Output) => string,
    options: UniqueKeyOptions = {},
  ): JobWithoutFunction<Input, Output> {
    return this.#with({ uniqueKey, uniqueRule: toUniqueRule(this.#settings, options) })
  }

  /**
   * Runs the jobs with the same key one at a time, on all machines together, in order of priority,
   * then age. While one sleeps, waits or is to be tried again, the others go on.
   *
   *     .oneAtATime(({ account }) => account)
   */
  oneAtATime(laneKey: (input: Output) => string | number): JobWithoutFunction<Input, Output> {
    return this.#with({ laneKey, laneRules: undefined })
  }

  /**
   * Lets the jobs of each key stand in a line of their own, and the lines of a queue take turns: one key with
   * many jobs does not keep another one with few waiting. `atATime` limits how many of a key run, and
   * `limit` and `per` how many start in a time, on all machines together.
   *
   *     .perKey(({ account }) => account, { atATime: 3, limit: 100, per: '1m' })
   *
   * Throws `E_JOB_OPTION` if one is out of range.
   */
  perKey(
    laneKey: (input: Output) => string | number,
    options: PerKeyOptions = {},
  ): JobWithoutFunction<Input, Output> {
    return this.#with({ laneKey, laneRules: toLaneRules(this.#settings, options) })
  }

  /**
   * Runs the function in the transaction that ends the job, so that its effects in the database
   * happen exactly once. Use it for short functions that only work with the database.
   */
  transactional(): JobWithoutFunction<Input, Output> {
    return this.#with({ isTransactional: true })
  }

  /**
   * Keeps a job for this time when it is done, with what its function returned, for `find` and `jobs:list`. A
   * result of more than 100,000 characters of JSON is left out. Default: it is deleted at once.
   */
  keep(duration: Duration): JobWithoutFunction<Input, Output> {
    return this.#with({ keepMs: toMs(duration, 'keep') })
  }

  /** Starts before others of its queue if higher, -100 to 100. Default: 0. */
  priority(priority: number): JobWithoutFunction<Input, Output> {
    return this.#with({ priority: toPriority(this.#settings, priority) })
  }

  /** Sets the function that does the work, with the input that the schema has accepted. */
  // With another result than `any`, jobs that return each other's dispatch would each need a type.
  // oxlint-disable-next-line typescript/no-explicit-any
  run(run: (input: Output, run: JobRun) => any): Job<Input, Output> {
    return new Job({ ...this.#settings, run, group: new DispatchGroup(addJobs) })
  }

  #with(change: Partial<Declared<Output>>): JobWithoutFunction<Input, Output> {
    return new JobWithoutFunction({ ...this.#settings, ...change })
  }
}

/** A job to be dispatched; what is said of one use returns a new one. */
export class Job<Input, Output> {
  readonly '~settings': JobSettings<Output>

  constructor(settings: JobSettings<Output>) {
    this['~settings'] = settings
  }

  get name(): string {
    return this['~settings'].name
  }

  /** Starts after this time: `sendInvoice.in('5m').dispatch({ order: 7 })`. */
  in(duration: Duration): Job<Input, Output> {
    return this.#with({ start: { inMs: toMs(duration, 'in') } })
  }

  /** Starts at this time, or at once if it has passed. Throws `E_JOB_OPTION` for an invalid date. */
  at(date: Date): Job<Input, Output> {
    if (!Number.isNaN(date.getTime())) return this.#with({ start: { at: date } })
    throw optionError(this['~settings'], 'at(Invalid Date)', 'a valid date')
  }

  /** Starts before others of its queue if higher, -100 to 100, whatever was declared. */
  priority(priority: number): Job<Input, Output> {
    return this.#with({ priority: toPriority(this['~settings'], priority) })
  }

  /** Waits in this queue, whatever was declared. */
  queue(queue: string): Job<Input, Output> {
    return this.#with({ queue: toQueue(queue) })
  }

  /**
   * Adds a job to the current database; inside `transaction()`, it exists once that commits.
   *
   * Throws `E_JOB_INPUT` if the schema does not accept the input in the form in which it is stored,
   * which is JSON.
   */
  dispatch(input: Input): Promise<DispatchedJob> {
    return dispatch(this['~settings'], input)
  }

  /** Adds several jobs with one statement. Throws as `dispatch` does, and then adds none. */
  dispatchAll(inputs: readonly Input[]): Promise<readonly DispatchedJob[]> {
    return dispatchAll(this['~settings'], inputs)
  }

  /**
   * Stops a job of this name that waits or runs: it is deleted, and the `run.signal` of one that runs is aborted.
   * Whatever it still does, it is not tried again. `false` if there was none.
   */
  cancel(id: number): Promise<boolean> {
    return cancelJob(this.name, id)
  }

  /**
   * Reads what a job of this name does; `null` if there is none with this id, or if it is done and not kept. Ids count
   * up: check who may see one before you show it.
   */
  find(id: number): Promise<JobStatus | null> {
    return findStatus(this.name, id)
  }

  /** Names an input, for `batch`. */
  with(input: Input): JobCall {
    return { prepare: () => toNewJob(this['~settings'], input) }
  }

  #with(change: Partial<JobSettings<Output>>): Job<Input, Output> {
    return new Job({ ...this['~settings'], ...change })
  }
}

/** When a unique key is free again. Default: once its job has ended. */
export type UniqueKeyOptions =
  /** Once its job starts; a job that waits is replaced if asked. */
  | { readonly until?: 'start' | 'end'; readonly replace?: false; readonly for?: undefined }
  | { readonly until?: 'start'; readonly replace: true; readonly for?: undefined }
  /** After this time, whatever has become of its job. */
  | { readonly for: Duration; readonly until?: undefined; readonly replace?: undefined }

/** How the jobs of a key take turns. */
export type PerKeyOptions = {
  /** How many of a key run at a time, 1 to 1000. Default: any number. */
  readonly atATime?: number
} & (Rate | { readonly limit?: undefined; readonly per?: undefined })

/** What is given where no compiler looks. */
interface GivenUnique {
  readonly until?: unknown
  readonly replace?: unknown
  readonly for?: Duration | undefined
}

function toUniqueRule(job: Called, options: UniqueKeyOptions): UniqueRule | undefined {
  const { until, replace, for: period }: GivenUnique = options
  if (until !== undefined && until !== 'start' && until !== 'end') {
    throw optionError(job, `unique({ until: ${JSON.stringify(until)} })`, "'start' or 'end'")
  }
  if (period !== undefined && (until !== undefined || replace === true)) {
    throw optionError(job, 'unique({ for }) with until or replace', 'one of them')
  }
  if (replace === true && until === 'end') {
    throw optionError(
      job,
      "unique({ replace, until: 'end' })",
      "until: 'start', the default of replace",
    )
  }
  if (period !== undefined) return { kind: 'for', ms: toMs(period, 'for') }
  if (replace === true) return { kind: 'replace' }
  return until === 'start' ? { kind: 'until start' } : undefined
}

function toLaneRules(job: Called, { atATime, limit, per }: PerKeyOptions): LaneRules {
  const running =
    atATime === undefined
      ? {}
      : { atATime: toWhole(job, atATime, { option: 'atATime', least: 1, most: 1000 }) }
  if (limit === undefined && per === undefined) return running
  if (limit === undefined || per === undefined) {
    throw optionError(job, 'perKey with only one of limit and per', 'both')
  }
  const most = toWhole(job, limit, { option: 'limit', least: 1, most: 1_000_000 })
  return { ...running, rate: { limit: most, perMs: toMs(per, 'per') } }
}

type Called = Pick<JobSettings<never>, 'name'>

interface WholeNumber {
  readonly option: string
  readonly least: number
  readonly most: number
}

function toPriority(job: Called, priority: number): number {
  return toWhole(job, priority, { option: 'priority', least: -100, most: 100 })
}

function toWhole(job: Called, value: number, { option, least, most }: WholeNumber): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw optionError(job, `${option}(${value})`, `a whole number from ${least} to ${most}`)
}

function optionError({ name }: Called, option: string, range: string): SetupError {
  return new SetupError('E_JOB_OPTION', `Job "${name}": invalid ${option}. Use ${range}.`)
}

function toQueue(queue: string): string {
  assertName('queue', queue)
  return queue
}
