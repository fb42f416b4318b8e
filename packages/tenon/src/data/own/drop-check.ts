import type { OwnUpgrade } from './own-table.ts'

/** A step that drops the check of a column's texts on PostgreSQL, because new tables do not have it there. */
export function dropCheck(table: string, column: string): OwnUpgrade {
  return {
    isRolling: true,
    statements: ({ dialect }) =>
      dialect === 'postgres'
        ? [`alter table ${table} drop constraint if exists ${table}_${column}_check`]
        : [],
  }
}
