import type { SearchLanguage } from '../columns/search/searched.ts'
import type { ColumnDefinition, Reference } from '../columns/column.ts'
import type { Dialect } from '../database/database.ts'
import { unreachable } from '../../base/support/unreachable.ts'

/** The columns of a table, in order of declaration. */
export type ColumnDefinitions = Readonly<Record<string, ColumnDefinition>>

/** SQL for each database. An empty text has no effect on that database. */
export type SqlByDialect = Readonly<Record<Dialect, string>>

/** SQL: one text for both databases, or one for each. With an empty text, that database gets no index. */
export type IndexSql = string | SqlByDialect

export interface CreateTable {
  readonly kind: 'createTable'
  readonly table: string
  readonly columns: ColumnDefinitions
  /** A primary key of several columns. A single column is marked in its definition instead. */
  readonly primaryKey: readonly string[] | undefined
}

export interface DropTable {
  readonly kind: 'dropTable'
  readonly table: string
  /** The table before it is dropped; `undefined` if it was not given. */
  readonly definition: CreateTable | undefined
}

export interface RenameTable {
  readonly kind: 'renameTable'
  readonly from: string
  readonly to: string
}

export interface AddColumn {
  readonly kind: 'addColumn'
  readonly table: string
  readonly column: string
  readonly definition: ColumnDefinition
}

export interface AlterColumn {
  readonly kind: 'alterColumn'
  readonly table: string
  readonly column: string
  readonly from: ColumnDefinition
  readonly to: ColumnDefinition
}

export interface RenameColumn {
  readonly kind: 'renameColumn'
  readonly table: string
  readonly from: string
  readonly to: string
}

export interface DropColumn {
  readonly kind: 'dropColumn'
  readonly table: string
  readonly column: string
  /** The column before it is dropped; `undefined` if it was not given. */
  readonly definition: ColumnDefinition | undefined
}

export interface CreateIndex {
  readonly kind: 'createIndex'
  readonly table: string
  readonly columns: readonly string[]
  readonly unique: boolean
  readonly name: string | undefined
  readonly expressions: readonly IndexSql[]
  readonly where: IndexSql | undefined
  /** On PostgreSQL: does not block writes, and cannot run in a transaction. */
  readonly concurrently: boolean
}

export interface DropIndex {
  readonly kind: 'dropIndex'
  readonly table: string
  readonly columns: readonly string[]
  readonly unique: boolean
  readonly name: string | undefined
  readonly expressions: readonly IndexSql[]
  readonly where: IndexSql | undefined
  /** On PostgreSQL: does not block writes, and cannot run in a transaction. */
  readonly concurrently: boolean
}

export interface AddForeignKey {
  readonly kind: 'addForeignKey'
  readonly table: string
  readonly column: string
  readonly references: Reference
}

export interface DropForeignKey {
  readonly kind: 'dropForeignKey'
  readonly table: string
  readonly column: string
  /** The key before it is dropped; `undefined` if it was not given. */
  readonly references: Reference | undefined
}

export interface RunSql {
  readonly kind: 'execute'
  readonly up: SqlByDialect
  readonly down: SqlByDialect | undefined
  /** The search index, if the SQL creates or drops one. */
  readonly search?: SearchChange
  /** The mirror, if the SQL creates, fills or drops one. */
  readonly mirror?: MirrorChange
  /** The owner policy, if the SQL creates or drops one. */
  readonly policy?: OwnerPolicyChange
}

/** The owner of a table's rows: `column` holds the key of a record in the table `owner`. */
export interface OwnerPolicy {
  readonly column: string
  readonly owner: string
  /**
   * The primary key of the table `owner`, if its records have owners too. A row is then visible if its owner's row is
   * visible. Default: the owner's records have no owners, and the policy compares the owner.
   */
  readonly through?: string
}

/** The creation or removal of the policy that shows a table's rows only to their owners. */
export interface OwnerPolicyChange {
  readonly call: 'createOwnerPolicy' | 'dropOwnerPolicy'
  readonly table: string
  readonly policy: OwnerPolicy
}

/** A column and the columns that replace it. Triggers copy each write to the other side. */
export interface Mirror {
  readonly from: string
  /** The SQL that computes each new column. */
  readonly to: Readonly<Record<string, IndexSql>>
  /** The SQL that computes the old column from the new ones. */
  readonly back: IndexSql
}

/** The creation, filling or removal of the mirror of a column. */
export interface MirrorChange {
  readonly call: 'createMirror' | 'fillMirror' | 'dropMirror'
  readonly table: string
  readonly mirror: Mirror
}

/** The creation or removal of a search index. */
export interface SearchChange {
  readonly call: 'createSearchIndex' | 'dropSearchIndex'
  readonly table: string
  readonly columns: readonly string[]
  /** The primary key of the table. */
  readonly key: string
  readonly language?: SearchLanguage | undefined
}

/** A schema change as data, the same for both databases. */
export type Operation =
  | CreateTable
  | DropTable
  | RenameTable
  | AddColumn
  | AlterColumn
  | RenameColumn
  | DropColumn
  | CreateIndex
  | DropIndex
  | AddForeignKey
  | DropForeignKey
  | RunSql

/** Formats an operation as its author wrote it, for messages: `dropColumn('todos', 'title')`. */
export function describeOperation(operation: Operation): string {
  const names = subjectsOf(operation).map((name) => `'${name}'`)
  return `${callOf(operation)}(${names.join(', ')})`
}

/** The function that makes an operation. */
export function callOf(operation: Operation): string {
  if (operation.kind !== 'execute') return operation.kind
  const { search, policy, mirror } = operation
  return search?.call ?? policy?.call ?? mirror?.call ?? 'execute'
}

/** Whether PostgreSQL rejects an operation inside a transaction. */
export function isConcurrent(operation: Operation): boolean {
  const { kind } = operation
  if (kind === 'execute') return operation.mirror?.call === 'fillMirror'
  return (kind === 'createIndex' || kind === 'dropIndex') && operation.concurrently
}

function subjectsOf(operation: Operation): readonly string[] {
  switch (operation.kind) {
    case 'createTable':
    case 'dropTable':
      return [operation.table]
    case 'renameTable':
      return [operation.from, operation.to]
    case 'renameColumn':
      return [operation.table, operation.from, operation.to]
    case 'addColumn':
    case 'alterColumn':
    case 'dropColumn':
    case 'addForeignKey':
    case 'dropForeignKey':
      return [operation.table, operation.column]
    case 'createIndex':
    case 'dropIndex':
      return [operation.table, ...(operation.name ? [operation.name] : operation.columns)]
    case 'execute':
      if (operation.policy) return [operation.policy.table]
      if (operation.search) return [operation.search.table, ...operation.search.columns]
      if (operation.mirror) return subjectsOfMirror(operation.mirror)
      return [operation.up.postgres || operation.up.sqlite]
    default:
      return unreachable(operation)
  }
}

function subjectsOfMirror({ table, mirror: { from, to } }: MirrorChange): readonly string[] {
  return [table, from, ...Object.keys(to)]
}

/** SQL statements. Run each statement before you request the next, because the next may depend on it. */
export type Statements = AsyncGenerator<string, void, undefined>

/** An index with the SQL of one database. */
export type IndexOf<Operation extends CreateIndex | DropIndex> = Operation & {
  readonly expressions: readonly string[]
  readonly where: string | undefined
}

/** The index for one database; `undefined` if an empty text leaves it out there. */
export function indexIn<Operation extends CreateIndex | DropIndex>(
  operation: Operation,
  dialect: Dialect,
): IndexOf<Operation> | undefined {
  const expressions = operation.expressions.map((expression) => sqlIn(expression, dialect))
  const where = operation.where === undefined ? undefined : sqlIn(operation.where, dialect)
  return [...expressions, where].includes('') ? undefined : { ...operation, expressions, where }
}

/** The text for one database. */
export function sqlIn(sql: IndexSql, dialect: Dialect): string {
  return typeof sql === 'string' ? sql : sql[dialect]
}
