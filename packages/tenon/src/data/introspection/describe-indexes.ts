import type { ColumnDefinition } from '../columns/column.ts'
import { isIdentifier } from '../columns/identifier.ts'
import { DELETED_AT } from '../columns/table.ts'
import type { Dialect } from '../database/database.ts'
import { indexName } from '../columns/object-names.ts'
import type { CreateIndex } from '../migrations/operation.ts'
import type { CatalogIndex, CatalogTable, Remark } from './catalog-table.ts'
import type { Described } from './describe-keys.ts'
import { isSameSql, mentionsName } from '../columns/written/sql-text.ts'

/** The indexes of a table: those that columns declare, and those that need an operation. */
export interface DescribedIndexes {
  readonly definitions: Described
  readonly indexes: readonly CreateIndex[]
  /** The columns that an index keeps unique ignoring case, if no column can declare that index. */
  readonly folded: readonly FoldedColumn[]
  readonly remarks: readonly Remark[]
}

/** A column that another program's index keeps unique. The index ignores case in its own way. */
export interface FoldedColumn {
  readonly column: string
  readonly ignoreDeleted: boolean
  /** The index, if `createIndex` can write it. */
  readonly index: CreateIndex | undefined
}

export function describeIndexes(
  table: CatalogTable,
  columns: Described,
  dialect: Dialect,
): DescribedIndexes {
  const { name, indexes } = table
  const definitions = new Map(columns)
  const operations: CreateIndex[] = []
  const folded: FoldedColumn[] = []
  const remarks: Remark[] = []

  // Unique indexes come first, because a unique column declares no other index.
  for (const index of indexes.toSorted(uniqueFirst)) {
    const own = asColumnIndex(index, columns, dialect)
    const before = own && definitions.get(own.column)
    const operation = own === undefined ? toOperation(table, index, columns) : undefined
    const reason = before && reasonToStay(before, index)
    const place = `the index ${index.name} of ${name}`
    if (own !== undefined && before !== undefined && reason === undefined) {
      definitions.set(own.column, withIndex(before, own.change))
    } else if (operation !== undefined) operations.push(operation)
    else {
      const text = reason === undefined ? notDeclared(index) : staysBecause(reason)
      remarks.push({ place, text })
    }
    const other = own === undefined ? asFolded(index, columns) : undefined
    if (other !== undefined) {
      folded.push({ ...other, index: operation })
      remarks.push({ place, text: foldsItself(other) })
    }
  }
  return { definitions, indexes: operations, folded, remarks }
}

function uniqueFirst(one: CatalogIndex, other: CatalogIndex): number {
  return Number(other.unique) - Number(one.unique)
}

/** Why a column cannot declare an existing index; `undefined` if it can. */
function reasonToStay(
  { primaryKey, item, unique }: ColumnDefinition,
  index: CatalogIndex,
): string | undefined {
  if (item !== undefined) return 'a list has no index() and no unique()'
  if (primaryKey) return 'a key has an index of its own'
  return unique && !index.unique ? 'a unique column has no other index()' : undefined
}

interface ColumnIndex {
  readonly column: string
  readonly change: Partial<ColumnDefinition>
}

/** The index as `unique()` or `index()` of a column; `undefined` if these cannot express it. */
function asColumnIndex(
  { keys, unique, where, exotic }: CatalogIndex,
  columns: Described,
  dialect: Dialect,
): ColumnIndex | undefined {
  const [key, second] = keys
  if (key === undefined || second !== undefined || exotic !== undefined) return undefined
  const ignoreDeleted = where !== undefined && isOfKept(where, columns)
  if (where !== undefined && !(unique && ignoreDeleted)) return undefined
  if ('column' in key) {
    const change = unique ? { unique, ignoreDeleted } : { index: true }
    return { column: key.column, change }
  }
  const folded = unique ? foldedColumn(key.expression, dialect) : undefined
  return folded === undefined || !columns.has(folded)
    ? undefined
    : { column: folded, change: { unique, caseInsensitive: true, ignoreDeleted } }
}

/** Whether a condition leaves out soft-deleted rows. The column of `softDeletes()` holds a moment or milliseconds. */
function isOfKept(where: string, columns: Described): boolean {
  const type = columns.get(DELETED_AT)?.type
  return (type === 'timestamp' || type === 'integer') && isSameSql(where, `${DELETED_AT} is null`)
}

/** The column in an expression that the adapter's `foldCase` wrote, in the form in which the database prints it. */
function foldedColumn(expression: string, dialect: Dialect): string | undefined {
  return foldedExpressions[dialect].exec(expression)?.[1]
}

const foldedExpressions: Readonly<Record<Dialect, RegExp>> = {
  sqlite: /^lower\(\s*"?(\w+)"?\s*\)$/i,
  postgres: /^lower\(\(+"?(\w+)"?\)?(?:::text)? COLLATE "C"\)\)$/,
}

/** The column that an index keeps unique ignoring case, by a collation or by a `lower()` of another program. */
function asFolded(
  { keys, unique, where, ignoresCase }: CatalogIndex,
  columns: Described,
): Omit<FoldedColumn, 'index'> | undefined {
  const [key, second] = keys
  const ignoreDeleted = where !== undefined && isOfKept(where, columns)
  if (key === undefined || second !== undefined || !unique) return undefined
  if (where !== undefined && !ignoreDeleted) return undefined
  if ('column' in key) {
    const isText = columns.get(key.column)?.type === 'text'
    return ignoresCase === true && isText ? { column: key.column, ignoreDeleted } : undefined
  }
  const column = columnOfLower(key.expression)
  return column === undefined || !columns.has(column) ? undefined : { column, ignoreDeleted }
}

/** The column in `lower(email)`, with any collation. */
function columnOfLower(expression: string): string | undefined {
  return /^lower\(+"?(\w+)"?\)*(?:::text)?(?: COLLATE "[^"]*")?\)+$/i.exec(expression)?.[1]
}

function foldsItself({ column }: Pick<FoldedColumn, 'column'>): string {
  return `keeps ${column} unique ignoring case, in its own way. unique({ caseInsensitive: true }) of a model counts as declared, but upserts by it fail and lookups do not use this index. For these, create the index that a migration writes, too.`
}

/** Adds an index to a column, unless the column already has a plain unique index. */
function withIndex(before: ColumnDefinition, change: Partial<ColumnDefinition>): ColumnDefinition {
  const isPlain = before.unique && !before.caseInsensitive && !before.ignoreDeleted
  return isPlain ? before : { ...before, ...change }
}

/** The index as a `createIndex` operation, which lists columns before expressions; `undefined` if it cannot be one. */
function toOperation(
  { name: table, columns: all }: CatalogTable,
  { name, unique, keys, where, exotic }: CatalogIndex,
  columns: Described,
): CreateIndex | undefined {
  const names = keys.flatMap((key) => ('column' in key ? [key.column] : []))
  const expressions = keys.flatMap((key) => ('expression' in key ? [key.expression] : []))
  const isOrdered = keys.slice(0, names.length).every((key) => 'column' in key)
  const missing = all.map((each) => each.name).filter((each) => !columns.has(each))
  const isKnown =
    names.every((column) => columns.has(column)) &&
    ![...expressions, where ?? ''].some((sql) => missing.some((each) => mentionsName(sql, each)))
  if (exotic !== undefined || !isOrdered || !isKnown) return undefined

  const isPlain = expressions.length === 0 && where === undefined
  const derived = indexName({ table, columns: names, unique })
  if (!isIdentifier(name) && !isPlain) return undefined
  const own = isIdentifier(name) && name !== derived ? name : undefined
  return {
    kind: 'createIndex',
    table,
    columns: names,
    unique,
    name: isPlain && name.startsWith('sqlite_') ? undefined : (own ?? (isPlain ? undefined : name)),
    expressions,
    where,
    concurrently: false,
  }
}

function notDeclared({ exotic }: CatalogIndex): string {
  if (exotic === undefined) return 'is left out: it needs a column or a name that is left out.'
  const forSearch = exotic.includes('to_tsvector(') ? ` ${SEARCHING}` : ''
  return `${staysBecause(`createIndex() cannot write it: ${exotic}`)}${forSearch}`
}

function staysBecause(reason: string): string {
  return `stays in the database, because ${reason}. Create it with execute() if an empty database needs it.`
}

/** The advice about a full-text index of another program. */
export const SEARCHING =
  'whereSearch() does not use it: declare { search: […] } in the model, and make:migration writes an index that it does.'
