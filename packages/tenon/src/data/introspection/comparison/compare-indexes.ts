import { operationText } from '../../migrations/difference/migration-text.ts'
import type { Schema } from '../../migrations/difference/schema.ts'
import type { CreateIndex } from '../../migrations/operation.ts'
import type { Remark } from '../catalog-table.ts'
import type { LiveSchema } from '../live-schema.ts'
import { isSameSql } from '../sql-text.ts'

/** Compares the indexes that no column declares, by what they index and not by their names. */
export function compareIndexes(
  declared: readonly CreateIndex[],
  { indexes, schema }: LiveSchema,
  wanted: Schema,
): Remark[] {
  const others = declared.filter((index) => !isOfColumn(index) && schema.has(index.table))
  const known = indexes.filter(({ table }) => wanted.has(table))
  return [
    ...others.filter((index) => !known.some((each) => isSame(each, index))).map(missing),
    ...known.filter((index) => !others.some((each) => isSame(each, index))).map(undeclared),
  ]
}

function isOfColumn({ columns, expressions, where }: CreateIndex): boolean {
  return columns.length === 1 && expressions.length === 0 && where === undefined
}

function isSame(one: CreateIndex, other: CreateIndex): boolean {
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

function missing(index: CreateIndex): Remark {
  const text = `the index on (${partsOf(index)}) is missing. Run migrate if its migration is pending; otherwise create it with ${operationText(index)}.`
  return { place: index.table, text }
}

function undeclared(index: CreateIndex): Remark {
  const call = operationText({ ...index, kind: 'dropIndex' })
  const text = `the index on (${partsOf(index)}) is not declared. Declare it in a migration with ${operationText(index)}, or drop it with ${call}.`
  return { place: index.table, text }
}

function partsOf({ columns, expressions }: CreateIndex): string {
  return [...columns, ...expressions].join(', ')
}
