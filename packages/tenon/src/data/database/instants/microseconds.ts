/**
 * The microseconds of a `Date`, which itself counts only milliseconds.
 *
 * PostgreSQL's timestamps have microseconds unless their column says otherwise. A date that was read from
 * such a column keeps them in a property that is not enumerable and not copied, so that conditions, keys
 * and cursors name exactly the moment that the row stores.
 */
const MICROSECONDS = Symbol('microseconds')

/** The microseconds, and the time of the date they belong to: `setTime` may have changed the date since. */
interface Moment {
  readonly time: number
  readonly microseconds: number
}

/** Makes a date at `time` in milliseconds plus `microseconds` (1 to 999). */
export function dateWithMicroseconds(time: number, microseconds: number): Date {
  const value: Moment = { time, microseconds }
  return Object.defineProperty(new Date(time), MICROSECONDS, { value })
}

/** The microseconds after the milliseconds of a date, 0 to 999. */
export function microsecondsOf(date: Date): number {
  const moment = (date as { readonly [MICROSECONDS]?: Moment })[MICROSECONDS]
  return moment !== undefined && moment.time === date.getTime() ? moment.microseconds : 0
}

/** Writes a date in ISO 8601, with six decimals of a second if it has microseconds. */
export function toExactIsoText(date: Date): string {
  const text = date.toISOString()
  const microseconds = microsecondsOf(date)
  if (microseconds === 0) return text
  return `${text.slice(0, -1)}${String(microseconds).padStart(3, '0')}Z`
}
