import { columnType, columnTypes } from '../columns/column-type.ts'
import type { Searched } from '../columns/search/searched.ts'
import type { ColumnDefinition } from '../columns/column.ts'
import { c } from '../columns/columns.ts'
import type { Dialect } from '../database/database.ts'
import type { TableSchema } from '../migrations/difference/schema.ts'
import type { CreateIndex } from '../migrations/operation.ts'
import type { CatalogTable, ColumnKind, Remark } from './catalog-table.ts'
import { type DescribedColumn, describeColumn } from './describe-column.ts'
import { describeIndexes, type FoldedColumn } from './describe-indexes.ts'
import { describeKeys, type Described } from './describe-keys.ts'
import { isPlainType } from './postgres/postgres-kind.ts'
import { parseRangeCheck } from './range-check.ts'
import { columnText } from '../columns/written/column-text.ts'
import { parseValuesCheck, simplifySql } from '../columns/written/sql-text.ts'
import { hasSameAffinity } from './sqlite/sqlite-kind.ts'

/** A table in the terms of models and migrations, with remarks about what they cannot express. */
export interface DescribedTable {
  readonly name: string
  readonly table: TableSchema
  readonly indexes: readonly CreateIndex[]
  readonly folded: readonly FoldedColumn[]
  readonly remarks: readonly Remark[]
}

export function describeTable(table: CatalogTable, dialect: Dialect): DescribedTable {
  const columns = table.columns.map((column) => describeColumn(column, table, dialect))
  const declared = columns.flatMap(({ column, definition }) =>
    definition === undefined ? [] : [[column.name, definition] as const],
  )
  const keyed = describeKeys(table, new Map(declared))
  const indexed = describeIndexes(table, keyed.definitions, dialect)
  const isKnown = ({ columns }: Searched): boolean =>
    columns.every((column) => indexed.definitions.has(column))
  return {
    name: table.name,
    table: {
      columns: Object.fromEntries(indexed.definitions),
      primaryKey: keyed.primaryKey,
      hasModel: true,
      searches: table.searches.filter(isKnown),
    },
    indexes: indexed.indexes,
    folded: indexed.folded,
    remarks: [
      ...columns.flatMap((each) => each.remarks),
      ...otherTypes(table, columns, dialect),
      ...keyed.remarks,
      ...indexed.remarks,
      ...table.searches
        .filter((search) => !isKnown(search))
        .map(({ columns }) => ({
          place: `the search index on (${columns.join(', ')}) of ${table.name}`,
          text: 'is left out: it needs a column that is left out.',
        })),
      ...otherChecks(table, indexed.definitions),
      ...domainChecks(table),
    ],
  }
}

/** One remark that lists the columns whose type differs in a database that migrations create. */
function otherTypes(
  { name: table }: CatalogTable,
  columns: readonly DescribedColumn[],
  dialect: Dialect,
): Remark[] {
  const others = columns.flatMap(({ column: { name, nativeType }, definition }) =>
    definition === undefined || isSameType(definition, nativeType, dialect)
      ? []
      : [`${name} ${nativeType} → ${createdType(definition, dialect)}`],
  )
  const text = `have other types in a database that migrations create: ${others.join(', ')}.`
  return others.length === 0 ? [] : [{ place: `the columns of ${table}`, text }]
}

function isSameType(kind: ColumnKind, nativeType: string, dialect: Dialect): boolean {
  if (dialect === 'sqlite') return hasSameAffinity(kind, nativeType)
  return nativeType === 'text' || (kind.values === undefined && isPlainType(kind, nativeType))
}

function createdType(definition: ColumnDefinition, dialect: Dialect): string {
  const type = columnType(definition, dialect)
  return definition.values === undefined ? type : `${type} with a check`
}

/** Remarks about the checks that no column expresses. */
function otherChecks({ name, checks }: CatalogTable, columns: Described): Remark[] {
  const isDeclared = (check: string): boolean => {
    const listed = parseValuesCheck(check)?.column
    if (listed !== undefined) return columns.get(listed)?.values !== undefined
    const text = simplifySql(check)
    return columnTypes.some(({ found }) => found.checked?.isCheck(text) === true)
  }
  return checks
    .filter((check) => !isDeclared(check))
    .map((check) => ({
      place: `the check ${check} of ${name}`,
      text: `stays in the database${toAdvice(check, columns)} with execute() if an empty database needs it.`,
    }))
}

/** Whether to validate the values, or which declaration does. */
function toAdvice(check: string, columns: Described): string {
  const range = parseRangeCheck(check)
  const definition = range && columns.get(range.column)
  const { min = -Infinity, max = Infinity } = definition?.limits ?? {}
  if (range === undefined || definition === undefined || min < range.min || max > range.max)
    return '. Validate the values as well, and create it'
  const { type, limits } = definition
  const declared = columnText({ ...c.text().definition, type, limits })
  return `, and ${declared} validates the values. Create it`
}

/** Remarks about the checks of domains that no column's limits express. */
function domainChecks({ name: table, columns }: CatalogTable): Remark[] {
  return columns.flatMap(({ name, kind, domainChecks: checks = [] }) =>
    checks
      .filter((check) => kind?.type !== 'integer' || parseRangeCheck(check) === undefined)
      .map((check) => ({
        place: `the check ${check} of the domain of ${table}.${name}`,
        text: 'stays in the database. Validate the values as well; a factory does not know it.',
      })),
  )
}
