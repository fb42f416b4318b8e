import type { Columns } from '../columns/column.ts'
import type { TableColumn } from '../columns/table.ts'
import type { KeyValue, NameWith, UpdateValues, ValueOf } from '../columns/row.ts'
import { both, type Condition, either } from '../queries/condition.ts'
import { constant, valueOf } from '../queries/parameter.ts'
import { selectAll, type Selection } from '../queries/selection.ts'
import { type AnyModel, entityOf, type InstanceOf } from '../records/entity.ts'
import { execute, fetchColumn } from '../records/fetch.ts'
import { assertWholeRelation, fetchPlan, type Plan } from '../relations/load-relation.ts'
import { linkOf, relationOf } from '../relations/relation.ts'
import type { LoadedOn, LoadedValue, RelationName, TargetOf } from '../relations/relation-types.ts'
import { NotFound } from '../support/http-error.ts'
import { SetupError } from '../support/setup-error.ts'
import { deleteRows, incrementRows, removeRows, restoreRows, updateRows } from './bulk-write.ts'
import {
  countRows,
  type CursorPage,
  type CursorPageOptions,
  fetchBatches,
  fetchCursorPage,
  fetchPage,
  type Page,
  type PageOptions,
} from './page.ts'
import { type Equals, readCondition, type WhereComparison } from './where.ts'

/**
 * A query on a model's table; every method that refines it answers a new one.
 *
 * Soft-deleted records are left out unless `withDeleted()` or `onlyDeleted()` says otherwise.
 */
export class Query<M extends AnyModel, Record extends object = InstanceOf<M>> {
  readonly #model: M
  readonly #state: QueryState

  constructor(model: M, state: QueryState = initialState(model)) {
    this.#model = model
    this.#state = state
  }

  /** What is executed, as plain data: the state with the condition on soft deletion. */
  get plan(): Plan {
    const { entity, selection, loads, deleted } = this.#state
    const { deletedAt } = entity.table
    if (deletedAt === undefined || deleted === 'with') return this.#state
    const alive: Condition = { kind: 'null', column: deletedAt, negated: deleted === 'only' }
    const condition = both(selection.condition, alive)
    return { entity, loads, selection: { ...selection, condition } }
  }

  /**
   * Keeps the records that fulfil this condition as well: `where({ completed: false })`,
   * `where('title', 'Write')`, `where('age', '>=', 18)`. Text is matched without regard to case
   * (on SQLite of ASCII letters) by `like`, `contains`, `starts with` and `ends with`.
   */
  where<Name extends keyof M['columns'] & string>(
    subject: Name | Equals<M['columns']>,
    ...comparison: WhereComparison<M['columns'], Name>
  ): Query<M, Record> {
    const { condition: before } = this.#state.selection
    return this.#select({ condition: both(before, this.#read(subject, comparison)) })
  }

  /** Keeps the records that fulfil this condition, or all those before it. */
  orWhere<Name extends keyof M['columns'] & string>(
    subject: Name | Equals<M['columns']>,
    ...comparison: WhereComparison<M['columns'], Name>
  ): Query<M, Record> {
    const { condition: before } = this.#state.selection
    const alternative = this.#read(subject, comparison)
    return this.#select({ condition: either(before, alternative) })
  }

  /** Puts conditions into brackets: `whereGroup((group) => group.where(…).orWhere(…))`. */
  whereGroup(group: (group: Query<M>) => Query<M>): Query<M, Record> {
    const { condition } = refined(new Query<AnyModel, object>(this.#model), group).#state.selection
    return this.#select({ condition: both(this.#state.selection.condition, condition) })
  }

  /** Keeps the records that have related ones, which `refine` may narrow down. */
  whereHas<Name extends RelationName<M>>(
    name: Name,
    refine?: Refine<TargetOf<M[Name]>>,
  ): Query<M, Record> {
    return this.#whereRelated(name, refine, false)
  }

  /** Keeps the records that have no related ones, which `refine` may narrow down. */
  whereHasNone<Name extends RelationName<M>>(
    name: Name,
    refine?: Refine<TargetOf<M[Name]>>,
  ): Query<M, Record> {
    return this.#whereRelated(name, refine, true)
  }

  /** Loads a relation with one more query; `refine` may narrow, order and load further. */
  with<Name extends RelationName<M>, Related extends object = InstanceOf<TargetOf<M[Name]>>>(
    name: Name,
    refine?: WithRefine<M, Name, Related>,
  ): WithQuery<M, Name, Related, Record> {
    const relation = relationOf(this.#model, name)
    const plan = this.#target(name, refine)
    return this.#next({ loads: [...this.#state.loads, { name, relation, plan }] })
  }

  /** Counts related records into a property such as `posts_count`. */
  withCount<Name extends RelationName<M>>(
    name: Name,
    refine?: Refine<TargetOf<M[Name]>>,
  ): Query<M, LoadedOn<Record, { readonly [Key in `${Name}_count`]: number }>> {
    const link = linkOf(this.#state.entity, relationOf(this.#model, name))
    const { condition } = this.#related(name, refine)
    const { counts } = this.#state.selection
    return this.#select({ counts: [...counts, { name: `${name}_count`, link, condition }] })
  }

  /** Orders by a column, after the columns that were named before; `null` is the largest value. */
  orderBy(name: OrderName<M['columns']>, direction: 'asc' | 'desc' = 'asc'): Query<M, Record> {
    return this.#orderedBy(this.#state.entity.table.column(name), direction)
  }

  /** Orders by the key, which is the order of creation where the database or Tenon makes the keys. */
  orderByKey(direction: 'asc' | 'desc' = 'asc'): Query<M, Record> {
    return this.#orderedBy(this.#state.entity.table.key, direction)
  }

  /** Reads at most this many records. */
  limit(count: number): Query<M, Record> {
    return this.#select({ limit: constant(assertCount(count)) })
  }

  /** Leaves out the first records. */
  offset(count: number): Query<M, Record> {
    return this.#select({ offset: constant(assertCount(count)) })
  }

  /** Locks the records until the transaction ends; SQLite locks the whole database instead. */
  lockForUpdate(): Query<M, Record> {
    return this.#select({ lock: true })
  }

  /** Reads soft-deleted records as well. */
  withDeleted(): Query<M, Record> {
    return this.#next({ deleted: 'with' })
  }

  /** Reads soft-deleted records only. */
  onlyDeleted(): Query<M, Record> {
    return this.#next({ deleted: 'only' })
  }

  /** Reads all records of the query. */
  async all(): Promise<Record[]> {
    return this.#typed(await fetchPlan(this.plan))
  }

  /** Reads the record with this key, `null` when it is not among those of the query. */
  find(key: KeyValue<M['columns']>): Promise<Record | null> {
    const column = this.#state.entity.table.key
    const isKey: Condition = {
      kind: 'compare',
      column,
      operator: '=',
      parameter: valueOf(column, key),
    }
    return this.#select({ condition: both(this.#state.selection.condition, isKey) }).first()
  }

  /** Reads the record with this key. Throws `NotFound` when it is not among those of the query. */
  async findOrFail(key: KeyValue<M['columns']>): Promise<Record> {
    const record = await this.find(key)
    if (record === null) throw new NotFound()
    return record
  }

  /** Reads the first record, `null` when there is none. */
  async first(): Promise<Record | null> {
    const [record] = await this.limit(1).all()
    return record ?? null
  }

  /** Reads the first record. Throws `NotFound`, which answers 404, when there is none. */
  async firstOrFail(): Promise<Record> {
    const record = await this.first()
    if (record === null) throw new NotFound()
    return record
  }

  /** Counts the records that fulfil the conditions, whatever limit and offset say. */
  count(): Promise<number> {
    return countRows(this.plan)
  }

  /** Tells whether any record fulfils the conditions. */
  async exists(): Promise<boolean> {
    const { entity, selection } = this.plan
    const { rows } = await execute(entity, selection, { kind: 'exists' })
    return rows.length > 0
  }

  /** Reads the values of one column. */
  pluck<Name extends keyof M['columns'] & string>(
    name: Name,
  ): Promise<ValueOf<M['columns'], Name>[]> {
    const { entity, selection } = this.plan
    return fetchColumn(entity, selection, entity.table.column(name))
  }

  /**
   * Reads one page and counts all records; fit for a pager. Rows of equal order go by their key.
   *
   * Like `cursorPaginate` and `batches`, throws `E_QUERY_LIMIT` for a query with a limit or offset.
   */
  async paginate(options: PageOptions = {}): Promise<Page<Record>> {
    const page = await fetchPage(this.plan, options)
    return { ...page, data: this.#typed(page.data) }
  }

  /**
   * Reads the page at a cursor: as cheap at any depth, and nothing is skipped or repeated while
   * records are added. Throws `BadRequest` for a cursor that this query did not make.
   */
  async cursorPaginate(options: CursorPageOptions = {}): Promise<CursorPage<Record>> {
    const page = await fetchCursorPage(this.plan, options)
    return { ...page, data: this.#typed(page.data) }
  }

  /** Reads all records, `size` at a time, in the order of their keys: `for await (const batch of …)`. */
  async *batches(size = 500): AsyncGenerator<Record[], void, undefined> {
    for await (const batch of fetchBatches(this.plan, assertCount(size, 1)))
      yield this.#typed(batch)
  }

  /** Sets columns of all records of the query, without hooks, and tells how many there were. */
  update(values: UpdateValues<M['columns']>): Promise<number> {
    return updateRows(this.plan, values)
  }

  /**
   * Adds to a column of all records of the query in one statement, without hooks.
   *
   * Throws `NumberOverflow`, and changes nothing, when a sum does not fit into the column.
   */
  increment<Name extends NumericName<M['columns']>>(
    name: Name,
    by: NonNullable<ValueOf<M['columns'], Name>>,
  ): Promise<number> {
    return incrementRows(this.plan, name, by)
  }

  /** Deletes all records of the query, softly where the model says so, without hooks. */
  delete(): Promise<number> {
    return deleteRows(this.plan)
  }

  /** Takes back the soft deletion of all records of the query. */
  restore(): Promise<number> {
    return restoreRows(this.onlyDeleted().plan)
  }

  /** Removes all rows of the query for good, also where the model deletes softly. */
  forceDelete(): Promise<number> {
    return removeRows(this.plan)
  }

  #orderedBy(column: TableColumn, direction: unknown): Query<M, Record> {
    const { order } = this.#state.selection
    return this.#select({ order: [...order, { column, direction: readDirection(direction) }] })
  }

  #read(subject: unknown, comparison: readonly unknown[]): Condition {
    return readCondition(this.#state.entity.table, subject, comparison)
  }

  #whereRelated(
    name: RelationName<M>,
    refine: AnyRefine | undefined,
    negated: boolean,
  ): Query<M, Record> {
    const { entity, selection } = this.#state
    const link = linkOf(entity, relationOf(this.#model, name))
    const { condition } = this.#related(name, refine)
    const related: Condition = { kind: 'related', link, condition, negated }
    return this.#select({ condition: both(selection.condition, related) })
  }

  /** Related records that are asked after, of which no part can be meant. */
  #related(name: string, refine: AnyRefine | undefined): Selection {
    const { selection } = this.#target(name, refine)
    assertWholeRelation(name, selection)
    return selection
  }

  #target(name: string, refine: AnyRefine | undefined): Plan {
    const target = new Query(relationOf(this.#model, name).target())
    return refine === undefined ? target.plan : refined(target, refine).plan
  }

  #select<Next extends object = Record>(change: Partial<Selection>): Query<M, Next> {
    return this.#next({ selection: { ...this.#state.selection, ...change } })
  }

  #next<Next extends object>(change: Partial<QueryState>): Query<M, Next> {
    return new Query<M, Next>(this.#model, { ...this.#state, ...change })
  }

  /** `with` and `withCount` have put into the type what the plan loads. */
  #typed(records: readonly object[]): Record[] {
    return records as Record[]
  }
}

/** Narrows, orders or extends a query on a relation's target. */
export type Refine<Target extends AnyModel> = (query: Query<Target>) => Query<Target, object>

/** Refines the query that loads a relation; `Related` is what its records then are. */
export type WithRefine<M extends AnyModel, Name extends RelationName<M>, Related extends object> = (
  query: Query<TargetOf<M[Name]>>,
) => Query<TargetOf<M[Name]>, Related>

/** A query whose records come with a relation. */
export type WithQuery<
  M extends AnyModel,
  Name extends RelationName<M>,
  Related extends object,
  Record extends object = InstanceOf<M>,
> = Query<
  M,
  LoadedOn<Record, { readonly [Key in Name]: LoadedValue<M['columns'], M[Name], Related> }>
>

/** The columns that have an order: all but JSON. */
export type OrderName<Declared extends Columns> = Exclude<
  keyof Declared & string,
  NameWith<Declared, 'json'>
>

/** Some `Refine`, or whatever code without types gives. */
type AnyRefine = (query: never) => unknown

function refined(query: AnyQuery, refine: AnyRefine): AnyQuery {
  // `with` and its like have typed the function for this query's model.
  const result = (refine as (query: AnyQuery) => unknown)(query)
  if (result instanceof Query) return result
  throw new SetupError(
    'E_QUERY_REFINE',
    'A function that refines a query must return the query that it was given, with its conditions.',
  )
}

type AnyQuery = Query<AnyModel, object>

/** The columns that hold numbers. */
export type NumericName<Declared extends Columns> = {
  [Name in keyof Declared]: NonNullable<ValueOf<Declared, Name>> extends number | bigint
    ? Name
    : never
}[keyof Declared] &
  string

interface QueryState extends Plan {
  readonly deleted: 'without' | 'with' | 'only'
}

function initialState(model: AnyModel): QueryState {
  const entity = entityOf(model)
  return { entity, selection: selectAll(entity.table), loads: [], deleted: 'without' }
}

function readDirection(direction: unknown): 'asc' | 'desc' {
  if (direction === 'asc' || direction === 'desc') return direction
  throw new SetupError(
    'E_QUERY_OPERATOR',
    `"${String(direction).slice(0, 80)}" is no direction of an order. Use "asc" or "desc".`,
  )
}

function assertCount(count: number, least = 0): number {
  if (Number.isSafeInteger(count) && count >= least) return count
  throw new SetupError(
    'E_QUERY_LIMIT',
    `${count} is no number of records. Give a whole number from ${least}.`,
  )
}
