import type { ColumnDefinition } from '../../columns/column.ts'
import { rulesOf } from '../../columns/column-type.ts'
import type { Database } from '../../database/database.ts'
import type { SqliteConversion } from '../../columns/stored/sqlite-conversion.ts'
import { Sql } from '../../database/sql.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { AlterColumn } from '../operation.ts'
import { quote } from './catalog.ts'

/**
 * Writes the expression that converts a column's values as PostgreSQL's cast does.
 *
 * Returns `undefined` if no conversion is needed. Throws `E_MIGRATION_VALUE` if a value cannot be
 * converted, because SQLite would keep it unchanged, and `E_MIGRATION_CONVERSION` for a change between a
 * decimal and a type other than a number.
 */
export async function conversionSql(
  operation: AlterColumn,
  database: Database,
): Promise<string | undefined> {
  const { from, to, column } = operation
  if (from.digits !== undefined || to.digits !== undefined) {
    return rescaleSql(operation, quote(column))
  }
  const conversion = rulesOf(to).sqliteFrom?.[from.type]
  if (conversion === undefined || from.type === to.type) return undefined
  await assertPossible(operation, conversion, database)
  return conversion.value(quote(column))
}

/** Converts between decimals, which are stored as counts of their smallest unit; an integer has the scale 0. */
function rescaleSql(operation: AlterColumn, column: string): string | undefined {
  const before = scaleOf(operation.from)
  const after = scaleOf(operation.to)
  if (before === undefined || after === undefined) throw notConvertible(operation)
  if (before === after) return undefined
  if (before < after) return `${column} * ${10n ** BigInt(after - before)}`

  // Round half away from zero, as PostgreSQL does.
  const unit = 10n ** BigInt(before - after)
  const half = unit / 2n
  return `(${column} + case when ${column} < 0 then -${half} else ${half} end) / ${unit}`
}

function scaleOf(definition: ColumnDefinition): number | undefined {
  if (definition.digits !== undefined) return definition.digits.scale
  return rulesOf(definition).range === undefined ? undefined : 0
}

async function assertPossible(
  { table, column, to }: AlterColumn,
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
  throw new SetupError(
    'E_MIGRATION_VALUE',
    `"${table}"."${column}" cannot become ${to.type}: ${rows} another value, such as "${String(found.value).slice(0, 40)}". Correct the rows first, with execute().`,
  )
}

function notConvertible({ table, column, from, to }: AlterColumn): SetupError {
  return new SetupError(
    'E_MIGRATION_CONVERSION',
    `"${table}"."${column}" cannot be changed from ${from.type} to ${to.type} on SQLite, where a decimal is a whole number of its smallest units. Add another column, fill it with execute() and drop this one.`,
  )
}
