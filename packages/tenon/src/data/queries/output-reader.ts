import { decode } from '../columns/codec.ts'
import { rulesOf } from '../columns/column-type.ts'
import { fromScaled, meanOf, parseDecimal } from '../columns/decimal.ts'
import type { TableColumn } from '../columns/table.ts'
import type { Digits } from '../columns/types/type-rules.ts'
import type { Dialect } from '../database/statement.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Aggregate, Output } from './selection.ts'

/** Converts what the database returned for an output to its value. */
export type OutputReader = (stored: unknown) => unknown

/** Creates the reader of an output, once for all rows. */
export function outputReader(output: Output, dialect: Dialect): OutputReader {
  // Raw SQL returns timestamps in milliseconds, whatever their precision.
  if (output.by === 'sql') return (stored) => (stored instanceof Date ? stored.getTime() : stored)
  // Both databases return JSON as text.
  if (output.by === 'json')
    return (stored) => (stored === null ? null : JSON.parse(stored as string))
  const { by, column } = output
  if (by === 'column' || by === 'min' || by === 'max') {
    const codec = column.codecs[dialect]
    return (stored) => decode(codec, stored)
  }
  const { digits } = column.definition
  if (digits !== undefined) return decimalReader(by, column, digits, dialect)
  if (by === 'avg') return (stored) => (stored === null ? null : Number(stored))
  const { readSum = Number } = rulesOf(column.definition)
  return by === 'sum' ? (sum) => readSum(sum ?? 0) : Number
}

/** Reads a sum of decimals, or the sum and the number of values that a mean is computed from. */
function decimalReader(
  by: Aggregate,
  { name }: TableColumn,
  digits: Digits,
  dialect: Dialect,
): OutputReader {
  if (by === 'count') return Number
  const unitsOf = (sum: string): bigint => {
    // SQLite sums the smallest units.
    const units =
      dialect === 'sqlite' ? BigInt(sum) : parseDecimal(sum, { ...digits, precision: 38 })
    if (units !== undefined) return units
    throw new SetupError(
      'E_COLUMN_STORED',
      `The sum of "${name}" is ${sum}, which is not a number with ${digits.scale} digits after the point. Declare the column with as many digits as it has.`,
    )
  }
  // Drivers return sums as numbers or text, and the two parts of a mean as text.
  if (by === 'sum') {
    return (sum) =>
      fromScaled(unitsOf(String((sum as string | number | bigint | null) ?? 0)), digits)
  }
  return (parts) => {
    if (typeof parts !== 'string') return null
    const [sum = '', count = ''] = parts.split('/')
    return meanOf(unitsOf(sum), BigInt(count), digits)
  }
}
