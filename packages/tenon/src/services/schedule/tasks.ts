import { SetupError } from '../../base/support/setup-error.ts'
import { toPattern } from './cron-fields.ts'
import { parseCron, type Cron } from './cron.ts'
import type { Task } from './task.ts'
import type { TaskDefinition } from './task-definition.ts'

/** A task validated by `tasks()`. */
export interface ScheduledTask extends TaskDefinition {
  readonly graceMs: number
  readonly pattern: string
  readonly cron: Cron
  /** Pattern and time zone; when they change, the ledger restarts the task. */
  readonly signature: string
}

/** The application's schedule, created by `tasks()`. */
export type Schedule = readonly ScheduledTask[]

/**
 * Declares and validates the application's scheduled tasks.
 *
 *     export const schedule = tasks([task('heartbeat', beat).everyMinute()])
 *
 * Throws `E_TASK_NAME`, `E_TASK_NAME_TAKEN`, `E_TASK_WITHOUT_TIME`, `E_TASK_CRON`,
 * `E_TASK_TIME_ZONE`, `E_TASK_NEVER_DUE` or `E_TASK_OPTION`. Each message names the task.
 */
export function tasks(declared: readonly Task[]): Schedule {
  const names = new Set<string>()

  return declared.map(({ definition }) => {
    assertName(definition.name, names)
    names.add(definition.name)
    assertOptions(definition)
    return toScheduledTask(definition)
  })
}

/** Returns the task with this name. Throws `E_TASK_UNKNOWN`, with the names of all. */
export function getTask(schedule: Schedule, name: string): ScheduledTask {
  const task = schedule.find((each) => each.name === name)
  if (task !== undefined) return task
  const known = schedule.map((each) => `"${each.name}"`).join(', ')
  throw new SetupError('E_TASK_UNKNOWN', `Unknown task "${name}". Known tasks: ${known || 'none'}.`)
}

const NAME = /^[a-zA-Z0-9][a-zA-Z0-9:._-]{0,99}$/

function assertName(name: string, taken: ReadonlySet<string>): void {
  if (!NAME.test(name)) {
    throw new SetupError(
      'E_TASK_NAME',
      `Invalid task name "${name}". Use 1 to 100 letters, digits and ":", ".", "_" or "-", starting with a letter or digit.`,
    )
  }
  if (taken.has(name)) {
    throw new SetupError(
      'E_TASK_NAME_TAKEN',
      `Two tasks are named "${name}". Rename one: the name identifies the task in the database.`,
    )
  }
}

function assertOptions({ name, graceMs, retriesOnCrash, catchUp }: TaskDefinition): void {
  if (graceMs !== undefined && graceMs > 86_400_000) {
    throw optionError(name, `a grace of ${graceMs / 1000} s`, 'at most "24h"')
  }
  if (!isWholeNumber(retriesOnCrash, 0, 100)) {
    throw optionError(name, `retryOnCrash(${retriesOnCrash})`, 'a whole number from 0 to 100')
  }
  if (typeof catchUp === 'object' && !isWholeNumber(catchUp.max, 1, 100)) {
    throw optionError(name, `catchUp({ max: ${catchUp.max} })`, 'a whole number from 1 to 100')
  }
}

function isWholeNumber(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}

function optionError(name: string, option: string, range: string): SetupError {
  return new SetupError('E_TASK_OPTION', `Task "${name}": invalid ${option}. Use ${range}.`)
}

function toScheduledTask(definition: TaskDefinition): ScheduledTask {
  const { name, fields, timezone } = definition
  if (fields.minute === undefined) {
    throw new SetupError(
      'E_TASK_WITHOUT_TIME',
      `Task "${name}" does not say when it runs. Add .daily(), .everyMinute(), .at('03:15') or .cron('…').`,
    )
  }

  const pattern = toPattern(fields)
  const cron = getCron(name, pattern, timezone)
  const graceMs = definition.graceMs ?? shortestGapMs(cron)

  return { ...definition, graceMs, pattern, cron, signature: `${pattern} ${timezone}` }
}

/** The shortest gap between ticks within one minute; a minute if there is only one tick. */
function shortestGapMs(cron: Cron): number {
  let shortestMs = MINUTE_MS
  const first = cron.next(Date.now()) ?? Infinity
  let last = first
  for (let next = cron.next(last); next !== undefined; next = cron.next(last)) {
    if (next - first > MINUTE_MS) break
    shortestMs = Math.min(shortestMs, next - last)
    last = next
  }
  return shortestMs
}

const MINUTE_MS = 60_000

function getCron(name: string, pattern: string, timezone: string): Cron {
  const parsed = parseCron(pattern, timezone)
  if (parsed.kind === 'bad-time-zone') {
    throw new SetupError(
      'E_TASK_TIME_ZONE',
      `Task "${name}" runs in the time zone "${timezone}": ${parsed.problem}. Use a name such as "Europe/Berlin" or "UTC".`,
    )
  }
  if (parsed.kind === 'bad-pattern') {
    throw new SetupError(
      'E_TASK_CRON',
      `Task "${name}" has the cron pattern "${pattern}": ${parsed.problem}. Correct the pattern.`,
    )
  }
  if (parsed.cron.next(Date.now()) === undefined) {
    throw new SetupError(
      'E_TASK_NEVER_DUE',
      `Task "${name}" has the cron pattern "${pattern}", which no date ever matches. Check its day and month.`,
    )
  }
  return parsed.cron
}
