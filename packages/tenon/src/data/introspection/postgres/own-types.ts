import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'

/** Removes casts to certain types from SQL. */
export type RemoveCasts = (text: string) => string

/**
 * Reads the types that only this database has, because somebody or an extension created them. Migrations create columns
 * of the underlying types, so the SQL of indexes and defaults must not name the types.
 */
export async function readOwnTypes(database: Database): Promise<RemoveCasts> {
  const rows = await database.query<{ name: string }>(sql`
    select format_type(t.oid, null) as name from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname not in ('pg_catalog', 'information_schema') and t.typtype in ('b', 'd', 'e') and t.typcategory <> 'A'
      and not starts_with(n.nspname, 'pg_toast')`)
  return castRemover(rows.map(({ name }) => name))
}

export function castRemover(types: readonly string[]): RemoveCasts {
  if (types.length === 0) return (text) => text
  const names = types.map((name) => name.replaceAll(/[^\w"]/g, String.raw`\$&`)).join('|')
  const casts = new RegExp(String.raw`'(?:[^']|'')*'|::(?:${names})(?:\[\])?(?![\w$."])`, 'g')
  return (text) => text.replaceAll(casts, (part) => (part.startsWith("'") ? part : ''))
}
