import { type ColumnDefinition, isGenerated } from '../../columns/column.ts'
import type { Dialect } from '../../database/database.ts'
import { unreachable } from '../../../base/support/unreachable.ts'
import type { Schema } from '../../migrations/difference/schema.ts'
import type {
  AddColumn,
  AlterColumn,
  CreateIndex,
  DropColumn,
  DropIndex,
  MirrorChange,
  Operation,
  OwnerPolicyChange,
  RenameColumn,
  RunSql,
} from '../../migrations/operation.ts'
import { REQUIRED, uniqueness } from './running-models.ts'

/*
 * Judges the effect of an operation on the version of the application that still runs during the
 * deployment. The running version does not use tables and columns that pending migrations add, and does
 * not need those that its models do not mention.
 */

/**
 * `safe`: the running version keeps working. `locks`: it keeps working, but waits while the database reads or
 * rewrites the whole table. `breaks`: some of its statements fail. `unknown`: SQL of the application, which is
 * not judged.
 */
export type RollingVerdictKind = 'safe' | 'locks' | 'breaks' | 'unknown'

/** The effect of an operation on the running version, the reason, and an alternative. */
export interface RollingVerdict {
  readonly kind: RollingVerdictKind
  /** One or more sentences; empty if the operation is safe. */
  readonly text: string
}

/** The schema and the running version at the time of an operation. */
export interface RollingContext {
  readonly dialect: Dialect
  /** The schema before the operation. */
  readonly schema: Schema
  /** Whether the running version uses a table. */
  readonly usesTable: (table: string) => boolean
  /** Whether the running version uses a column. */
  readonly usesColumn: (table: string, column: string) => boolean
  /** Whether the running version respects a constraint of a column, even if the database does not have it. */
  readonly keeps: (place: { table: string; column: string }, constraint: string) => boolean
  /** The values of a column's enum type in PostgreSQL; `undefined` if the column has another type. */
  readonly enumLabels: (place: { table: string; column: string }) => readonly string[] | undefined
  /** Whether PostgreSQL has checked that no row has null in a column, so that it need not look again. */
  readonly isNeverNull: (place: { table: string; column: string }) => boolean
}

/** Judges whether the running version keeps working during and after an operation. */
export function judgeOperation(operation: Operation, context: RollingContext): RollingVerdict {
  switch (operation.kind) {
    case 'createTable':
    case 'dropForeignKey':
      return safe
    case 'dropTable':
      return context.usesTable(operation.table) ? breaks(inUse('table'), dropLater) : safe
    case 'renameTable':
      return context.usesTable(operation.from) ? breaks(inUse('table'), copyTable) : safe
    case 'addColumn':
      return context.usesTable(operation.table) ? judgeAddition(operation, context) : safe
    case 'alterColumn':
      return context.usesTable(operation.table) ? judgeChange(operation, context) : safe
    case 'renameColumn':
      return context.usesColumn(operation.table, operation.from)
        ? breaks(inUse('column'), `${bothColumns} ${inSteps('rename', operation)}`)
        : safe
    case 'dropColumn':
      return context.usesColumn(operation.table, operation.column)
        ? breaks(inUse('column'), `${dropLater} ${inSteps('drop', operation)}`)
        : safe
    case 'createIndex':
    case 'dropIndex':
      return context.usesTable(operation.table) ? judgeIndex(operation, context) : safe
    case 'addForeignKey':
      return context.usesTable(operation.table) ? locksOn(context, keyCheck) : safe
    case 'execute':
      return judgeSql(operation, context)
    default:
      return unreachable(operation)
  }
}

function judgeAddition({ definition }: AddColumn, context: RollingContext): RollingVerdict {
  const { nullable, default: constant, computed, unique, index, values } = definition
  if (!nullable && constant === undefined && computed === undefined) {
    return breaks(
      'The running version creates rows without a value for it.',
      'Give it a default(), or make it nullable(), fill it, and alter it in a later deployment.',
    )
  }
  if (unique && constant !== undefined) {
    return breaks(
      'Every row that the running version creates gets the same value, which must be unique.',
      'Make it nullable() without a default().',
    )
  }
  if (computed !== undefined) return locksOn(context, rewrite)
  if (unique || index) return locksOn(context, plainIndex)
  return values === undefined ? safe : locksOn(context, valuesCheck)
}

function judgeChange(operation: AlterColumn, context: RollingContext): RollingVerdict {
  const { table, column, from, to } = operation
  if (!context.usesColumn(table, column)) {
    const isSame = isSameType(from, to) && isSameIndex(from, to) && isSameGeneration(from, to)
    return isSame ? judgeRequirement(operation, context) : locksOn(context, rewrite)
  }
  if (!isSameUnique(from, to) && !(to.unique && context.keeps(operation, uniqueness(to)))) {
    if (allowsMore(from, to)) return goneUnique
    if (from.unique) return newUnique
    return breaks(duplicates, `${uniqueLater} ${inSteps('unique', operation)}`)
  }
  if (from.nullable && !to.nullable && !context.keeps(operation, REQUIRED)) {
    return breaks(
      'The running version may still write null.',
      `Deploy a version that always writes a value, then alter the column in a later deployment. ${inSteps('required', operation)}`,
    )
  }
  if (!to.nullable && hasValue(from) && !hasValue(to)) {
    return breaks(
      'The running version may create rows without a value, because there was a default.',
      'Deploy a version that always writes a value, then remove the default in a later deployment.',
    )
  }
  if (!isSameType(from, to) && !isWider(from, to))
    return breaks(otherType, `${bothColumns} ${inSteps('type', operation)}`)
  if (to.values !== undefined && !isEqual(from.values, to.values)) {
    return hasTypeFor(to.values, context.enumLabels(operation))
      ? safe
      : locksOn(context, valuesCheck)
  }
  if (!isSameGeneration(from, to)) return locksOn(context, rewrite)
  if (to.references && !isEqual(from.references, to.references)) return locksOn(context, keyCheck)
  return to.index && !from.index
    ? locksOn(context, plainIndex)
    : judgeRequirement(operation, context)
}

/** PostgreSQL looks for null in all rows, also if no version has written any. */
function judgeRequirement(operation: AlterColumn, context: RollingContext): RollingVerdict {
  const { from, to } = operation
  const isRequired = from.nullable && !to.nullable
  return isRequired && !context.isNeverNull(operation) ? locksOn(context, nullCheck) : safe
}

function judgeIndex(operation: CreateIndex | DropIndex, context: RollingContext): RollingVerdict {
  const { kind, unique, concurrently } = operation
  if (kind === 'dropIndex') return unique ? goneUnique : safe
  if (unique && !leavesNulls(operation, context) && !isKept(operation, context)) return newUnique
  return concurrently ? safe : locksOn(context, plainIndex)
}

/** Whether rows of the running version have null in a column of the index: a unique index allows many nulls. */
function leavesNulls(
  { table, columns }: CreateIndex | DropIndex,
  context: RollingContext,
): boolean {
  return columns.some((column) => {
    const definition = context.schema.get(table)?.columns[column]
    if (definition === undefined || context.usesColumn(table, column)) return false
    return definition.nullable && !hasValue(definition)
  })
}

/** Whether the code of the running version already keeps the values unique. */
function isKept({ table, columns, where }: CreateIndex | DropIndex, { keeps }: RollingContext) {
  const [one = '', column = one] = columns
  const uniqueWithin = columns.length === 1 ? undefined : one
  return (
    where === undefined &&
    columns.length <= 2 &&
    keeps({ table, column }, uniqueness({ uniqueWithin }))
  )
}

function judgeSql({ up, search, policy, mirror }: RunSql, context: RollingContext): RollingVerdict {
  if (up[context.dialect].trim() === '') return safe
  if (policy !== undefined) return judgePolicy(policy, context)
  if (mirror !== undefined) return judgeMirror(mirror, context)
  if (search === undefined) {
    const text =
      'This is SQL of your own, which is not read. Make sure that the running version can work beside it.'
    return { kind: 'unknown', text }
  }
  if (!context.usesTable(search.table)) return safe
  if (search.call === 'createSearchIndex') return locksOn(context, searchIndex)
  if (context.dialect === 'postgres') return safe
  // The running version searches only columns that it uses, so it does not use an index with any other column.
  if (search.columns.some((each) => !context.usesColumn(search.table, each))) return safe
  return breaks('Searches of the running version need this index.', dropLater)
}

/** Dropping a mirror breaks the running version if it uses the former column: its writes reach only that column. */
function judgeMirror(
  { call, table, mirror }: MirrorChange,
  context: RollingContext,
): RollingVerdict {
  if (call !== 'dropMirror' || !context.usesColumn(table, mirror.from)) return safe
  return breaks(inUse('column'), dropLater)
}

/** Creating a policy is `unknown`: it is not recorded whether the running version sends owners with its statements. */
function judgePolicy({ call, table }: OwnerPolicyChange, context: RollingContext): RollingVerdict {
  if (call === 'dropOwnerPolicy' || !context.usesTable(table)) return safe
  return { kind: 'unknown', text: hidesRows }
}

/** Whether the values contain all labels of an enum type, so that no check has to exclude a label. */
function hasTypeFor(values: readonly string[], labels: readonly string[] | undefined): boolean {
  return labels?.every((label) => values.includes(label)) === true
}

/** Whether the running version reads and writes values of the new type as before. */
function isWider(from: ColumnDefinition, to: ColumnDefinition): boolean {
  if (from.type !== to.type) return false
  const before = from.digits
  const after = to.digits
  if (before !== undefined && after !== undefined) {
    return before.scale === after.scale && before.precision <= after.precision
  }
  if (to.values === undefined) return true
  return from.values?.every((value) => to.values?.includes(value)) === true
}

function isSameType(from: ColumnDefinition, to: ColumnDefinition): boolean {
  const typeOf = ({ type, item, digits, values }: ColumnDefinition) => [
    [type, digits, values],
    [item?.type, item?.digits],
  ]
  return isEqual(typeOf(from), typeOf(to))
}

/** Whether the rows stay as they are: a new generated expression changes them, a new default does not. */
function isSameGeneration(from: ColumnDefinition, to: ColumnDefinition): boolean {
  return !isGenerated(to) || isEqual(from.computed, to.computed)
}

function isSameIndex(from: ColumnDefinition, to: ColumnDefinition): boolean {
  return from.index === to.index && isSameUnique(from, to)
}

function isSameUnique(from: ColumnDefinition, to: ColumnDefinition): boolean {
  return isEqual(uniqueOf(from), uniqueOf(to))
}

/** Whether every value that was allowed stays allowed: the index is dropped, or is less strict. */
function allowsMore(from: ColumnDefinition, to: ColumnDefinition): boolean {
  if (!to.unique) return true
  return (
    from.unique &&
    (from.caseInsensitive || !to.caseInsensitive) &&
    (to.ignoreDeleted || !from.ignoreDeleted) &&
    (!from.uniqueWithin || from.uniqueWithin === to.uniqueWithin)
  )
}

function uniqueOf(definition: ColumnDefinition): unknown {
  const { unique, caseInsensitive, ignoreDeleted, uniqueWithin } = definition
  return unique && { caseInsensitive, ignoreDeleted, uniqueWithin: uniqueWithin || undefined }
}

function hasValue({ default: constant, computed }: ColumnDefinition): boolean {
  return constant !== undefined || computed !== undefined
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function breaks(reason: string, instead: string): RollingVerdict {
  return { kind: 'breaks', text: `${reason} ${instead}` }
}

/** The advice with the command that changes the model and writes the migrations of the first step. */
function inSteps(
  kind: 'drop' | 'rename' | 'required' | 'type' | 'unique',
  operation: DropColumn | AlterColumn | RenameColumn,
): string {
  const { table } = operation
  const place =
    operation.kind === 'renameColumn'
      ? `${table}.${operation.from} ${operation.to}`
      : `${table}.${operation.column}`
  const given = kind === 'type' ? ' <new name>:<type>' : ''
  return `"tenon make migration --expand ${kind} ${place}${given}" writes the steps.`
}

/** On SQLite such a lock is `safe`: there is only one writer anyway, and a change takes only moments. */
function locksOn({ dialect }: RollingContext, text: string): RollingVerdict {
  return dialect === 'postgres' ? { kind: 'locks', text } : safe
}

function inUse(what: 'table' | 'column'): string {
  return `The running version uses the ${what}.`
}

const safe: RollingVerdict = { kind: 'safe', text: '' }

const dropLater = 'Deploy a version without it first, then drop it in the deployment after that.'
const bothColumns = 'Keep both columns for one deployment.'
const copyTable =
  'Create a table beside it, write both, copy the rows, read it, and drop the old one in a later deployment.'
const otherType = 'The running version reads and writes values of the type before.'

const duplicates = 'The running version may write duplicate values.'
const uniqueLater = 'Deploy a version that does not, then make it unique in a later deployment.'
const newUnique = breaks(duplicates, uniqueLater)
const goneUnique = breaks(
  'Upserts of the running version need this unique index.',
  'Deploy a version that does not need it, then change or drop it in a later deployment.',
)

const hidesRows =
  "A running version that does not say whose rows it wants sees none of this table. Make sure that it has application({ ownership: { rowLevelSecurity: 'prepare' } })."
const rewrite =
  'PostgreSQL rewrites the table, and nobody can use it meanwhile. For a large table, add a plain nullable column and fill it in portions.'
const plainIndex =
  'Writes to the table wait until the index is built. For a large table, use createIndex with concurrently in a migration of its own.'
const searchIndex =
  'Writes to the table wait until the index is built. For a large table, migrate while few people write.'
const valuesCheck =
  'PostgreSQL reads the whole table to check the values, and nobody can use it meanwhile.'
const nullCheck =
  'PostgreSQL reads the whole table to find null, and nobody can use it meanwhile. For a large table, add a check that it "is not null" as "not valid" with execute(), and validate it in a later migration, before this one.'
const keyCheck =
  'Writes to both tables wait while PostgreSQL checks all rows. For a large table, add the key as "not valid" with execute() and validate it in a later migration.'
