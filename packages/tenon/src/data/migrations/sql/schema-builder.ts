import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type RawBuilder,
  type SchemaModule,
  sql,
} from 'kysely'
import { createCodec } from '../../columns/codec.ts'
import type { ColumnDefinition, ColumnType } from '../../columns/column.ts'
import type { DatabaseValue, Dialect } from '../../database/database.ts'
import { createCompiler } from '../../queries/compiler.ts'
import { foreignKeyName, indexName, type IndexedColumns, primaryKeyName } from '../object-names.ts'
import type { ColumnDefinitions, CreateTable } from '../operation.ts'

/** Kysely's schema builder of a dialect, which writes SQL and has no connection. */
export function schemaBuilder(dialect: Dialect): SchemaModule {
  return createCompiler(dialect).schema
}

/** A table as `createTable` describes it. */
export type TableDefinition = Omit<CreateTable, 'kind'>

/** Writes a table with its columns, primary key and foreign keys; indexes are statements apart. */
export function createTableSql(definition: TableDefinition, dialect: Dialect): string {
  const { table, columns, primaryKey } = definition
  let builder: TableBuilder = schemaBuilder(dialect).createTable(table)

  for (const [name, definition] of Object.entries(columns)) {
    const { type, build } = columnSql(name, definition, dialect)
    builder = builder.addColumn(name, type, build)
  }
  if (primaryKey) {
    builder = builder.addPrimaryKeyConstraint(primaryKeyName(table), [...primaryKey])
  }
  return withForeignKeys(builder, definition).compile().sql
}

/** Writes the creation of an index. */
export function createIndexSql(index: IndexedColumns, dialect: Dialect): string {
  const builder = schemaBuilder(dialect)
    .createIndex(indexName(index))
    .on(index.table)
    .columns([...index.columns])

  return (index.unique ? builder.unique() : builder).compile().sql
}

/** The indexes that columns declare by `unique()` and `index()`; a primary key needs none. */
export function columnIndexes(table: string, columns: ColumnDefinitions): IndexedColumns[] {
  return Object.entries(columns)
    .filter(([, { unique, index, primaryKey }]) => (unique || index) && !primaryKey)
    .map(([column, { unique }]) => ({ table, columns: [column], unique }))
}

/** A column's type and its further words, in the form that Kysely's builders take. */
export function columnSql(
  name: string,
  definition: ColumnDefinition,
  dialect: Dialect,
): { type: RawBuilder<unknown>; build: BuildColumn } {
  const { primaryKey, autoIncrement, nullable } = definition
  const value = defaultLiteral(name, definition, dialect)

  return {
    type: sql.raw(columnType(definition.type, dialect)),
    build(column) {
      let built = column
      if (autoIncrement && dialect === 'postgres') built = built.generatedByDefaultAsIdentity()
      if (value !== undefined) built = built.defaultTo(sql.raw(value))
      if (!nullable && !autoIncrement) built = built.notNull()
      if (primaryKey) built = built.primaryKey()
      if (autoIncrement && dialect === 'sqlite') built = built.autoIncrement()
      if (definition.type === 'boolean' && dialect === 'sqlite') {
        built = built.check(sql`${sql.ref(name)} in (0, 1)`)
      }
      return built
    },
  }
}

/** The type as `create table` names it. */
export function columnType(type: ColumnType, dialect: Dialect): string {
  return columnTypes[dialect][type]
}

/** The default as a literal, checked and converted as a value of the column. */
export function defaultLiteral(
  name: string,
  definition: ColumnDefinition,
  dialect: Dialect,
): string | undefined {
  if (definition.default === undefined || definition.default === null) return undefined
  return literal(createCodec(name, definition, dialect).encode(definition.default))
}

type TableBuilder = CreateTableBuilder<string, string>
type BuildColumn = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

const columnTypes: Record<Dialect, Record<ColumnType, string>> = {
  sqlite: {
    integer: 'integer',
    bigint: 'integer',
    real: 'real',
    text: 'text',
    uuid: 'text',
    boolean: 'integer',
    timestamp: 'integer',
    json: 'text',
  },
  postgres: {
    integer: 'integer',
    bigint: 'bigint',
    real: 'double precision',
    text: 'text',
    uuid: 'uuid',
    boolean: 'boolean',
    timestamp: 'timestamptz(3)',
    json: 'jsonb',
  },
}

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

/** Only text can hold a quote, and doubling it is all that both databases ask for. */
function literal(value: DatabaseValue): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}
