import type { StandardSchemaV1 } from '@standard-schema/spec'
import { toMs, type Duration } from '../../base/support/duration.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { assertSchema } from '../../web/validation/validate.ts'
import { DispatchGroup } from './dispatch-group.ts'
import { addJobs, dispatch, dispatchAll, toNewJob } from './dispatch.ts'
import type { DispatchedJob } from './dispatched-job.ts'
import type { JobCall, JobRun, JobSettings } from './job-definition.ts'

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
  if (!NAME.test(name)) throw nameError('job', name)
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
    priority: 0,
    start: undefined,
    uniqueKey: undefined,
    laneKey: undefined,
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
   */
  unique(uniqueKey: (input: Output) => string): JobWithoutFunction<Input, Output> {
    return this.#with({ uniqueKey })
  }

  /**
   * Runs the jobs with the same key one at a time, on all machines together, in order of priority,
   * then age. While one sleeps, waits or is to be tried again, the others go on.
   *
   *     .oneAtATime(({ account }) => account)
   */
  oneAtATime(laneKey: (input: Output) => string | number): JobWithoutFunction<Input, Output> {
    return this.#with({ laneKey })
  }

  /**
   * Runs the function in the transaction that ends the job, so that its effects in the database
   * happen exactly once. Use it for short functions that only work with the database.
   */
  transactional(): JobWithoutFunction<Input, Output> {
    return this.#with({ isTransactional: true })
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

  /** Names an input, for `batch`. */
  with(input: Input): JobCall {
    return { prepare: () => toNewJob(this['~settings'], input) }
  }

  #with(change: Partial<JobSettings<Output>>): Job<Input, Output> {
    return new Job({ ...this['~settings'], ...change })
  }
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

const NAME = /^[a-zA-Z0-9][a-zA-Z0-9:._-]{0,99}$/

function toQueue(queue: string): string {
  if (!NAME.test(queue)) throw nameError('queue', queue)
  return queue
}

function nameError(kind: 'job' | 'queue', name: string): SetupError {
  return new SetupError(
    'E_JOB_NAME',
    `Invalid ${kind} name "${name}". Use 1 to 100 letters, digits and ":", ".", "_" or "-", starting with a letter or digit.`,
  )
}
