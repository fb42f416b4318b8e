import type { Column } from '../column.ts'
import { columnOf, columnWord } from './column-word.ts'
import { refuseEmpty } from './made-column.ts'
import type { TypeRules } from './type-rules.ts'

const rules: TypeRules = {
  name: 'time',
  sql: () => ({ sqlite: 'text', postgres: 'time' }),
  sqliteCheck: (column) =>
    `${column} glob '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*' and ${column} < '24'`,
  sqliteFrom: { text: { value: writtenTime, isPossible: isTime } },
  expected: 'a string such as "09:30"',
  writer: () => (value, refuse) => {
    if (typeof value !== 'string') return refuse.kind(value)
    return (
      parseTime(value) ??
      refuse.content(value, 'The {field} must be a time such as {example}', { example: '09:30' })
    )
  },
  parseKey: parseTime,
  // Not the format `time`, which has an offset from UTC (RFC 3339, section 5.6).
  jsonSchema: () => ({
    type: 'string',
    pattern: String.raw`^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?$`,
  }),
  keySchema: () => ({ type: 'string', pattern: TIME.source }),
  hasExtremes: true,
  found: {
    postgres: ['time'],
    printed: 'time without time zone',
    sqlite: [],
    checked: { type: 'text', isCheck },
  },
  readDefault: ({ inner }) => (inner === undefined ? undefined : parseTime(inner)),
}

/**
 * A time of day, text such as `'09:30:00'` in records and in JSON; `'09:30'` may be written.
 *
 * It has no date and no time zone. A second may have up to six digits after the point.
 */
export const time: () => Column<string, 'notText'> = columnWord(
  {
    rules,
    make: {
      control: { kind: 'text', type: 'time' },
      schema: (field, say) => {
        const call = `.time(${say('NoTime', `${field.label} must be a time`)})`
        const filled = refuseEmpty(field, say)
        return filled.length === 0 ? ['z.iso', call] : [...filled, `.pipe(z.iso${call})`]
      },
      sample: () => "`09:${String(n % 60).padStart(2, '0')}:00`",
    },
  },
  () => columnOf(rules.name),
)

const TIME = /^((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.(\d{1,6}))?)?$/

/** Normalizes a time to the form that PostgreSQL prints, in which texts sort like times; `undefined` if invalid. */
function parseTime(text: string): string | undefined {
  const [, minutes, seconds = '00', digits = ''] = TIME.exec(text) ?? []
  const fraction = digits.replace(/0+$/, '')
  return minutes && `${minutes}:${seconds}${fraction && `.${fraction}`}`
}

function isCheck(check: string): boolean {
  const [, column] = /^("(?:[^"]|"")*"|\w+) glob /.exec(check) ?? []
  return column !== undefined && check === rules.sqliteCheck?.(column)
}

/** SQL that normalizes a text as `parseTime` does. */
function writtenTime(column: string): string {
  const text = `trim(${column})`
  return `case when length(${text}) = 5 then ${text} || ':00' when ${text} like '%.%' then rtrim(rtrim(${text}, '0'), '.') else ${text} end`
}

/** SQL that tests whether `parseTime` accepts a text. */
function isTime(column: string): string {
  const text = `trim(${column})`
  const minutes = '[0-2][0-9]:[0-5][0-9]'
  const seconds = `${minutes}:[0-5][0-9]`
  return `${text} < '24' and (${text} glob '${minutes}' or ${text} glob '${seconds}'
    or ${text} glob '${seconds}.[0-9]*' and substr(${text}, 10) not glob '*[^0-9]*' and length(${text}) <= 15)`
}
