import { type RawBuilder, sql } from 'kysely'
import type { ColumnDefinition, ColumnType } from '../columns/column.ts'
import { INT32 } from '../columns/parse-key.ts'
import type { TableColumn } from '../columns/table.ts'
import type { Dialect } from '../database/statement.ts'
import type { Parameter } from './condition.ts'

/**
 * Adds to a column, and fails if the sum does not fit.
 *
 * SQLite does not know the range of a column, and turns a 64-bit overflow into an inexact `real`.
 */
export function buildSum(
  { name, definition }: TableColumn,
  parameter: Parameter,
  dialect: Dialect,
): RawBuilder<unknown> {
  const sum = sql`${sql.ref(name)} + ${parameter}`
  const isOutside = outside[definition.type]?.(sum, definition)
  if (dialect === 'postgres' || isOutside === undefined) return sum
  return sql`case when ${isOutside} then ${overflow} else ${sum} end`
}

type Test = (sum: RawBuilder<unknown>, definition: ColumnDefinition) => RawBuilder<unknown>

const outside: { readonly [Type in ColumnType]?: Test } = {
  integer: (sum) => sql`${sum} not between ${sql.lit(INT32.min)} and ${sql.lit(INT32.max)}`,
  bigint: (sum) => sql`typeof(${sum}) = 'real'`,
  decimal: (sum, { digits }) =>
    sql`abs(${sum}) >= ${sql.lit(10n ** BigInt(digits?.precision ?? 18))}`,
  real: (sum) => sql`abs(${sum}) > ${sql.lit(Number.MAX_VALUE)}`,
}

/** The smallest integer has no absolute value: SQLite says "integer overflow". */
const overflow = sql`abs(-9223372036854775807 - 1)`
