import { columnType, columnTypes } from '../../columns/column-type.ts'
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
  return type === undefined ? undefined : { type, digits: undefined, values: undefined }
}

/** Whether SQLite treats values alike under the declared type and under what a migration declares. */
export function hasSameAffinity(kind: ColumnKind, declared: string): boolean {
  return affinityOf(declared) === affinityOf(columnType(kind, 'sqlite'))
}

const named: ReadonlyMap<string, string> = new Map(
  columnTypes.flatMap(({ name, found }) => found.sqlite.map((type) => [type, name] as const)),
)

/** The rules of SQLite, in its order. */
const byAffinity: readonly (readonly [RegExp, string])[] = [
  [/int/, 'integer'],
  [/char|clob|text/, 'text'],
  [/blob/, 'bytes'],
  [/real|floa|doub/, 'real'],
]

function affinityOf(declared: string): string {
  const name = declared.toLowerCase()
  return byAffinity.find(([part]) => part.test(name))?.[1] ?? 'numeric'
}
