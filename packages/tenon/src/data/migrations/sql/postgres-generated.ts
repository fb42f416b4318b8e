import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { quote, readDependents } from './catalog.ts'

/** How to take generated columns from a table of PostgreSQL, and how to add them again. */
export interface GeneratedColumns {
  readonly drop: readonly string[]
  /** With their indexes and constraints. */
  readonly add: readonly string[]
}

/** Reads the columns that are generated from a column: PostgreSQL changes its type only without them. */
export async function readGeneratedFrom(
  database: Database,
  table: string,
  column: string,
): Promise<GeneratedColumns> {
  // Before version 15, the column depends on the other itself, and not its expression.
  const found = await database.query<{ name: string; text: string }>(sql`
    select g.attname::text as name,
      format('alter table %s add column %I %s%s generated always as (%s) %s%s', g.attrelid::regclass, g.attname,
        format_type(g.atttypid, g.atttypmod),
        (select format(' collate %I.%I', n.nspname, c.collname) from pg_type t, pg_collation c, pg_namespace n
         where t.oid = g.atttypid and g.attcollation <> t.typcollation and c.oid = g.attcollation and n.oid = c.collnamespace),
        pg_get_expr(e.adbin, e.adrelid), case g.attgenerated when 'v' then 'virtual' else 'stored' end,
        case when g.attnotnull then ' not null' end) as text
    from pg_attribute a
    join pg_attribute g on g.attrelid = a.attrelid and g.attgenerated <> ''
    join pg_attrdef e on e.adrelid = g.attrelid and e.adnum = g.attnum
    where a.attrelid = to_regclass(quote_ident(${table})) and a.attname = ${column}
      and exists (select from pg_depend d
        where d.refclassid = 'pg_class'::regclass and d.refobjid = a.attrelid and d.refobjsubid = a.attnum
          and (d.classid = 'pg_attrdef'::regclass and d.objid = e.oid
            or d.classid = 'pg_class'::regclass and d.objid = g.attrelid and d.objsubid = g.attnum))
    order by g.attnum`)
  const dependents = new Set<string>()
  for (const { name } of found) {
    for (const text of await readDependents(database, table, name)) dependents.add(text)
  }
  return {
    drop: found.map(({ name }) => `alter table ${quote(table)} drop column ${quote(name)}`),
    add: [...found.map(({ text }) => text), ...dependents],
  }
}
