import { columnType } from '../../columns/column-type.ts'
import type { ColumnType } from '../../columns/column.ts'
import type { ColumnKind } from '../catalog-table.ts'

/**
 * The kind of column that reads what other programs store under a declared type; `undefined` for a
 * type that says nothing.
 *
 * SQLite stores dates with a time as text, and decimals as floating-point numbers, so they are not
 * what `c.timestamp()` and `c.decimal()` store.
 */
export function sqliteKind(declared: string): ColumnKind | undefined {
  const name = declared.replace(/\(.*$/s, '').trim().toLowerCase()
  const type = named.get(name) ?? byAffinity.find(([part]) => part.test(name))?.[1]
  return type && { type, digits: undefined, values: undefined }
}

/** Whether SQLite treats values alike under the declared type and under what a migration declares. */
export function hasSameAffinity(kind: ColumnKind, declared: string): boolean {
  return affinityOf(declared) === affinityOf(columnType(kind, 'sqlite'))
}

const named: ReadonlyMap<string, ColumnType> = new Map([
  ['bigint', 'bigint'],
  ['int8', 'bigint'],
  ['bool', 'boolean'],
  ['boolean', 'boolean'],
  ['date', 'date'],
  ['datetime', 'text'],
  ['timestamp', 'text'],
  ['time', 'text'],
  ['uuid', 'text'],
  ['json', 'json'],
  ['jsonb', 'json'],
  ['numeric', 'real'],
  ['decimal', 'real'],
])

/** The rules of SQLite, in its order. */
const byAffinity: readonly (readonly [RegExp, ColumnType])[] = [
  [/int/, 'integer'],
  [/char|clob|text/, 'text'],
  [/blob/, 'bytes'],
  [/real|floa|doub/, 'real'],
]

function affinityOf(declared: string): string {
  const name = declared.toLowerCase()
  return byAffinity.find(([part]) => part.test(name))?.[1] ?? 'numeric'
}
