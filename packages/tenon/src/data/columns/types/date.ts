import type { Column } from '../column.ts'
import { dateFromText } from '../stored/from-text.ts'
import { columnOf, columnWord } from './column-word.ts'
import { refuseEmpty } from './made-column.ts'
import type { TypeRules } from './type-rules.ts'

const rules: TypeRules = {
  name: 'date',
  sql: () => ({ sqlite: 'text', postgres: 'date' }),
  sqliteFrom: {
    text: dateFromText,
    timestamp: { value: (column) => `date(${column} / 1000.0, 'unixepoch')` },
  },
  expected: 'a string such as "2026-11-20"',
  writer: () => (value, refuse) => {
    if (typeof value !== 'string') return refuse.kind(value)
    return isDate(value)
      ? value
      : refuse.content(value, 'The {field} must be a date such as {example}', {
          example: '2026-11-20',
        })
  },
  parseKey: (text) => (isDate(text) ? text : undefined),
  jsonSchema: () => ({ type: 'string', format: 'date' }),
  hasExtremes: true,
  found: { postgres: ['date'], sqlite: ['date'] },
  readDefault: ({ inner }) => (inner !== undefined && isDate(inner) ? inner : undefined),
  translateDefault: ({ sql, name }) =>
    name === 'current_date' ? { sqlite: sql, postgres: sql } : undefined,
}

/** A date without a time, text such as `'2026-11-20'` in records and in JSON. */
export const date: () => Column<string, 'notText'> = columnWord(
  {
    rules,
    make: {
      control: { kind: 'text', type: 'date' },
      schema: (field, say) => {
        const call = `.date(${say('NoDate', `${field.label} must be a date`)})`
        const filled = refuseEmpty(field, say)
        return filled.length === 0 ? ['z.iso', call] : [...filled, `.pipe(z.iso${call})`]
      },
      sample: ({ isUnique = false }) =>
        `new Date(${isUnique ? 'Date.UTC(2026, 0, n)' : ''}).toISOString().slice(0, 10)`,
      isAlike: true,
    },
  },
  () => columnOf(rules.name),
)

const DATE = /^(?!0000)\d{4}-\d\d-\d\d$/

/** Tells whether text is a valid calendar date such as `2026-11-20`, years 1 to 9999. */
function isDate(text: string): boolean {
  if (!DATE.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
