/** The six fields of a cron pattern. */
export interface CronFields {
  readonly second: string
  readonly minute: string
  readonly hour: string
  readonly dayOfMonth: string
  readonly month: string
  readonly dayOfWeek: string
}

/** A day of the week, for `weeklyOn` and `days`. */
export type Weekday =
  | 'monday'
  | 'tuesday'
  | 'wednesday'
  | 'thursday'
  | 'friday'
  | 'saturday'
  | 'sunday'

type TimeFields = Pick<CronFields, 'second' | 'minute' | 'hour'>

const TIME_OF_DAY = /^(?<hour>[01]?\d|2[0-3]):(?<minute>[0-5]\d)$/

/** Parses a time such as `08:30` into cron fields; `undefined` if it is not a time of day. */
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
 * Formats the fields as a pattern. Missing fields become `*`; seconds are omitted if they are 0,
 * and a `+` if there is no day of the month to combine with.
 */
export function toPattern(fields: Partial<CronFields>): string {
  const { second = '0', minute = '*', hour = '*' } = fields
  const { dayOfMonth = '*', month = '*', dayOfWeek = '*' } = fields
  const weekdays = dayOfMonth === '*' ? dayOfWeek.replace('+', '') : dayOfWeek
  const minutes = [minute, hour, dayOfMonth, month, weekdays].join(' ')

  return second === '0' ? minutes : `${second} ${minutes}`
}
