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
 * Declares work that outlives the request: its name, the schema of its input, its options and its function.
 *
 * The name identifies the job in the database. If you rename a job, the stored ones no longer run.
 *
 *     export const sendInvoice = job('send-invoice', z.object({ order: z.number() }))
 *       .attempts(8)
 *       .queue('mail')
 *       .run(async ({ order }, run) => { … })
 *
 *     await sendInvoice.dispatch({ order: 7 })
 *
 * List it in `application({ jobs })`. Throws `E_JOB_NAME` if the name is not 1 to 100 letters, digits and `:._-`.
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

/**
 * A declared job that still needs its function. Every method returns a new one and throws `E_JOB_OPTION` for a number
 * out of range.
 */
export class JobWithoutFunction<Input, Output> {
  readonly #settings: Declared<Output>

  constructor(settings: Declared<Output>) {
    this.#settings = settings
  }

  /** How often the job is tried in total, 1 to 100. A crash of its process counts. Default: 5. */
  attempts(attempts: number): JobWithoutFunction<Input, Output> {
    const range = { option: 'attempts', least: 1, most: 100 }
    return this.#with({ attempts: toWhole(this.#settings, attempts, range) })
  }

  /**
   * The delay before the second attempt. It doubles for each further attempt, up to `max`, and varies by ±25 %.
   * Default: `2s`, up to `10m`.
   */
  backoff(
    first: Duration,
    { max = '10m' }: { readonly max?: Duration } = {},
  ): JobWithoutFunction<Input, Output> {
    return this.#with({ backoffMs: toMs(first, 'backoff'), maxBackoffMs: toMs(max, 'max') })
  }

  /**
   * How long an attempt may take. After that, its signal is aborted and it counts as failed. Default: `10m`; `false`:
   * no limit.
   *
   * A function that ignores its signal keeps running beside the next attempt.
   */
  timeout(duration: Duration | false): JobWithoutFunction<Input, Output> {
    return this.#with({
      timeoutMs: duration === false ? undefined : toMs(duration, 'timeout'),
    })
  }

  /** The queue that the job waits in; `jobs:work --queue` selects queues. Default: `default`. */
  queue(queue: string): JobWithoutFunction<Input, Output> {
    return this.#with({ queue: toQueue(queue) })
  }

  /**
   * Does not add a job while another one with the same key waits or runs. A failed one does not count.
   *
   *     .unique(({ order }) => `${order}`)
   *     .unique(({ order }) => `${order}`, { until: 'start' })
   *     .unique(({ order }) => `${order}`, { for: '10m' })
   *
   * `replace` gives a waiting job the new input and start time. With `.in('5s')`, the job then starts after five
   * seconds without another dispatch. Throws `E_JOB_OPTION` for options that exclude each other.
   */
  unique(
    uniqueKey: (input: Output) => string,
    options: UniqueKeyOptions = {},
  ): JobWithoutFunction<Input, Output> {
    return this.#with({ uniqueKey, uniqueRule: toUniqueRule(this.#settings, options) })
  }

  /**
   * Runs jobs with the same key one at a time, across all machines, in order of priority, then age. While a job sleeps,
   * waits or has to be retried, the others continue.
   *
   *     .oneAtATime(({ account }) => account)
   */
  oneAtATime(laneKey: (input: Output) => string | number): JobWithoutFunction<Input, Output> {
    return this.#with({ laneKey, laneRules: undefined })
  }

  /**
   * Gives each key its own waiting line, and lets the keys of a queue take turns: a key with many jobs does not delay a
   * key with few. `atATime` limits how many jobs of a key run at once. `limit` and `per` limit how many start in a
   * time. Both apply across all machines.
   *
   *     .perKey(({ account }) => account, { atATime: 3, limit: 100, per: '1m' })
   *
   * Throws `E_JOB_OPTION` if a number is out of range, or `limit` or `per` is missing.
   */
  perKey(
    laneKey: (input: Output) => string | number,
    options: PerKeyOptions = {},
  ): JobWithoutFunction<Input, Output> {
    return this.#with({ laneKey, laneRules: toLaneRules(this.#settings, options) })
  }

  /**
   * Runs the function in the transaction that ends the job, so that its changes to the database happen exactly once.
   * Use it for short functions that only work with the database.
   */
  transactional(): JobWithoutFunction<Input, Output> {
    return this.#with({ isTransactional: true })
  }

  /**
   * Keeps a finished job and the result of its function for this time, for `find` and `jobs:list`. Omits a result of
   * more than 100,000 characters of JSON. Default: deletes the job at once.
   */
  keep(duration: Duration): JobWithoutFunction<Input, Output> {
    return this.#with({ keepMs: toMs(duration, 'keep') })
  }

  /** Jobs with a higher priority start first within their queue, -100 to 100. Default: 0. */
  priority(priority: number): JobWithoutFunction<Input, Output> {
    return this.#with({ priority: toPriority(this.#settings, priority) })
  }

  /** Sets the function that does the work. It receives the checked input. */
  // If the result were not `any`, jobs that return each other's dispatch would need type annotations.
  // oxlint-disable-next-line typescript/no-explicit-any
  run(run: (input: Output, run: JobRun) => any): Job<Input, Output> {
    return new Job({ ...this.#settings, run, group: new DispatchGroup(addJobs) })
  }

  #with(change: Partial<Declared<Output>>): JobWithoutFunction<Input, Output> {
    return new JobWithoutFunction({ ...this.#settings, ...change })
  }
}

/** A job that you can dispatch. Its options for one dispatch return a new job. */
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

  /** Starts at this time, or at once if it is in the past. Throws `E_JOB_OPTION` for an invalid date. */
  at(date: Date): Job<Input, Output> {
    if (!Number.isNaN(date.getTime())) return this.#with({ start: { at: date } })
    throw optionError(this['~settings'], 'at(Invalid Date)', 'a valid date')
  }

  /** Sets another priority for this dispatch, -100 to 100. Throws `E_JOB_OPTION` for other numbers. */
  priority(priority: number): Job<Input, Output> {
    return this.#with({ priority: toPriority(this['~settings'], priority) })
  }

  /** Sets another queue for this dispatch. Throws `E_JOB_NAME` for a malformed name. */
  queue(queue: string): Job<Input, Output> {
    return this.#with({ queue: toQueue(queue) })
  }

  /**
   * Adds a job to the current database. Inside `transaction()`, it exists once the transaction commits.
   *
   * Throws `E_JOB_INPUT` if the schema rejects the JSON form of the input, `E_JOB_UNLISTED` if the application does not
   * list the job, and `E_JOB_TABLES` if the database has no tables for jobs.
   */
  dispatch(input: Input): Promise<DispatchedJob> {
    return dispatch(this['~settings'], input)
  }

  /** Adds several jobs with one statement. Throws the errors of `dispatch`, and then adds no job. */
  dispatchAll(inputs: readonly Input[]): Promise<readonly DispatchedJob[]> {
    return dispatchAll(this['~settings'], inputs)
  }

  /**
   * Stops a job of this name that waits or runs. It deletes the job, and aborts the `run.signal` of a running one. The
   * job is not retried, whatever its function still does. Returns `false` if no such job waits or runs.
   */
  cancel(id: number): Promise<boolean> {
    return cancelJob(this.name, id)
  }

  /**
   * Reads the state of a job of this name; `null` if no job has this id, or if it is done and not kept. Ids are
   * sequential, so check the user's permission before you show a job.
   */
  find(id: number): Promise<JobStatus | null> {
    return findStatus(this.name, id)
  }

  /** Pairs the job with an input, for `batch`. */
  with(input: Input): JobCall {
    return { prepare: () => toNewJob(this['~settings'], input) }
  }

  #with(change: Partial<JobSettings<Output>>): Job<Input, Output> {
    return new Job({ ...this['~settings'], ...change })
  }
}

/** When a unique key becomes free. Default: once its job has ended. */
export type UniqueKeyOptions =
  /** Once its job starts. With `replace`, a new dispatch replaces a waiting job. */
  | { readonly until?: 'start' | 'end'; readonly replace?: false; readonly for?: undefined }
  | { readonly until?: 'start'; readonly replace: true; readonly for?: undefined }
  /** After this time, whether or not its job has ended. */
  | { readonly for: Duration; readonly until?: undefined; readonly replace?: undefined }

/** The limits of each key of `perKey`. */
export type PerKeyOptions = {
  /** How many of a key run at a time, 1 to 1000. Default: any number. */
  readonly atATime?: number
} & (Rate | { readonly limit?: undefined; readonly per?: undefined })

/** The options as plain JavaScript may pass them. */
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
