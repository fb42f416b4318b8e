import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { SEARCH_EVENTS } from '../../migrations/search-index.ts'
import { SEARCHING } from '../describe-indexes.ts'
import { type FoundSearch, parseSqliteSearch } from '../search-index-sql.ts'
import { isColumn, definesColumn, parseSqliteTable } from '../../migrations/sql/sqlite-table.ts'
import type {
  Catalog,
  CatalogColumn,
  CatalogForeignKey,
  CatalogIndex,
  CatalogTable,
  CatalogView,
  Remark,
} from '../catalog-table.ts'
import { clausesAfter } from './sqlite-clauses.ts'
import { sqliteKind } from './sqlite-kind.ts'

/** Reads the catalog of an SQLite file. */
export async function readSqliteCatalog(database: Database): Promise<Catalog> {
  const rows = await database.query<TableRow>(tableRows)
  const searches = await readSearches(database)
  const tables: CatalogTable[] = []
  for (const row of rows) {
    const own = searches.filter(({ table }) => table === row.name)
    const table = await readTable(row, rows, database)
    tables.push({ ...table, searches: own.map(({ search }) => search) })
  }
  const names = await database.query<{ name: string }>(viewRows)
  const views: CatalogView[] = []
  for (const { name } of names) {
    const parts = { row: undefined, keys: [], definitions: [] }
    const columns = (await readColumns(name, database)).map((column) => toColumn(column, parts))
    views.push({ name, kind: 'the view', columns })
  }
  const known = new Set(searches.flatMap(placesOf))
  const remarks = await database.query<Remark>(remarkRows)
  return { tables, views, remarks: remarks.filter(({ place }) => !known.has(place)) }
}

/** Reads the search indexes. An index without one of its triggers counts as missing, because it misses changes. */
async function readSearches(database: Database): Promise<readonly FoundSearch[]> {
  const rows = await database.query<{ sql: string; triggers: number }>(sql`
    select s.sql, (select count(*) from sqlite_schema t where t.type = 'trigger'
      and t.name in (select s.name || '_' || value from json_each(${JSON.stringify(SEARCH_EVENTS)}))) as triggers
    from sqlite_schema s where s.sql like 'create virtual table %' order by s.name`)
  return rows
    .filter(({ triggers }) => triggers === SEARCH_EVENTS.length)
    .flatMap((row) => parseSqliteSearch(row.sql) ?? [])
}

/** The places that remarks give for a search index and its triggers. */
function placesOf({ index }: FoundSearch): string[] {
  const triggers = SEARCH_EVENTS.map((event) => `the trigger ${index}_${event}`)
  return [`the virtual table ${index}`, ...triggers]
}

interface TableRow {
  readonly name: string
  readonly sql: string
  /** Whether the primary key has an index; if so, the key is not an alias of the row id. */
  readonly has_key_index: number
}

interface ColumnRow {
  readonly name: string
  readonly type: string
  readonly required: number
  readonly expression: string | null
  /** The position in the primary key, from 1; 0 if the column does not belong to it. */
  readonly key: number
  /** 2 and 3 mark generated columns. */
  readonly hidden: number
}

interface KeyRow {
  readonly id: number
  readonly target: string
  readonly column: string
  readonly target_column: string | null
  readonly on_update: string
  readonly on_delete: string
}

interface IndexRow {
  readonly name: string
  readonly is_unique: number
  readonly is_partial: number
  readonly sql: string | null
}

interface IndexKeyRow {
  readonly name: string | null
  readonly descending: number
  readonly collation: string
}

const tableRows = sql`
  select l.name, s.sql,
    exists (select 1 from pragma_index_list(l.name) i where i.origin = 'pk') as has_key_index
  from pragma_table_list l join sqlite_schema s on s.name = l.name and s.type = 'table'
  where l.schema = 'main' and l.type = 'table' and l.name not like 'sqlite\\_%' escape '\\'
  order by l.name`

const viewRows = sql`select name from sqlite_schema where type = 'view' order by name`

const remarkRows = sql`
  select 'the trigger ' || name as place,
    'stays in the database. Create it with execute() if an empty database needs it.' as text
  from sqlite_schema where type = 'trigger' and substr(name, 1, 13) <> 'tenon_mirror_'
  union all
  select 'the virtual table ' || l.name,
    'stays in the database. Create it with execute() if an empty database needs it.'
      || case when s.sql like '%using fts_%' then ${` ${SEARCHING}`} else '' end
  from pragma_table_list l join sqlite_schema s on s.name = l.name
  where l.schema = 'main' and l.type = 'virtual'
  order by 1`

async function readTable(
  row: TableRow,
  tables: readonly TableRow[],
  database: Database,
): Promise<Omit<CatalogTable, 'searches'>> {
  const { name } = row
  const columns = await readColumns(name, database)
  const keys = columns.filter(({ key }) => key > 0).toSorted((one, other) => one.key - other.key)
  const { definitions } = parseSqliteTable(row.sql)

  return {
    name,
    isReadable: true,
    columns: columns.map((column) => toColumn(column, { row, keys, definitions })),
    primaryKey: keys.map((key) => key.name),
    foreignKeys: await readForeignKeys(name, tables, database),
    indexes: await readIndexes(name, database),
    checks: definitions.flatMap((definition) => clausesAfter('check', definition)),
  }
}

function readColumns(table: string, database: Database): Promise<ColumnRow[]> {
  return database.query<ColumnRow>(sql`
    select name, type, "notnull" as required, dflt_value as expression, pk as "key", hidden
    from pragma_table_xinfo(${table}) order by cid`)
}

interface TableParts {
  /** Absent for a view. */
  readonly row: TableRow | undefined
  readonly keys: readonly ColumnRow[]
  readonly definitions: readonly string[]
}

function toColumn(column: ColumnRow, { row, keys, definitions }: TableParts): CatalogColumn {
  const definition = definitions.find((each) => isColumn(each) && definesColumn(each, column.name))
  const isGenerated = column.hidden === 2 || column.hidden === 3
  // SQLite creates an index for any other key, including BIGINT keys and INTEGER PRIMARY KEY DESC.
  const isRowId = keys.length === 1 && column.key === 1 && row?.has_key_index === 0
  return {
    name: column.name,
    nativeType: column.type,
    kind: sqliteKind(withoutGeneration(column.type)),
    isNullable: column.required === 0,
    isNumbered: isRowId,
    defaultSql: column.expression ?? undefined,
    generatedSql: isGenerated ? clausesAfter('as', definition ?? '')[0] : undefined,
    needsOther: false,
  }
}

/** Removes `generated always`, because SQLite reports these words as a part of the type. */
function withoutGeneration(type: string): string {
  return type.replace(/\s*generated always$/i, '')
}

async function readForeignKeys(
  table: string,
  tables: readonly TableRow[],
  database: Database,
): Promise<CatalogForeignKey[]> {
  const rows = await database.query<KeyRow>(sql`
    select id, "table" as target, "from" as "column", "to" as target_column, on_update, on_delete
    from pragma_foreign_key_list(${table}) order by id, seq`)
  const byId = Map.groupBy(rows, ({ id }) => id)
  const keys: CatalogForeignKey[] = []
  for (const parts of byId.values()) keys.push(await toForeignKey(parts, tables, database))
  return keys.toReversed()
}

/** Resolves names as SQLite does: ignores case, and uses the primary key if no column is named. */
async function toForeignKey(
  parts: readonly KeyRow[],
  tables: readonly TableRow[],
  database: Database,
): Promise<CatalogForeignKey> {
  const [first] = parts
  const named = (first?.target ?? '').toLowerCase()
  const target =
    tables.find(({ name }) => name.toLowerCase() === named)?.name ?? first?.target ?? ''
  const columns = await database.query<{ name: string; key: number }>(sql`
    select name, pk as "key" from pragma_table_info(${target}) order by pk, cid`)
  const primary = columns.filter(({ key }) => key > 0)
  return {
    columns: parts.map(({ column }) => column),
    table: target,
    targetColumns: parts.map(({ target_column: name }, i) =>
      name === null
        ? (primary[i]?.name ?? '')
        : (columns.find((each) => each.name.toLowerCase() === name.toLowerCase())?.name ?? name),
    ),
    onDelete: toAction(first?.on_delete),
    onUpdate: toAction(first?.on_update),
    isDeferrable: false,
    isElsewhere: false,
  }
}

const actions = ['no action', 'restrict', 'cascade', 'set null', 'set default'] as const

function toAction(text = ''): CatalogForeignKey['onDelete'] {
  return actions.find((action) => action === text.toLowerCase()) ?? 'no action'
}

async function readIndexes(table: string, database: Database): Promise<CatalogIndex[]> {
  const rows = await database.query<IndexRow>(sql`
    select l.name, l."unique" as is_unique, l.partial as is_partial, s.sql
    from pragma_index_list(${table}) l join sqlite_schema s on s.name = l.name
    where l.origin <> 'pk' order by l.name`)
  const indexes: CatalogIndex[] = []
  for (const row of rows) {
    const keys = await database.query<IndexKeyRow>(sql`
      select name, "desc" as descending, coll as collation
      from pragma_index_xinfo(${row.name}) where "key" = 1 order by seqno`)
    indexes.push(toIndex(row, keys))
  }
  return indexes
}

function toIndex(row: IndexRow, keys: readonly IndexKeyRow[]): CatalogIndex {
  const parsed = row.sql === null ? undefined : parseSqliteTable(row.sql)
  // Then the collation is that of the column. An index made by createIndex() has it too.
  const isOfColumn = row.is_unique === 0 && !/\bcollate\b/i.test(row.sql ?? '')
  const isExotic = keys.some(
    ({ descending, collation }) =>
      descending === 1 || (!isOfColumn && collation.toLowerCase() !== 'binary'),
  )
  return {
    name: row.name,
    unique: row.is_unique === 1,
    keys: keys.map(({ name }, i) =>
      name === null ? { expression: parsed?.definitions[i] ?? '' } : { column: name },
    ),
    ignoresCase: keys.every(({ collation }) => collation.toLowerCase() === 'nocase'),
    where: row.is_partial === 1 ? parsed?.tail.replace(/^where\s+/i, '') : undefined,
    exotic: isExotic ? (row.sql ?? uniqueText(keys)) : undefined,
  }
}

/** The SQL of a constraint whose index has no text of its own. */
function uniqueText(keys: readonly IndexKeyRow[]): string {
  return `unique (${keys.map(({ name, collation }) => `${name ?? ''} collate ${collation}`).join(', ')})`
}
