import type { Column } from '../column.ts'
import { impossibleValue } from '../stored/impossible-value.ts'
import { columnOf, columnWord } from './column-word.ts'
import type { TypeRules } from './type-rules.ts'

const rules: TypeRules = {
  name: 'boolean',
  sql: () => ({ sqlite: 'integer', postgres: 'boolean' }),
  sqliteCheck: (column) => `${column} in (0, 1)`,
  sqliteFrom: {
    text: { value: (column) => `${word(column)} in (${TRUE})`, isPossible: isWord },
    integer: { value: (column) => `${column} <> 0` },
  },
  expected: 'a boolean',
  writer: () => (value, refuse, dialect) => {
    if (typeof value !== 'boolean') return refuse.kind(value)
    return dialect === 'sqlite' ? Number(value) : value
  },
  reader:
    (_details, { name }) =>
    (stored) => {
      if (stored === true || stored === 1) return true
      if (stored === false || stored === 0) return false
      throw impossibleValue(name, stored, 'is neither true nor false')
    },
  readText: (text) => text === 't' || text === 'true',
  jsonSchema: () => ({ type: 'boolean' }),
  hasExtremes: false,
  found: {
    postgres: ['bool'],
    sqlite: ['bool', 'boolean'],
    checked: {
      type: 'integer',
      isCheck: (check) => /^(?:"(?:[^"]|"")*"|\w+) in 0, ?1$/i.test(check),
    },
  },
  readDefault: ({ text, inner = text }) => {
    if (/^(?:true|t|1)$/i.test(inner)) return true
    return /^(?:false|f|0)$/i.test(inner) ? false : undefined
  },
}

/** The words that PostgreSQL reads as true, ignoring case. */
const TRUE = `'true', 't', 'yes', 'y', 'on', '1'`
const FALSE = `'false', 'f', 'no', 'n', 'off', '0'`

function word(column: string): string {
  return `lower(trim(${column}))`
}

function isWord(column: string): string {
  return `${word(column)} in (${TRUE}, ${FALSE})`
}

/** True or false. */
export const boolean: () => Column<boolean> = columnWord(
  {
    rules,
    make: {
      control: { kind: 'checkbox' },
      schema: () => ['z', '.boolean()'],
      sample: ({ hasNoDefault = false }) => (hasNoDefault ? 'false' : undefined),
      isAlike: true,
      default: 'false',
    },
  },
  () => columnOf(rules.name),
)
