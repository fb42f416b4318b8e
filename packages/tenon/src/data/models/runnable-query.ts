import type {
  KeyValue,
  ReadValue,
  RowValues,
  Simplify,
  UpdateValues,
  Exactly,
  ValueOf,
} from '../columns/row.ts'
import type { Sql } from '../database/sql.ts'
import { both } from '../queries/condition.ts'
import { constant } from '../queries/parameter.ts'
import { type Aggregate, keyOrder, type Selection } from '../queries/selection.ts'
import type { AnyModel } from '../records/entity.ts'
import { hasKey } from '../records/key.ts'
import { execute, explain, fetchColumn } from '../records/fetch.ts'
import { fetchPlan } from '../relations/load-relation.ts'
import type { AnyView, Plan } from '../relations/plan.ts'
import type { Refused, Unsent } from '../../base/support/refused.ts'
import { RecordNotFound } from '../records/record-not-found.ts'
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
} from './paging/page.ts'
import type {
  IncrementName,
  MeanOf,
  NumericName,
  OrderableName,
  SumOf,
  WithoutLoads,
} from './query-input.ts'
import { planOf, type QueryState, seenBy } from './query-state.ts'
import type { Returning, Written } from './refining/returning.ts'
import {
  chosenColumns,
  fetchAggregate,
  fetchSum,
  type GroupedBy,
  groups,
  type NamedGroups,
  notRun,
  type RawValues,
  Rows,
} from './rows.ts'

/** The methods of a query that access the database; `Query` adds the methods that refine it. */
export class RunnableQuery<M extends AnyModel, Record extends object> implements Unsent<string> {
  /** Holds the message the compiler shows if you send a query; the property does not exist at run time. */
  declare readonly '~unsent': 'This query was not run: add .all(), .first(), .paginate() or .count()'
  readonly #state: QueryState

  constructor(state: QueryState) {
    this.#state = state
  }

  /** What is executed, as plain data. */
  get plan(): Plan {
    return planOf(this.#state)
  }

  /** Reads all records of the query. */
  async all(): Promise<Record[]> {
    return this.#typed(await fetchPlan(this.plan))
  }

  /** Reads the record with this key, or `null` if the query does not match it. */
  find(key: KeyValue<M['columns']>): Promise<Record | null> {
    const { entity, selection } = this.plan
    return this.#one({ condition: both(selection.condition, hasKey(entity.table, key)) })
  }

  /** Reads the record with this key. Throws `NotFound` if the query does not match it. */
  async findOrFail(key: KeyValue<M['columns']>): Promise<Record> {
    const record = await this.find(key)
    if (record === null) throw new RecordNotFound(this.plan.entity, key)
    return record
  }

  /** Reads the first record, or `null` if there is none; by default, ordered by key. */
  first(): Promise<Record | null> {
    const { order, table } = this.#state.selection
    return this.#one({ order: order.length > 0 ? order : keyOrder(table) })
  }

  /** Reads the first record. Throws `NotFound`, which returns 404, if there is none. */
  async firstOrFail(): Promise<Record> {
    const record = await this.first()
    if (record === null) throw new RecordNotFound(this.plan.entity)
    return record
  }

  /**
   * Returns the database's query plan as text, which shows whether an index is used.
   * The query itself is not run.
   */
  explain(): Promise<string> {
    const { entity, selection } = this.plan
    return explain(entity, selection, { kind: 'rows' })
  }

  /**
   * Reads the records one by one, 500 at a time, so that any number of them fits into memory:
   * `for await (const post of Post.query())`. Like `batches`, it accepts any order by columns, but no limit.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Record, void, undefined> {
    for await (const records of this.batches()) yield* records
  }

  /** Counts the records that match the conditions, ignoring limit and offset. */
  count(): Promise<number> {
    return countRows(this.plan)
  }

  /** Tells whether any record matches the conditions. */
  async exists(): Promise<boolean> {
    const { entity, selection } = this.plan
    const { rows } = await execute(entity, selection, { kind: 'exists' })
    return rows.length > 0
  }

  /**
   * Sums a column of the records that match the conditions, decimals exactly; 0 if there are none.
   *
   * Raw SQL is summed as well: ``sum(sql<number>`quantity * cents`)``. It is returned as the database sends it; `sql`
   * sets its type.
   */
  sum<Value>(expression: Sql<Value>): Promise<Value>
  sum<Name extends NumericName<M['columns']>>(name: Name): Promise<SumOf<M['columns'], Name>>
  sum(summed: string | Sql): Promise<unknown> {
    const { entity, selection } = this.plan
    return typeof summed === 'string'
      ? this.#aggregate('sum', summed)
      : fetchSum(entity, selection, summed)
  }

  /**
   * Returns the mean of a column, or `null` if there are no values. A mean of decimals is text with four more
   * digits after the point.
   */
  async avg<Name extends NumericName<M['columns']>>(
    name: Name,
  ): Promise<MeanOf<M['columns'], Name> | null> {
    return (await this.#aggregate('avg', name)) as MeanOf<M['columns'], Name> | null
  }

  /** Returns the smallest value of a column, or `null` if there are no values. */
  async min<Name extends OrderableName<M['columns']>>(
    name: Name,
  ): Promise<ReadValue<M['columns'], Name, M['table']> | null> {
    return (await this.#aggregate('min', name)) as ReadValue<M['columns'], Name, M['table']> | null
  }

  /** Returns the largest value of a column, or `null` if there are no values. */
  async max<Name extends OrderableName<M['columns']>>(
    name: Name,
  ): Promise<ReadValue<M['columns'], Name, M['table']> | null> {
    return (await this.#aggregate('max', name)) as ReadValue<M['columns'], Name, M['table']> | null
  }

  /**
   * Reads plain objects instead of records: with these columns, `select('id', 'title').all()`, or what a view
   * shows, `select(TodoView).paginate()`.
   */
  select<Name extends keyof M['columns'] & string, Seen extends object = never>(
    wanted: Name | (AnyView<M, Seen> & WithoutLoads<M, Record>),
    ...others: [Seen] extends [never] ? Name[] : []
  ): Selected<M, Name, Seen>
  select(
    wanted: string | AnyView,
    ...others: string[]
  ): RunnableQuery<M, object> | Rows<M, object> {
    if (typeof wanted === 'object') return new RunnableQuery(seenBy(this.#state, wanted))
    const { entity, selection } = this.plan
    return new Rows({ entity, selection, operation: chosenColumns([wanted, ...others], entity) })
  }

  /**
   * Returns one row per combination of these columns' values: `groupBy('status').sum('total').all()`.
   *
   * Raw SQL groups by a computed value: ``groupBy({ year: sql<string>`substr(date, 1, 4)` })``.
   */
  groupBy<
    By extends readonly [ColumnName<M> | RawValues | Sql, ...(ColumnName<M> | RawValues | Sql)[]],
  >(...wanted: By & NamedGroups<By>): Rows<M, GroupedBy<M, By[number]>> {
    const { entity, selection } = this.plan
    return new Rows({ entity, selection, operation: groups(wanted, entity) })
  }

  /** Reads the values of one column. */
  pluck<Name extends keyof M['columns'] & string>(
    name: Name,
  ): Promise<ReadValue<M['columns'], Name, M['table']>[]> {
    const { entity, selection } = this.plan
    return fetchColumn(entity, selection, entity.table.column(name))
  }

  /**
   * Reads one page and counts all records, for a pager. Rows with equal values are ordered by key.
   *
   * Like `cursorPaginate` and `batches`, it throws `E_QUERY_LIMIT` for a query with a limit or offset.
   */
  async paginate(options: PageOptions = {}): Promise<Page<Record>> {
    const page = await fetchPage(this.plan, options)
    return { ...page, data: this.#typed(page.data) }
  }

  /**
   * Reads the page at a cursor: equally cheap at any depth, with nothing skipped or repeated while
   * records are added. Throws `BadRequest` for a cursor that is not a position in this order.
   */
  async cursorPaginate(options: CursorPageOptions = {}): Promise<CursorPage<Record>> {
    const page = await fetchCursorPage(this.plan, options)
    return { ...page, data: this.#typed(page.data) }
  }

  /**
   * Reads all records, `size` at a time, in the order of the query and then by key:
   * `for await (const batch of …)`. Throws `E_QUERY_ORDER` for an order by anything but columns.
   */
  async *batches(size = 500): AsyncGenerator<Record[], void, undefined> {
    for await (const batch of fetchBatches(this.plan, size)) yield this.#typed(batch)
  }

  /**
   * Sets columns of all records of the query, without hooks, and returns the number of records, or columns of them:
   * `update({ state: 'done' }, { returning: ['id'] })`.
   */
  update<Given extends UpdateValues<M['columns']>, Name extends ColumnName<M> = never>(
    values: Exactly<Given, UpdateValues<M['columns']>>,
    options?: Returning<Name>,
  ): Promise<Written<M, Name>> {
    return updateRows(this.plan, values, options)
  }

  /**
   * Adds to a column of all records of the query in one statement, without hooks. A negative amount subtracts.
   *
   * Returns the same as `update`. Throws `NumberOverflow`, and changes nothing, if a sum does not fit into the column.
   */
  increment<Name extends IncrementName<M['columns']>, Read extends ColumnName<M> = never>(
    name: Name,
    by: NonNullable<ValueOf<M['columns'], Name>>,
    options?: Returning<Read>,
  ): Promise<Written<M, Read>> {
    return incrementRows(this.plan, { name, by }, options)
  }

  /** Deletes all records of the query without hooks, softly if the model has soft deletes. Returns as `update` does. */
  delete<Name extends ColumnName<M> = never>(options?: Returning<Name>): Promise<Written<M, Name>> {
    return deleteRows(this.plan, options)
  }

  /** Restores all soft-deleted records of the query. Returns as `update` does. */
  restore<Name extends ColumnName<M> = never>(
    options?: Returning<Name>,
  ): Promise<Written<M, Name>> {
    const plan = planOf({ ...this.#state, deleted: 'only' })
    return restoreRows(plan, options)
  }

  /** Removes all rows of the query permanently, even if the model has soft deletes. Returns as `update` does. */
  forceDelete<Name extends ColumnName<M> = never>(
    options?: Returning<Name>,
  ): Promise<Written<M, Name>> {
    return removeRows(this.plan, options)
  }

  /** Throws `E_QUERY_UNRUN`: send the result of a query, not the query. */
  toJSON(): Refused<RunnableQuery<M, Record>['~unsent']> {
    throw notRun(this.plan.entity)
  }

  async #one(change: Partial<Selection>): Promise<Record | null> {
    const { plan } = this
    const selection = { ...plan.selection, ...change, limit: constant(1) }
    const [record] = this.#typed(await fetchPlan({ ...plan, selection }))
    return record ?? null
  }

  #aggregate(by: Aggregate, name: string): Promise<unknown> {
    const { entity, selection } = this.plan
    return fetchAggregate(entity, selection, by, name)
  }

  /** `with` and `withCount` have added to the type what the plan loads. */
  #typed(records: readonly object[]): Record[] {
    return records as Record[]
  }
}

/** What `select` returns: a query whose results are what a view shows, or rows of columns. */
// oxfmt-ignore
type Selected<M extends AnyModel, Name extends keyof M['columns'], Seen extends object> =
  [Seen] extends [never] ? Rows<M, Simplify<Pick<RowValues<M['columns'], M['table']>, Name>>> : RunnableQuery<M, Seen>

/** The names of the columns; `Extract` makes the compiler list them instead of this type's name. */
type ColumnName<M extends AnyModel> = Extract<keyof M['columns'], string>
