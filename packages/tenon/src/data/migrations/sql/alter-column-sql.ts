import { sql as kyselySql } from 'kysely'
import type { ColumnDefinition } from '../../columns/column.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { indexName } from '../object-names.ts'
import type { AlterColumn } from '../operation.ts'
import { addForeignKeySql, dropForeignKeySql } from './foreign-key-sql.ts'
import type { Statements } from './statements.ts'
import {
  columnIndexes,
  columnType,
  createIndexSql,
  createTableSql,
  defaultLiteral,
  schemaBuilder,
} from './schema-builder.ts'
import { rebuildSql } from './sqlite-rebuild.ts'
import { definesColumn, parseSqliteTable } from './sqlite-table.ts'

/** Writes the change of a column; what stands on it goes first and comes back last. */
export async function* alterColumnSql(operation: AlterColumn, database: Database): Statements {
  const { table, column, from, to } = operation
  const before = indexNames(table, column, from)
  const after = indexNames(table, column, to)
  const hasOtherKey = !isEqual(from.references, to.references)

  if (from.references && hasOtherKey) yield* dropForeignKeySql({ table, column }, database)
  for (const [name] of before) {
    if (!after.has(name)) yield schemaBuilder(database.dialect).dropIndex(name).compile().sql
  }
  yield* database.dialect === 'sqlite'
    ? alterOnSqlite(operation, database)
    : alterOnPostgres(operation)
  for (const [name, index] of after) {
    if (!before.has(name)) yield createIndexSql(index, database.dialect)
  }
  if (to.references && hasOtherKey) {
    yield* addForeignKeySql({ table, column, references: to.references }, database)
  }
}

/** SQLite changes only nullability in place, and that from 3.53 on (1 ms where a rebuild takes 300). */
async function* alterOnSqlite(operation: AlterColumn, database: Database): Statements {
  const { table, column, from, to } = operation
  const next = columnText(column, to)
  if (columnText(column, from) === next) return

  const isNullability = columnText(column, { ...from, nullable: to.nullable }) === next
  if (isNullability && (await altersInPlace(database))) {
    yield nullabilitySql(operation, database)
    return
  }
  yield* await rebuildSql(database, table, (definitions) =>
    definitions.map((definition) => (definesColumn(definition, column) ? next : definition)),
  )
}

/** The default goes before the type changes: PostgreSQL would have to convert it too. */
async function* alterOnPostgres(operation: AlterColumn): Statements {
  const { table, column, from, to } = operation
  const alter = schemaBuilder('postgres').alterTable(table)
  const type = columnType(to.type, 'postgres')
  const hasOtherType = from.type !== to.type
  const valueBefore = defaultLiteral(column, from, 'postgres')
  const valueAfter = defaultLiteral(column, to, 'postgres')
  const hasOtherDefault = hasOtherType || valueBefore !== valueAfter

  if (valueBefore !== undefined && hasOtherDefault) {
    yield alter.alterColumn(column, (change) => change.dropDefault()).compile().sql
  }
  if (hasOtherType) {
    const conversion = kyselySql.raw(`${type} using "${column}"::${type}`)
    yield alter.alterColumn(column, (change) => change.setDataType(conversion)).compile().sql
  }
  if (valueAfter !== undefined && hasOtherDefault) {
    const value = kyselySql.raw(valueAfter)
    yield alter.alterColumn(column, (change) => change.setDefault(value)).compile().sql
  }
  if (from.nullable !== to.nullable) yield nullabilitySql(operation, { dialect: 'postgres' })
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

/** A column as SQLite's `create table` has it, without its foreign key. */
function columnText(column: string, definition: ColumnDefinition): string {
  const columns = { [column]: { ...definition, references: undefined } }
  const text = createTableSql({ table: 'any', columns, primaryKey: undefined }, 'sqlite')
  return parseSqliteTable(text).definitions.join(', ')
}

function indexNames(table: string, column: string, definition: ColumnDefinition) {
  const indexes = columnIndexes(table, { [column]: definition })
  return new Map(indexes.map((index) => [indexName(index), index]))
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
