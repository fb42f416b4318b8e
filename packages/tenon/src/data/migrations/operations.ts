import {
  type Column,
  type ColumnDefinition,
  type Columns,
  type ColumnTrait,
  type Reference,
  type ReferenceOptions,
  withinOwner,
} from '../columns/column.ts'
import { assertIdentifier } from '../columns/identifier.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type {
  AddColumn,
  AddForeignKey,
  AlterColumn,
  ColumnDefinitions,
  CreateIndex,
  CreateTable,
  DropColumn,
  DropForeignKey,
  DropIndex,
  DropTable,
  RenameColumn,
  RenameTable,
  RunSql,
  IndexSql,
  SqlByDialect,
} from './operation.ts'

/** Options of `createTable` and `dropTable`. */
export interface TableOptions<Name extends string = string> {
  /** A primary key of several columns, as in a pivot table. */
  readonly primaryKey?: readonly Name[]
}

/** Options of `createIndex` and `dropIndex`. */
export interface IndexOptions {
  /** Default false. */
  readonly unique?: boolean
  /** Default: derived from the table and the columns. Required with `expressions` or `where`. */
  readonly name?: string
  /**
   * SQL expressions to index after the columns: `['lower(title)']`, or different ones for each database:
   * `[{ sqlite: 'lower(title)', postgres: 'lower(title::text)' }]`. A database with an empty text gets no index.
   */
  readonly expressions?: readonly IndexSql[]
  /** The SQL condition of the rows to index, or one for each database: `'deleted_at is null'`. Default: all rows. */
  readonly where?: IndexSql
  /**
   * Does not block writes on PostgreSQL (`create index concurrently`). Default false.
   *
   * It must be the only operation of its migration, which then runs without a transaction. Has no effect
   * on SQLite.
   */
  readonly concurrently?: boolean
}

/**
 * Creates a table with its columns, indexes and foreign keys.
 *
 * Like every operation, throws `E_IDENTIFIER` for a name with special characters. Throws
 * `E_MIGRATION_TABLE` for a table without columns, with two primary keys, or if its primary key or
 * `uniqueWithin` names a column that it does not have.
 */
export function createTable<Declared extends Columns>(
  table: string,
  columns: Declared,
  options: TableOptions<keyof Declared & string> = {},
): CreateTable {
  assertNames(table, ...Object.keys(columns), ...(options.primaryKey ?? []))
  const definitions = definitionsOf(columns)
  assertTable(table, definitions, options.primaryKey)

  return { kind: 'createTable', table, columns: definitions, primaryKey: options.primaryKey }
}

/** Drops a table. Pass its `columns` and options, so that the migration can be rolled back. */
export function dropTable<Declared extends Columns>(
  table: string,
  columns?: Declared,
  options: TableOptions<keyof Declared & string> = {},
): DropTable {
  assertNames(table)
  const definition = columns && createTable(table, columns, options)

  return { kind: 'dropTable', table, definition }
}

/** Renames a table, and the indexes and foreign keys that are named after it. */
export function renameTable(from: string, to: string): RenameTable {
  assertNames(from, to)

  return { kind: 'renameTable', from, to }
}

/**
 * Adds a column to a table. If the table has rows, the column needs a default or must be nullable.
 *
 * Throws `E_MIGRATION_PRIMARY_KEY` for a primary key.
 */
export function addColumn(
  table: string,
  column: string,
  { definition }: Column<unknown, ColumnTrait>,
): AddColumn {
  assertNames(table, column)
  assertNamed(definition)
  if (definition.primaryKey) throw fixedPrimaryKey(table, column)

  return { kind: 'addColumn', table, column, definition }
}

/** Options of `alterColumn`: the whole column before and after. */
export interface ColumnChange {
  readonly from: Column<unknown, ColumnTrait>
  readonly to: Column<unknown, ColumnTrait>
}

/**
 * Changes a column's type, default, nullability, index or foreign key.
 *
 * The database converts existing values with its own cast. Throws `E_MIGRATION_PRIMARY_KEY` for a primary
 * key, which cannot be changed.
 */
export function alterColumn(table: string, column: string, change: ColumnChange): AlterColumn {
  assertNames(table, column)
  const from = change.from.definition
  const to = change.to.definition
  assertNamed(from)
  assertNamed(to)
  if (from.primaryKey || to.primaryKey) throw fixedPrimaryKey(table, column)

  return { kind: 'alterColumn', table, column, from, to }
}

/** Renames a column, and the indexes and foreign keys that are named after it. */
export function renameColumn(table: string, from: string, to: string): RenameColumn {
  assertNames(table, from, to)

  return { kind: 'renameColumn', table, from, to }
}

/** Drops a column with its indexes. Pass `column`, so that the migration can be rolled back. */
export function dropColumn(
  table: string,
  name: string,
  column?: Column<unknown, ColumnTrait>,
): DropColumn {
  assertNames(table, name)
  if (column !== undefined) assertNamed(column.definition)

  return { kind: 'dropColumn', table, column: name, definition: column?.definition }
}

/**
 * Creates an index on columns, expressions or both, for all rows or those that match `where`.
 *
 * Throws `E_MIGRATION_INDEX` for an index with expressions or a condition but without a name. The SQL
 * is executed unchanged: never build it from user input.
 */
export function createIndex(
  table: string,
  columns: string | readonly string[],
  options: IndexOptions = {},
): CreateIndex {
  return { kind: 'createIndex', ...indexOf(table, columns, options) }
}

/** Drops the index on exactly these columns. Pass the options it was created with, so that it can be rolled back. */
export function dropIndex(
  table: string,
  columns: string | readonly string[],
  options: IndexOptions = {},
): DropIndex {
  return { kind: 'dropIndex', ...indexOf(table, columns, options) }
}

/** Makes an existing column a foreign key: `addForeignKey('todos', 'user_id', 'users.id')`. */
export function addForeignKey(
  table: string,
  column: string,
  target: `${string}.${string}`,
  options: ReferenceOptions = {},
): AddForeignKey {
  assertNames(table, column)

  return { kind: 'addForeignKey', table, column, references: referenceTo(target, options) }
}

/** Drops the foreign key of a column. Pass `target`, so that the migration can be rolled back. */
export function dropForeignKey(
  table: string,
  column: string,
  target?: `${string}.${string}`,
  options: ReferenceOptions = {},
): DropForeignKey {
  assertNames(table, column)
  const references = target === undefined ? undefined : referenceTo(target, options)

  return { kind: 'dropForeignKey', table, column, references }
}

/**
 * Executes your own SQL, written for each database. An empty text has no effect on that database.
 *
 * `down` undoes it; without `down`, the migration cannot be rolled back. The SQL is executed unchanged: never
 * build it from user input. Throws `E_MIGRATION_SQL` for a single text.
 */
export function execute(up: SqlByDialect, down?: SqlByDialect): RunSql {
  for (const given of [up, down ?? {}]) {
    if (typeof given === 'string') {
      throw new SetupError(
        'E_MIGRATION_SQL',
        "execute() takes SQL for each database: execute({ sqlite: '…', postgres: '…' }).",
      )
    }
  }
  return { kind: 'execute', up, down }
}

function definitionsOf(columns: Columns): ColumnDefinitions {
  return Object.fromEntries(
    Object.entries(withinOwner(columns)).map(([name, column]) => [name, column.definition]),
  )
}

function indexOf(
  table: string,
  columns: string | readonly string[],
  options: IndexOptions,
): Omit<CreateIndex, 'kind'> {
  const { unique = false, concurrently = false, name, expressions = [], where } = options
  const names = typeof columns === 'string' ? [columns] : columns
  assertNames(table, ...names, ...(name === undefined ? [] : [name]))
  const isPlain = expressions.length === 0 && where === undefined
  if (name === undefined && !isPlain) throw unnamedIndex(table)

  return { table, columns: names, unique, concurrently, name, expressions, where }
}

function referenceTo(target: string, options: ReferenceOptions): Reference {
  const [table = '', column = ''] = target.split('.')
  const { onDelete = 'no action', onUpdate = 'no action' } = options
  assertNames(table, column)

  return { table, column, onDelete, onUpdate }
}

function assertTable(
  table: string,
  columns: ColumnDefinitions,
  primaryKey: readonly string[] | undefined,
): void {
  const definitions = Object.values(columns)
  const marked = definitions.filter((definition) => definition.primaryKey).length
  for (const definition of definitions) assertNamed(definition)

  if (definitions.length === 0) throw badTable(table, 'has no columns. Give it at least one.')
  if (marked + (primaryKey ? 1 : 0) > 1) {
    throw badTable(table, 'has more than one primary key. Name its columns in `primaryKey` only.')
  }
  const unknown = primaryKey?.find((name) => !Object.hasOwn(columns, name))
  if (unknown !== undefined) {
    throw badTable(table, `has no column "${unknown}" for its primary key. Declare it.`)
  }
  const other = definitions.find(
    ({ uniqueWithin }) => uniqueWithin && !Object.hasOwn(columns, uniqueWithin),
  )?.uniqueWithin
  if (other) throw badTable(table, `has no column "${other}" to be unique within. Declare it.`)
}

/** Checks the names of other tables and columns in a column's definition. */
function assertNamed({ references, uniqueWithin }: ColumnDefinition): void {
  if (references) assertNames(references.table, references.column)
  if (uniqueWithin) assertNames(uniqueWithin)
}

function assertNames(...names: string[]): void {
  for (const name of names) assertIdentifier(name)
}

function unnamedIndex(table: string): SetupError {
  return new SetupError(
    'E_MIGRATION_INDEX',
    `An index on "${table}" with expressions or a condition needs a name. Pass one: { name: '${table}_…' }.`,
  )
}

function badTable(table: string, what: string): SetupError {
  return new SetupError('E_MIGRATION_TABLE', `The table "${table}" ${what}`)
}

function fixedPrimaryKey(table: string, column: string): SetupError {
  return new SetupError(
    'E_MIGRATION_PRIMARY_KEY',
    `The column "${table}"."${column}" is a primary key, which can only be created with its table. Create a new table and copy the rows with execute().`,
  )
}
