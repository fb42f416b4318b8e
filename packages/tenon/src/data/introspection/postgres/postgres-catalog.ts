import type { Searched } from '../../columns/search/searched.ts'
import { parsePostgresSearch } from '../search-index-sql.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type {
  Catalog,
  CatalogColumn,
  CatalogForeignKey,
  CatalogIndex,
  CatalogTable,
  Remark,
} from '../catalog-table.ts'
import { type RemoveCasts, readOwnTypes } from './own-types.ts'
import { postgresKind, type PostgresType } from './postgres-kind.ts'
import { unquoteName } from '../../columns/written/sql-text.ts'

/** Reads the catalog of the schemas that the connection uses. */
export async function readPostgresCatalog(database: Database): Promise<Catalog> {
  const columns = await database.query<ColumnRow>(columnRows)
  const constraints = await database.query<ConstraintRow>(constraintRows)
  const indexes = await database.query<IndexRow>(indexRows)
  const remarks = await database.query<{ place: string; text: string }>(remarkRows)
  const tables = await database.query<{ name: string; is_readable: boolean }>(tableRows)
  const views = await database.query<{ name: string; kind: string }>(viewRows)
  const removeCasts = await readOwnTypes(database)

  return {
    tables: tables.map(({ name, is_readable: isReadable }) => ({
      name,
      isReadable,
      columns: columns
        .filter(({ table }) => table === name)
        .map((row) => toColumn(row, removeCasts)),
      ...toConstraints(constraints.filter(({ table }) => table === name)),
      ...toIndexes(
        indexes.filter(({ table }) => table === name),
        removeCasts,
      ),
    })),
    views: views.map(({ name, kind }) => ({
      name,
      kind: VIEW_KINDS[kind] ?? 'the view',
      columns: columns
        .filter(({ table }) => table === name)
        .map((row) => toColumn(row, removeCasts)),
    })),
    remarks: [...remarks, ...exclusionRemarks(constraints)],
  }
}

interface ColumnRow {
  readonly table: string
  readonly name: string
  readonly native: string
  readonly base: string
  readonly base_text: string
  /** A JSON list. */
  readonly labels: string | null
  /** The type of the items of an array. */
  readonly item: string | null
  readonly item_labels: string | null
  readonly required: boolean
  readonly identity: string
  readonly generated: string
  readonly expression: string | null
  readonly needs_other: boolean
  /** A JSON list. */
  readonly domain_checks: string | null
}

interface ConstraintRow {
  readonly table: string
  readonly name: string
  readonly kind: string
  readonly columns: string
  readonly target: string | null
  readonly target_columns: string
  readonly on_delete: string
  readonly on_update: string
  readonly deferrable: boolean
  readonly elsewhere: boolean
  readonly definition: string
}

interface IndexRow {
  readonly table: string
  readonly name: string
  readonly is_unique: boolean
  /** A JSON list of pairs: the text, and whether it is a column. */
  readonly keys: string
  readonly condition: string | null
  readonly definition: string
  /** Whether it calls a function that no migration creates. */
  readonly needs_other: boolean
}

/** The schemas in which PostgreSQL looks up names, as set by `?schema=`. */
const schemas = sql`select oid from pg_namespace where nspname = any (current_schemas(false))`

/** A condition for objects that are found by name alone. Excludes partitions and objects of extensions. */
const own = sql`
  c.relnamespace in (${schemas}) and pg_table_is_visible(c.oid) and not c.relispartition
    and not exists (select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

const ownTables = sql`c.relkind in ('r', 'p') and ${own}`

const ownViews = sql`c.relkind in ('v', 'm', 'f') and ${own}`

const VIEW_KINDS: Readonly<Record<string, string>> = {
  v: 'the view',
  m: 'the materialized view',
  f: 'the foreign table',
}

const tableRows = sql`
  select c.relname::text as name, has_table_privilege(c.oid, 'select') as is_readable
  from pg_class c where ${ownTables} order by 1`

const viewRows = sql`
  select c.relname::text as name, c.relkind::text as kind from pg_class c where ${ownViews} order by 2 desc, 1`

/** The type of a column and the types below it, the lowest first: a domain may be based on another domain. */
const typesBelow = sql`
  with recursive step (type, typmod, required, depth) as (
    select t.oid, a.atttypmod, t.typnotnull, 0 from pg_type t where t.oid = a.atttypid
    union all
    select b.oid, d.typtypmod, b.typnotnull, step.depth + 1
    from step join pg_type d on d.oid = step.type and d.typtype = 'd' join pg_type b on b.oid = d.typbasetype
  )
  select array_agg(type order by depth desc) as types, (array_agg(typmod order by depth desc))[1] as typmod,
    bool_or(required) as required from step`

const columnRows = sql`
  select c.relname::text as table, a.attname::text as name,
    format_type(a.atttypid, a.atttypmod) as native, b.typname::text as base,
    format_type(b.oid, below.typmod) as base_text,
    (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = b.oid) as labels,
    i.typname::text as item,
    (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = i.oid) as item_labels,
    a.attnotnull or below.required as required, a.attidentity::text as identity,
    a.attgenerated::text as generated, pg_get_expr(f.adbin, f.adrelid) as expression,
    exists (select from pg_depend d
      where d.classid = 'pg_attrdef'::regclass and d.objid = f.oid
        and (d.refclassid = 'pg_proc'::regclass or d.refclassid = 'pg_class'::regclass
          and exists (select from pg_class s where s.oid = d.refobjid and s.relkind = 'S'))) as needs_other,
    (select json_agg(pg_get_constraintdef(k.oid) order by k.conname) from pg_constraint k
      where k.contypid = any (below.types) and k.contype = 'c') as domain_checks
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  cross join lateral (${typesBelow}) below
  join pg_type b on b.oid = below.types[1]
  left join pg_type i on i.oid = b.typelem and b.typcategory = 'A' and i.typtype in ('b', 'e')
  left join pg_attrdef f on f.adrelid = c.oid and f.adnum = a.attnum
  where (${ownTables}) or (${ownViews})
  order by c.relname, a.attnum`

/** Leaves out the copies of a foreign key that PostgreSQL creates for each partition of its target. */
const constraintRows = sql`
  select c.relname::text as table, k.conname::text as name, k.contype::text as kind,
    (select json_agg(a.attname order by u.place) from unnest(k.conkey) with ordinality u(number, place)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.number) as columns,
    target.relname::text as target,
    (select json_agg(a.attname order by u.place) from unnest(k.confkey) with ordinality u(number, place)
      join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.number) as target_columns,
    k.confdeltype::text as on_delete, k.confupdtype::text as on_update,
    k.condeferrable as deferrable,
    coalesce(target.relnamespace not in (${schemas}) or not pg_table_is_visible(target.oid), false) as elsewhere,
    pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  left join pg_class target on target.oid = nullif(k.confrelid, 0)
  where ${ownTables} and k.contype in ('p', 'f', 'c', 'x') and k.conparentid = 0
  order by c.relname, k.conname`

const indexRows = sql`
  select c.relname::text as table, i.relname::text as name, x.indisunique as is_unique,
    (select json_agg(json_build_array(pg_get_indexdef(x.indexrelid, n, false), x.indkey[n - 1] <> 0) order by n)
      from generate_series(1, x.indnkeyatts) n) as keys,
    pg_get_expr(x.indpred, x.indrelid) as condition,
    pg_get_indexdef(x.indexrelid) as definition,
    exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = x.indexrelid
      and d.refclassid = 'pg_proc'::regclass) as needs_other
  from pg_index x
  join pg_class c on c.oid = x.indrelid
  join pg_class i on i.oid = x.indexrelid
  where ${ownTables} and not x.indisprimary and not x.indisexclusion and x.indisvalid
  order by c.relname, i.relname`

const remarkRows = sql`
  select * from (
    select 2 as rank, 'the table ' || c.relname as place,
      'is partitioned. Its partitions are part of it here, and an empty database gets one plain table.' as text
    from pg_class c where ${ownTables} and c.relkind = 'p'
    union all
    select 3, 'the table ' || c.relname,
      'has row level security. Its policies stay in the database: create them with execute() for an empty one.'
    from pg_class c where ${ownTables} and c.relrowsecurity
    union all
    select 4, 'the trigger ' || t.tgname || ' of ' || c.relname,
      'stays in the database. Create it with execute() if an empty database needs it.'
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${ownTables} and not t.tgisinternal
      and not starts_with(t.tgname, 'tenon_mirror_')
    union all
    select 5, 'the index ' || i.relname || ' of ' || c.relname,
      'is invalid, so no query reads it and it keeps nothing unique: PostgreSQL gave up building it. Drop it, and create it again.'
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    where ${ownTables} and not x.indisvalid
    union all
    select 5, 'the unique constraint ' || k.conname || ' of ' || c.relname,
      'is deferrable here, and not in a database that migrations create. An upsert that names its columns fails here: PostgreSQL finds no conflicts by it.'
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where ${ownTables} and k.contype in ('p', 'u') and k.condeferrable
    union all
    select 5, 'the rule ' || r.rulename || ' of ' || r.tablename,
      'stays in the database. Create it with execute() if an empty database needs it.'
    from pg_rules r where r.schemaname = any (current_schemas(false)) and r.rulename <> '_RETURN'
    union all
    select 6, case p.prokind when 'p' then 'the procedure ' when 'a' then 'the aggregate '
        else 'the function ' end || p.proname,
      'stays in the database. Create it with execute() if an empty database needs it.'
    from pg_proc p
    where p.pronamespace in (${schemas}) and not starts_with(p.proname, 'tenon_mirror_')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select 7, 'the table ' || n.nspname || '.' || c.relname,
      'is left out: another table of this name is found before it. Read it through a view.'
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.oid in (${schemas}) and c.relkind in ('r', 'p') and not c.relispartition and not pg_table_is_visible(c.oid)
  ) found order by rank, place`

function toColumn(row: ColumnRow, removeCasts: RemoveCasts): CatalogColumn {
  const { base: name, base_text: text, item } = row
  const type: PostgresType = {
    name,
    text,
    labels: toLabels(row.labels),
    item:
      item === null
        ? undefined
        : { name: item, text: text.replace(/\[\]$/, ''), labels: toLabels(row.item_labels) },
  }
  const isSerial = row.generated === '' && row.expression?.startsWith('nextval(') === true
  const expression = row.expression === null ? undefined : removeCasts(row.expression)
  return {
    name: row.name,
    nativeType: row.native,
    kind: postgresKind(type),
    isNullable: !row.required,
    isNumbered: row.identity !== '' || isSerial,
    isAlwaysNumbered: row.identity === 'a',
    defaultSql: row.generated === '' && !isSerial ? expression : undefined,
    generatedSql: row.generated === '' ? undefined : expression,
    needsOther: row.needs_other && !isSerial,
    domainChecks: toNames(row.domain_checks ?? '[]').map(toCheck),
  }
}

function toLabels(json: string | null): string[] | null {
  return json === null ? null : (JSON.parse(json) as string[])
}

function toConstraints(
  rows: readonly ConstraintRow[],
): Pick<CatalogTable, 'primaryKey' | 'foreignKeys' | 'checks'> {
  const primary = rows.find(({ kind }) => kind === 'p')
  return {
    primaryKey: primary === undefined ? [] : toNames(primary.columns),
    foreignKeys: rows.filter(({ kind }) => kind === 'f').map(toForeignKey),
    checks: rows.filter(({ kind }) => kind === 'c').map(({ definition }) => toCheck(definition)),
  }
}

function toForeignKey(row: ConstraintRow): CatalogForeignKey {
  return {
    columns: toNames(row.columns),
    table: row.target ?? '',
    targetColumns: toNames(row.target_columns),
    onDelete: actions[row.on_delete] ?? 'no action',
    onUpdate: actions[row.on_update] ?? 'no action',
    isDeferrable: row.deferrable,
    isElsewhere: row.elsewhere,
  }
}

function toCheck(definition: string): string {
  return definition.replace(/^CHECK /, '').replace(/ NOT VALID$/, '')
}

const actions: Readonly<Record<string, CatalogForeignKey['onDelete']>> = {
  a: 'no action',
  r: 'restrict',
  c: 'cascade',
  n: 'set null',
  d: 'set default',
}

function exclusionRemarks(rows: readonly ConstraintRow[]): Remark[] {
  return rows
    .filter(({ kind }) => kind === 'x')
    .map(({ table, name }) => ({
      place: `the exclusion constraint ${name} of ${table}`,
      text: 'stays in the database. Create it with execute() if an empty database needs it.',
    }))
}

function toIndexes(
  rows: readonly IndexRow[],
  removeCasts: RemoveCasts,
): Pick<CatalogTable, 'indexes' | 'searches'> {
  const others = rows.filter((row) => toSearch(row) === undefined)
  return {
    indexes: others.map((row) => toIndex(row, removeCasts)),
    searches: rows.flatMap((row) => toSearch(row) ?? []),
  }
}

function toSearch({ table, name, definition }: IndexRow): Searched | undefined {
  return parsePostgresSearch(table, name, definition)
}

/** Converts an index. It is exotic if PostgreSQL prints it in another form than an index made by `createIndex`. */
function toIndex(row: IndexRow, removeCasts: RemoveCasts): CatalogIndex {
  const keys = JSON.parse(row.keys) as [text: string, isColumn: boolean][]
  const where = row.condition ?? undefined
  const plain = ` USING btree (${keys.map(([text]) => text).join(', ')})`
  const isPlain = row.definition.endsWith(where === undefined ? plain : `${plain} WHERE ${where}`)
  return {
    name: row.name,
    unique: row.is_unique,
    keys: keys.map(([text, isColumn]) =>
      isColumn ? { column: unquoteName(text) } : { expression: removeCasts(text) },
    ),
    where: where && removeCasts(where),
    exotic: isPlain && !row.needs_other ? undefined : row.definition,
  }
}

function toNames(json: string | null): string[] {
  return json === null ? [] : (JSON.parse(json) as string[])
}
