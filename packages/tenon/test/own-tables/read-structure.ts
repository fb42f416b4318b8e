import type { Database } from '../../src/data/database/database.ts'
import { sql } from '../../src/data/database/sql.ts'

/** Describes the tables of a database with columns, constraints and indexes, but not the one of versions. */
export async function readStructure(database: Database): Promise<readonly string[]> {
  const rows = await database.query<{ line: string }>(
    database.dialect === 'sqlite' ? ofSqlite : ofPostgres,
  )
  return rows
    .map(({ line }) => line.replaceAll(/\btest_\w+\.|if not exists |["\s]/g, ''))
    .filter((line) => !line.startsWith('tenon_tables'))
    .toSorted()
}

/** The text of a table also says what is checked, and that ids are not used again. */
const ofSqlite = sql`
  select concat_ws(' ', t.name, c.name, c.type, c."notnull", c.dflt_value, c.pk,
    t.sql like '%autoincrement%', t.sql like '%check (%') as line
  from sqlite_schema t join pragma_table_info(t.name) c
  where t.type = 'table' and t.name not like 'sqlite_%'
  union all
  select concat_ws(' ', t.name, k."table", k."from", k."to", k.on_delete)
  from sqlite_schema t join pragma_foreign_key_list(t.name) k where t.type = 'table'
  union all
  select concat_ws(' ', t.name, i.origin, i."unique",
    (select group_concat(name) from pragma_index_info(i.name)), s.sql)
  from sqlite_schema t join pragma_index_list(t.name) i join sqlite_schema s on s.name = i.name
  where t.type = 'table'`

const ofPostgres = sql`
  select concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
    a.attidentity, pg_get_expr(d.adbin, d.adrelid)) as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
  union all
  select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = current_schema()::regnamespace
  union all
  select concat_ws(' ', relname, relkind, pg_get_indexdef(oid))
  from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('i', 'S')`
