import { adapters } from '../../database/dialects/adapters.ts'
import { dateWithMicroseconds } from '../../database/instants/microseconds.ts'
import type { DatabaseValue } from '../../database/statement.ts'
import type { Column } from '../column.ts'
import { momentFromText } from '../stored/from-text.ts'
import { impossibleValue } from '../stored/impossible-value.ts'
import { columnOf, columnWord } from './column-word.ts'
import { refuseEmpty, type MadeField, type SayProblem } from './made-column.ts'
import type { TypeRules } from './type-rules.ts'

/** PostgreSQL has no year 0, and does not read the ISO form of years beyond 9999. */
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00.000Z')
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')

const rules: TypeRules = {
  name: 'timestamp',
  sql: () => ({ sqlite: 'integer', postgres: 'timestamptz(3)' }),
  sqliteFrom: { text: momentFromText, date: momentFromText },
  expected: 'a Date',
  writer: () => (value, refuse, dialect) => {
    if (!(value instanceof Date)) return refuse.kind(value)
    const time = value.getTime()
    return time >= FIRST_MOMENT && time <= LAST_MOMENT
      ? adapters[dialect].timestamp(value)
      : refuse.content(value, 'The {field} must be between the years 1 and 9999')
  },
  reader:
    (_details, { name }) =>
    (stored) =>
      toDate(stored, name),
  takenAs: { postgres: (sent) => (typeof sent === 'number' ? toPostgres(sent) : sent) },
  fromJson: (json) => new Date(String(json)),
  jsonSchema: () => ({ type: 'string', format: 'date-time' }),
  revivedAs: 'Date',
  hasExtremes: true,
  found: {
    postgres: ['timestamptz', 'timestamp'],
    printed: 'timestamp with time zone',
    sqlite: [],
  },
  readDefault: ({ inner }) => (inner === undefined ? undefined : readMoment(inner)),
  translateDefault: ({ sql, name, dialect }) =>
    /^(?:now|current_timestamp)$/.test(name)
      ? {
          sqlite: `cast(unixepoch('subsec') * 1000 as integer)`,
          postgres: dialect === 'postgres' ? sql : 'current_timestamp',
        }
      : undefined,
}

/** A moment in UTC with milliseconds, a `Date` in records. */
export const timestamp: () => Column<Date> = columnWord(
  {
    rules,
    make: {
      control: { kind: 'datetime' },
      schema: toSchema,
      sample: ({ isUnique = false }) => `new Date(${isUnique ? 'Date.UTC(2026, 0, n)' : ''})`,
      isAlike: true,
    },
  },
  () => columnOf(rules.name),
)

/** Programs may send the offset of their time zone. */
function toSchema(field: MadeField, say: SayProblem): readonly string[] {
  const problem = say('NoMoment', `${field.label} must be a date and time`)
  const error = /^\{ (.*) \}$/.exec(problem)?.[1] ?? `error: ${problem}`
  const call = `.datetime({ offset: true, ${error} })`
  const filled = refuseEmpty(field, say)
  const text = filled.length === 0 ? ['z.iso', call] : [...filled, `.pipe(z.iso${call})`]
  return [...text, '.transform((text) => new Date(text))']
}

/**
 * Both drivers return milliseconds, or a date with microseconds. SQLite tables of other programs may contain
 * text, read as UTC if it has no time zone. Throws `E_COLUMN_STORED` for a value that is no `Date`, such as `infinity`.
 */
function toDate(stored: unknown, name: string): Date {
  if (stored instanceof Date) return stored
  const date = typeof stored === 'string' ? textToDate(stored) : new Date(Number(stored))
  if (!Number.isNaN(date.getTime())) return date
  throw impossibleValue(name, stored, 'a Date cannot be')
}

/**
 * Writes milliseconds as text for PostgreSQL, which has `BC` instead of a sign. A number out of the range of `Date`,
 * which only a client can send, stays a number: PostgreSQL rejects it.
 */
function toPostgres(milliseconds: number): DatabaseValue {
  const date = new Date(milliseconds)
  if (Number.isNaN(date.getTime())) return milliseconds
  return date
    .toISOString()
    .replace(/^\+0*/, '')
    .replace(
      /^-(\d+)(.*)/,
      (_, year, rest) => `${String(1 + Number(year)).padStart(4, '0')}${rest} BC`,
    )
}

function textToDate(text: string): Date {
  const iso = text.replace(' ', 'T')
  const date = new Date(/T.*(?:Z|[+-]\d\d:\d\d)$/.test(iso) || !iso.includes('T') ? iso : `${iso}Z`)
  const [, digits] = /\.\d{3}(\d{1,3})/.exec(text) ?? []
  return digits === undefined
    ? date
    : dateWithMicroseconds(date.getTime(), Number(digits.padEnd(3, '0')))
}

/** Requires a time zone: without one, the moment depends on the time zone of the connection. */
function readMoment(text: string): Date | undefined {
  const [, start, zone = ''] =
    /^(\d{4}-\d\d-\d\d.\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)/.exec(text) ?? []
  if (start === undefined || /[+-]\d\d:(?!00)/.test(text.slice(start.length))) return undefined
  const date = new Date(`${start.replace(' ', 'T')}${zone}:00`)
  return Number.isNaN(date.getTime()) ? undefined : date
}
