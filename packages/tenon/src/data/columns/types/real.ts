import { sql } from 'kysely'
import type { Column } from '../column.ts'
import { storedAlike } from '../stored/sqlite-conversion.ts'
import { columnOf, columnWord } from './column-word.ts'
import { sayRequired } from './made-column.ts'
import type { TypeRules } from './type-rules.ts'

const rules: TypeRules = {
  name: 'real',
  sql: () => ({ sqlite: 'real', postgres: 'double precision' }),
  sqliteFrom: {
    text: {
      value: (column) => `cast(trim(${column}) as real)`,
      // In a comparison with a number, SQLite converts a text only if the whole text is a number.
      isPossible: (column) => {
        const number = `cast(trim(${column}) as real)`
        return `trim(${column}) = ${number} and abs(${number}) <= ${Number.MAX_VALUE}`
      },
    },
    integer: storedAlike,
    bigint: storedAlike,
  },
  expected: 'a number',
  writer: () => (value, refuse) => {
    if (typeof value !== 'number') return refuse.kind(value)
    return Number.isFinite(value) ? value : refuse.content(value, 'The {field} must be a number')
  },
  jsonSchema: () => ({ type: 'number', format: 'double' }),
  hasExtremes: true,
  readText: Number,
  readSum: Number,
  isOutside: (sum) => sql`abs(${sum}) > ${sql.lit(Number.MAX_VALUE)}`,
  found: { postgres: ['float4', 'float8'], sqlite: ['numeric', 'decimal'] },
  readDefault: ({ text, inner = text }) =>
    /^-?\d+(?:\.\d*)?(?:e[+-]?\d{1,3})?$/i.test(inner) ? Number(inner) : undefined,
}

/** A finite floating-point number of 64 bits. */
export const real: () => Column<number> = columnWord(
  {
    rules,
    make: {
      control: { kind: 'number', step: 'any' },
      schema: (field, say) => {
        const problem =
          sayRequired(field, say) ?? say('NoNumber', `${field.label} must be a number`)
        return ['z', `.number(${problem})`]
      },
      sample: () => 'n + 0.5',
    },
  },
  () => columnOf(rules.name),
)
