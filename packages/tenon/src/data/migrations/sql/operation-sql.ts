import type { Database, Dialect } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { unreachable } from '../../../base/support/unreachable.ts'
import { indexIn, type IndexOf } from '../operation.ts'
import { indexName } from '../../columns/object-names.ts'
import type {
  AddColumn,
  ColumnDefinitions,
  CreateIndex,
  DropIndex,
  DropColumn,
  Operation,
  RunSql,
} from '../operation.ts'
import { alterColumnSql, dropConstraintSql } from './alter-column-sql.ts'
import {
  findIndex,
  hasColumns,
  hasInvalidIndex,
  quote,
  readIndexes,
  readTriggers,
} from './catalog.ts'
import { addForeignKeySql, dropForeignKeySql } from './foreign-key-sql.ts'
import { renameColumnSql, renameTableSql } from './rename-sql.ts'
import {
  columnIndexes,
  columnSql,
  createIndexSql,
  createTableSql,
  dropIndexSql,
  schemaBuilder,
} from './schema-builder.ts'
import { namesColumn, withoutColumn } from './sqlite-constraints.ts'
import { readTable, rebuildSql } from './sqlite-rebuild.ts'
import { isColumn, parseSqliteTable } from './sqlite-table.ts'
import type { Statements } from '../operation.ts'

/**
 * Writes the SQL of an operation for a database, without running it.
 *
 * Some SQL depends on the state of the database: the text of an SQLite table, the indexes to rename with
 * a table. It is read between the statements, so run each statement before you request the next.
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
      return yield* createIndex(operation, database)
    case 'dropIndex':
      return yield* dropIndex(operation, database)
    case 'addForeignKey':
      return yield* addForeignKeySql(operation, database)
    case 'dropForeignKey':
      return yield* dropForeignKeySql(operation, database)
    case 'execute':
      return yield* ownSql(operation, database)
    default:
      return unreachable(operation)
  }
}

async function* addColumn(operation: AddColumn, database: Database): Statements {
  const { table, column, definition } = operation
  const { dialect } = database
  if (dialect === 'sqlite' && definition.computed?.kind === 'default') {
    yield* await rebuildWithColumn(operation, database)
  } else {
    const { type, build } = columnSql({ table, column }, definition, dialect)
    yield schemaBuilder(dialect).alterTable(table).addColumn(column, type, build).compile().sql
  }

  yield* createIndexes(table, { [column]: definition }, dialect)
  if (definition.references) {
    yield* addForeignKeySql({ table, column, references: definition.references }, database)
  }
}

/** Rebuilds the table, because SQLite cannot add a column whose default is not constant. */
function rebuildWithColumn(
  { table, column, definition }: AddColumn,
  database: Database,
): Promise<string[]> {
  const columns = { [column]: { ...definition, references: undefined } }
  const text = createTableSql({ table, columns, primaryKey: undefined }, 'sqlite')
  return rebuildSql(database, table, (definitions) => {
    const place = definitions.findLastIndex(isColumn) + 1
    return definitions.toSpliced(place, 0, ...parseSqliteTable(text).definitions)
  })
}

/** Drops a column. PostgreSQL drops its indexes, keys and checks too; on SQLite they must be dropped first. */
async function* dropColumn(operation: DropColumn, database: Database): Statements {
  const { table, column } = operation
  if (database.dialect === 'sqlite') yield* dropIndexesOn(operation, database)
  const left = database.dialect === 'sqlite' ? await rebuiltWithout(operation, database) : undefined
  yield* (
    left ?? [schemaBuilder(database.dialect).alterTable(table).dropColumn(column).compile().sql]
  )
}

async function* dropIndexesOn({ table, column }: DropColumn, database: Database): Statements {
  for (const { name, columns, sql = '' } of await readIndexes(database, table)) {
    const { definitions, tail } = parseSqliteTable(sql)
    const isOn =
      columns.includes(column) || namesColumn([...definitions, tail].join('\n, '), column)
    if (isOn) yield schemaBuilder(database.dialect).dropIndex(name).compile().sql
  }
}

/** The statements that rebuild a table without a column; `undefined` if SQLite can drop the column in place. */
async function rebuiltWithout(
  { table, column }: DropColumn,
  database: Database,
): Promise<readonly string[] | undefined> {
  if (await isKey(table, column, database)) throw keyColumn(table, column)
  const { definitions } = parseSqliteTable(await readTable(database, table))
  const left = withoutColumn(definitions, column)
  return left && rebuildSql(database, table, () => left)
}

async function isKey(table: string, column: string, database: Database): Promise<boolean> {
  const found = await database.query(
    sql`select 1 from pragma_table_info(${table}) where pk > 0 and lower(name) = lower(${column})`,
  )
  return found.length > 0
}

function keyColumn(table: string, column: string): SetupError {
  return new SetupError(
    'E_MIGRATION_PRIMARY_KEY',
    `"${table}"."${column}" belongs to the primary key, which SQLite cannot take from a table. Create a new table and copy the rows with execute().`,
  )
}

/** Creates an index. First drops the unusable index of the same name that a failed concurrent creation has left. */
async function* createIndex(declared: CreateIndex, database: Database): Statements {
  const operation = indexIn(declared, database.dialect)
  if (operation === undefined) return
  if (operation.concurrently && (await hasInvalidIndex(database, indexName(operation)))) {
    yield dropIndexSql(operation, database.dialect)
  } else if (operation.concurrently && (await isComplete(operation, database))) return
  yield createIndexSql(operation, database.dialect)
}

/**
 * Whether PostgreSQL has already finished the concurrent creation: its migrator was killed before it could record it.
 */
async function isComplete(index: IndexOf<CreateIndex>, database: Database): Promise<boolean> {
  if (database.dialect === 'sqlite' || !isPlain(index)) return false
  return (await findIndex(database, index))?.name === indexName(index)
}

/** Drops an index. Finds an index without a name by its columns, as `alterColumn` does. */
async function* dropIndex(operation: DropIndex, database: Database): Statements {
  const index = indexIn(operation, database.dialect)
  if (index === undefined) return
  const found = isPlain(index) ? await findIndex(database, index) : undefined
  const isNamed = index.name !== undefined || found === undefined
  const name = isNamed ? indexName(index) : found.name
  if (isNamed && index.concurrently) await assertDroppable({ ...index, name }, database)
  if (isNamed || !found.isConstraint) yield dropIndexSql({ ...index, name }, database.dialect)
  else yield* dropConstraintSql(index, name, database)
}

/**
 * Throws `E_MIGRATION_INDEX` if a concurrent removal names an index that never existed. An index that is gone counts as
 * dropped, because the migrator may have been killed before it could record the removal. For other removals, PostgreSQL
 * itself reports a missing index.
 */
async function assertDroppable(
  index: IndexOf<DropIndex> & { readonly name: string },
  database: Database,
): Promise<void> {
  if (database.dialect === 'sqlite') return
  const { table, columns, unique, name } = index
  const indexes = await readIndexes(database, table)
  if (indexes.some((each) => each.name === name)) return
  const other = indexes.find(
    (each) => each.unique === unique && each.columns.join('\n') === columns.join('\n'),
  )
  if (other !== undefined) throw unknownIndex(index, `The one on its columns is "${other.name}".`)
  if (await hasColumns(database, table, columns)) return
  throw unknownIndex(index, 'Correct the names of its columns.')
}

function unknownIndex(
  { table, name }: { readonly table: string; readonly name: string },
  advice: string,
): SetupError {
  return new SetupError('E_MIGRATION_INDEX', `"${table}" has no index "${name}". ${advice}`)
}

function isPlain({ expressions, where }: IndexOf<CreateIndex | DropIndex>): boolean {
  return expressions.length === 0 && where === undefined
}

async function* createIndexes(
  table: string,
  columns: ColumnDefinitions,
  dialect: Dialect,
): Statements {
  for (const index of columnIndexes(table, columns)) yield createIndexSql(index, dialect)
}

async function* ownSql({ up, mirror }: RunSql, database: Database): Statements {
  const { dialect } = database
  const text = up[dialect]
  if (text.trim() === '') return
  const isBehind = dialect === 'sqlite' && mirror?.call === 'createMirror'
  const others = isBehind ? await readTriggers(database, mirror.table) : []
  for (const { name } of others) yield `drop trigger ${quote(name)}`
  yield text
  for (const { sql: text } of others) yield text
}
