import type { Columns } from '../columns/column.ts'
import type { NameWith, ValueOf } from '../columns/row.ts'
import { assertIdentifier } from '../columns/identifier.ts'
import { isReserved, type Table, type TableColumn } from '../columns/table.ts'
import type { AnyModel } from '../records/entity.ts'
import { type AnyRelation, relationOf } from '../relations/relation.ts'
import type { RelationName } from '../relations/relation-types.ts'
import { BadRequest } from '../../base/support/http-error.ts'
import type { Refused } from '../../base/support/refused.ts'
import { SetupError } from '../../base/support/setup-error.ts'

/** The columns whose values are compared: all but JSON and lists. */
export type ComparedName<Declared extends Columns> = Exclude<
  keyof Declared & string,
  NameWith<Declared, 'json' | 'array'>
>

/** The columns to order by: those that are compared and not hidden, because an order reveals the values. */
export type OrderName<Declared extends Columns> = Exclude<
  ComparedName<Declared>,
  NameWith<Declared, 'hidden'>
>

/** The columns that hold numbers. */
export type NumericName<Declared extends Columns> = Extract<
  {
    [Name in keyof Declared]: NonNullable<ValueOf<Declared, Name>> extends number | bigint
      ? Name
      : DecimalName<Declared, Name>
  }[keyof Declared],
  string
>

/** The name of a decimal column that has no `cast`. */
type DecimalName<Declared extends Columns, Name extends keyof Declared> =
  NonNullable<ValueOf<Declared, Name>> extends string
    ? Extract<Name, NameWith<Declared, 'decimal'>>
    : never

/** The type of a sum: `bigint` for 64-bit integers, text for decimals. */
// oxfmt-ignore
export type SumOf<Declared extends Columns, Name extends keyof Declared> =
  NonNullable<ValueOf<Declared, Name>> extends bigint ? bigint :
  NonNullable<ValueOf<Declared, Name>> extends string ? string :
  number

/** The type of a mean: text for decimals. */
export type MeanOf<Declared extends Columns, Name extends keyof Declared> =
  NonNullable<ValueOf<Declared, Name>> extends string ? string : number

/** The columns that have a smallest and a largest value on both databases. */
export type OrderableName<Declared extends Columns> = Extract<
  {
    [Name in keyof Declared]: NonNullable<ValueOf<Declared, Name>> extends Orderable ? Name : never
  }[Exclude<keyof Declared, NameWith<Declared, 'json'>>],
  string
>

type Orderable = number | bigint | string | Date

/** How to treat records that another transaction has locked; by default, wait for them. */
export type LockOptions =
  | { readonly skipLocked?: boolean; readonly noWait?: never }
  | { readonly skipLocked?: never; readonly noWait?: boolean }

/** The columns for `withSum` and `withAvg`. Hidden ones are excluded, because the record would show the value. */
export type SummedName<Declared extends Columns> = Exclude<
  NumericName<Declared>,
  NameWith<Declared, 'hidden'>
>

/** The same for `withMin` and `withMax`. */
export type ExtremeName<Declared extends Columns> = Exclude<
  OrderableName<Declared>,
  NameWith<Declared, 'hidden'>
>

/** The properties that `withCount`, `withSum` and the like added to records. */
export type AggregateName<Record> = Record extends { readonly '~loaded': infer Loaded }
  ? Extract<
      {
        [Name in keyof Loaded]: Loaded[Name] extends Orderable | boolean | null ? Name : never
      }[keyof Loaded],
      string
    >
  : never

/** Rejects a query that loads relations: a view reads its own. */
export type WithoutLoads<M extends AnyModel, Record> = [LoadedName<M, Record>] extends [never]
  ? unknown
  : Refused<`A view reads its relations itself: remove with('${LoadedName<M, Record>}')`>

type LoadedName<M extends AnyModel, Record> = Record extends { readonly '~loaded': infer Loaded }
  ? Extract<keyof Loaded, RelationName<M>>
  : never

/** The relations that lead to a single record. */
export type SingleRelationName<M extends AnyModel> = Extract<
  {
    [Name in RelationName<M>]: M[Name] extends { readonly kind: 'belongsTo' | 'hasOne' }
      ? Name
      : never
  }[RelationName<M>],
  RelationName<M>
>

/** The compiler checks names in code, so an unknown name, or that of a hidden column, comes from a client. */
export function readOrderColumn(table: Table, name: string): TableColumn {
  if (table.has(name) && !table.hides(name)) return table.column(name)
  throw cannotSort(name)
}

export function cannotSort(name: string): BadRequest {
  return new BadRequest(`Cannot sort by "${name.slice(0, 80)}"`)
}

export function readDirection(direction: unknown): 'asc' | 'desc' {
  if (direction === 'asc' || direction === 'desc') return direction
  throw new BadRequest(`Cannot sort "${String(direction).slice(0, 80)}". Use "asc" or "desc".`)
}

export function assertCount(count: number): number {
  if (Number.isSafeInteger(count) && count >= 0) return count
  throw new BadRequest(`${count} is not a number of records. Use a whole number of at least 0.`)
}

/** Returns a relation to a single record. Throws `E_RELATION_KIND` for any other relation. */
export function singleRelationOf(model: AnyModel, name: string): AnyRelation {
  const relation = relationOf(model, name)
  if (relation.kind === 'belongsTo' || relation.kind === 'hasOne') return relation
  throw new SetupError(
    'E_RELATION_KIND',
    `The relation "${name}" leads to a list, which has no single value to order by. Use withCount('${name}') and order by the count.`,
  )
}

/** Throws `E_QUERY_NAME` for a property that records already have. */
export function assertFreeName(
  table: Table,
  name: string,
  taken: readonly { readonly name: string }[],
): void {
  assertIdentifier(name)
  if (!isReserved(name) && !table.has(name) && taken.every((each) => each.name !== name)) return
  throw new SetupError(
    'E_QUERY_NAME',
    `Records of "${table.name}" already have a property "${name}". Give it another name: { as: '…' }.`,
  )
}
