import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { FormerTable, OwnUpgrade } from './own-table.ts'

/**
 * A step that renames a table with its indexes, constraints and sequence.
 *
 * It leaves a view with the former name for processes with older code. On PostgreSQL, they work as if it were
 * the table. On SQLite, a view is read-only: their writes fail, and are not lost in a table that they create
 * again.
 */
export function rename(from: FormerTable, to: string): OwnUpgrade {
  return {
    isRolling: true,
    from,
    statements: (database) =>
      database.dialect === 'postgres'
        ? onPostgres(database, from.name, to)
        : onSqlite(database, from.name, to),
  }
}

async function* onPostgres(database: Database, from: string, to: string): AsyncGenerator<string> {
  // Read first, because nothing is renamed while the SQL is only printed.
  const parts = await database.query<{ name: string; change: string }>(readParts(from))
  const grants = await database.query<{ text: string }>(readGrants(from))
  for (const { name, change } of parts) yield `${change} to ${to}${name.slice(from.length)}`
  yield `alter table ${from} rename to ${to}`
  // Claiming jobs compares `ctid`, which a view has only if it selects it.
  yield `create view ${from} as select ctid, * from ${to}`
  for (const { text } of grants) yield text
}

/** The indexes, which include those of keys, then the sequences and the other constraints. */
const readParts = (table: string) => sql`
  select c.relname::text as name, format('alter index %I rename', c.relname) as change
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = to_regclass(${table}) and c.relname like ${`${table}\\_%`}
  union all
  select c.relname::text, format('alter sequence %I rename', c.relname)
  from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'S'
  where d.refobjid = to_regclass(${table}) and c.relname like ${`${table}\\_%`}
  union all
  select k.conname::text, format('alter table %I rename constraint %I', ${table}::text, k.conname)
  from pg_constraint k
  where k.conrelid = to_regclass(${table}) and k.contype not in ('p', 'u')
    and k.conname like ${`${table}\\_%`}
  order by name`

/** Needed because a new view does not have the privileges that other roles have on its table. */
const readGrants = (table: string) => sql`
  select format('grant %s on %I to %s', lower(g.privilege_type), c.relname,
    case g.grantee when 0 then 'public' else quote_ident(g.grantee::regrole::text) end) as text
  from pg_class c cross join aclexplode(c.relacl) g
  where c.oid = to_regclass(${table}) and g.grantee <> c.relowner
    and g.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
  order by text`

async function* onSqlite(database: Database, from: string, to: string): AsyncGenerator<string> {
  const indexes = await database.query<{ name: string; text: string }>(sql`
    select name, sql as text from sqlite_schema
    where type = 'index' and tbl_name = ${from} and sql is not null order by name`)
  for (const { name } of indexes) yield `drop index ${name}`
  yield `alter table ${from} rename to ${to}`
  for (const { text } of indexes) yield text.replaceAll(from, to)
  yield `create view ${from} as select * from ${to}`
}
