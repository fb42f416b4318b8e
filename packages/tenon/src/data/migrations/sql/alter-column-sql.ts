import { sql as kyselySql } from 'kysely'
import { type ColumnDefinition, isGenerated } from '../../columns/column.ts'
import { columnType } from '../../columns/column-type.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { checkName, type IndexedColumns, indexName } from '../../columns/object-names.ts'
import { hasSameTexts, parseValuesCheck } from '../../columns/written/sql-text.ts'
import type { AlterColumn } from '../operation.ts'
import { fillSearchSql } from '../search-index.ts'
import { findIndex, readConstraints, readDependents, readGeneratedFrom } from './catalog.ts'
import { addForeignKeySql, dropForeignKeySql } from './foreign-key-sql.ts'
import type { Statements } from '../operation.ts'
import {
  columnIndexes,
  columnSql,
  createIndexSql,
  createTableSql,
  defaultLiteral,
  type IndexChange,
  schemaBuilder,
  textLiteral,
  valuesCheckSql,
} from './schema-builder.ts'
import { rebuildSql } from './sqlite-rebuild.ts'
import { changeColumn, withoutUnique, withoutValuesCheck } from './sqlite-constraints.ts'
import { conversionSql } from './sqlite-conversion.ts'
import { definesColumn, foldCase, parseSqliteTable } from './sqlite-table.ts'

/** Writes the change of a column: first drops its changed key and indexes, and creates the new ones at the end. */
export async function* alterColumnSql(operation: AlterColumn, database: Database): Statements {
  const { table, column, from, to } = operation
  if (isGenerated(from) !== isGenerated(to)) throw otherGeneration(operation)
  const before = indexNames(table, column, from)
  const after = indexNames(table, column, to)
  const hasOtherKey = !isEqual(from.references, to.references)

  if (from.references && hasOtherKey) yield* dropForeignKeySql({ table, column }, database)
  for (const [name, index] of before) {
    if (!isEqual(after.get(name), index)) yield* dropColumnIndexSql(index, database)
  }
  yield* database.dialect === 'sqlite'
    ? alterOnSqlite(operation, database)
    : alterOnPostgres(operation, database)
  for (const [name, index] of after) {
    // The index may be gone: another tool may have declared it in the column's definition, which is rebuilt.
    // An index on two columns may exist already: somebody may have created it by hand.
    const mayExist = isEqual(before.get(name), index) || index.columns.length > 1
    const isKept = mayExist && (await findIndex(database, index)) !== undefined
    if (!isKept) yield createIndexSql(index, database.dialect)
  }
  if (to.references && hasOtherKey) {
    yield* addForeignKeySql({ table, column, references: to.references }, database)
  }
}

/** Drops the index of a column, or the unique constraint that another tool gave it. */
async function* dropColumnIndexSql(index: IndexChange, database: Database): Statements {
  const found = await findIndex(database, index)
  const name = found?.name ?? indexName(index)
  if (found?.isConstraint) yield* dropConstraintSql(index, name, database)
  else yield schemaBuilder(database.dialect).dropIndex(name).compile().sql
}

/** Drops a unique constraint. SQLite identifies it only by its columns. */
export async function* dropConstraintSql(
  { table, columns }: IndexedColumns,
  name: string,
  database: Database,
): Statements {
  if (database.dialect === 'postgres') {
    yield schemaBuilder('postgres').alterTable(table).dropConstraint(name).compile().sql
    return
  }
  const statements = await rebuildSql(database, table, (definitions) =>
    withoutUnique(definitions, columns),
  )
  if (statements.length === 0)
    throw new TypeError(`No unique (${columns.join(', ')}) in the text of "${table}"`)
  yield* statements
}

/** SQLite can change only nullability in place, from 3.53 on: it takes 1 ms instead of 300 ms for a rebuild. */
async function* alterOnSqlite(operation: AlterColumn, database: Database): Statements {
  const { table, column, from, to } = operation
  const next = columnText(operation, to)
  // A generated column stores no values that need a conversion.
  const convert = isGenerated(to) ? undefined : await conversionSql(operation, database)
  if (columnText(operation, from) === next && convert === undefined) return

  const isNullability = columnText(operation, { ...from, nullable: to.nullable }) === next
  if (isNullability && convert === undefined && (await altersInPlace(database))) {
    yield nullabilitySql(operation, database)
    return
  }
  const conversions = new Map(convert === undefined ? [] : [[foldCase(column), convert]])
  yield* await rebuildSql(
    database,
    table,
    (definitions) => changeDefinition(definitions, operation),
    conversions,
  )
  if (isComputedAgain(operation)) yield* await fillSearchSql(database, table)
}

function changeDefinition(definitions: readonly string[], operation: AlterColumn): string[] {
  const { column, from, to } = operation
  const before = columnText(operation, from)
  const after = columnText(operation, to)
  const isListed = from.values !== undefined && !isEqual(from.values, to.values)
  const left = isListed ? withoutValuesCheck(definitions, column, from.values) : definitions
  return left.map((each) =>
    definesColumn(each, column) ? changeColumn(each, { before, after }) : each,
  )
}

async function* alterOnPostgres(operation: AlterColumn, database: Database): Statements {
  const { from, to } = operation
  const enumType = await findEnumType(operation, database)
  const hasOtherValues = !isEqual(from.values, to.values)
  const checks = hasOtherValues ? await findChecks(operation, database) : noChecks

  if (enumType !== undefined) yield* addEnumValues(operation, enumType)
  if (hasOtherValues) yield* dropValues(operation, checks)
  if (isComputedAgain(operation)) yield* computeAgain(operation, database)
  else yield* changeStored(operation, enumType, database)
  if (hasOtherValues) yield* addValues(operation, checks, enumType)
}

/** The checks about the values of a column. */
interface Checks {
  /** The names of the checks that list the values. */
  readonly listing: readonly string[]
  /** Whether another check already has the name that Tenon would give to its check. */
  readonly isNameTaken: boolean
}

const noChecks: Checks = { listing: [], isNameTaken: false }

async function findChecks(
  { table, column, from: { values = [] } }: AlterColumn,
  database: Database,
): Promise<Checks> {
  const derived = checkName(table, column)
  const all = (await readConstraints(database, table)).filter(({ kind }) => kind === 'check')
  const listing = all.filter(({ name, condition }) => {
    const check = parseValuesCheck(condition ?? '')
    return check?.column === column && (name === derived || hasSameTexts(check.values, values))
  })
  const names = new Set(listing.map(({ name }) => name))
  const isNameTaken = all.some(({ name }) => name === derived) && !names.has(derived)
  return { listing: [...names], isNameTaken }
}

function* dropValues({ table, column, from }: AlterColumn, { listing, isNameTaken }: Checks) {
  if (from.values === undefined) return
  for (const name of listing) {
    yield schemaBuilder('postgres').alterTable(table).dropConstraint(name).compile().sql
  }
  // If migrations are only pretended, the table may not exist yet: drop the check under its derived name.
  if (listing.length > 0 || isNameTaken) return
  yield `alter table "${table}" drop constraint if exists "${checkName(table, column)}"`
}

function* addValues(
  { table, column, to }: AlterColumn,
  { isNameTaken }: Checks,
  enumType: EnumType | undefined,
) {
  const checked = enumType === undefined ? to.values : checkedBesides(enumType, to)
  if (checked === undefined) return
  const value = enumType === undefined ? `"${column}"` : `"${column}"::text`
  const name = isNameTaken ? '' : `constraint "${checkName(table, column)}" `
  yield `alter table "${table}" add ${name}${valuesCheckSql(value, checked)}`
}

/**
 * Drops a generated column and adds it again, with the indexes and constraints that PostgreSQL drops with it.
 * PostgreSQL cannot change the expression before version 17, and since then not together with the type.
 */
async function* computeAgain({ table, column, to }: AlterColumn, database: Database): Statements {
  const dependents = await readDependents(database, table, column)
  const definition = { ...to, values: undefined }
  const { type, build } = columnSql({ table, column }, definition, 'postgres')
  const alter = schemaBuilder('postgres').alterTable(table)
  yield alter.dropColumn(column).compile().sql
  yield alter.addColumn(column, type, build).compile().sql
  yield* dependents
}

/** Drops the default before the type changes, because PostgreSQL may not be able to convert the default. */
async function* changeStored(
  operation: AlterColumn,
  enumType: EnumType | undefined,
  database: Database,
): Statements {
  const { table, column, from, to } = operation
  const alter = schemaBuilder('postgres').alterTable(table)
  const type = columnType(to, 'postgres')
  const hasOtherValues = !isEqual(from.values, to.values)
  const leavesEnum = enumType?.isOfItems === false && hasOtherValues && to.values === undefined
  const hasOtherType = columnType(from, 'postgres') !== type || leavesEnum
  const valueBefore = defaultLiteral(column, from, 'postgres')
  const valueAfter = defaultLiteral(column, to, 'postgres')
  const hasOtherDefault = hasOtherType || valueBefore !== valueAfter

  if (valueBefore !== undefined && hasOtherDefault) {
    yield alter.alterColumn(column, (change) => change.dropDefault()).compile().sql
  }
  if (hasOtherType) {
    const conversion = kyselySql.raw(`${type} using "${column}"::${type}`)
    const generated = await readGeneratedFrom(database, table, column)
    yield* generated.drop
    yield alter.alterColumn(column, (change) => change.setDataType(conversion)).compile().sql
    yield* generated.add
  }
  if (valueAfter !== undefined && hasOtherDefault) {
    const value = kyselySql.raw(valueAfter)
    yield alter.alterColumn(column, (change) => change.setDefault(value)).compile().sql
  }
  if (from.nullable !== to.nullable) yield nullabilitySql(operation, { dialect: 'postgres' })
}

/** An enum type, which other tools use instead of a check for the values of a column or of a list's items. */
interface EnumType {
  /** The name of the type, as SQL. */
  readonly name: string
  readonly labels: readonly string[]
  readonly isOfItems: boolean
}

async function findEnumType(
  { table, column }: AlterColumn,
  database: Database,
): Promise<EnumType | undefined> {
  const [found] = await database.query<{ name: string; labels: string; is_of_items: boolean }>(sql`
    select t.oid::regtype::text as name, t.oid <> a.atttypid as is_of_items,
      (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)::text as labels
    from pg_attribute a join pg_type own on own.oid = a.atttypid
    join pg_type t on t.oid = case when own.typcategory = 'A' then own.typelem else own.oid end
    where a.attrelid = to_regclass(quote_ident(${table})) and a.attname = ${column} and t.typtype = 'e'`)
  if (found === undefined) return undefined
  const labels = JSON.parse(found.labels) as string[]
  return { name: found.name, labels, isOfItems: found.is_of_items }
}

/**
 * Adds the values that an enum type does not have, each after its predecessor in the list.
 *
 * Throws `E_MIGRATION_ENUM` if a new value is the default: PostgreSQL accepts a new value only after the transaction.
 */
function* addEnumValues({ table, column, to }: AlterColumn, { name, labels }: EnumType) {
  const values = to.values ?? to.item?.values ?? []
  const added = values.filter((value) => !labels.includes(value))
  const unusable = added.find((value) => [to.default].flat().includes(value))
  if (unusable !== undefined) throw newDefault({ table, column, value: unusable })
  for (const value of added) {
    const before = values[values.indexOf(value) - 1]
    const place =
      before === undefined
        ? `before ${textLiteral(labels[0] ?? '')}`
        : `after ${textLiteral(before)}`
    yield `alter type ${name} add value if not exists ${textLiteral(value)} ${place}`
  }
}

/** The values that need a check, because the enum type has other values too: values of a type cannot be removed. */
function checkedBesides(
  { labels, isOfItems }: EnumType,
  { values }: ColumnDefinition,
): readonly string[] | undefined {
  if (isOfItems || values === undefined) return undefined
  return labels.every((label) => values.includes(label)) ? undefined : values
}

function nullabilitySql(
  { table, column, to }: AlterColumn,
  { dialect }: Pick<Database, 'dialect'>,
): string {
  return schemaBuilder(dialect)
    .alterTable(table)
    .alterColumn(column, (change) => (to.nullable ? change.dropNotNull() : change.setNotNull()))
    .compile().sql
}

async function altersInPlace(database: Database): Promise<boolean> {
  const [row] = await database.query<{ version: string }>(sql`select sqlite_version() as version`)
  const [major = 0, minor = 0] = (row?.version ?? '').split('.').map(Number)
  return major > 3 || (major === 3 && minor >= 53)
}

/** A column as in SQLite's `create table`, without its foreign key. */
function columnText({ table, column }: AlterColumn, definition: ColumnDefinition): string {
  const columns = { [column]: { ...definition, references: undefined } }
  const text = createTableSql({ table, columns, primaryKey: undefined }, 'sqlite')
  return parseSqliteTable(text).definitions.join(', ')
}

function indexNames(table: string, column: string, definition: ColumnDefinition) {
  const indexes = columnIndexes(table, { [column]: definition })
  return new Map(indexes.map((index) => [indexName(index), index]))
}

/** Whether the SQL or the type of a generated column changes. */
function isComputedAgain({ from, to }: AlterColumn): boolean {
  const [before, after] = [from, to].map((each) => [
    each.computed?.sql,
    columnType(each, 'postgres'),
  ])
  return isGenerated(to) && !isEqual(before, after)
}

function otherGeneration({ table, column }: AlterColumn): SetupError {
  return new SetupError(
    'E_MIGRATION_GENERATED',
    `"${table}"."${column}" is generated either before or after this migration, which cannot be altered. Drop the column and add it again.`,
  )
}

function newDefault({
  table,
  column,
  value,
}: {
  readonly table: string
  readonly column: string
  readonly value: string
}): SetupError {
  return new SetupError(
    'E_MIGRATION_ENUM',
    `"${value}", which the enum type of "${table}"."${column}" does not have yet, cannot be its default in the same migration. Add the value first, and set the default in a second migration.`,
  )
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
