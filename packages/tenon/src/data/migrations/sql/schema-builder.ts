import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type RawBuilder,
  type SchemaModule,
  sql,
} from 'kysely'
import { createCodec } from '../../columns/codec.ts'
import { columnType, rulesOf } from '../../columns/column-type.ts'
import { DELETED_AT } from '../../columns/table.ts'
import { adapters } from '../../database/dialects/adapters.ts'
import type { ColumnDefinition, ComputedValue } from '../../columns/column.ts'
import type { DatabaseValue, Dialect } from '../../database/database.ts'
import { createCompiler } from '../../queries/compiler.ts'
import {
  checkName,
  foreignKeyName,
  indexName,
  type IndexedColumns,
  primaryKeyName,
} from '../../columns/object-names.ts'
import type { ColumnDefinitions, CreateTable } from '../operation.ts'

/** Kysely's schema builder for a dialect. It only writes SQL and has no connection. */
export function schemaBuilder(dialect: Dialect): SchemaModule {
  return createCompiler(dialect).schema
}

/** A table as `createTable` describes it. */
export type TableDefinition = Omit<CreateTable, 'kind'>

/** Writes the creation of a table with its columns, primary key and foreign keys. Indexes are separate statements. */
export function createTableSql(definition: TableDefinition, dialect: Dialect): string {
  const { table, columns, primaryKey } = definition
  let builder: TableBuilder = schemaBuilder(dialect).createTable(table)

  for (const [name, definition] of Object.entries(columns)) {
    const { type, build } = columnSql({ table, column: name }, definition, dialect)
    builder = builder.addColumn(name, type, build)
  }
  if (primaryKey) {
    builder = builder.addPrimaryKeyConstraint(primaryKeyName(table), [...primaryKey])
  }
  return withForeignKeys(builder, definition).compile().sql
}

/** An index, and how to create or drop it. */
export interface IndexChange extends IndexedColumns {
  readonly concurrently?: boolean
  /** The column that is compared case-insensitively. */
  readonly caseInsensitive?: string | false
  /** SQL expressions to index after the columns. */
  readonly expressions?: readonly string[]
  /** The SQL condition for a row to be in the index. */
  readonly where?: string | undefined
}

/** Writes the creation of an index. */
export function createIndexSql(index: IndexChange, dialect: Dialect): string {
  const { table, columns, expressions = [], unique, where } = index
  const indexed = [
    ...columns.map((column) => indexedColumn(column, index, dialect)),
    ...expressions.map((expression) => `(${expression})`),
  ]
  const builder = schemaBuilder(dialect)
    .createIndex(indexName(index))
    .on(table)
    .expression(sql.raw(indexed.join(', ')))

  const text = (unique ? builder.unique() : builder).compile().sql
  const condition = where === undefined ? '' : ` where ${where}`
  return withConcurrently(text, index, dialect) + condition
}

function indexedColumn(
  column: string,
  { caseInsensitive = false }: IndexChange,
  dialect: Dialect,
): string {
  return caseInsensitive === column ? adapters[dialect].foldCase(`"${column}"`) : `"${column}"`
}

/** Writes the removal of an index. A concurrent removal may run twice, because its migrator may have been killed. */
export function dropIndexSql(index: IndexChange, dialect: Dialect): string {
  const builder = schemaBuilder(dialect).dropIndex(indexName(index))
  const isRepeatable = index.concurrently === true && dialect === 'postgres'
  const { sql } = (isRepeatable ? builder.ifExists() : builder).compile()
  return withConcurrently(sql, index, dialect)
}

/** The indexes that columns declare with `unique()` and `index()`. A primary key has its own. */
export function columnIndexes(table: string, columns: ColumnDefinitions): IndexChange[] {
  return Object.entries(columns)
    .filter(([, { unique, index, primaryKey }]) => (unique || index) && !primaryKey)
    .map(([column, { unique, caseInsensitive, ignoreDeleted, uniqueWithin }]) => ({
      table,
      columns: uniqueWithin ? [uniqueWithin, column] : [column],
      unique,
      caseInsensitive: caseInsensitive && column,
      ...(ignoreDeleted && { where: `"${DELETED_AT}" is null` }),
    }))
}

/** A column's type and constraints, in the form of Kysely's builders. */
export function columnSql(
  { table, column: name }: { readonly table: string; readonly column: string },
  definition: ColumnDefinition,
  dialect: Dialect,
): { type: RawBuilder<unknown>; build: BuildColumn } {
  const { primaryKey, autoIncrement, nullable, values } = definition
  const value = defaultLiteral(name, definition, dialect)
  const check = dialect === 'sqlite' ? rulesOf(definition).sqliteCheck?.(`"${name}"`) : undefined

  return {
    type: sql.raw(columnType(definition, dialect)),
    build(column) {
      let built = column
      if (autoIncrement && dialect === 'postgres') built = built.generatedByDefaultAsIdentity()
      if (value !== undefined) built = built.defaultTo(sql.raw(value))
      if (!nullable && !autoIncrement) built = built.notNull()
      if (definition.computed?.kind === 'generated') {
        built = built.modifyEnd(sql.raw(generatedSql(definition.computed, dialect)))
      }
      if (primaryKey) built = built.primaryKey()
      if (autoIncrement && dialect === 'sqlite') built = built.autoIncrement()
      if (check !== undefined) built = built.check(sql.raw(check))
      if (values !== undefined) {
        const listed = valuesCheckSql(`"${name}"`, values)
        built = built.modifyEnd(sql.raw(`constraint "${checkName(table, name)}" ${listed}`))
      }
      return built
    },
  }
}

/** The SQL of a generated column. On SQLite it is virtual: no other kind can be added to an existing table. */
function generatedSql({ sql: text }: ComputedValue, dialect: Dialect): string {
  const place = dialect === 'sqlite' ? 'virtual' : 'stored'
  return `generated always as (${text[dialect]}) ${place}`
}

/** The check of a column, or of an expression, that accepts only certain texts. */
export function valuesCheckSql(expression: string, values: readonly string[]): string {
  return `check (${expression} in (${values.map(textLiteral).join(', ')}))`
}

/** The default in SQL. A constant is checked and converted like a value of the column. */
export function defaultLiteral(
  name: string,
  definition: ColumnDefinition,
  dialect: Dialect,
): string | undefined {
  const { computed } = definition
  if (computed !== undefined)
    return computed.kind === 'default' ? `(${computed.sql[dialect]})` : undefined
  if (definition.default === undefined || definition.default === null) return undefined
  return literal(createCodec(name, definition, dialect).encode(definition.default), dialect)
}

type TableBuilder = CreateTableBuilder<string, string>
type BuildColumn = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

function withForeignKeys(builder: TableBuilder, { table, columns }: TableDefinition): TableBuilder {
  return Object.entries(columns).reduce((built, [name, { references }]) => {
    if (!references) return built
    return built.addForeignKeyConstraint(
      foreignKeyName(table, name),
      [name],
      references.table,
      [references.column],
      (key) => key.onDelete(references.onDelete).onUpdate(references.onUpdate),
    )
  }, builder)
}

/** Adds `concurrently`, which Kysely does not support. */
function withConcurrently(text: string, { concurrently }: IndexChange, dialect: Dialect): string {
  if (concurrently !== true || dialect === 'sqlite') return text
  return text.replace(' index ', ' index concurrently ')
}

function literal(value: DatabaseValue, dialect: Dialect): string {
  if (typeof value === 'string') return textLiteral(value)
  if (!(value instanceof Uint8Array)) return String(value)
  const hex = Buffer.from(value).toString('hex')
  return dialect === 'sqlite' ? `x'${hex}'` : `'\\x${hex}'`
}

/** Writes a text as an SQL literal. In both databases, a quote in the text must only be doubled. */
export function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
