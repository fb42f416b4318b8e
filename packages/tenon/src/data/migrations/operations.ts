import type {
  Column,
  Columns,
  ColumnTrait,
  Reference,
  ReferenceOptions,
} from '../columns/column.ts'
import { assertIdentifier } from '../columns/identifier.ts'
import { SetupError } from '../support/setup-error.ts'
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
  SqlByDialect,
} from './operation.ts'

/** Options of `createTable` and `dropTable`. */
export interface TableOptions {
  /** A primary key of several columns, as a table between two others has. */
  readonly primaryKey?: readonly string[]
}

/** Options of `createIndex` and `dropIndex`. */
export interface IndexOptions {
  /** Default false. */
  readonly unique?: boolean
}

/**
 * Creates a table with its columns, indexes and foreign keys.
 *
 * Throws `E_IDENTIFIER` for a name that is not plain, as every operation does, and
 * `E_MIGRATION_TABLE` for a table without columns or with two primary keys.
 */
export function createTable(
  table: string,
  columns: Columns,
  options: TableOptions = {},
): CreateTable {
  assertNames(table, ...Object.keys(columns), ...(options.primaryKey ?? []))
  const definitions = definitionsOf(columns)
  assertTable(table, definitions, options.primaryKey)

  return { kind: 'createTable', table, columns: definitions, primaryKey: options.primaryKey }
}

/** Drops a table; `columns` say what it was, so that the migration can be rolled back. */
export function dropTable(table: string, columns?: Columns, options: TableOptions = {}): DropTable {
  assertNames(table)
  const definition = columns && createTable(table, columns, options)

  return { kind: 'dropTable', table, definition }
}

/** Renames a table; indexes and foreign keys that bear its name follow. */
export function renameTable(from: string, to: string): RenameTable {
  assertNames(from, to)

  return { kind: 'renameTable', from, to }
}

/** Adds a column at the end of a table; one without a default must be nullable if there are rows. */
export function addColumn(
  table: string,
  column: string,
  { definition }: Column<unknown, ColumnTrait>,
): AddColumn {
  assertNames(table, column)
  assertReference(definition.references)
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
 * Values are converted as the database's own cast does; a primary key cannot become another.
 */
export function alterColumn(table: string, column: string, change: ColumnChange): AlterColumn {
  assertNames(table, column)
  const from = change.from.definition
  const to = change.to.definition
  assertReference(from.references)
  assertReference(to.references)
  if (from.primaryKey || to.primaryKey) throw fixedPrimaryKey(table, column)

  return { kind: 'alterColumn', table, column, from, to }
}

/** Renames a column; indexes and foreign keys that bear its name follow. */
export function renameColumn(table: string, from: string, to: string): RenameColumn {
  assertNames(table, from, to)

  return { kind: 'renameColumn', table, from, to }
}

/** Drops a column with its indexes; `column` says what it was, so that it can be rolled back. */
export function dropColumn(
  table: string,
  name: string,
  column?: Column<unknown, ColumnTrait>,
): DropColumn {
  assertNames(table, name)
  assertReference(column?.definition.references)

  return { kind: 'dropColumn', table, column: name, definition: column?.definition }
}

/** Creates an index on one column or several. */
export function createIndex(
  table: string,
  columns: string | readonly string[],
  options: IndexOptions = {},
): CreateIndex {
  return { kind: 'createIndex', ...indexOf(table, columns, options) }
}

/** Drops the index on exactly these columns. */
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

/** Drops the foreign key of a column; `target` says what it was, so that it can be rolled back. */
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
 * Runs SQL of your own, written for each database; an empty text does nothing there.
 *
 * `down` undoes it. The text is run as it stands: never build it from anything that came from outside.
 */
export function sql(up: SqlByDialect, down?: SqlByDialect): RunSql {
  return { kind: 'sql', up, down }
}

function definitionsOf(columns: Columns): ColumnDefinitions {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, column.definition]),
  )
}

function indexOf(
  table: string,
  columns: string | readonly string[],
  { unique = false }: IndexOptions,
): { table: string; columns: readonly string[]; unique: boolean } {
  const names = typeof columns === 'string' ? [columns] : columns
  assertNames(table, ...names)

  return { table, columns: names, unique }
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
  for (const definition of definitions) assertReference(definition.references)

  if (definitions.length === 0) throw badTable(table, 'has no columns. Give it at least one.')
  if (marked + (primaryKey ? 1 : 0) > 1) {
    throw badTable(table, 'has more than one primary key. Name its columns in `primaryKey` only.')
  }
  const unknown = primaryKey?.find((name) => !Object.hasOwn(columns, name))
  if (unknown !== undefined) {
    throw badTable(table, `has no column "${unknown}" for its primary key. Declare it.`)
  }
}

function assertReference(reference: Reference | undefined): void {
  if (reference) assertNames(reference.table, reference.column)
}

function assertNames(...names: string[]): void {
  for (const name of names) assertIdentifier(name)
}

function badTable(table: string, what: string): SetupError {
  return new SetupError('E_MIGRATION_TABLE', `The table "${table}" ${what}`)
}

function fixedPrimaryKey(table: string, column: string): SetupError {
  return new SetupError(
    'E_MIGRATION_PRIMARY_KEY',
    `The column "${table}"."${column}" is a primary key, which is only made with its table. Create a new table and copy the rows with sql().`,
  )
}
