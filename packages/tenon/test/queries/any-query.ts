import { models, type Row, type TableName } from './records.ts'

/** A query as a program sees it that chooses columns and conditions itself: the compiler cannot check them. */
export interface AnyQuery {
  where(...condition: readonly unknown[]): AnyQuery
  orWhere(...condition: readonly unknown[]): AnyQuery
  whereColumn(column: string, operator: string, other: string): AnyQuery
  whereGroup(group: Refine): AnyQuery
  whereHas(relation: string, refine: Refine): AnyQuery
  orWhereHas(relation: string, refine: Refine): AnyQuery
  whereHasNone(relation: string, refine: Refine): AnyQuery
  orWhereHasNone(relation: string, refine: Refine): AnyQuery
  with(relation: string, refine: Refine): AnyQuery
  withCount(relation: string, refine: Refine, name: { readonly as: string }): AnyQuery
  withSum(relation: string, column: string, refine: Refine, name: { readonly as: string }): AnyQuery
  withMax(relation: string, column: string, refine: Refine, name: { readonly as: string }): AnyQuery
  orderBy(column: string, direction: 'asc' | 'desc'): AnyQuery
  limit(count: number): AnyQuery
  offset(count: number): AnyQuery
  select(column: string): unknown
  groupBy(column: string): AnyGroups
  all(): Promise<readonly Row[]>
  count(): Promise<number>
  exists(): Promise<boolean>
  pluck(column: string): Promise<readonly unknown[]>
  sum(column: string): Promise<unknown>
  min(column: string): Promise<unknown>
  max(column: string): Promise<unknown>
  batches(size: number): AsyncIterable<readonly Row[]>
  paginate(options: object): Promise<{ readonly data: readonly Row[]; readonly total: number }>
  cursorPaginate(options: object): Promise<CursorPage>
  update(values: object): Promise<number>
}

interface AnyGroups {
  count(): AnyGroups
  orderBy(column: string): AnyGroups
  all(): Promise<readonly Readonly<Record<string, unknown>>[]>
}

export interface CursorPage {
  readonly data: readonly Row[]
  readonly previousCursor: string | null
  readonly nextCursor: string | null
}

export type Refine = (query: AnyQuery) => AnyQuery

export function queryOf(table: TableName): AnyQuery {
  // Sound: the tests name columns and relations of the model only.
  return models[table].query() as unknown as AnyQuery
}
