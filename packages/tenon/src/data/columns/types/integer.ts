import { sql } from 'kysely'
import type { Column } from '../column.ts'
import { INT64_PATTERN } from './bigint.ts'
import { columnOf, columnWord } from './column-word.ts'
import { checkedLimits, within } from '../limits.ts'
import { wholeNumberFromReal, wholeNumberFromText } from '../stored/from-text.ts'
import { storedAlike } from '../stored/sqlite-conversion.ts'
import { sayRequired, type MadeField, type SayProblem } from './made-column.ts'
import type { DeclaredLimits, TypeRules, Write } from './type-rules.ts'

/** The smallest and largest integers of 32 bits. */
export const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 } as const

const rules: TypeRules = {
  name: 'integer',
  sql: () => ({ sqlite: 'integer', postgres: 'integer' }),
  sqliteFrom: {
    text: wholeNumberFromText(INT32),
    real: wholeNumberFromReal(INT32),
    boolean: storedAlike,
  },
  expected: 'a number',
  writer: ({ limits }) => within(limits, writeInteger),
  parseKey: parseInteger,
  keyKind: 'id',
  range: INT32,
  jsonSchema: ({ limits }) => ({
    type: 'integer',
    format: 'int32',
    ...(limits?.min !== undefined && { minimum: limits.min }),
    ...(limits && { maximum: limits.max }),
  }),
  keySchema: () => ({
    type: 'integer',
    format: 'int32',
    minimum: INT32.min,
    maximum: INT32.max,
  }),
  hasExtremes: true,
  readText: Number,
  readSum: Number,
  isOutside: (sum, { limits }) => {
    const { min, max } = { ...INT32, ...limits }
    return sql`${sum} not between ${sql.lit(min)} and ${sql.lit(max)}`
  },
  found: { postgres: ['int2', 'int4'], sqlite: [] },
  readDefault: ({ text, inner = text }) => (/^-?\d{1,19}$/.test(inner) ? Number(inner) : undefined),
}

/**
 * A 32-bit integer. A model rejects values outside `min` and `max`; one of them is enough. Migrations ignore both.
 *
 * Throws `E_COLUMN_LIMITS` for limits that are not 32-bit integers in order.
 */
export const integer: (limits?: DeclaredLimits) => Column<number> = columnWord(
  {
    rules,
    make: {
      control: { kind: 'number' },
      schema: toSchema,
      sample: toSample,
    },
  },
  (limits?: DeclaredLimits) =>
    columnOf(rules.name, { limits: checkedLimits('integer', INT32.min, limits) }),
)

/** The primary key: a 32-bit integer that the database increments. */
export const id: () => Column<number, 'key' | 'optional'> = columnWord({ rules }, () =>
  columnOf(rules.name, { primaryKey: true, autoIncrement: true }),
)

/** A key needs no limits: the rule that looks for its record refuses it. */
function toSchema(field: MadeField, say: SayProblem): readonly string[] {
  const { label, isReference = false, min = INT32.min, max = INT32.max } = field
  const missing = sayRequired(field, say)
  return [
    'z',
    ...(missing === undefined ? [] : [`.number(${missing})`]),
    `.int(${say('NotWhole', `${label} must be a whole number`)})`,
    ...(min > INT32.min || !isReference
      ? [`.min(${min}, ${say('TooSmall', `${label} must be at least ${min}`)})`]
      : []),
    ...(max < INT32.max || !isReference
      ? [`.max(${max}, ${say('TooLarge', `${label} must be at most ${max}`)})`]
      : []),
  ]
}

/** Counts within the limits, and starts again when the last value is reached. */
function toSample({ min = INT32.min, max = INT32.max }: MadeField): string {
  const size = max - min + 1
  if (min <= 1 && max >= MOST_RECORDS) return 'n'
  if (size === 1) return String(min)
  const count = size > MOST_RECORDS ? 'n' : `(n % ${size})`
  if (min === 0) return count.replace(/^\((.*)\)$/, '$1')
  return min < 0 ? `${count} - ${-min}` : `${min} + ${count}`
}

/** No test makes more records of one model. */
const MOST_RECORDS = 10_000

function writeInteger(...[value, refuse]: Parameters<Write>): number {
  if (typeof value !== 'number') return refuse.kind(value)
  if (!Number.isInteger(value)) return refuse.content(value, 'The {field} must be a whole number')
  const fits = value >= INT32.min && value <= INT32.max
  return fits ? value : refuse.content(value, 'The {field} must be between {min} and {max}', INT32)
}

const CANONICAL = new RegExp(INT64_PATTERN)

function parseInteger(text: string): number | undefined {
  if (!CANONICAL.test(text)) return undefined
  const value = Number(text)
  return value >= INT32.min && value <= INT32.max ? value : undefined
}
