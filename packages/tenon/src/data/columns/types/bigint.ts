import { sql } from 'kysely'
import type { Column } from '../column.ts'
import { wholeNumberFromReal, wholeNumberFromText } from '../stored/from-text.ts'
import { impossibleValue } from '../stored/impossible-value.ts'
import { columnOf, columnWord } from './column-word.ts'
import { refuseEmpty } from './made-column.ts'
import type { TypeRules } from './type-rules.ts'

/** The smallest and largest integers of 64 bits. */
export const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const

/** An integer in canonical form, with at most 19 digits, as a 64-bit integer has. */
export const INT64_PATTERN = '^(?:0|-?[1-9][0-9]{0,18})$'

const rules: TypeRules = {
  name: 'bigint',
  sql: () => ({ sqlite: 'integer', postgres: 'bigint' }),
  sqliteFrom: { text: wholeNumberFromText(INT64), real: wholeNumberFromReal(INT64) },
  expected: 'a bigint',
  writer: () => (value, refuse) => {
    if (typeof value !== 'bigint') return refuse.kind(value)
    const fits = value >= INT64.min && value <= INT64.max
    return fits
      ? value
      : refuse.content(value, 'The {field} must be between {min} and {max}', INT64)
  },
  reader:
    (_details, { name }) =>
    (stored) =>
      readBigint(stored, name),
  fromJson: (json) => BigInt(String(json)),
  parseKey: parseBigint,
  keyKind: 'bigId',
  range: INT64,
  jsonSchema: () => ({ type: 'string', pattern: INT64_PATTERN }),
  revivedAs: 'bigint',
  hasExtremes: true,
  // PostgreSQL sums 64-bit integers as `numeric`, which arrives as text.
  readSum: toBigint,
  isOutside: (sum) => sql`typeof(${sum}) = 'real'`,
  found: { postgres: ['int8'], sqlite: ['bigint', 'int8'] },
  readDefault: ({ text, inner = text }) => (/^-?\d{1,19}$/.test(inner) ? BigInt(inner) : undefined),
}

/** A 64-bit integer, a `bigint` in records and a decimal string in JSON. */
export const bigint: () => Column<bigint> = columnWord(
  {
    rules,
    make: {
      control: { kind: 'text', inputMode: 'numeric' },
      schema: (field, say) => {
        const { label, isFromProgram } = field
        const problem = say('NotWhole', `${label} must be a whole number`)
        // A JSON number is not exact, so programs send text.
        const missing = isFromProgram
          ? say('NoText', `${label} must be a whole number as text, such as "12"`)
          : problem
        const outside = say('OutOfRange', `${label} is out of range`)
        const filled = refuseEmpty(field, say)
        return [
          ...(filled.length === 0 ? ['z', `.string(${missing})`] : filled),
          `.regex(/^-?\\d+$/, ${problem})`,
          // A minus and 19 digits. Reading a longer text takes long.
          `.max(20, ${outside})`,
          '.transform((text) => BigInt(text))',
          `.refine((count) => BigInt.asIntN(64, count) === count, ${outside})`,
        ]
      },
      sample: () => 'BigInt(n)',
    },
  },
  () => columnOf(rules.name),
)

/** The primary key: a 64-bit integer that the database increments, a `bigint` in records. */
export const bigId: () => Column<bigint, 'key' | 'optional'> = columnWord({ rules }, () =>
  columnOf(rules.name, { primaryKey: true, autoIncrement: true }),
)

/**
 * Reads a 64-bit integer as a driver returns it. Throws `E_COLUMN_STORED` for anything else, which only SQLite
 * can store in the column.
 */
export function readBigint(stored: unknown, name: string): bigint {
  if (typeof stored === 'bigint') return stored
  if (typeof stored === 'number' && Number.isInteger(stored)) return BigInt(stored)
  if (typeof stored === 'string' && /^-?\d+$/.test(stored)) return BigInt(stored)
  throw impossibleValue(name, stored, 'is not a whole number')
}

/** Converts the sum of 64-bit integers. */
function toBigint(sum: unknown): bigint {
  return typeof sum === 'bigint' ? sum : BigInt(sum as string | number)
}

const CANONICAL = new RegExp(INT64_PATTERN)

function parseBigint(text: string): bigint | undefined {
  if (!CANONICAL.test(text)) return undefined
  const value = BigInt(text)
  return value >= INT64.min && value <= INT64.max ? value : undefined
}
