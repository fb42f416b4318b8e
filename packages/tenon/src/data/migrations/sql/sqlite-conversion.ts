import type { ColumnDefinition } from '../../columns/column.ts'
import { rulesOf } from '../../columns/column-type.ts'
import type { Database } from '../../database/database.ts'
import type { TypeRules } from '../../columns/types/type-rules.ts'
import { Sql } from '../../database/sql.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { AlterColumn } from '../operation.ts'
import { quote } from './catalog.ts'

/**
 * Writes the expression that converts a column's values as PostgreSQL's cast does.
 *
 * Returns `undefined` if SQLite's own types do the same. Throws `E_MIGRATION_VALUE` for text that
 * is not an integer, which SQLite would keep unchanged, and `E_MIGRATION_CONVERSION` for a decimal
 * that becomes, or was, anything but a number.
 */
export async function conversionSql(
  operation: AlterColumn,
  database: Database,
): Promise<string | undefined> {
  const { from, to, column } = operation
  if (from.digits !== undefined || to.digits !== undefined) {
    return rescaleSql(operation, quote(column))
  }
  const { range } = rulesOf(to)
  if (rulesOf(from).isText === true && range !== undefined) {
    await assertIntegers(operation, range, database)
    return `cast(trim(${quote(column)}) as integer)`
  }
  return undefined
}

/** Decimals are counts of their smallest units; integers are decimals without fraction digits. */
function rescaleSql(operation: AlterColumn, column: string): string | undefined {
  const before = scaleOf(operation.from)
  const after = scaleOf(operation.to)
  if (before === undefined || after === undefined) throw notConvertible(operation)
  if (before === after) return undefined
  if (before < after) return `${column} * ${10n ** BigInt(after - before)}`

  // Half away from zero, as PostgreSQL rounds.
  const unit = 10n ** BigInt(before - after)
  const half = unit / 2n
  return `(${column} + case when ${column} < 0 then -${half} else ${half} end) / ${unit}`
}

function scaleOf(definition: ColumnDefinition): number | undefined {
  if (definition.digits !== undefined) return definition.digits.scale
  return rulesOf(definition).range === undefined ? undefined : 0
}

async function assertIntegers(
  { table, column, to }: AlterColumn,
  { min, max }: NonNullable<TypeRules['range']>,
  database: Database,
): Promise<void> {
  const value = `trim(${quote(column)})`
  const digits = `case when ${value} glob '[+-]*' then substr(${value}, 2) else ${value} end`
  const [found] = await database.query<{ value: string }>(
    // Sound: names were checked to contain no quote.
    new Sql(
      [
        `select ${quote(column)} as value from ${quote(table)}
      where ${quote(column)} is not null and (${digits} = '' or ${digits} glob '*[^0-9]*'
        or cast(${value} as numeric) not between ${min} and ${max}) limit 1`,
      ],
      [],
    ),
  )
  if (found === undefined) return
  throw new SetupError(
    'E_MIGRATION_VALUE',
    `"${table}"."${column}" contains "${found.value.slice(0, 40)}", which cannot become ${to.type}. Correct the rows first, with execute().`,
  )
}

function notConvertible({ table, column, from, to }: AlterColumn): SetupError {
  return new SetupError(
    'E_MIGRATION_CONVERSION',
    `"${table}"."${column}" cannot be changed from ${from.type} to ${to.type} on SQLite, where a decimal is a whole number of its smallest units. Add another column, fill it with execute() and drop this one.`,
  )
}
