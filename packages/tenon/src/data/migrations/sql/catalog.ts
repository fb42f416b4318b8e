import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { type IndexedColumns, indexName } from '../object-names.ts'

/** An index in the database. */
export interface CatalogIndex {
  readonly name: string
  readonly unique: boolean
  /** Empty for an expression, unless it only folds the case of a column. */
  readonly columns: readonly string[]
  /** SQLite's `create index` text; `undefined` on PostgreSQL. */
  readonly sql: string | undefined
}

/** A foreign key or check constraint of one column in PostgreSQL. */
export interface CatalogConstraint {
  readonly name: string
  readonly kind: 'foreign' | 'check'
  readonly column: string
}

/** Reads the indexes of a table, without those that SQLite creates for constraints. */
export async function readIndexes(database: Database, table: string): Promise<CatalogIndex[]> {
  const found = await database.query<{
    name: string
    is_unique: number
    columns: string
    sql?: string
  }>(database.dialect === 'sqlite' ? sqliteIndexes(table) : postgresIndexes(table))
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
  /** Whether it was made by a `unique` of the table, and goes only with it. */
  readonly isConstraint: boolean
}

/** Finds the index on exactly these columns, under its derived name or the one that another tool gave it. */
export async function findIndex(
  database: Database,
  index: IndexedColumns,
): Promise<FoundIndex | undefined> {
  const rows = await database.query<{
    name: string
    is_unique: number
    is_constraint: number
    columns: string
  }>(database.dialect === 'sqlite' ? sqliteCoverage(index.table) : postgresCoverage(index.table))
  const found = rows.filter(
    (row) =>
      (row.is_unique === 1) === index.unique &&
      row.columns.split('\n').map(toColumn).join() === index.columns.join(),
  )
  const own = found.find(({ name }) => name === indexName(index)) ?? found[0]
  return own && { name: own.name, isConstraint: own.is_constraint === 1 }
}

/** Reads what is indexed: a column's name, or the text of an expression. */
function toColumn(indexed: string): string {
  if (!indexed.includes('(')) return indexed
  return /\blower\(+"?(\w+)"?\)?(?:::text)?(?: collate "C")?\)/i.exec(indexed)?.[1] ?? ''
}

/** Whether PostgreSQL has an incomplete index with this name, which it never uses. */
export async function hasInvalidIndex(database: Database, name: string): Promise<boolean> {
  if (database.dialect === 'sqlite') return false
  const found = await database.query(sql`
    select 1 as found from pg_index
    where indexrelid = to_regclass(quote_ident(${name})) and not indisvalid`)
  return found.length > 0
}

/** Reads the foreign keys and checks of a PostgreSQL table; SQLite statements never name theirs. */
export async function readConstraints(
  database: Database,
  table: string,
): Promise<CatalogConstraint[]> {
  if (database.dialect === 'sqlite') return []
  return database.query<CatalogConstraint>(sql`
    select c.conname::text as name, a.attname::text as column,
      case c.contype when 'f' then 'foreign' else 'check' end as kind
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.conrelid = to_regclass(quote_ident(${table})) and c.contype in ('f', 'c')
    order by c.conname`)
}

/** Writes the statements that drop every table and view of the database (PostgreSQL: the schema). */
export async function dropEverything(database: Database): Promise<string[]> {
  const found = await database.query<{ kind: string; name: string }>(
    database.dialect === 'sqlite' ? sqliteRelations : postgresRelations,
  )
  const cascade = database.dialect === 'sqlite' ? '' : ' cascade'
  return found.map(({ kind, name }) => `drop ${kind} if exists ${quote(name)}${cascade}`)
}

/** Quotes a name that was read from the database. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

const sqliteIndexes = (table: string) => sql`
  select s.name, l."unique" as is_unique, s.sql,
    (select group_concat(coalesce(i.name, replace(s.sql, char(10), ' ')), char(10)) from pragma_index_info(s.name) i) as columns
  from pragma_index_list(${table}) l join sqlite_schema s on s.name = l.name
  where s.type = 'index' and s.sql is not null
  order by s.name`

/** Also the indexes that `unique` makes, which have no text of their own. */
const sqliteCoverage = (table: string) => sql`
  select l.name, l."unique" as is_unique, l.origin = 'u' as is_constraint,
    (select group_concat(coalesce(i.name, replace(s.sql, char(10), ' ')), char(10)) from pragma_index_info(l.name) i) as columns
  from pragma_index_list(${table}) l join sqlite_schema s on s.name = l.name
  where l.origin <> 'pk' order by l.name`

const postgresCoverage = (table: string) => sql`
  select c.relname::text as name, x.indisunique::int as is_unique,
    (exists (select from pg_constraint k where k.conindid = c.oid and k.contype = 'u'))::int as is_constraint,
    (select string_agg(pg_get_indexdef(c.oid, n, true), chr(10) order by n)
     from generate_series(1, x.indnkeyatts) n) as columns
  from pg_index x join pg_class c on c.oid = x.indexrelid
  where x.indrelid = to_regclass(quote_ident(${table})) and not x.indisprimary
  order by c.relname`

const postgresIndexes = (table: string) => sql`
  select c.relname::text as name, x.indisunique::int as is_unique,
    (select string_agg(coalesce(a.attname::text, pg_get_indexdef(c.oid, k.position::int, true)),
       chr(10) order by k.position)
     from unnest(x.indkey::int2[]) with ordinality k(number, position)
     left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.number) as columns
  from pg_index x join pg_class c on c.oid = x.indexrelid
  where x.indrelid = to_regclass(quote_ident(${table}))
  order by c.relname`

/** Virtual tables come first, because they drop their shadow tables. */
const sqliteRelations = sql`
  select case type when 'view' then 'view' else 'table' end as kind, name
  from pragma_table_list
  where schema = 'main' and type in ('virtual', 'view', 'table') and name not like 'sqlite\\_%' escape '\\'
  order by case type when 'virtual' then 0 when 'view' then 1 else 2 end, name`

/** Keeps everything that belongs to an extension. */
const postgresRelations = sql`
  select case c.relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind,
    c.relname::text as name
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by kind, name`
