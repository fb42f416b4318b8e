import { type RawBuilder, sql } from 'kysely'
import { rulesOf } from '../columns/column-type.ts'
import type { TableColumn } from '../columns/table.ts'
import type { Dialect } from '../database/statement.ts'
import type { Parameter } from './condition.ts'

/**
 * Adds to a column, and fails if the sum does not fit.
 *
 * SQLite does not know the range of a column, and turns a 64-bit overflow into an inexact `real`. Neither
 * database knows the limits that the model declares.
 */
export function buildSum(
  { name, definition }: TableColumn,
  parameter: Parameter,
  dialect: Dialect,
): RawBuilder<unknown> {
  const sum = sql`${sql.ref(name)} + ${parameter}`
  const isOutside = rulesOf(definition).isOutside?.(sum, definition)
  if (isOutside === undefined) return sum
  if (dialect === 'postgres' && definition.limits === undefined) return sum
  return sql`case when ${isOutside} then ${overflows[dialect](name)} else ${sum} end`
}

const overflows: Readonly<Record<Dialect, (column: string) => RawBuilder<unknown>>> = {
  /** Fails with "integer overflow", because the smallest integer has no absolute value. */
  sqlite: () => sql`abs(-9223372036854775807 - 1)`,
  /** Refers to the column, because PostgreSQL evaluates constant expressions before it reads a row. */
  postgres: (column) => sql`abs(${sql.ref(column)}::bigint) + 9223372036854775807 + 1`,
}
