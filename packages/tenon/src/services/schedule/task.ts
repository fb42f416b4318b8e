import { toMs, type Duration } from '../../base/support/duration.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import {
  parseFields,
  parseTimeOfDay,
  toDayOfWeek,
  type CronFields,
  type Weekday,
} from './cron-fields.ts'
import type { CatchUp, TaskDefinition, TaskRun } from './task-definition.ts'

/**
 * Declares a function to run on a schedule.
 *
 * The name identifies the task in the database: renaming it starts a new history.
 *
 *     task('prune', prune).daily().at('03:15').timezone('Europe/Berlin').withoutOverlapping()
 */
export function task(name: string, run: (run: TaskRun) => unknown): Task {
  return new Task({
    name,
    run,
    fields: {},
    timezone: 'UTC',
    withoutOverlapping: false,
    isTransactional: false,
    catchUp: 'skip',
    retriesOnCrash: 0,
    graceMs: undefined,
    environments: [],
  })
}

/**
 * A named function with its schedule; every method returns a new task.
 *
 * Times are in the task's time zone (UTC unless you call `timezone()`). You can combine methods for
 * the time (`hourly`, `at`) with methods for the days (`weekdays`, `monthly`) in any order.
 */
export class Task {
  readonly definition: TaskDefinition

  constructor(definition: TaskDefinition) {
    this.definition = definition
  }

  /**
   * Sets a cron pattern of five fields, or six with seconds first; replaces earlier settings.
   *
   * Throws `E_TASK_CRON` for another number of fields; `tasks()` checks the rest.
   */
  cron(pattern: string): Task {
    const fields = parseFields(pattern)
    if (fields === undefined) {
      throw new SetupError(
        'E_TASK_CRON',
        `Task "${this.definition.name}" has the cron pattern "${pattern}". Write five fields (minute hour day month weekday), or six with seconds first.`,
      )
    }

    return this.#with({ fields })
  }

  /** Runs every second. */
  everySecond(): Task {
    return this.#time('*', '*', '*')
  }

  /** Runs at seconds 0, 2, 4 … of every minute. */
  everyTwoSeconds(): Task {
    return this.#time('*/2', '*', '*')
  }

  /** Runs at seconds 0, 5, 10 … of every minute. */
  everyFiveSeconds(): Task {
    return this.#time('*/5', '*', '*')
  }

  /** Runs at seconds 0, 10, 20 … of every minute. */
  everyTenSeconds(): Task {
    return this.#time('*/10', '*', '*')
  }

  /** Runs at seconds 0, 15, 30 and 45 of every minute. */
  everyFifteenSeconds(): Task {
    return this.#time('*/15', '*', '*')
  }

  /** Runs at seconds 0, 20 and 40 of every minute. */
  everyTwentySeconds(): Task {
    return this.#time('*/20', '*', '*')
  }

  /** Runs at seconds 0 and 30 of every minute. */
  everyThirtySeconds(): Task {
    return this.#time('*/30', '*', '*')
  }

  /** Runs at the start of every minute. */
  everyMinute(): Task {
    return this.#time('0', '*', '*')
  }

  /** Runs at minutes 0, 2, 4 … of every hour. */
  everyTwoMinutes(): Task {
    return this.#time('0', '*/2', '*')
  }

  /** Runs at minutes 0, 3, 6 … of every hour. */
  everyThreeMinutes(): Task {
    return this.#time('0', '*/3', '*')
  }

  /** Runs at minutes 0, 4, 8 … of every hour. */
  everyFourMinutes(): Task {
    return this.#time('0', '*/4', '*')
  }

  /** Runs at minutes 0, 5, 10 … of every hour. */
  everyFiveMinutes(): Task {
    return this.#time('0', '*/5', '*')
  }

  /** Runs at minutes 0, 10, 20 … of every hour. */
  everyTenMinutes(): Task {
    return this.#time('0', '*/10', '*')
  }

  /** Runs at minutes 0, 15, 30 and 45 of every hour. */
  everyFifteenMinutes(): Task {
    return this.#time('0', '*/15', '*')
  }

  /** Runs at minutes 0 and 30 of every hour. */
  everyThirtyMinutes(): Task {
    return this.#time('0', '*/30', '*')
  }

  /** Runs at the start of every hour. */
  hourly(): Task {
    return this.#time('0', '0', '*')
  }

  /** Runs once an hour, at the given minute (0 to 59). */
  hourlyAt(minute: number): Task {
    return this.#time('0', String(minute), '*')
  }

  /** Runs at 00:00, 02:00, 04:00 … */
  everyTwoHours(): Task {
    return this.#time('0', '0', '*/2')
  }

  /** Runs at 00:00, 03:00, 06:00 … */
  everyThreeHours(): Task {
    return this.#time('0', '0', '*/3')
  }

  /** Runs at 00:00, 04:00, 08:00 … */
  everyFourHours(): Task {
    return this.#time('0', '0', '*/4')
  }

  /** Runs at 00:00, 06:00, 12:00 and 18:00. */
  everySixHours(): Task {
    return this.#time('0', '0', '*/6')
  }

  /** Runs once a day, at midnight unless you call `at`. */
  daily(): Task {
    return this.at('00:00')
  }

  /** Runs at the start of two hours of the day (0 to 23 each). */
  twiceDaily(firstHour: number, secondHour: number): Task {
    return this.#time('0', '0', `${firstHour},${secondHour}`)
  }

  /** Runs once a week, on Sunday at midnight unless you call `at`. */
  weekly(): Task {
    return this.weeklyOn('sunday')
  }

  /** Runs once a week on the given day, at midnight unless a time (`08:30`) is given. */
  weeklyOn(day: Weekday, time = '00:00'): Task {
    return this.days(day).at(time)
  }

  /** Runs on the first day of the month, at midnight unless you call `at`. */
  monthly(): Task {
    return this.monthlyOn(1)
  }

  /** Runs on the given day of the month (1 to 31; months without that day are skipped). */
  monthlyOn(dayOfMonth: number, time = '00:00'): Task {
    return this.#fields({ dayOfMonth: String(dayOfMonth) }).at(time)
  }

  /** Runs on the last day of the month, at midnight unless a time is given. */
  lastDayOfMonth(time = '00:00'): Task {
    return this.#fields({ dayOfMonth: 'L' }).at(time)
  }

  /** Runs on the first day of January, April, July and October. */
  quarterly(): Task {
    return this.#fields({ month: '1,4,7,10' }).monthly()
  }

  /** Runs on the first of January, at midnight unless you call `at`. */
  yearly(): Task {
    return this.yearlyOn(1, 1)
  }

  /** Runs once a year in the given month (1 to 12), at midnight unless a time is given. */
  yearlyOn(month: number, dayOfMonth: number, time = '00:00'): Task {
    return this.#fields({ month: String(month) }).monthlyOn(dayOfMonth, time)
  }

  /** Restricts the task to Monday to Friday. */
  weekdays(): Task {
    return this.days('monday', 'tuesday', 'wednesday', 'thursday', 'friday')
  }

  /** Restricts the task to Saturday and Sunday. */
  weekends(): Task {
    return this.days('saturday', 'sunday')
  }

  /** Restricts the task to the given weekdays, also in combination with days of the month. */
  days(...days: readonly [Weekday, ...Weekday[]]): Task {
    return this.#fields({ dayOfWeek: toDayOfWeek(days) })
  }

  /** Sets the time of day, `03:15` or `3:15`. Throws `E_TASK_TIME` if it is invalid. */
  at(time: string): Task {
    const fields = parseTimeOfDay(time)
    if (fields === undefined) {
      throw new SetupError(
        'E_TASK_TIME',
        `Task "${this.definition.name}" runs at "${time}", which is not a time of day. Write hours and minutes, such as "03:15".`,
      )
    }

    return this.#fields(fields)
  }

  /** Sets the IANA time zone of the schedule, such as `Europe/Berlin`. Default: `UTC`. */
  timezone(timezone: string): Task {
    return this.#with({ timezone })
  }

  /** Skips a tick (history: `overlap`) while an earlier run of the task is in progress anywhere. */
  withoutOverlapping(): Task {
    return this.#with({ withoutOverlapping: true })
  }

  /**
   * Runs the function in the transaction that decides the tick. What it writes and the jobs that it
   * dispatches happen exactly once per tick: if the process dies, another decides the tick again.
   *
   * Use it for short functions that only work with the database, such as `report.dispatch({})`.
   */
  transactional(): Task {
    return this.#with({ isTransactional: true })
  }

  /**
   * Sets what happens to ticks that came due while no scheduler ran. Default: `skip`. `max` is 1 to
   * 100.
   */
  catchUp(catchUp: CatchUp): Task {
    return this.#with({ catchUp })
  }

  /**
   * Runs a tick again, up to `times` more (0 to 100), if its process crashed. Default: 0.
   *
   * By default, a tick runs at most once. An error thrown by the function is not a crash and is not
   * retried.
   */
  retryOnCrash(times: number): Task {
    return this.#with({ retriesOnCrash: times })
  }

  /**
   * Sets how late a tick may start and still be on time; after that, `catchUp` decides.
   *
   * Default `60s`, or the task's period if that is shorter; `false` allows no delay at all.
   */
  grace(duration: Duration | false): Task {
    return this.#with({ graceMs: duration === false ? 0 : toMs(duration, 'grace') })
  }

  /** Runs the task only if `APP_ENV` is one of these. Default: everywhere. */
  environments(...environments: readonly [string, ...string[]]): Task {
    return this.#with({ environments })
  }

  #time(second: string, minute: string, hour: string): Task {
    return this.#fields({ second, minute, hour })
  }

  #fields(fields: Partial<CronFields>): Task {
    return this.#with({ fields: { ...this.definition.fields, ...fields } })
  }

  #with(change: Partial<TaskDefinition>): Task {
    return new Task({ ...this.definition, ...change })
  }
}
