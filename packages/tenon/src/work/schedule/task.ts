import { toMs, type Duration } from '../../base/support/duration.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import {
  parseFields,
  parseTimeOfDay,
  toDayOfMonth,
  toDayOfWeek,
  toPatterns,
  toStepFields,
  type DateFields,
  type TimeFields,
  type TimeOfDay,
  type Weekday,
} from './cron-fields.ts'
import { isTimeZone, parseCron } from './cron.ts'
import { toScheduledTask, type Task } from './scheduled-task.ts'
import type { CatchUp, TaskRun, TaskSettings } from './task-settings.ts'

/**
 * Declares a function that runs on a schedule: its name, when and how it runs, then the function.
 *
 * The name identifies the task in the database. If you rename a task, it starts a new history.
 *
 *     export const cleanUp = task('clean-up').daily().at('03:15').timezone('Europe/Berlin').run(prune)
 *
 * List it in `application({ tasks })`. Throws `E_TASK_NAME` if the name is not 1 to 100 letters, digits and `:._-`.
 */
export function task(name: string): TaskWithoutTime {
  if (!NAME.test(name)) {
    throw new SetupError(
      'E_TASK_NAME',
      `Invalid task name "${name}". Use 1 to 100 letters, digits and ":", ".", "_" or "-", starting with a letter or digit.`,
    )
  }
  return new Declaration({
    name,
    times: [midnight],
    dates: {},
    timezone: 'UTC',
    withoutOverlapping: false,
    isTransactional: false,
    catchUp: 'skip',
    retriesOnCrash: 0,
    graceMs: undefined,
    environments: [],
  })
}

/** A named task that still needs its schedule. */
export interface TaskWithoutTime {
  /**
   * Runs at regular times of the clock: `every('15s')` at seconds 0, 15, 30 and 45.
   *
   * The period must divide a minute, an hour or a day. Throws `E_TASK_TIME` otherwise.
   */
  every(period: Duration): TaskWithoutFunction
  /** Runs once a day, at midnight unless `at` follows. */
  daily(): TaskAtMidnight
  /** Runs on these days of the week, at midnight unless `at` follows. */
  weekly(...days: readonly [Weekday, ...Weekday[]]): TaskAtMidnight
  /**
   * Runs on these days of the month, at midnight unless `at` follows: `1` to `31`, or `'last'`. Skips months without
   * that day. Throws `E_TASK_TIME` for another number.
   */
  monthly(...days: readonly [number | 'last', ...(number | 'last')[]]): TaskAtMidnight
  /** Runs by a cron pattern of five fields, or six with seconds first. Throws `E_TASK_CRON` for an invalid pattern. */
  cron(pattern: string): TaskWithoutFunction
}

/** A task with its schedule, which still needs its function. Every method returns a new one. */
export interface TaskWithoutFunction {
  /** Restricts the task to these days of the week, even in combination with days of the month. */
  days(...days: readonly [Weekday, ...Weekday[]]): TaskWithoutFunction
  /** Restricts the task to Monday to Friday. */
  weekdays(): TaskWithoutFunction
  /**
   * Sets the IANA time zone of the schedule, such as `Europe/Berlin`. Default: `UTC`. Throws `E_TASK_TIME_ZONE` for an
   * unknown zone.
   */
  timezone(timezone: string): TaskWithoutFunction
  /** Skips a tick (history: `overlap`) while an earlier run of the task is in progress anywhere. */
  withoutOverlapping(): TaskWithoutFunction
  /**
   * Runs the function in the transaction that decides the tick. Its changes to the database and the jobs that it
   * dispatches happen exactly once per tick. If the process dies, another process decides the tick again.
   * Use it for short functions that only work with the database, such as `report.dispatch({})`.
   */
  transactional(): TaskWithoutFunction
  /**
   * Sets what happens to ticks that came due while no scheduler ran. Default: `skip`. Throws `E_TASK_OPTION` if `max`
   * is not 1 to 100.
   */
  catchUp(catchUp: CatchUp): TaskWithoutFunction
  /**
   * Runs a tick again, up to `times` more, if its process crashed: 0 to 100. Default: 0. Throws `E_TASK_OPTION` for
   * other numbers.
   * By default, a tick runs at most once. An error thrown by the function is not a crash and is not
   * retried.
   */
  retryOnCrash(times: number): TaskWithoutFunction
  /**
   * Sets how late a tick may start and still be on time, up to `24h`; after that, `catchUp` decides.
   *
   * Default: `60s`, or the task's period if that is shorter; `false` allows no delay at all. Throws `E_TASK_OPTION` for
   * more than `24h`.
   */
  grace(duration: Duration | false): TaskWithoutFunction
  /** Runs the task only if `APP_ENV` is one of these. Default: everywhere. */
  environments(...environments: readonly [string, ...string[]]): TaskWithoutFunction
  /** Sets the function. Throws `E_TASK_NEVER_DUE` if no date ever matches the schedule. */
  // If the result were not `any`, a function that dispatches a job of its own file would need a type annotation.
  // oxlint-disable-next-line typescript/no-explicit-any
  run(run: (run: TaskRun) => any): Task
}

/** A task that runs at midnight of its days, or at the times that `at` sets. */
export interface TaskAtMidnight extends TaskWithoutFunction {
  /** Sets the times of day: `at('03:15')`, `at('08:00', '20:30')`. Throws `E_TASK_TIME`. */
  at(...times: readonly [TimeOfDay, ...TimeOfDay[]]): TaskWithoutFunction
}

/** Implements the three interfaces of a declaration. */
class Declaration implements TaskWithoutTime, TaskAtMidnight {
  readonly #settings: TaskSettings

  constructor(settings: TaskSettings) {
    this.#settings = settings
  }

  every(period: Duration): Declaration {
    const fields = toStepFields(toMs(period, 'period of a task'))
    if (fields !== undefined) return this.#with({ times: [fields] })
    throw this.#timeError(
      `every "${period}", which divides neither a minute, an hour nor a day. Use a period such as "5m", or .cron('…')`,
    )
  }

  daily(): Declaration {
    return this
  }

  weekly(...days: readonly Weekday[]): Declaration {
    return this.#dates({ dayOfWeek: toDayOfWeek(days) })
  }

  monthly(...days: readonly (number | 'last')[]): Declaration {
    const wrong = days.find((day) => day !== 'last' && !isWholeNumber(day, 1, 31))
    if (wrong === undefined) return this.#dates({ dayOfMonth: toDayOfMonth(days) })
    throw this.#timeError(
      `on day ${wrong} of the month, which no month has. Use 1 to 31, or "last"`,
    )
  }

  cron(pattern: string): Declaration {
    const parsed = parseCron(pattern, 'UTC')
    const fields = parseFields(pattern)
    if (parsed.kind === 'cron' && fields !== undefined) {
      const { second, minute, hour, ...dates } = fields
      return this.#with({ times: [{ second, minute, hour }], dates })
    }
    const problem = parsed.kind === 'cron' ? 'not a pattern' : parsed.problem
    throw new SetupError(
      'E_TASK_CRON',
      `Task "${this.#settings.name}" has the cron pattern "${pattern}": ${problem}. Write five fields (minute hour day month weekday), or six with seconds first.`,
    )
  }

  at(...texts: readonly string[]): Declaration {
    const times = texts.map((text) => {
      const time = parseTimeOfDay(text)
      if (time !== undefined) return time
      throw this.#timeError(
        `at "${text}", which is not a time of day. Write hours and minutes, such as "03:15"`,
      )
    })
    return this.#with({ times })
  }

  days(...days: readonly Weekday[]): Declaration {
    return this.#dates({ dayOfWeek: toDayOfWeek(days) })
  }

  weekdays(): Declaration {
    return this.days('monday', 'tuesday', 'wednesday', 'thursday', 'friday')
  }

  timezone(timezone: string): Declaration {
    if (isTimeZone(timezone)) return this.#with({ timezone })
    throw new SetupError(
      'E_TASK_TIME_ZONE',
      `Task "${this.#settings.name}" runs in the time zone "${timezone}", which the IANA database of this Node does not have. Use a name such as "Europe/Berlin" or "UTC".`,
    )
  }

  withoutOverlapping(): Declaration {
    return this.#with({ withoutOverlapping: true })
  }

  transactional(): Declaration {
    return this.#with({ isTransactional: true })
  }

  catchUp(catchUp: CatchUp): Declaration {
    if (typeof catchUp === 'object' && !isWholeNumber(catchUp.max, 1, 100)) {
      throw this.#optionError(`catchUp({ max: ${catchUp.max} })`, 'a whole number from 1 to 100')
    }
    return this.#with({ catchUp })
  }

  retryOnCrash(retriesOnCrash: number): Declaration {
    if (isWholeNumber(retriesOnCrash, 0, 100)) return this.#with({ retriesOnCrash })
    throw this.#optionError(`retryOnCrash(${retriesOnCrash})`, 'a whole number from 0 to 100')
  }

  grace(duration: Duration | false): Declaration {
    const graceMs = duration === false ? 0 : toMs(duration, 'grace')
    if (graceMs <= DAY_MS) return this.#with({ graceMs })
    throw this.#optionError(`grace of "${duration}"`, 'at most "24h"')
  }

  environments(...environments: readonly string[]): Declaration {
    return this.#with({ environments })
  }

  run(run: (run: TaskRun) => unknown): Task {
    const { name, times, dates } = this.#settings
    const patterns = toPatterns(times, dates)
    return { name, '~settings': toScheduledTask({ ...this.#settings, run }, patterns) }
  }

  #dates(dates: Partial<DateFields>): Declaration {
    return this.#with({ dates: { ...this.#settings.dates, ...dates } })
  }

  #with(change: Partial<TaskSettings>): Declaration {
    return new Declaration({ ...this.#settings, ...change })
  }

  #timeError(problem: string): SetupError {
    return new SetupError('E_TASK_TIME', `Task "${this.#settings.name}" runs ${problem}.`)
  }

  #optionError(option: string, range: string): SetupError {
    return new SetupError(
      'E_TASK_OPTION',
      `Task "${this.#settings.name}": invalid ${option}. Use ${range}.`,
    )
  }
}

const NAME = /^[a-zA-Z0-9][a-zA-Z0-9:._-]{0,99}$/
const DAY_MS = 86_400_000
const midnight: TimeFields = { second: '0', minute: '0', hour: '0' }

function isWholeNumber(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}
