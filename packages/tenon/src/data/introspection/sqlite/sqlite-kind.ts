import { columnType, columnTypes } from '../../columns/column-type.ts'
import type { ColumnKind } from '../catalog-table.ts'

/**
 * The kind of column that reads the values that other programs store under a declared type; `undefined`
 * for an unknown type.
 *
 * Other programs store dates with a time as text and decimals as floating-point numbers.
 * `c.timestamp()` and `c.decimal()` store them in other forms, so they are not the result here.
 */
export function sqliteKind(declared: string): ColumnKind | undefined {
  const name = declared.replace(/\(.*$/s, '').trim().toLowerCase()
  const type = named.get(name) ?? byAffinity.find(([part]) => part.test(name))?.[1]
  return type === undefined ? undefined : { type, digits: undefined, values: undefined }
}

/** Whether SQLite treats values of the declared type like values of the type that a migration declares. */
export function hasSameAffinity(kind: ColumnKind, declared: string): boolean {
  return affinityOf(declared) === affinityOf(columnType(kind, 'sqlite'))
}

const named: ReadonlyMap<string, string> = new Map(
  columnTypes.flatMap(({ name, found }) => found.sqlite.map((type) => [type, name] as const)),
)

/**
 * SQLite's rules of type affinity, in its order: https://www.sqlite.org/datatype3.html#determination_of_column_affinity
 */
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
