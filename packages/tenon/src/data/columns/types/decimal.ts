import { sql } from 'kysely'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { Column } from '../column.ts'
import { fromScaled, parseDecimal } from '../decimal.ts'
import { readBigint } from './bigint.ts'
import { columnOf, columnWord } from './column-word.ts'
import { refuseEmpty, type MadeField, type SayProblem } from './made-column.ts'
import type { Digits, TypeRules, Write } from './type-rules.ts'

/** 18 digits always fit into the 64-bit integer that SQLite stores them as. */
const PRECISION_LIMIT = 18

/** SQLite has no exact type: it stores a decimal as a whole number of its smallest units. */
const rules: TypeRules = {
  name: 'decimal',
  sql: ({ digits }) => ({
    sqlite: 'integer',
    postgres: digits === undefined ? 'numeric' : `numeric(${digits.precision}, ${digits.scale})`,
  }),
  expected: 'a string such as "12.50"',
  writer: ({ digits = ALL_DIGITS }) => writeDecimal(digits),
  reader: ({ digits }, { dialect, name }) =>
    digits === undefined || dialect !== 'sqlite'
      ? undefined
      : (stored) => fromScaled(readBigint(stored, name), digits),
  jsonSchema: ({ digits }) => ({
    type: 'string',
    pattern: digits === undefined ? String.raw`^-?\d+(\.\d+)?$` : toPattern(digits),
  }),
  hasExtremes: true,
  readSum: Number,
  isOutside: (sum, { digits = ALL_DIGITS }) =>
    sql`abs(${sum}) >= ${sql.lit(10n ** BigInt(digits.precision))}`,
  // Introspection recognizes PostgreSQL's `numeric` by its digits.
  found: { postgres: [], sqlite: [] },
  readDefault: ({ text, inner = text }, { digits }) => {
    const scaled = digits && parseDecimal(inner, digits)
    return digits && scaled !== undefined ? fromScaled(scaled, digits) : undefined
  },
}

const ALL_DIGITS: Digits = { precision: PRECISION_LIMIT, scale: 0 }

/**
 * An exact decimal number, a string such as `'12.50'` in records and in JSON.
 *
 * `precision` is the total number of digits (1 to 18), `scale` how many of them follow the point. A
 * value with more digits is rejected, not rounded. Throws `E_COLUMN_DECIMAL` if either is out of range.
 */
export const decimal: (precision: number, scale: number) => Column<string, 'decimal'> = columnWord(
  {
    rules,
    make: {
      control: { kind: 'text', inputMode: 'decimal' },
      schema: (field, say) => [
        ...toFilled(field, say),
        toCheck(field, say),
        toSizeCheck(field, say),
      ],
      sample: toSample,
    },
  },
  (precision: number, scale: number) => {
    assertDigits({ precision, scale })
    return columnOf(rules.name, { digits: { precision, scale } })
  },
)

function assertDigits({ precision, scale }: Digits): void {
  const isPrecision = Number.isInteger(precision) && precision >= 1 && precision <= PRECISION_LIMIT
  if (isPrecision && Number.isInteger(scale) && scale >= 0 && scale <= precision) return
  throw new SetupError(
    'E_COLUMN_DECIMAL',
    `c.decimal(${precision}, ${scale}) is not possible. Give it 1 to ${PRECISION_LIMIT} digits, of which 0 to all follow the point.`,
  )
}

function writeDecimal(digits: Digits): Write {
  const { precision, scale } = digits
  const problem =
    'The {field} must be a number with up to {whole} digits before the point and {places} after it'
  const details = { whole: precision - scale, places: scale }
  return (value, refuse, dialect) => {
    if (typeof value !== 'string') return refuse.kind(value)
    const scaled = parseDecimal(value, digits)
    if (scaled === undefined) return refuse.content(value, problem, details)
    return dialect === 'sqlite' ? scaled : fromScaled(scaled, digits)
  }
}

/** The numbers that `fromScaled` writes. */
function toPattern({ precision, scale }: Digits): string {
  const places = precision - scale
  const whole = places === 0 ? '0' : String.raw`(?:0|[1-9]\d{0,${places - 1}})`
  return `^-?${whole}${scale === 0 ? '' : String.raw`\.\d{${scale}}`}$`
}

const MADE_DIGITS: Digits = { precision: 10, scale: 2 }

/** A JSON number is not exact, so programs send text. */
function toExample({ digits = MADE_DIGITS, isFromProgram }: MadeField): string {
  if (isFromProgram !== true) return ''
  const { precision, scale } = digits
  const whole = precision === scale ? '0' : '1'
  return ` as text, such as "${scale === 0 ? whole : `${whole}.${'5'.padEnd(scale, '0')}`}"`
}

/** Refuses a value that is not a text, and an empty one. */
function toFilled(field: MadeField, say: SayProblem): readonly string[] {
  const filled = refuseEmpty(field, say)
  const problem = `${field.label} must be a number${toExample(field)}`
  return filled.length === 0 ? ['z', `.string(${say('NoNumber', problem)})`] : filled
}

/** Checks the digits after the point, because the column rejects a number with more. */
function toCheck({ digits = MADE_DIGITS, label }: MadeField, say: SayProblem): string {
  const { scale } = digits
  const fraction = scale === 0 ? '' : `(?:\\.\\d{1,${scale}})?`
  const places = scale === 0 ? 'a whole number' : `a number with up to ${scale} decimal places`
  return `.regex(/^-?\\d+${fraction}$/, ${say('BadNumber', `${label} must be ${places}`)})`
}

/** Checks the digits before the point, with a message of its own: the number itself is valid. */
function toSizeCheck({ digits = MADE_DIGITS, label }: MadeField, say: SayProblem): string {
  const { precision, scale } = digits
  const places = precision - scale
  const [whole, size] =
    places === 0
      ? ['0', 'must be between -1 and 1']
      : [`\\d{1,${places}}`, `must have at most ${places} ${places === 1 ? 'digit' : 'digits'}`]
  const where = places === 0 || scale === 0 ? '' : ' before the point'
  return `.regex(/^-?${whole}(?![0-9])/, ${say('TooManyDigits', `${label} ${size}${where}`)})`
}

/** No test makes a million records of one model. */
const DIGITS_OF_N = 6

/** Writes all decimal places, as records have them. */
function toSample({ digits = MADE_DIGITS }: MadeField): string {
  const { precision, scale } = digits
  const rest = scale === 0 ? '' : `.${'5'.padEnd(scale, '0')}`
  if (precision === scale) return `'0${rest}'`
  return precision - scale >= DIGITS_OF_N ? `\`\${n}${rest}\`` : `\`\${n % 10}${rest}\``
}
