/** The six fields of a cron pattern. */
export interface CronFields {
  readonly second: string
  readonly minute: string
  readonly hour: string
  readonly dayOfMonth: string
  readonly month: string
  readonly dayOfWeek: string
}

/** A day of the week, for `weekly` and `days`. */
export type Weekday =
  | 'monday'
  | 'tuesday'
  | 'wednesday'
  | 'thursday'
  | 'friday'
  | 'saturday'
  | 'sunday'

/** A time of day, such as `08:30` or `8:30`. */
export type TimeOfDay = `${Hour}:${MinuteTens}${Digit}`

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'
type Hour = Digit | `0${Digit}` | `1${Digit}` | '20' | '21' | '22' | '23'
type MinuteTens = '0' | '1' | '2' | '3' | '4' | '5'

/** The fields for the time of day. */
export type TimeFields = Pick<CronFields, 'second' | 'minute' | 'hour'>

/** The fields for the date. */
export type DateFields = Pick<CronFields, 'dayOfMonth' | 'month' | 'dayOfWeek'>

const TIME_OF_DAY = /^(?<hour>[01]?\d|2[0-3]):(?<minute>[0-5]\d)$/

/** Parses a time such as `08:30` into cron fields; `undefined` for any other text. */
export function parseTimeOfDay(text: string): TimeFields | undefined {
  const groups = TIME_OF_DAY.exec(text)?.groups
  if (groups === undefined) return undefined

  return {
    second: '0',
    minute: String(Number(groups['minute'])),
    hour: String(Number(groups['hour'])),
  }
}

/**
 * Formats weekdays as a cron field. The `+` requires both the weekday and the day of the month to
 * match; without it, a pattern with both runs on either.
 */
export function toDayOfWeek(days: readonly Weekday[]): string {
  return `+${days.map((day) => day.slice(0, 3).toUpperCase()).join(',')}`
}

/** Formats days of the month as a cron field. */
export function toDayOfMonth(days: readonly (number | 'last')[]): string {
  return days.map((day) => (day === 'last' ? 'L' : day)).join(',')
}

/** Converts a period that divides a minute, an hour or a day into fields; returns `undefined` for any other period. */
export function toStepFields(periodMs: number): TimeFields | undefined {
  const second = toStep(periodMs, 1000, 60)
  if (second !== undefined) return { second, minute: '*', hour: '*' }
  const minute = toStep(periodMs, 60_000, 60)
  if (minute !== undefined) return { second: '0', minute, hour: '*' }
  const hour = toStep(periodMs, 3_600_000, 24)
  if (hour !== undefined) return { second: '0', minute: '0', hour }
  return periodMs === 86_400_000 ? { second: '0', minute: '0', hour: '0' } : undefined
}

function toStep(periodMs: number, unitMs: number, unitsPerTurn: number): string | undefined {
  const units = periodMs / unitMs
  if (!Number.isInteger(units) || units >= unitsPerTurn) return undefined
  if (unitsPerTurn % units !== 0) return undefined
  return units === 1 ? '*' : `*/${units}`
}

/** Splits a pattern of five or six fields; returns `undefined` for any other number. */
export function parseFields(pattern: string): CronFields | undefined {
  const words = pattern.trim().split(/\s+/)
  const [second, minute, hour, dayOfMonth, month, dayOfWeek, ...rest] =
    words.length === 5 ? ['0', ...words] : words
  if (second === undefined || minute === undefined || hour === undefined) return undefined
  if (dayOfMonth === undefined || month === undefined || dayOfWeek === undefined) return undefined
  if (rest.length > 0) return undefined

  return { second, minute, hour, dayOfMonth, month, dayOfWeek }
}

/**
 * Formats times and days as patterns. Times that differ only in the hour share one pattern. Missing fields become `*`.
 * Omits seconds if they are 0, and a `+` without a day of the month to combine with.
 */
export function toPatterns(
  times: readonly TimeFields[],
  { dayOfMonth = '*', month = '*', dayOfWeek = '*' }: Partial<DateFields>,
): readonly string[] {
  const weekdays = dayOfMonth === '*' ? dayOfWeek.replace('+', '') : dayOfWeek
  const byMinute = Map.groupBy(times, ({ second, minute }) =>
    second === '0' ? minute : `${second} ${minute}`,
  )
  return [...byMinute].map(([minutes, alike]) => {
    const hours = [...new Set(alike.map(({ hour }) => hour))].join(',')
    return [minutes, hours, dayOfMonth, month, weekdays].join(' ')
  })
}
