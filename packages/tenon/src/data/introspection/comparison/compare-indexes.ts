import { operationText } from '../../migrations/difference/migration-text.ts'
import type { Schema } from '../../migrations/difference/schema.ts'
import type { Dialect } from '../../database/database.ts'
import { indexIn, type IndexOf } from '../../migrations/operation.ts'
import type { CreateIndex } from '../../migrations/operation.ts'
import type { Remark } from '../catalog-table.ts'
import type { LiveSchema } from '../live-schema.ts'
import { isSameSql } from '../../columns/written/sql-text.ts'

/** Compares the indexes that no column declares, by their columns and expressions and not by their names. */
export function compareIndexes(
  declared: readonly CreateIndex[],
  { indexes: live, schema }: LiveSchema,
  { wanted, dialect }: { readonly wanted: Schema; readonly dialect: Dialect },
): Remark[] {
  const inDatabase = (all: readonly CreateIndex[]) =>
    all.flatMap((index) => indexIn(index, dialect) ?? [])
  const indexes = inDatabase(live)
  const others = inDatabase(declared).filter(
    (index) => !isOfColumn(index) && schema.has(index.table),
  )
  const known = indexes.filter(({ table }) => wanted.has(table))
  return [
    ...others.filter((index) => !known.some((each) => isSame(each, index))).map(missing),
    ...known.filter((index) => !others.some((each) => isSame(each, index))).map(undeclared),
  ]
}

type Index = IndexOf<CreateIndex>

function isOfColumn({ columns, expressions, where }: Index): boolean {
  return columns.length === 1 && expressions.length === 0 && where === undefined
}

function isSame(one: Index, other: Index): boolean {
  const parts = [one, other].map(({ columns, expressions, where = '' }) => [
    ...columns,
    ...expressions,
    where,
  ])
  const [mine = [], others = []] = parts
  return (
    one.table === other.table &&
    one.unique === other.unique &&
    mine.length === others.length &&
    mine.every((part, i) => isSameSql(part, others[i] ?? ''))
  )
}

function missing(index: Index): Remark {
  const text = `the index on (${partsOf(index)}) is missing. Run migrate if its migration is pending; otherwise create it with ${operationText(index)}.`
  return { place: index.table, text }
}

function undeclared(index: Index): Remark {
  const call = operationText({ ...index, kind: 'dropIndex' })
  const text = `the index on (${partsOf(index)}) is not declared. Declare it in a migration with ${operationText(index)}, or drop it with ${call}.`
  return { place: index.table, text }
}

function partsOf({ columns, expressions }: Index): string {
  return [...columns, ...expressions].join(', ')
}
