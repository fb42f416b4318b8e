import { findLanguage, language } from './current-language.ts'
import { timeZone } from './current-time-zone.ts'
import { formatters } from './formatters.ts'
import { pseudoLanguage, toPseudo } from './pseudo-language.ts'

/** A moment: a `Date` as records have it, text (ISO 8601) as JSON has it, or milliseconds since 1970. */
export type Moment = Date | string | number

/**
 * Writes a moment in the current language and time zone: `formatDate(ticket.created_at)` is
 * `Nov 23, 2026` in English. The options are those of `Intl.DateTimeFormat`, default
 * `{ dateStyle: 'medium' }`.
 *
 * A date without a time, such as `2026-11-23` of `c.date()`, is the same day in every time zone. Throws a
 * `RangeError` for an invalid date.
 */
export function formatDate(
  moment: Moment,
  options: Readonly<Intl.DateTimeFormatOptions> = { dateStyle: 'medium' },
): string {
  const zone = isDay(moment) ? 'UTC' : (options.timeZone ?? timeZone())
  const formatter = formatters.ofDates(language(), { ...options, timeZone: zone })
  return inBrackets(formatter.format(toDate(moment)))
}

/**
 * Writes a number in the current language: `formatNumber(1234.5)` is `1,234.5` in English and `1.234,5`
 * in German. Text such as that of `c.decimal()` keeps all its digits. The options are those of
 * `Intl.NumberFormat`.
 */
export function formatNumber(
  number: number | bigint | string,
  options?: Readonly<Intl.NumberFormatOptions>,
): string {
  // Sound: text that is not a number is written as "NaN".
  return formatters.ofNumbers(language(), options).format(number as number)
}

/**
 * Writes an amount of money: `formatMoney('1299.90', 'EUR')` is `€1,299.90` in English and `1.299,90 €` in
 * German. The amount is text, as `c.decimal()` has it, because floating-point numbers cannot hold it
 * exactly. `currency` is a code such as `EUR` (ISO 4217), which determines the number of decimals. Throws a
 * `RangeError` for an invalid code.
 */
export function formatMoney(
  amount: string | bigint,
  currency: string,
  options?: Readonly<Intl.NumberFormatOptions>,
): string {
  return formatNumber(amount, { style: 'currency', currency, ...options })
}

/** The options of `formatRelativeTime`: `now`, and those of `Intl.RelativeTimeFormat`. */
export interface RelativeTimeOptions extends Readonly<Intl.RelativeTimeFormatOptions> {
  /** The current moment. Pass it to a page as a prop, so that server and browser write the same text. */
  readonly now: Moment
}

/**
 * Writes the distance between two moments: `formatRelativeTime(comment.created_at, { now })` is `3 hours ago`.
 * The unit is the largest that fits at least once; months have 30 days and years 365. Throws a `RangeError` for an
 * invalid date.
 */
export function formatRelativeTime(
  moment: Moment,
  { now, ...options }: RelativeTimeOptions,
): string {
  const seconds = Math.trunc((toDate(moment).getTime() - toDate(now).getTime()) / 1000)
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? second
  const numeric = seconds === 0 ? 'auto' : 'always'
  const formatter = formatters.ofRelativeTimes(language(), { numeric, ...options })
  return inBrackets(formatter.format(Math.trunc(seconds / length), unit))
}

/** In the pseudo-language, marks the words of `Intl` too, because they are also translated. */
function inBrackets(text: string): string {
  return findLanguage() === pseudoLanguage ? toPseudo(text) : text
}

type Unit = readonly [name: Intl.RelativeTimeFormatUnit, seconds: number]

const second: Unit = ['second', 1]

const units: readonly Unit[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  second,
]

function toDate(moment: Moment): Date {
  return moment instanceof Date ? moment : new Date(moment)
}

function isDay(moment: Moment): boolean {
  return typeof moment === 'string' && /^\d{4}-\d\d-\d\d$/.test(moment)
}
