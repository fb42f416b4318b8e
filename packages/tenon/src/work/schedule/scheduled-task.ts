import { SetupError } from '../../base/support/setup-error.ts'
import { parseCron, type Cron } from './cron.ts'
import type { TaskRun, TaskSettings } from './task-settings.ts'

/** A task with its function and its schedule. */
export interface ScheduledTask extends Omit<TaskSettings, 'times' | 'dates'> {
  readonly run: (run: TaskRun) => unknown
  readonly graceMs: number
  readonly pattern: string
  readonly cron: Cron
  /** Pattern and time zone. When they change, the ledger restarts the schedule from now. */
  readonly signature: string
}

/** A task of the application, for `application({ tasks })`. */
export interface Task {
  readonly name: string
  readonly '~settings': ScheduledTask
}

/**
 * Computes when a task is due. Throws `E_TASK_CRON` for an invalid pattern, and `E_TASK_NEVER_DUE` if no date matches.
 */
export function toScheduledTask(
  settings: TaskSettings & Pick<ScheduledTask, 'run'>,
  patterns: readonly string[],
): ScheduledTask {
  const { times: _times, dates: _dates, ...kept } = settings
  const { name, timezone } = settings
  const pattern = patterns.join(BETWEEN_PATTERNS)
  const cron = toEarliest(patterns.map((each) => getCron(each, settings)))
  if (cron.next(Date.now()) === undefined) {
    throw new SetupError(
      'E_TASK_NEVER_DUE',
      `Task "${name}" has the cron pattern "${pattern}", which no date ever matches. Check its day and month.`,
    )
  }
  const graceMs = settings.graceMs ?? shortestGapMs(cron)
  return { ...kept, graceMs, pattern, cron, signature: `${pattern} ${timezone}` }
}

/** Reads a signature that another version of the application may have written; `undefined` if it is malformed. */
export function parseSignature(signature: string): Cron | undefined {
  const zoneAt = signature.lastIndexOf(' ')
  const timezone = signature.slice(zoneAt + 1)
  const crons: Cron[] = []
  for (const pattern of signature.slice(0, zoneAt).split(BETWEEN_PATTERNS)) {
    const parsed = parseCron(pattern, timezone)
    if (parsed.kind !== 'cron') return undefined
    crons.push(parsed.cron)
  }
  return toEarliest(crons)
}

const BETWEEN_PATTERNS = ' | '

/** The tasks of an application, with unique names. */
export type Schedule = readonly ScheduledTask[]

/** Throws `E_TASK_NAME_TAKEN` if two tasks have the same name. */
export function toSchedule(tasks: readonly Task[]): Schedule {
  const names = new Set<string>()
  return tasks.map(({ name, '~settings': task }) => {
    if (!names.has(name)) {
      names.add(name)
      return task
    }
    throw new SetupError(
      'E_TASK_NAME_TAKEN',
      `Two tasks are named "${name}". Rename one: the name identifies the task in the database.`,
    )
  })
}

/** Returns the task with this name. Throws `E_TASK_UNKNOWN`, which lists the known names. */
export function getTask(schedule: Schedule, name: string): ScheduledTask {
  const task = schedule.find((each) => each.name === name)
  if (task !== undefined) return task
  const known = schedule.map((each) => `"${each.name}"`).join(', ')
  throw new SetupError(
    'E_TASK_UNKNOWN',
    `Unknown task "${name}". application({ tasks }) lists ${known || 'none'}.`,
  )
}

function getCron(pattern: string, { name, timezone }: TaskSettings): Cron {
  const parsed = parseCron(pattern, timezone)
  if (parsed.kind === 'cron') return parsed.cron
  throw new SetupError(
    'E_TASK_CRON',
    `Task "${name}" has the cron pattern "${pattern}": ${parsed.problem}. Correct the pattern.`,
  )
}

function toEarliest(crons: readonly Cron[]): Cron {
  const [only, ...others] = crons
  if (only !== undefined && others.length === 0) return only
  return {
    next(after) {
      const next = Math.min(...crons.map((cron) => cron.next(after) ?? Infinity))
      return next === Infinity ? undefined : next
    },
  }
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
