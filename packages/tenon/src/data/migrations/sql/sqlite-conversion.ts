import type { ColumnDefinition } from '../../columns/column.ts'
import { rulesOf } from '../../columns/column-type.ts'
import { fromScaled } from '../../columns/decimal.ts'
import type { Database } from '../../database/database.ts'
import { type SqliteConversion, storedAlike } from '../../columns/stored/sqlite-conversion.ts'
import { Sql } from '../../database/sql.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { AlterColumn } from '../operation.ts'
import { quote } from './catalog.ts'
import { textLiteral } from './schema-builder.ts'

/**
 * Writes the expression that converts a column's values as PostgreSQL's cast does.
 *
 * Returns `undefined` if no conversion is needed. Throws `E_MIGRATION_VALUE` if a value cannot be
 * converted, because SQLite would keep it unchanged or lose digits, and `E_MIGRATION_CONVERSION` for types
 * that the databases do not both convert, and for a change between a decimal and a type other than a whole number.
 */
export async function conversionSql(
  operation: AlterColumn,
  database: Database,
): Promise<string | undefined> {
  const { from, to, column } = operation
  const [before, after] = [toUnits(from), toUnits(to)]
  if (before !== undefined && after !== undefined) {
    const conversion = rescaling(before, after)
    await assertPossible(operation, conversion, database)
    return before.scale === after.scale ? undefined : conversion.value(quote(column))
  }
  if (from.digits !== undefined || to.digits !== undefined) {
    throw notConvertible(
      operation,
      'on SQLite, where a decimal is a whole number of its smallest units',
    )
  }
  const conversion = from.type === to.type ? storedAlike : rulesOf(to).sqliteFrom?.[from.type]
  if (conversion === undefined) {
    throw notConvertible(operation, 'because SQLite and PostgreSQL do not both convert such values')
  }
  await assertPossible(operation, conversion, database)
  await assertPossible(operation, listing(operation, conversion), database)
  return conversion === storedAlike ? undefined : conversion.value(quote(column))
}

/** A conversion to one of the values that the column allows. */
function listing({ from, to }: AlterColumn, { value }: SqliteConversion): SqliteConversion {
  const { values } = to
  if (values === undefined || from.values?.every((each) => values.includes(each))) return { value }
  const listed = values.map(textLiteral).join(', ')
  return { value, isPossible: (column) => `${value(column)} in (${listed})` }
}

/** Numbers that SQLite stores as a count of their smallest unit: decimals, and integers, which have the scale 0. */
interface Units {
  readonly scale: number
  readonly min: bigint
  readonly max: bigint
}

function toUnits(definition: ColumnDefinition): Units | undefined {
  const { digits } = definition
  if (digits !== undefined) {
    const max = 10n ** BigInt(digits.precision) - 1n
    return { scale: digits.scale, min: -max, max }
  }
  const { range } = rulesOf(definition)
  return range && { scale: 0, min: BigInt(range.min), max: BigInt(range.max) }
}

function rescaling(before: Units, after: Units): SqliteConversion {
  const { value, min, max } =
    before.scale > after.scale ? rounding(before, after) : growing(before, after)
  if (min <= before.min && max >= before.max) return { value }
  return { value, isPossible: (column) => `${column} between ${min} and ${max}` }
}

/** A conversion of units, and the smallest and the largest number whose result fits. */
interface Rescaling extends Pick<Units, 'min' | 'max'>, Pick<SqliteConversion, 'value'> {}

function growing(before: Units, { scale, min, max }: Units): Rescaling {
  const unit = 10n ** BigInt(scale - before.scale)
  return { value: (column) => `${column} * ${unit}`, min: min / unit, max: max / unit }
}

/** Rounds half away from zero, as PostgreSQL does. */
function rounding(before: Units, { scale, min, max }: Units): Rescaling {
  const unit = 10n ** BigInt(before.scale - scale)
  const half = unit / 2n
  return {
    value: (column) =>
      `(${column} + case when ${column} < 0 then -${half} else ${half} end) / ${unit}`,
    min: min * unit - half + 1n,
    max: max * unit + half - 1n,
  }
}

async function assertPossible(
  { table, column, from, to }: AlterColumn,
  { isPossible }: SqliteConversion,
  database: Database,
): Promise<void> {
  if (isPossible === undefined) return
  const name = quote(column)
  // Safe: `quote` doubles quotes in the names.
  const text = `select ${name} as value, count(*) over () as count from ${quote(table)}
    where ${name} is not null and not coalesce((${isPossible(name)}), 0) limit 1`
  const [found] = await database.query<{ value: unknown; count: number }>(new Sql([text], []))
  if (found === undefined) return
  const rows = found.count === 1 ? '1 row has' : `${found.count} rows have`
  const value = from.digits ? fromScaled(BigInt(String(found.value)), from.digits) : found.value
  throw new SetupError(
    'E_MIGRATION_VALUE',
    `"${table}"."${column}" cannot become ${typeName(to)}: ${rows} a value that does not fit, such as "${String(value).slice(0, 40)}". Correct the rows first, with execute().`,
  )
}

function typeName({ type, digits, values }: ColumnDefinition): string {
  if (values !== undefined) return `one of ${values.map((value) => `"${value}"`).join(', ')}`
  return digits === undefined ? type : `${type}(${digits.precision}, ${digits.scale})`
}

function notConvertible({ table, column, from, to }: AlterColumn, reason: string): SetupError {
  return new SetupError(
    'E_MIGRATION_CONVERSION',
    `"${table}"."${column}" cannot be changed from ${from.type} to ${to.type} ${reason}. Add another column, fill it with execute() and drop this one.`,
  )
}
