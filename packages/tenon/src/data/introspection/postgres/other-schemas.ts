import type { Database } from '../../database/database.ts'
import { isSchemaList } from '../../database/database-url.ts'
import { sql } from '../../database/sql.ts'
import type { Remark } from '../catalog-table.ts'

/** How many schemas a remark names. A database may have one schema for each customer. */
const NAMED = 5

/** A remark about the schemas with tables that the connection does not read. SQLite has only one schema. */
export async function readOtherSchemas(database: Database): Promise<readonly Remark[]> {
  if (database.dialect === 'sqlite') return []
  const rows = await database.query<{ name: string; path: string }>(sql`
    select n.nspname::text as name, array_to_string(current_schemas(false), ',') as path
    from pg_namespace n
    where n.nspname <> all (current_schemas(false)) and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and has_schema_privilege(n.oid, 'usage')
      and exists (select from pg_class c where c.relnamespace = n.oid and c.relkind in ('r', 'p'))
    order by 1`)
  const [first] = rows
  if (first === undefined) return []
  const named = rows.slice(0, NAMED).map(({ name }) => name)
  const others = rows.length > NAMED ? ` and ${rows.length - NAMED} others` : ''
  return [
    {
      place: `the tables of ${named.join(', ')}${others}`,
      text: `are in schemas that the connection does not read. ${schemaAdvice(
        first.path,
        rows.map(({ name }) => name),
      )}`,
    },
  ]
}

/** Advice on how to read one more schema in addition to those of the search path. */
export function schemaAdvice(path: string, names: readonly string[]): string {
  const schema = names.map((name) => `${path},${name}`).find(isSchemaList)
  return schema === undefined
    ? 'To pull one too, add it to the search_path of the role: ?schema= takes lower-case letters, digits and underscores only.'
    : `Name a schema in DATABASE_URL to pull it too: ?schema=${schema}.`
}
