import { types, type CustomTypesConfig } from 'pg'
import { parseArray } from '../../../base/support/values/list-literal.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { dateWithMicroseconds } from '../../database/instants/microseconds.ts'

/** Turns PostgreSQL's text into a `DatabaseValue`. Types without a parser here are parsed by `pg`. */
export const valueParsers: CustomTypesConfig = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? types.getTypeParser(oid, format),
}

/** The same parsers, except that timestamps with microseconds become dates that keep the microseconds. */
export const exactValueParsers: CustomTypesConfig = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary') =>
    EXACT_PARSERS.get(oid) ?? valueParsers.getTypeParser(oid, format),
}

type TypeId = Parameters<typeof types.getTypeParser>[0]

/**
 * Parses a timestamp of any precision and offset as milliseconds UTC.
 *
 * The usual form is parsed digit by digit: building a text for `Date.parse` took a tenth of the whole
 * cost of a list.
 */
export function parseTimestamp(text: string): number {
  const isUsual = text.endsWith('+00') && text[10] === ' ' && text[4] === '-' && text[0] !== '0'
  if (!isUsual) return parseUnusualTimestamp(text)
  return Date.UTC(
    digitsAt(text, 0, 4),
    digitsAt(text, 5, 2) - 1,
    digitsAt(text, 8, 2),
    digitsAt(text, 11, 2),
    digitsAt(text, 14, 2),
    digitsAt(text, 17, 2),
    text[19] === '.' ? digitsAt(text, 20, 3) : 0,
  )
}

/** Parses a number of up to `count` digits, padded with zeros. */
function digitsAt(text: string, start: number, count: number): number {
  let number = 0
  let isEnded = false
  for (let i = start; i < start + count; i++) {
    const digit = text.charCodeAt(i) - ZERO
    isEnded ||= !(digit >= 0 && digit <= 9)
    number = number * 10 + (isEnded ? 0 : digit)
  }
  return number
}

const ZERO = 48

/**
 * Parses years before 1000 or after 9999, offsets of other zones, and infinity.
 *
 * Throws `E_DATABASE_DATESTYLE` for the form of another `datestyle`. A role or a database can set it behind
 * PgBouncer, where Tenon does not set its own.
 */
function parseUnusualTimestamp(text: string): number {
  const parsed: unknown = parseIso(text)
  if (parsed !== null) return Number(parsed)
  throw new SetupError(
    'E_DATABASE_DATESTYLE',
    `PostgreSQL sent the timestamp "${text}", because datestyle is not ISO. Set it for the role, as PgBouncer needs it: alter role app set datestyle = 'ISO'.`,
  )
}

const parseIso = types.getTypeParser(types.builtins.TIMESTAMPTZ)

function parseTimestampWithoutZone(text: string): number {
  return parseTimestamp(inUtc(text))
}

function inUtc(text: string): string {
  if (text.endsWith('infinity')) return text
  return text.endsWith(' BC') ? `${text.slice(0, -3)}+00 BC` : `${text}+00`
}

/** Parses a timestamp as milliseconds, or as a date if it has microseconds. */
function parseExactTimestamp(text: string): number | Date {
  const time = parseTimestamp(text)
  // Check the place of the fourth decimal first: most timestamps do not have one.
  const microseconds = isDigitAt(text, 23) ? microsecondsIn(text) : 0
  return microseconds === 0 ? time : dateWithMicroseconds(time, microseconds)
}

function isDigitAt(text: string, position: number): boolean {
  const digit = text.charCodeAt(position) - ZERO
  return digit >= 0 && digit <= 9
}

function microsecondsIn(text: string): number {
  const [, digits = ''] = /\.\d{3}(\d{1,3})/.exec(text) ?? []
  return Number(digits.padEnd(3, '0'))
}

/** Skips the check for up to fifteen digits, because such numbers are always below 2^53. */
function parseInteger(text: string): number | bigint {
  if (text.length <= 15) return Number(text)
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

function keepText(text: string): string {
  return text
}

/** Parsers of arrays by the ids of their types, because `pg` rounds the items of such arrays. */
function arraysOf(
  parsers: Readonly<Record<number, (text: string) => unknown>>,
): [number, (text: string) => unknown][] {
  return Object.entries(parsers).map(([id, parse]) => [
    Number(id),
    (text) => parseArray(text)?.map((item) => (item === null ? null : parse(item))) ?? text,
  ])
}

// oxfmt-ignore
const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, parseInteger],
  [types.builtins.TIMESTAMPTZ, parseTimestamp],
  [types.builtins.TIMESTAMP, parseTimestampWithoutZone],
  [types.builtins.DATE, keepText],
  [types.builtins.JSON, keepText],
  [types.builtins.JSONB, keepText],
  [types.builtins.INTERVAL, keepText],
  ...arraysOf({ 1016: parseInteger, 1115: parseTimestampWithoutZone, 1182: keepText, 1185: parseTimestamp, 1187: keepText, 1231: keepText }),
])

// oxfmt-ignore
const EXACT_PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [types.builtins.TIMESTAMPTZ, parseExactTimestamp],
  [types.builtins.TIMESTAMP, (text: string) => parseExactTimestamp(inUtc(text))],
])
