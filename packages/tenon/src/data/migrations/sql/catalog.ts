import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'

/** An index as the database has it. */
export interface CatalogIndex {
  readonly name: string
  readonly unique: boolean
  readonly columns: readonly string[]
  /** SQLite's `create index` text; `undefined` on PostgreSQL. */
  readonly sql: string | undefined
}

/** A foreign key as PostgreSQL has it. */
export interface CatalogForeignKey {
  readonly name: string
  readonly column: string
}

/** Reads the indexes of a table, without those that SQLite makes for constraints. */
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
    columns: row.columns.split(','),
    sql: row.sql,
  }))
}

/** Reads the foreign keys of a table on PostgreSQL; SQLite's have no name to go by. */
export async function readForeignKeys(
  database: Database,
  table: string,
): Promise<CatalogForeignKey[]> {
  if (database.dialect === 'sqlite') return []
  return database.query<{ name: string; column: string }>(sql`
    select c.conname::text as name, a.attname::text as column
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.conrelid = to_regclass(quote_ident(${table})) and c.contype = 'f'
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

/** Quotes a name that the database itself told. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

const sqliteIndexes = (table: string) => sql`
  select s.name, l."unique" as is_unique, s.sql,
    (select group_concat(coalesce(i.name, '')) from pragma_index_info(s.name) i) as columns
  from pragma_index_list(${table}) l join sqlite_schema s on s.name = l.name
  where s.type = 'index' and s.sql is not null
  order by s.name`

const postgresIndexes = (table: string) => sql`
  select c.relname::text as name, x.indisunique::int as is_unique,
    (select string_agg(coalesce(a.attname::text, ''), ',' order by k.position)
     from unnest(x.indkey::int2[]) with ordinality k(number, position)
     left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.number) as columns
  from pg_index x join pg_class c on c.oid = x.indexrelid
  where x.indrelid = to_regclass(quote_ident(${table}))
  order by c.relname`

/** Virtual tables first: they take their shadow tables with them. */
const sqliteRelations = sql`
  select case type when 'view' then 'view' else 'table' end as kind, name
  from pragma_table_list
  where schema = 'main' and type in ('virtual', 'view', 'table') and name not like 'sqlite\\_%' escape '\\'
  order by case type when 'virtual' then 0 when 'view' then 1 else 2 end, name`

/** What belongs to an extension stays. */
const postgresRelations = sql`
  select case c.relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind,
    c.relname::text as name
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by kind, name`
