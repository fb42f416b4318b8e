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

/** Turns `08:30` into the fields of that minute, or `undefined` when it is no time of a day. */
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
 * Writes days of the week as a cron field that narrows days of the month down: without the `+` a
 * pattern with both runs on either.
 */
export function toDayOfWeek(days: readonly Weekday[]): string {
  return `+${days.map((day) => day.slice(0, 3).toUpperCase()).join(',')}`
}

/** Splits a pattern of five or six fields, or answers `undefined` when the count is another. */
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
 * Writes the fields as a pattern: what was not said is `*`, seconds are left out when they are 0, and
 * so is a `+` that has no days of the month to narrow down.
 */
export function toPattern(fields: Partial<CronFields>): string {
  const { second = '0', minute = '*', hour = '*' } = fields
  const { dayOfMonth = '*', month = '*', dayOfWeek = '*' } = fields
  const weekdays = dayOfMonth === '*' ? dayOfWeek.replace('+', '') : dayOfWeek
  const minutes = [minute, hour, dayOfMonth, month, weekdays].join(' ')

  return second === '0' ? minutes : `${second} ${minutes}`
}
