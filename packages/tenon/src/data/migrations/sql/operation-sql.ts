import type { Database, Dialect } from '../../database/database.ts'
import { unreachable } from '../../support/unreachable.ts'
import { indexName } from '../object-names.ts'
import type { AddColumn, ColumnDefinitions, DropColumn, Operation } from '../operation.ts'
import { alterColumnSql } from './alter-column-sql.ts'
import { readIndexes } from './catalog.ts'
import { addForeignKeySql, dropForeignKeySql, withoutForeignKeySql } from './foreign-key-sql.ts'
import { renameColumnSql, renameTableSql } from './rename-sql.ts'
import {
  columnIndexes,
  columnSql,
  createIndexSql,
  createTableSql,
  schemaBuilder,
} from './schema-builder.ts'
import type { Statements } from './statements.ts'

/**
 * Writes the SQL of an operation for a database, without running it.
 *
 * What depends on the database as it is (the text of an SQLite table, the indexes that a rename
 * takes along) is read from it on the way, after the statements before have been run.
 */
export async function* operationSql(operation: Operation, database: Database): Statements {
  const { dialect } = database
  const schema = schemaBuilder(dialect)

  switch (operation.kind) {
    case 'createTable':
      yield createTableSql(operation, dialect)
      return yield* createIndexes(operation.table, operation.columns, dialect)
    case 'dropTable':
      return yield schema.dropTable(operation.table).compile().sql
    case 'renameTable':
      return yield* renameTableSql(operation, database)
    case 'addColumn':
      return yield* addColumn(operation, database)
    case 'alterColumn':
      return yield* alterColumnSql(operation, database)
    case 'renameColumn':
      return yield* renameColumnSql(operation, database)
    case 'dropColumn':
      return yield* dropColumn(operation, database)
    case 'createIndex':
      return yield createIndexSql(operation, dialect)
    case 'dropIndex':
      return yield schema.dropIndex(indexName(operation)).compile().sql
    case 'addForeignKey':
      return yield* addForeignKeySql(operation, database)
    case 'dropForeignKey':
      return yield* dropForeignKeySql(operation, database)
    case 'sql':
      return yield* ownSql(operation.up[dialect])
    default:
      return unreachable(operation)
  }
}

async function* addColumn(operation: AddColumn, database: Database): Statements {
  const { table, column, definition } = operation
  const { dialect } = database
  const { type, build } = columnSql(column, definition, dialect)
  yield schemaBuilder(dialect).alterTable(table).addColumn(column, type, build).compile().sql

  yield* createIndexes(table, { [column]: definition }, dialect)
  if (definition.references) {
    yield* addForeignKeySql({ table, column, references: definition.references }, database)
  }
}

/** PostgreSQL drops the column's indexes and keys with it; SQLite wants them gone before. */
async function* dropColumn({ table, column }: DropColumn, database: Database): Statements {
  const schema = schemaBuilder(database.dialect)

  if (database.dialect === 'sqlite') {
    for (const index of await readIndexes(database, table)) {
      if (index.columns.includes(column)) yield schema.dropIndex(index.name).compile().sql
    }
    yield* await withoutForeignKeySql(table, column, database)
  }
  yield schema.alterTable(table).dropColumn(column).compile().sql
}

async function* createIndexes(
  table: string,
  columns: ColumnDefinitions,
  dialect: Dialect,
): Statements {
  for (const index of columnIndexes(table, columns)) yield createIndexSql(index, dialect)
}

async function* ownSql(text: string): Statements {
  if (text.trim() !== '') yield text
}
