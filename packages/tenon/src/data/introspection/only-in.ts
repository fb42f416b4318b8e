import type { ColumnSql } from '../columns/types/type-rules.ts'
import type { Dialect } from '../database/database.ts'

/** SQL for one database; the other one gets `null`. */
export function onlyIn(dialect: Dialect, sql: string): ColumnSql {
  return { sqlite: 'null', postgres: 'null', [dialect]: sql }
}
