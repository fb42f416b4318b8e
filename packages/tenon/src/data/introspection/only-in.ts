import type { ColumnSql } from '../columns/types/type-rules.ts'
import type { Dialect } from '../database/database.ts'

/** SQL that means something on one database only. */
export function onlyIn(dialect: Dialect, sql: string): ColumnSql {
  return { sqlite: 'null', postgres: 'null', [dialect]: sql }
}
