import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** A column with unique values, of a table of the application. */
export interface ComparedColumn {
  readonly table: string
  readonly column: string
}

/**
 * SQL that converts a key stored as text to the type of an application's column, so that a join can use the column's
 * index; `undefined` if that is not possible. Needed because PostgreSQL compares text only with text.
 */
export async function toComparable(
  database: Database,
  text: string,
  { table, column }: ComparedColumn,
): Promise<string | undefined> {
  if (database.dialect === 'sqlite') return text
  const [found] = await database.query<{ type: string }>(
    sql`select t.typname::text as type from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = to_regclass(${`"${table}"`}) and a.attname = ${column}`,
  )
  switch (found?.type ?? 'unknown') {
    case 'int4':
    case 'int8':
      return `case when ${text} ~ '^-?[0-9]{1,18}$' then ${text}::bigint end`
    case 'uuid':
      return `case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${text}::uuid end`
    case 'text':
    case 'varchar':
      return text
    default:
      return undefined
  }
}
