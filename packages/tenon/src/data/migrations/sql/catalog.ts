import type { Database } from '../../database/database.ts'
import { sql, type Sql } from '../../database/sql.ts'
import type { Dialect } from '../../database/statement.ts'
import { type IndexedColumns, indexName } from '../../columns/object-names.ts'

/** An index in the database. */
export interface CatalogIndex {
  readonly name: string
  readonly unique: boolean
  /** The columns. An expression is an empty text, unless it only folds the case of a column. */
  readonly columns: readonly string[]
  /** SQLite's `create index` text; `undefined` on PostgreSQL. */
  readonly sql: string | undefined
}

/** A foreign key or check constraint of one column in PostgreSQL. */
export interface CatalogConstraint {
  readonly name: string
  readonly kind: 'foreign' | 'check'
  readonly column: string
  /** The condition of a check. */
  readonly condition: string | null
}

/** Reads the triggers of an SQLite table, the oldest first. */
export function readTriggers(
  database: Database,
  table: string,
): Promise<{ readonly name: string; readonly sql: string }[]> {
  return database.query(
    sql`select name, sql from sqlite_schema where tbl_name = ${table} and type = 'trigger' order by rowid`,
  )
}

/** Reads the indexes of a table, without those that SQLite creates for constraints. */
export async function readIndexes(database: Database, table: string): Promise<CatalogIndex[]> {
  const found = await database.query<{
    name: string
    is_unique: number
    columns: string
    sql?: string
  }>(statements[database.dialect].indexes(table))
  return found.map((row) => ({
    name: row.name,
    unique: row.is_unique === 1,
    columns: row.columns.split('\n').map(toColumn),
    sql: row.sql,
  }))
}

/** An index or unique constraint that covers exactly the given columns. */
export interface FoundIndex {
  readonly name: string
  /** Whether a `unique` constraint made the index, so that only dropping the constraint drops it. */
  readonly isConstraint: boolean
}

/**
 * Finds the index on exactly these columns, under its derived name or a name that another tool gave it. Finds a partial
 * index only if `where` is given. The condition itself is not compared.
 */
export async function findIndex(
  database: Database,
  index: IndexedColumns & { readonly where?: string | undefined },
): Promise<FoundIndex | undefined> {
  const rows = await database.query<{
    name: string
    is_unique: number
    is_constraint: number
    is_partial: number
    columns: string
  }>(statements[database.dialect].coverage(index.table))
  const found = rows.filter(
    (row) =>
      (row.is_unique === 1) === index.unique &&
      (row.is_partial === 0 || index.where !== undefined) &&
      row.columns.split('\n').map(toColumn).join() === index.columns.join(),
  )
  const own = found.find(({ name }) => name === indexName(index)) ?? found[0]
  return own && { name: own.name, isConstraint: own.is_constraint === 1 }
}

/** Converts an indexed column or expression to a column's name; empty for other expressions than folded case. */
function toColumn(indexed: string): string {
  if (!indexed.includes('(')) return indexed
  return /\blower\(+"?(\w+)"?\)?(?:::text)?(?: collate "C")?\)/i.exec(indexed)?.[1] ?? ''
}

/** Whether PostgreSQL has an index with this name that was left incomplete and is never used. */
export async function hasInvalidIndex(database: Database, name: string): Promise<boolean> {
  const invalid = statements[database.dialect].invalidIndex?.(name)
  return invalid !== undefined && (await database.query(invalid)).length > 0
}

/** Reads the foreign keys and checks of a PostgreSQL table. Returns an empty list on SQLite, where none is needed. */
export async function readConstraints(
  database: Database,
  table: string,
): Promise<CatalogConstraint[]> {
  const read = statements[database.dialect].constraints?.(table)
  return read === undefined ? [] : database.query<CatalogConstraint>(read)
}

/** Whether a PostgreSQL table has all of these columns. */
export async function hasColumns(
  database: Database,
  table: string,
  columns: readonly string[],
): Promise<boolean> {
  const found = await database.query<{ name: string }>(sql`
    select attname::text as name from pg_attribute
    where attrelid = to_regclass(quote_ident(${table})) and attnum > 0 and not attisdropped`)
  const names = new Set(found.map(({ name }) => name))
  return columns.every((column) => names.has(column))
}

/**
 * Reads the statements that create again the indexes and constraints that PostgreSQL drops with a column, including
 * those that no operation has created.
 */
export async function readDependents(
  database: Database,
  table: string,
  column: string,
): Promise<string[]> {
  const found = await database.query<{ text: string }>(sql`
    select distinct d.classid = 'pg_constraint'::regclass as is_constraint,
      case when d.classid = 'pg_class'::regclass then pg_get_indexdef(d.objid)
        else format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) end as text
    from pg_attribute a
    join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = a.attrelid and d.refobjsubid = a.attnum
    left join pg_index i on d.classid = 'pg_class'::regclass and i.indexrelid = d.objid
    left join pg_constraint k on d.classid = 'pg_constraint'::regclass and k.oid = d.objid and k.conrelid = a.attrelid
    where a.attrelid = to_regclass(quote_ident(${table})) and a.attname = ${column}
      and (i.indexrelid is not null or k.oid is not null)
    order by 1, 2`)
  return found.map(({ text }) => text)
}

/** The statements that drop generated columns from a PostgreSQL table, and those that add them again. */
export interface GeneratedColumns {
  readonly drop: readonly string[]
  /** Adds the columns, and their indexes and constraints. */
  readonly add: readonly string[]
}

/** Reads the columns that are generated from a column. PostgreSQL cannot change the column's type while they exist. */
export async function readGeneratedFrom(
  database: Database,
  table: string,
  column: string,
): Promise<GeneratedColumns> {
  // Before version 15, `pg_depend` lists the generated column itself; since then, it lists its expression.
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

/**
 * Writes the statements that drop every table and view of the database. On PostgreSQL these are the tables and views of
 * the current schema, with its types, functions and sequences. Objects of extensions stay, and so do types, functions
 * and sequences of roles that the connection is not a member of.
 */
export async function dropEverything(database: Database): Promise<string[]> {
  const { relations, dropOptions } = statements[database.dialect]
  const found = await database.query<{ kind: string; name: string; signature: string }>(relations)
  return found.map(
    ({ kind, name, signature }) =>
      `drop ${kind} if exists ${quote(name)}${signature}${dropOptions}`,
  )
}

/** Quotes a name that was read from the database. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The queries to the catalogs of the two databases. */
interface CatalogStatements {
  readonly indexes: (table: string) => Sql
  /** Includes the indexes of `unique` constraints, which have no text of their own on SQLite. */
  readonly coverage: (table: string) => Sql
  /** Absent on SQLite, which never leaves an index incomplete. */
  readonly invalidIndex?: (name: string) => Sql
  /** Absent on SQLite, whose statements never name constraints. */
  readonly constraints?: (table: string) => Sql
  readonly relations: Sql
  readonly dropOptions: string
}

const sqlite: CatalogStatements = {
  indexes: (table) => sql`
    select s.name, l."unique" as is_unique, s.sql,
      (select group_concat(coalesce(i.name, replace(s.sql, char(10), ' ')), char(10)) from pragma_index_info(s.name) i) as columns
    from pragma_index_list(${table}) l join sqlite_schema s on s.name = l.name
    where s.type = 'index' and s.sql is not null
    order by s.name`,

  coverage: (table) => sql`
    select l.name, l."unique" as is_unique, l.origin = 'u' as is_constraint, l.partial as is_partial,
      (select group_concat(coalesce(i.name, replace(s.sql, char(10), ' ')), char(10)) from pragma_index_info(l.name) i) as columns
    from pragma_index_list(${table}) l join sqlite_schema s on s.name = l.name
    where l.origin <> 'pk' order by l.name`,

  // Virtual tables come first, because they drop their shadow tables.
  relations: sql`
    select case type when 'view' then 'view' else 'table' end as kind, name, '' as signature
    from pragma_table_list
    where schema = 'main' and type in ('virtual', 'view', 'table') and name not like 'sqlite\\_%' escape '\\'
    order by case type when 'virtual' then 0 when 'view' then 1 else 2 end, name`,

  dropOptions: '',
}

const postgres: CatalogStatements = {
  indexes: (table) => sql`
    select c.relname::text as name, x.indisunique::int as is_unique,
      (select string_agg(coalesce(a.attname::text, pg_get_indexdef(c.oid, k.position::int, true)),
         chr(10) order by k.position)
       from unnest(x.indkey::int2[]) with ordinality k(number, position)
       left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.number) as columns
    from pg_index x join pg_class c on c.oid = x.indexrelid
    where x.indrelid = to_regclass(quote_ident(${table}))
    order by c.relname`,

  coverage: (table) => sql`
    select c.relname::text as name, x.indisunique::int as is_unique,
      (exists (select from pg_constraint k where k.conindid = c.oid and k.contype = 'u'))::int as is_constraint,
      (x.indpred is not null)::int as is_partial,
      (select string_agg(coalesce(a.attname::text, pg_get_indexdef(c.oid, k.position::int, true)),
         chr(10) order by k.position)
       from unnest(x.indkey::int2[]) with ordinality k(number, position)
       left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.number
       where k.position <= x.indnkeyatts) as columns
    from pg_index x join pg_class c on c.oid = x.indexrelid
    where x.indrelid = to_regclass(quote_ident(${table})) and not x.indisprimary
    order by c.relname`,

  invalidIndex: (name) => sql`
    select 1 as found from pg_index
    where indexrelid = to_regclass(quote_ident(${name})) and not indisvalid`,

  constraints: (table) => sql`
    select c.conname::text as name, a.attname::text as column,
      case c.contype when 'f' then 'foreign' else 'check' end as kind,
      pg_get_expr(c.conbin, c.conrelid) as condition
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.conrelid = to_regclass(quote_ident(${table})) and c.contype in ('f', 'c')
    order by c.conname`,

  // Tables and views come first; `cascade` drops most of the rest with them. Functions and sequences that belong to a
  // range, an identity or a serial are left out, because they can only be dropped with it (deptype i, a). The row types
  // of tables are left out too.
  relations: sql`
    select kind, name, signature from (
      select 1 as place, case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table'
          else 'table' end as kind,
        c.relname::text as name, '' as signature, 'pg_class'::regclass as class, c.oid, c.relowner as owner
      from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      union all
      select 2, 'sequence', c.relname::text, '', 'pg_class'::regclass, c.oid, c.relowner
      from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S'
      union all
      select 3, case p.prokind when 'p' then 'procedure' when 'a' then 'aggregate' else 'function' end,
        p.proname::text, format('(%s)', pg_get_function_identity_arguments(p.oid)), 'pg_proc'::regclass, p.oid, p.proowner
      from pg_proc p
      where p.pronamespace = current_schema()::regnamespace
      union all
      select 4, case t.typtype when 'd' then 'domain' else 'type' end, t.typname::text, '', 'pg_type'::regclass, t.oid, t.typowner
      from pg_type t left join pg_class c on c.oid = t.typrelid
      where t.typnamespace = current_schema()::regnamespace
        and (t.typtype in ('d', 'e', 'r') or t.typtype = 'c' and c.relkind = 'c')) as found
    where (place = 1 or pg_has_role(owner, 'member'))
      and not exists (select from pg_depend d where d.classid = found.class and d.objid = found.oid
        and (d.deptype = 'e' or place in (2, 3) and d.deptype in ('i', 'a')))
    order by place, kind, name, signature`,

  dropOptions: ' cascade',
}

const statements: Readonly<Record<Dialect, CatalogStatements>> = { sqlite, postgres }
