import type { ValueOf } from '../columns/row.ts'
import type { Sql } from '../database/sql.ts'
import { both, type ComparisonOperator, type Condition, either } from '../queries/condition.ts'
import { constant } from '../queries/parameter.ts'
import type { Selection } from '../queries/selection.ts'
import type { AnyModel, InstanceOf } from '../records/entity.ts'
import { type AnyView, toLoad } from '../relations/plan.ts'
import type { ReachedBy } from '../relations/owner-types.ts'
import type { AnyRelation } from '../relations/relation.ts'
import type { LoadedOn, LoadedValue, RelationName, TargetOf } from '../relations/relation-types.ts'
import {
  type AggregateName,
  assertCount,
  assertFreeName,
  type LockOptions,
  type MeanOf,
  type ComparedName,
  type ExtremeName,
  type OrderName,
  type SingleRelationName,
  type SummedName,
  type SumOf,
} from './query-input.ts'
import {
  type JsonComparison,
  type JsonName,
  type JsonPath,
  type JsonValueAt,
  readJsonCondition,
  readPlace,
} from '../queries/read-json.ts'
import { initialState, type QueryState, unownedState } from './query-state.ts'
import { groupCondition, onlyCondition, type OnlyConditions } from './refining/only-conditions.ts'
import { withComputedOrder, withKeyOrder, withOrder, withRelatedOrder } from './refining/orders.ts'
import { type AnyRefine, refined, refinedPlan } from './refining/refined.ts'
import {
  reachedRelation,
  relatedCondition,
  type RelatedRows,
  wholeRelation,
  type WantedAggregate,
  withRelatedAggregate,
} from './refining/related.ts'
import type { Named } from './rows.ts'
import { RunnableQuery } from './runnable-query.ts'
import type { SearchOption } from '../columns/search/searched.ts'
import { readSearch, searchCondition, type TextName } from '../queries/read-search.ts'
import {
  type ArrayName,
  type ColumnName,
  type Comparison,
  type Equals,
  type ExactlyEquals,
  type ItemOf,
  readColumns,
  readCondition,
  readIncludes,
} from './where.ts'

/**
 * A query on a model's table; every method that refines it returns a new query.
 *
 * Soft-deleted records are excluded unless you call `withDeleted()` or `onlyDeleted()`.
 */
export class Query<M extends AnyModel, Record extends object = InstanceOf<M>> extends RunnableQuery<
  M,
  Record
> {
  readonly #model: M
  readonly #state: QueryState

  constructor(model: M, state: QueryState = unownedState(model)) {
    super(state)
    this.#model = model
    this.#state = state
  }

  /**
   * Keeps the records that also match this condition: `where({ completed: false })`,
   * `where('title', 'Write')`, `where('age', '>=', 18)`. `like`, `contains`, `starts with` and `ends with`
   * ignore case (on SQLite for ASCII letters only). Raw SQL is put in brackets:
   * ``where(sql`pages % 2 = ${0}`)``.
   */
  where<Name extends ColumnName<M['columns']>>(
    name: Name,
    ...comparison: Comparison<M['columns'], Name>
  ): Query<M, Record>
  where(condition: Sql): Query<M, Record>
  where<Given extends Equals<M['columns']>>(
    values: ExactlyEquals<Given, M['columns']>,
  ): Query<M, Record>
  where(subject: unknown, ...comparison: readonly unknown[]): Query<M, Record> {
    return this.#also(this.#read(subject, comparison))
  }

  /** Keeps the records that match this condition or all conditions before it. */
  orWhere<Name extends ColumnName<M['columns']>>(
    name: Name,
    ...comparison: Comparison<M['columns'], Name>
  ): Query<M, Record>
  orWhere(condition: Sql): Query<M, Record>
  orWhere<Given extends Equals<M['columns']>>(
    values: ExactlyEquals<Given, M['columns']>,
  ): Query<M, Record>
  orWhere(subject: unknown, ...comparison: readonly unknown[]): Query<M, Record> {
    return this.#or(this.#read(subject, comparison))
  }

  /** Keeps the records where two columns compare like this: `whereColumn('sold', '>', 'printed')`. */
  whereColumn(
    name: ComparedName<M['columns']>,
    operator: ComparisonOperator,
    other: ComparedName<M['columns']>,
  ): Query<M, Record> {
    const condition = readColumns(this.#state.entity.table, name, operator, other)
    return this.#also(condition)
  }

  /**
   * Keeps the records with a value inside JSON: `whereJson('address', ['city'], 'Oslo')`,
   * `whereJson('sizes', [0], '>', 3)`. `null` matches a missing or null value. A value whose type differs
   * from the one it is compared with never matches, except with `!=`.
   */
  whereJson<
    Name extends JsonName<M['columns']>,
    const Path extends JsonPath<ValueOf<M['columns'], Name>>,
  >(
    name: Name,
    path: Path,
    ...comparison: JsonComparison<JsonValueAt<M['columns'], Name, Path>>
  ): Query<M, Record> {
    const condition = readJsonCondition(readPlace(this.#state.entity.table, name, path), comparison)
    return this.#also(condition)
  }

  /** Keeps the records whose list includes a value, or one of several: `whereIncludes('tags', ['news', 'press'])`. */
  whereIncludes<Name extends ArrayName<M['columns']>>(
    name: Name,
    value: ItemOf<M['columns'], Name> | readonly ItemOf<M['columns'], Name>[],
  ): Query<M, Record> {
    const condition = readIncludes(this.#state.entity.table, name, value)
    return this.#also(condition)
  }

  /** Orders by a value inside JSON, after earlier orders; a missing value counts as the largest. */
  orderByJson<Name extends JsonName<M['columns']>>(
    name: Name,
    path: JsonPath<ValueOf<M['columns'], Name>>,
    direction: 'asc' | 'desc' = 'asc',
  ): Query<M, Record> {
    const place = readPlace(this.#state.entity.table, name, path)
    return this.#ordered(withComputedOrder(this.#state, { kind: 'json', place }, direction))
  }

  /**
   * Keeps the records in which each word of the text starts a word of these columns:
   * `whereSearch('sql inj')`. A text without words matches nothing.
   *
   * The columns are those of the model's option `search`, or of a `createSearchIndex`:
   * `whereSearch(['title'], 'sql inj')`, `whereSearch({ columns: ['title'], language: 'german' }, 'Haus')`.
   * Throws `ValidationFailed` for more than 50 words, or a word of more than 500 characters.
   */
  whereSearch(...given: SearchOf<M>): Query<M, Record> {
    const search = readSearch(this.#state.entity.table, given)
    return this.#also(searchCondition(search))
  }

  /** Orders by the relevance of a search (how often and how closely its words occur), best first. */
  orderByRelevance(...given: SearchOf<M>): Query<M, Record> {
    const search = readSearch(this.#state.entity.table, given)
    if (search === undefined) return this
    return this.#ordered(withComputedOrder(this.#state, { kind: 'relevance', search }, 'desc'))
  }

  /**
   * Puts conditions in brackets: `whereGroup((group) => group.where(…).orWhere(…))`.
   *
   * Throws `E_QUERY_REFINE` if the group adds anything else, such as an order.
   */
  whereGroup(group: (group: Query<M>) => Query<M>): Query<M, Record> {
    const all = new Query<AnyModel, object>(this.#model, initialState(this.#model))
    const state = refined(all, group, Query<AnyModel, object>).#state
    return this.#restricted(state.restriction).#also(groupCondition(state))
  }

  /**
   * Refines the query with a function, so that you can name conditions and orders: `scope(published)`.
   *
   * The function's conditions are put in brackets, so an `orWhere` in it does not affect earlier ones.
   */
  scope(refine: (query: Query<M>) => Query<M, object>): Query<M, Record> {
    const selection = { ...this.#state.selection, condition: undefined }
    const outside = new Query<AnyModel, object>(this.#model, { ...this.#state, selection })
    const state = refined(outside, refine, Query<AnyModel, object>).#state
    const condition = both(this.#condition, state.selection.condition)
    const { owner } = this.#state
    return this.#next({ ...state, owner, selection: { ...state.selection, condition } })
  }

  /**
   * Refines the query with a function, like `scope`, if there is a value:
   * `when(filter.state, (tickets, state) => tickets.where('state', state))`.
   *
   * `undefined`, `null`, `false` and an empty text do not count as a value; `0` does.
   */
  when<Value>(
    value: Value,
    refine: (query: Query<M>, value: Exclude<Value, NoValue>) => Query<M, object>,
  ): Query<M, Record> {
    if (value === undefined || value === null || value === false || value === '') return this
    // Sound: the line above has excluded the others.
    return this.scope((query) => refine(query, value as Exclude<Value, NoValue>))
  }

  /**
   * Keeps only the records that match the function's conditions, whatever comes later: unlike after
   * `scope`, an `orWhere` does not bring others back. Use it to limit what a user may see.
   */
  restrict(refine: (query: Query<M>) => Query<M>): Query<M, Record> {
    return this.#restricted(scopeCondition(this.#model, refine, 'restriction'))
  }

  /** Ignores the conditions of `Model.defaultScope()`. */
  withoutDefaultScope(): Query<M, Record> {
    return this.#next({ isScoped: false })
  }

  /** Keeps the records that have related records, which `refine` may narrow. */
  whereHas<Name extends RelationName<M>>(
    name: Name & ReachedBy<M, Name>,
    refine?: Refine<TargetOf<M[Name]>>,
  ): Query<M, Record> {
    return this.#also(this.#isRelated(name, refine, false))
  }

  /** Keeps the records that have related records, or match all conditions before. */
  orWhereHas<Name extends RelationName<M>>(
    name: Name & ReachedBy<M, Name>,
    refine?: Refine<TargetOf<M[Name]>>,
  ): Query<M, Record> {
    return this.#or(this.#isRelated(name, refine, false))
  }

  /** Keeps the records that have no related records, which `refine` may narrow. */
  whereHasNone<Name extends RelationName<M>>(
    name: Name & ReachedBy<M, Name>,
    refine?: Refine<TargetOf<M[Name]>>,
  ): Query<M, Record> {
    return this.#also(this.#isRelated(name, refine, true))
  }

  /** Keeps the records that have no related records, or match all conditions before. */
  orWhereHasNone<Name extends RelationName<M>>(
    name: Name & ReachedBy<M, Name>,
    refine?: Refine<TargetOf<M[Name]>>,
  ): Query<M, Record> {
    return this.#or(this.#isRelated(name, refine, true))
  }

  /**
   * Loads a relation for all records, with at most one more query. `refine` may narrow and order it, and load further
   * relations.
   *
   * With a view, `with('author', PersonView)`, the property has what the view shows instead of records.
   */
  with<const Name extends RelationName<M>, Related extends object = InstanceOf<TargetOf<M[Name]>>>(
    name: Name & ReachedBy<M, Name>,
    refine?: WithRefine<M, Name, Related> | AnyView<TargetOf<M[Name]>, Related>,
  ): WithQuery<M, Name, Related, Record> {
    const { entity, loads, selection } = this.#state
    const relation = reachedRelation(entity, name)
    assertFreeName(entity.table, name, selection.aggregates)
    const load = toLoad(name, relation, (each) => refinedPlan(relatedQuery(each), refine))
    return this.#next({ loads: [...loads, load] })
  }

  /** Counts related records into a property such as `posts_count`, or the name in `as`. */
  withCount<const Name extends RelationName<M>, const As extends string = `${Name}_count`>(
    name: Name & ReachedBy<M, Name>,
    refine?: Refine<TargetOf<M[Name]>>,
    options?: Named<As>,
  ): WithAggregate<M, Record, As, number> {
    return this.#withAggregate(name, refine, { by: 'count', as: options?.as ?? `${name}_count` })
  }

  /** Adds a property such as `posts_exists`, or the name in `as`: whether there are related records. */
  withExists<const Name extends RelationName<M>, const As extends string = `${Name}_exists`>(
    name: Name & ReachedBy<M, Name>,
    refine?: Refine<TargetOf<M[Name]>>,
    options?: Named<As>,
  ): WithAggregate<M, Record, As, boolean> {
    return this.#withAggregate(name, refine, { by: 'exists', as: options?.as ?? `${name}_exists` })
  }

  /** Adds the sum of a column of related records as `lines_amount_sum`, or the name in `as`; 0 if there are none. */
  withSum<
    const Name extends RelationName<M>,
    const Column extends SummedName<Related<M, Name>> & string,
    const As extends string = `${Name}_${Column}_sum`,
  >(
    name: Name & ReachedBy<M, Name>,
    column: Column,
    refine?: Refine<TargetOf<M[Name]>>,
    options?: Named<As>,
  ): WithAggregate<M, Record, As, SumOf<Related<M, Name>, Column>> {
    const as = options?.as ?? `${name}_${column}_sum`
    return this.#withAggregate(name, refine, { by: 'sum', column, as })
  }

  /** Adds the mean of a column of related records as `lines_amount_avg`, or the name in `as`; `null` without values. */
  withAvg<
    const Name extends RelationName<M>,
    const Column extends SummedName<Related<M, Name>> & string,
    const As extends string = `${Name}_${Column}_avg`,
  >(
    name: Name & ReachedBy<M, Name>,
    column: Column,
    refine?: Refine<TargetOf<M[Name]>>,
    options?: Named<As>,
  ): WithAggregate<M, Record, As, MeanOf<Related<M, Name>, Column> | null> {
    const as = options?.as ?? `${name}_${column}_avg`
    return this.#withAggregate(name, refine, { by: 'avg', column, as })
  }

  /** Adds the smallest value of a related column as `lines_amount_min`, or the name in `as`; `null` without values. */
  withMin<
    const Name extends RelationName<M>,
    const Column extends ExtremeName<Related<M, Name>>,
    const As extends string = `${Name}_${Column}_min`,
  >(
    name: Name & ReachedBy<M, Name>,
    column: Column,
    refine?: Refine<TargetOf<M[Name]>>,
    options?: Named<As>,
  ): WithAggregate<M, Record, As, ValueOf<Related<M, Name>, Column> | null> {
    const as = options?.as ?? `${name}_${column}_min`
    return this.#withAggregate(name, refine, { by: 'min', column, as })
  }

  /** Adds the largest value of a related column as `lines_amount_max`, or the name in `as`; `null` without values. */
  withMax<
    const Name extends RelationName<M>,
    const Column extends ExtremeName<Related<M, Name>>,
    const As extends string = `${Name}_${Column}_max`,
  >(
    name: Name & ReachedBy<M, Name>,
    column: Column,
    refine?: Refine<TargetOf<M[Name]>>,
    options?: Named<As>,
  ): WithAggregate<M, Record, As, ValueOf<Related<M, Name>, Column> | null> {
    const as = options?.as ?? `${name}_${column}_max`
    return this.#withAggregate(name, refine, { by: 'max', column, as })
  }

  /**
   * Orders by a column, after earlier orders; `null` counts as the largest value.
   *
   * You can also order by what `withCount`, `withSum` and the like added, and by raw SQL.
   *
   * Throws `BadRequest` for an unknown column or direction, because it may come from a client.
   */
  orderBy(
    name: OrderName<M['columns']> | AggregateName<Record> | Sql,
    direction: 'asc' | 'desc' = 'asc',
  ): Query<M, Record> {
    return this.#ordered(withOrder(this.#state, name, direction))
  }

  /**
   * Orders by a column of the record that a `belongsTo` or `hasOne` leads to: `orderByRelated('user', 'name')`.
   *
   * It is the record that `with()` loads. Without one, such as a soft-deleted one, the value counts as `null`.
   */
  orderByRelated<Name extends SingleRelationName<M>>(
    relation: Name & ReachedBy<M, Name>,
    name: OrderName<TargetOf<M[Name]>['columns']>,
    direction: 'asc' | 'desc' = 'asc',
  ): Query<M, Record> {
    return this.#ordered(
      withRelatedOrder(this.#state, rowsOf(relation, undefined), { column: name, direction }),
    )
  }

  /** Orders by key: the order of creation if the database or Tenon generates the keys. */
  orderByKey(direction: 'asc' | 'desc' = 'asc'): Query<M, Record> {
    return this.#ordered(withKeyOrder(this.#state, direction))
  }

  /** Reads at most this many records. */
  limit(count: number): Query<M, Record> {
    return this.#select({ limit: constant(assertCount(count)) })
  }

  /** Skips the first records. */
  offset(count: number): Query<M, Record> {
    return this.#select({ offset: constant(assertCount(count)) })
  }

  /**
   * Locks the records until the transaction ends; SQLite locks the whole database instead.
   *
   * `skipLocked` skips records that another transaction has locked, as queue workers need; `noWait`
   * fails with `DatabaseUnavailable` and the reason `locked` instead of waiting.
   */
  lockForUpdate({ skipLocked, noWait }: LockOptions = {}): Query<M, Record> {
    if (skipLocked === true) return this.#select({ lock: 'skip' })
    return this.#select({ lock: noWait === true ? 'fail' : 'wait' })
  }

  /** Includes soft-deleted records. */
  withDeleted(): Query<M, Record> {
    return this.#next({ deleted: 'with' })
  }

  /** Reads soft-deleted records only. */
  onlyDeleted(): Query<M, Record> {
    return this.#next({ deleted: 'only' })
  }

  #ordered(order: Selection['order']): Query<M, Record> {
    return this.#select({ order })
  }

  #also(condition: Condition | undefined): Query<M, Record> {
    return this.#select({ condition: both(this.#condition, condition) })
  }

  #or(condition: Condition): Query<M, Record> {
    return this.#select({ condition: either(this.#condition, condition) })
  }

  #read(subject: unknown, comparison: readonly unknown[]): Condition {
    return readCondition(this.#state.entity.table, subject, comparison)
  }

  get #condition(): Condition | undefined {
    return this.#state.selection.condition
  }

  #isRelated(name: string, refine: AnyRefine | undefined, negated: boolean): Condition {
    return relatedCondition(this.#state.entity, rowsOf(name, refine), { negated })
  }

  #withAggregate<Next extends object>(
    relation: string,
    refine: AnyRefine | undefined,
    wanted: WantedAggregate,
  ): Query<M, Next> {
    const aggregates = withRelatedAggregate(this.#state, rowsOf(relation, refine), wanted)
    return this.#select({ aggregates })
  }

  #restricted(restriction: Condition | undefined): Query<M, Record> {
    return this.#next({ restriction: both(this.#state.restriction, restriction) })
  }

  #select<Next extends object = Record>(change: Partial<Selection>): Query<M, Next> {
    return this.#next({ selection: { ...this.#state.selection, ...change } })
  }

  #next<Next extends object>(change: Partial<QueryState>): Query<M, Next> {
    return new Query<M, Next>(this.#model, { ...this.#state, ...change })
  }
}

/** The values of a filter that is not set. */
type NoValue = undefined | null | false | ''

/** The text of a search, with the columns if they are not those that the model declares. */
type SearchOf<M extends AnyModel> =
  | readonly [text: string]
  | readonly [columns: SearchOption<TextName<M['columns']>>, text: string]

/** Narrows, orders or extends a query on the target of a relation. */
export type Refine<Target extends AnyModel> = (query: Query<Target>) => Query<Target, object>

/** Refines the query that loads a relation; `Related` is the type of its records afterwards. */
export type WithRefine<M extends AnyModel, Name extends RelationName<M>, Related extends object> = (
  query: Query<TargetOf<M[Name]>>,
) => RunnableQuery<TargetOf<M[Name]>, Related>

/** A query whose records include a relation. */
export type WithQuery<
  M extends AnyModel,
  Name extends RelationName<M>,
  Related extends object,
  Record extends object = InstanceOf<M>,
> = Query<
  M,
  LoadedOn<Record, { readonly [Key in Name]: LoadedValue<M['columns'], M[Name], Related> }>
>

/** A query whose records have a property that is computed from related records. */
export type WithAggregate<
  M extends AnyModel,
  Record extends object,
  As extends string,
  Value,
> = Query<M, LoadedOn<Record, { readonly [Key in As]: Value }>>

/** The columns of the records that a relation leads to. */
export type Related<M extends AnyModel, Name extends RelationName<M>> = TargetOf<M[Name]>['columns']

function rowsOf(name: string, refine: AnyRefine | undefined): RelatedRows {
  return wholeRelation(name, (relation) => refinedPlan(relatedQuery(relation), refine))
}

/** The query for a relation. A `belongsTo` ignores default scopes, because the related record always exists. */
export function relatedQuery({ kind, target, withDeleted }: AnyRelation): Query<AnyModel> {
  const state = initialState(target())
  const all = new Query(target(), withDeleted ? { ...state, deleted: 'with' } : state)
  return kind === 'belongsTo' ? all.withoutDefaultScope() : all
}

/**
 * Reads the conditions of a default scope, built again for each query, or of a restriction.
 *
 * Throws `E_QUERY_REFINE` if `refine` adds anything but conditions.
 */
export function scopeCondition<M extends AnyModel>(
  model: M,
  refine: (query: Query<M>) => Query<M>,
  what: OnlyConditions = 'default scope',
): Condition | undefined {
  const all = new Query<AnyModel, object>(model, initialState(model))
    .withoutDefaultScope()
    .withDeleted()
  return onlyCondition(refined(all, refine, Query<AnyModel, object>).plan, what)
}
