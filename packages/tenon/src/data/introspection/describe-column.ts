import { columnTypes } from '../columns/column-type.ts'
import type { ColumnDefinition, ComputedValue } from '../columns/column.ts'
import { c } from '../columns/columns.ts'
import { INT32 } from '../columns/types/integer.ts'
import { areEnumValues } from '../columns/types/text.ts'
import { isIdentifier } from '../columns/identifier.ts'
import { isReserved } from '../columns/table.ts'
import type { Dialect } from '../database/database.ts'
import type { CatalogColumn, CatalogTable, ColumnKind, Remark } from './catalog-table.ts'
import { readDefault } from './column-default.ts'
import { onlyIn } from './only-in.ts'
import { narrow, parseRangeCheck } from './range-check.ts'
import { mentionsName, parseValuesCheck, simplifySql } from '../columns/written/sql-text.ts'

/** A column in the terms of models and migrations. A column without a definition is left out. */
export interface DescribedColumn {
  readonly column: CatalogColumn
  readonly definition: ColumnDefinition | undefined
  readonly remarks: readonly Remark[]
}

export function describeColumn(
  column: CatalogColumn,
  table: CatalogTable,
  dialect: Dialect,
): DescribedColumn {
  const place = `${table.name}.${column.name}`
  const reason = reasonToLeaveOut(column) ?? reasonOfGeneration(column, table)
  if (column.kind === undefined || reason !== undefined) {
    return { column, definition: undefined, remarks: [{ place, text: leftOut(column, reason) }] }
  }
  const kind = withChecks(column.kind, column, table)
  const { type, constant, computed } = readDefault(column.defaultSql, kind, dialect)
  const definition = { ...c.text().definition, ...kind, type, nullable: column.isNullable }
  if (column.needsOther) {
    return {
      column,
      definition: { ...definition, computed: computedHere },
      remarks: [{ place, text: `has a default that needs a sequence or function ${onlyHere}` }],
    }
  }
  return {
    column,
    definition: {
      ...definition,
      default: constant,
      computed: generationOf(column, dialect) ?? computed,
      onCreate: storesOther(column, kind, dialect) ? () => new Date() : undefined,
    },
    remarks: /(?:^|\.)citext$/.test(column.nativeType) ? [{ place, text: ignoresCase }] : [],
  }
}

/** Whether a model and a migration can declare a column of a table. */
export function isDeclarable(column: CatalogColumn, table: CatalogTable): boolean {
  return (reasonToLeaveOut(column) ?? reasonOfGeneration(column, table)) === undefined
}

const ignoresCase =
  'ignores case, as a citext, and the column of the model does not: on SQLite, texts that differ only in case are different and both unique. Write and look up the text in lower case.'

/**
 * Whether the default of an SQLite column stores text, while Tenon stores numbers. The two must not be mixed, so the
 * model sets the value itself.
 */
function storesOther(
  { defaultSql = '' }: CatalogColumn,
  kind: ColumnKind,
  dialect: Dialect,
): boolean {
  return (
    dialect === 'sqlite' &&
    kind.type === 'timestamp' &&
    /^current_timestamp$/i.test(simplifySql(defaultSql))
  )
}

/** A default that only this database computes. A database that migrations create gets no default. */
export const computedHere: ComputedValue = {
  kind: 'default',
  sql: { sqlite: 'null', postgres: 'null' },
}

export const onlyHere =
  'of this database. An empty database gets no default: create it with execute(), or set the value in the model.'

function reasonToLeaveOut({
  name,
  kind,
  nativeType,
  unreadable,
}: CatalogColumn): string | undefined {
  if (!isIdentifier(name)) {
    return 'a name may have letters, digits and "_" only, and at most 63 of them. Rename it'
  }
  if (isReserved(name)) return 'every record has a member of that name. Rename it'
  if (kind !== undefined) return undefined
  if (unreadable !== undefined) return unreadable
  return nativeType === ''
    ? 'it has no type'
    : `no column type reads and writes ${nativeType}; use sql or Kysely for it`
}

/** Why a generated column is left out: migrations do not create a function or column that its SQL names. */
function reasonOfGeneration(
  { generatedSql, needsOther }: CatalogColumn,
  { columns }: CatalogTable,
): string | undefined {
  if (generatedSql === undefined) return undefined
  if (needsOther) return 'a function of this database generates it, which migrations do not create'
  const missing = columns.find(
    (other) => reasonToLeaveOut(other) !== undefined && mentionsName(generatedSql, other.name),
  )
  return missing && `it is generated from ${missing.name}, which is left out`
}

function leftOut(column: CatalogColumn, reason: string | undefined): string {
  const { isNullable, isNumbered, defaultSql, generatedSql } = column
  const hasValue =
    isNullable || isNumbered || defaultSql !== undefined || generatedSql !== undefined
  return `is left out: ${reason}.${hasValue ? '' : required}`
}

const required =
  ' It must not be null and has no default, so new records need one, or a trigger that sets it.'

/** Narrows a kind by checks: a list of values for text, and on SQLite types that SQLite itself does not have. */
function withChecks(kind: ColumnKind, column: CatalogColumn, { checks }: CatalogTable): ColumnKind {
  const listed = checks.map(parseValuesCheck).find((check) => check?.column === column.name)
  if (kind.type === 'text' && listed !== undefined && areEnumValues(listed.values))
    return { ...kind, values: listed.values }
  const own = checks.filter((check) => mentionsName(check, column.name)).map(simplifySql)
  const checked = columnTypes.find(({ found: { checked } }) =>
    own.some((check) => kind.type === checked?.type && checked.isCheck(check)),
  )
  if (checked !== undefined) return { ...kind, type: checked.name, limits: undefined }
  return kind.type === 'integer' ? withRange(kind, column, checks) : kind
}

/** Turns checks that compare an integer with numbers into limits. Models validate limits; migrations ignore them. */
function withRange(
  kind: ColumnKind,
  { name, domainChecks = [] }: CatalogColumn,
  checks: readonly string[],
): ColumnKind {
  const ranges = [
    ...checks.map(parseRangeCheck).filter((range) => range?.column === name),
    ...domainChecks.map(parseRangeCheck),
  ]
  return ranges.reduce((narrowed, range) => {
    const { min, max } = { ...INT32, ...narrowed.limits }
    const limits = range && narrow({ min, max }, range)
    return limits === undefined ? narrowed : { ...narrowed, limits }
  }, kind)
}

function generationOf(
  { generatedSql: text }: CatalogColumn,
  dialect: Dialect,
): ComputedValue | undefined {
  if (text === undefined) return undefined
  return { kind: 'generated', sql: onlyIn(dialect, text) }
}
