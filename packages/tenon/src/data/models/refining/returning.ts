import type { Columns } from '../../columns/column.ts'
import type { NameWith, RowValues, Simplify } from '../../columns/row.ts'
import { databaseOf } from '../../database/current-database.ts'
import type { Rows } from '../../database/statement.ts'
import type { ReturnedColumns } from '../../queries/selection.ts'
import type { AnyModel, Entity } from '../../records/entity.ts'
import { toParts } from '../../records/fetch.ts'

/** What a write of many rows returns instead of their number. */
export interface Returning<Name extends string = never> {
  /** These columns of each written row, in no particular order. */
  readonly returning?: readonly [Name, ...Name[]]
}

/** What a write resolves to: the number of written rows, or the requested columns of each. */
// oxfmt-ignore
export type Written<M extends AnyModel, Name extends string> =
  [Name] extends [never] ? number : Simplify<Pick<RowValues<M['columns'], M['table']>, Extract<Name, keyof M['columns']>>>[]

/** How an upsert recognises existing rows, and which of their columns it sets. */
export interface UpsertOptions<Declared extends Columns> {
  readonly by: readonly (keyof Declared & string)[]
  readonly update?: readonly ReplacedName<Declared>[]
}

/** The columns that an upsert sets in existing rows: no keys, and none that the database generates. */
type ReplacedName<Declared extends Columns> = Exclude<
  keyof Declared & string,
  NameWith<Declared, 'key' | 'keyPart' | 'generated'>
>

/** The columns that a write returns. Throws `E_COLUMN_UNKNOWN` for an unknown name. */
export function returnedColumns(
  { table }: Entity,
  { returning }: Returning<string> = {},
): ReturnedColumns {
  return returning?.map((name) => table.column(name))
}

/** The number of written rows, or the columns that were asked for. */
export function toWritten<M extends AnyModel, Name extends string>(
  { table }: Entity,
  { affected, rows }: Pick<Rows, 'affected' | 'rows'>,
  columns: ReturnedColumns,
): Written<M, Name> {
  const { dialect } = databaseOf(table.database)
  // The columns are those of the options, whose names are in the type.
  return (columns === undefined ? affected : toParts(rows, columns, dialect)) as Written<M, Name>
}
