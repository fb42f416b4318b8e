import { toMs, type Duration } from '../../../base/support/duration.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { findInnermostTransaction } from '../../../data/database/current-database.ts'
import { LeaseLost } from '../../lease/lease-lost.ts'
import type { RunKey } from '../store/new-job.ts'
import { toStoredKey } from '../../../base/support/values/stored-key.ts'
import type { StepStore, StoredStep } from '../store/step-store.ts'
import { fromStepText, toStepText, type Keepable } from './step-result.ts'

/** Options of `run.waitFor`. */
export interface WaitOptions {
  /** The key of the notification that it waits for, such as the order's number. */
  readonly key: string | number
  /** How long it waits at most. */
  readonly timeout: Duration
}

/** The parts of a job that run once, even if the job is interrupted and starts again. */
export interface JobSteps {
  /**
   * Runs a function once, and returns its result as JSON keeps it: without fields that are `undefined`. If the job runs
   * again after a crash, a deploy or a failure, the step returns the stored result without calling the function.
   *
   * If the process dies while the function runs, the function runs again. You may use a name several times, as in a
   * loop. Steps must come in the same order in every run, and must return what JSON can keep. Throws `E_JOB_STEP`
   * otherwise, and in a transactional job.
   */
  readonly step: <Result>(
    name: string,
    work: (() => Result | Promise<Result>) & Keepable<Result>,
  ) => Promise<Result>
  /**
   * Suspends the job for this time. It does not occupy a worker while it sleeps. Like `waitFor`, it throws `E_JOB_STEP`
   * inside `transaction()`, which would stay open, and beside another step, as in `Promise.all`.
   */
  readonly sleep: (name: string, duration: Duration) => Promise<void>
  /** Waits until `notify` gets this name and key. Returns `null` if the timeout passes first. */
  readonly waitFor: (name: string, options: WaitOptions) => Promise<JobNotification | null>
}

/** The value that `notify` received. */
export interface JobNotification {
  readonly value: unknown
}

export interface AttemptSteps extends JobSteps {
  /** Whether the function has used any steps. */
  readonly areUsed: boolean
}

/** What the steps of an attempt use. */
export interface StepContext {
  readonly job: string
  readonly worker: string
  readonly claim: RunKey
  readonly isTransactional: boolean
  readonly store: StepStore
  /** Ends the attempt; the job continues after this time. The code after it does not run. */
  readonly suspend: (delayMs: number) => void
  /** Whether the attempt has timed out. */
  readonly isOver: () => boolean
}

/**
 * Stores the steps by their position. If a step was renamed, inserted or removed since the job began, the position has
 * another name. That is an error, instead of a second run of the step.
 */
export function createSteps(context: StepContext): AttemptSteps {
  const sequence = new StepSequence(context)
  const add = (step: Omit<StoredStep, 'remainingMs'>): Promise<void> => addStep(context, step)

  return {
    get areUsed() {
      return sequence.count > 0
    },

    step<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
      return sequence.enter({ name, suspends: false }, async ({ position, found }) => {
        // Sound: a step of this name returned the result and stored it, and JSON keeps its type.
        if (found !== undefined) return fromStepText(found.result) as Result
        const text = toText(context, name, await work())
        await add({ position, name, key: null, wakeInMs: null, result: text, isDone: true })
        // Return what a later run will read.
        return fromStepText(text) as Result
      })
    },

    async sleep(name, duration) {
      const wakeInMs = toMs(duration, 'sleep')
      assertOutside(context, name)
      await sequence.enter({ name, suspends: true }, async ({ position, found }) => {
        if (found === undefined) {
          await add({ position, name, key: null, wakeInMs, result: null, isDone: true })
        }
        const remainingMs = found?.remainingMs ?? wakeInMs
        if (remainingMs > 0) await sequence.suspend(remainingMs)
      })
    },

    async waitFor(name, { key, timeout }) {
      const wakeInMs = toMs(timeout, 'timeout')
      assertOutside(context, name)
      return sequence.enter({ name, suspends: true }, async ({ position, found }) => {
        if (found?.isDone === true) return toSignal(found.result)
        if (found !== undefined && found.remainingMs <= 0) return giveUp(context, position)
        if (found !== undefined) return sequence.suspend(found.remainingMs)
        const step = {
          position,
          name,
          key: toStoredKey(String(key)),
          wakeInMs,
          result: null,
          isDone: false,
        }
        await add(step)
        return sequence.suspend(wakeInMs)
      })
    },
  }
}

/** The steps of an attempt in their order of start, and the steps in progress. */
class StepSequence {
  readonly #context: StepContext
  readonly #open = new Set<OpenStep>()
  #stored: Promise<ReadonlyMap<number, StoredStep>> | undefined
  #isSuspended = false
  /** How many have begun. */
  count = 0

  constructor(context: StepContext) {
    this.#context = context
  }

  /** Does the work of a step with its position and the step stored there. */
  async enter<Result>(
    step: OpenStep,
    work: (entered: Entered) => Promise<Result>,
  ): Promise<Result> {
    const { store, claim, isOver } = this.#context
    if (this.#isSuspended) return never()
    assertStep(this.#context, step.name)
    assertAlone(this.#context, step, this.#open)
    if (isOver()) throw new LeaseLost()
    const position = this.count
    this.count += 1
    this.#open.add(step)
    try {
      this.#stored ??= store.load(claim.id)
      const found = (await this.#stored).get(position)
      if (found !== undefined && found.name !== step.name)
        throw renamed(this.#context, found.name, step.name)
      return await work({ position, found })
    } finally {
      this.#open.delete(step)
    }
  }

  /** Ends the attempt. Never settles, so that no later code runs and no `catch` sees it. */
  suspend(delayMs: number): Promise<never> {
    this.#isSuspended = true
    this.#context.suspend(delayMs)
    return never()
  }
}

/** A step in progress. */
interface OpenStep {
  readonly name: string
  /** Whether the step sleeps or waits, and so may end the attempt. */
  readonly suspends: boolean
}

function never(): Promise<never> {
  return new Promise<never>(() => {})
}

async function addStep(
  { store, worker, claim, isOver }: StepContext,
  step: Omit<StoredStep, 'remainingMs'>,
): Promise<void> {
  const isOurs = !isOver() && (await store.add(worker, claim, step))
  if (!isOurs) throw new LeaseLost()
}

/** Ends a wait that has timed out, unless its signal came at the last moment. */
async function giveUp(
  { store, claim }: StepContext,
  position: number,
): Promise<JobNotification | null> {
  if (await store.giveUp(claim.id, position)) return null
  const steps = await store.load(claim.id)
  return toSignal(steps.get(position)?.result ?? null)
}

interface Entered {
  readonly position: number
  readonly found: StoredStep | undefined
}

function assertStep({ job, isTransactional }: StepContext, name: string): void {
  if (!isTransactional) return
  throw stepError(
    `Job "${job}" is transactional, so its step "${name}" would be undone with it. Remove .transactional().`,
  )
}

/** The function of a suspended job never ends, and would keep its transaction open. */
function assertOutside({ job, isTransactional }: StepContext, name: string): void {
  if (isTransactional || findInnermostTransaction() === undefined) return
  throw stepError(
    `The step "${name}" of job "${job}" is inside transaction(), which would stay open while the job sleeps or waits. Call it before or after the transaction.`,
  )
}

/** Work beside a step that ends the attempt could not be stored, and would run again. */
function assertAlone({ job }: StepContext, step: OpenStep, open: ReadonlySet<OpenStep>): void {
  const other = [...open].find(({ suspends }) => suspends || step.suspends)
  if (other === undefined) return
  throw stepError(
    `The step "${step.name}" of job "${job}" begins before "${other.name}" has ended, and one of them sleeps or waits: what is done beside that would be done again. Await the first one before you begin the second.`,
  )
}

function renamed({ job, claim }: StepContext, before: string, now: string): SetupError {
  return stepError(
    `Job "${job}" (${claim.id}) began with the step "${before}" where it now has "${now}". Keep the names and the order of steps while jobs are under way: restore them and run jobs:retry, or give the new version a new job name.`,
  )
}

function stepError(message: string): SetupError {
  return new SetupError('E_JOB_STEP', message)
}

function toText({ job }: StepContext, name: string, result: unknown): string | null {
  const text = toStepText(result)
  if (text !== undefined) return text
  throw stepError(
    `The step "${name}" of job "${job}" returned something that JSON cannot keep. Return plain objects, lists, text, numbers, booleans and null.`,
  )
}

/** A wait that timed out is stored without a result. */
function toSignal(text: string | null): JobNotification | null {
  return text === null ? null : { value: JSON.parse(text).value }
}
