import type { Sql } from '../database/sql.ts'
import { parseKey } from '../columns/parse-key.ts'
import type { Columns } from '../columns/column.ts'
import type { Table, TableColumn } from '../columns/table.ts'
import type {
  InsertValues,
  KeyValue,
  Exactly,
  UniqueName,
  UpdateValues,
  ValueOf,
} from '../columns/row.ts'
import { RecordNotFound } from '../records/record-not-found.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { isPromise, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { assertUnowned } from '../records/assert-unowned.ts'
import { type AnyModel, type Entity, entityOf, type InstanceOf } from '../records/entity.ts'
import type { ModelEvents } from './events.ts'
import { insertMany, upsertMany } from '../records/insert-many.ts'
import {
  createRecord,
  deleteByKey,
  findOrCreate,
  findRecord,
  findToWrite,
} from '../records/lifecycle.ts'
import { fieldsOf, ModelRecord } from '../records/record.ts'
import { isNoting } from '../queries/reads/note-reads.ts'
import { noteLoad } from './watching/note-load.ts'
import { loadRelation } from '../relations/load-relation.ts'
import { type AnyView, toLoad } from '../relations/plan.ts'
import { linkOf, valuesWithin } from '../relations/link-of.ts'
import type { Reached, ReachedBy } from '../relations/owner-types.ts'
import { assertReached } from '../relations/owners.ts'
import { NOT_IN_PATHS } from '../relations/within.ts'
import { PivotRows, type SyncResult } from '../relations/pivot-rows.ts'
import { type AnyRelation, nameOf, type Relation } from '../relations/relation.ts'
import type {
  LoadedValue,
  RelationName,
  Started,
  StartedBy,
  TargetOf,
} from '../relations/relation-types.ts'
import type { Page, PageOptions } from './paging/page.ts'
import { Query, relatedQuery, scopeCondition, type WithQuery, type WithRefine } from './query.ts'
import type { OrderName } from './query-input.ts'
import {
  returnedColumns,
  type Returning,
  toWritten,
  type UpsertOptions,
  type Written,
} from './refining/returning.ts'
import { UniqueLookup } from '../records/unique-lookup.ts'
import { assertKnown } from '../records/write.ts'
import type { ColumnName, Comparison, Equals, ExactlyEquals } from './where.ts'

/** The methods that every model has; `Model(…)` adds the table. */
export class ModelBase<Table extends Columns, Name extends string> extends ModelRecord<Table> {
  declare readonly '~table': Name

  /** Reads a key from canonical text, such as a path segment. Returns `undefined` for anything else. */
  static parseKey<M extends AnyModel>(this: M, text: string): KeyOf<M> | undefined {
    const key = entityOf(this).table.singleKey(NOT_IN_PATHS)
    // A key of one column has the type of that column.
    return parseKey(key.definition.type, text) as KeyOf<M> | undefined
  }

  /** Finds a record by its key. On SQLite it returns without a promise where possible. */
  static find<M extends AnyModel>(this: M, key: KeyOf<M>): MaybePromise<InstanceOf<M> | null> {
    return findRecord(unowned(this), key)
  }

  /** Finds a record by its key. Throws `NotFound`, which returns 404, if there is none. */
  static async findOrFail<M extends AnyModel>(this: M, key: KeyOf<M>): Promise<InstanceOf<M>> {
    const found = findRecord(unowned(this), key)
    const record = isPromise(found) ? await found : found
    if (record === null) throw new RecordNotFound(entityOf(this), key)
    return record
  }

  /** Returns all records, ordered by key. */
  static all<M extends AnyModel>(this: M): Promise<InstanceOf<M>[]> {
    return new Query(this).orderByKey().all()
  }

  /** Returns the record with the smallest key, or `null` if there is none. */
  static first<M extends AnyModel>(this: M): Promise<InstanceOf<M> | null> {
    return new Query(this).orderByKey().first()
  }

  /** Reads one page of all records, ordered by key, like `Query.paginate`. */
  static paginate<M extends AnyModel>(
    this: M,
    options: PageOptions = {},
  ): Promise<Page<InstanceOf<M>>> {
    return new Query(this).paginate(options)
  }

  static count(this: AnyModel): Promise<number> {
    return new Query(this).count()
  }

  /** Tells whether there are any records. */
  static exists(this: AnyModel): Promise<boolean> {
    return new Query(this).exists()
  }

  /** Starts a query on all records. */
  static query<M extends AnyModel>(this: M): Query<M> {
    return new Query(this)
  }

  /** Starts a query with a condition, like `Query.where`. */
  static where<M extends AnyModel, Name extends ColumnName<M['columns']>>(
    this: M,
    name: Name,
    ...comparison: Comparison<M['columns'], Name>
  ): Query<M>
  static where<M extends AnyModel>(this: M, condition: Sql): Query<M>
  static where<M extends AnyModel, Given extends Equals<M['columns']>>(
    this: M,
    values: ExactlyEquals<Given, M['columns']>,
  ): Query<M>
  static where<M extends AnyModel>(this: M, ...condition: readonly unknown[]): Query<M> {
    // Safe: both signatures above are those of `Query.where`.
    return new Query(this).where(...(condition as [never]))
  }

  /** Starts a query with an order, like `Query.orderBy`. */
  static orderBy<M extends AnyModel>(
    this: M,
    name: OrderName<M['columns']>,
    direction: 'asc' | 'desc' = 'asc',
  ): Query<M> {
    return new Query(this).orderBy(name, direction)
  }

  /** Starts a query that loads a relation, like `Query.with`. */
  static with<
    M extends AnyModel,
    const Name extends RelationName<M>,
    Related extends object = InstanceOf<TargetOf<M[Name]>>,
  >(
    this: M,
    name: Name & ReachedBy<M, Name>,
    refine?: WithRefine<M, Name, Related> | AnyView<TargetOf<M[Name]>, Related>,
  ): WithQuery<M, Name, Related> {
    return new Query(this).with(name, refine)
  }

  /** Inserts a record. Unknown columns throw; missing ones get their declared defaults. */
  static create<M extends AnyModel, Given extends InsertValues<M['columns']>>(
    this: M,
    values: Exactly<Given, InsertValues<M['columns']>>,
  ): Promise<InstanceOf<M>> {
    return createRecord(unowned(this), values)
  }

  /** Finds the first record with these values, or creates one with them and `values`. */
  static async firstOrCreate<
    M extends AnyModel,
    const By extends Partial<InsertValues<M['columns']>>,
    Given extends OtherValues<M, By>,
  >(
    this: M,
    by: Exactly<By, Partial<InsertValues<M['columns']>>>,
    values: Exactly<Given, OtherValues<M, By>, InsertValues<M['columns']>>,
  ): Promise<InstanceOf<M>> {
    const entity = unowned(this)
    assertKnown(entity.table, { ...values })
    return findOrCreate({
      database: entity.table.database,
      find: () => firstBy(this, by),
      create: () => createRecord(entity, { ...values, ...by }),
    })
  }

  /** Updates the first record with these values, or creates one with them and `values`. */
  static async updateOrCreate<
    M extends AnyModel,
    const By extends Partial<InsertValues<M['columns']>>,
    Given extends OtherValues<M, By>,
  >(
    this: M,
    by: Exactly<By, Partial<InsertValues<M['columns']>>>,
    values: Exactly<Given, OtherValues<M, By>, InsertValues<M['columns']>>,
  ): Promise<InstanceOf<M>> {
    const entity = unowned(this)
    assertKnown(entity.table, { ...values })
    let isNew = false
    const record = await findOrCreate({
      database: entity.table.database,
      find: () => firstBy(this, by),
      create: async () => {
        const created = await createRecord(entity, { ...values, ...by })
        isNew = true
        return created
      },
    })
    if (!isNew) await record.update(values)
    return record
  }

  /**
   * Inserts many records without hooks: all or none, many per statement.
   *
   * Returns the number of inserted records, or columns of them: `{ returning: ['id'] }`.
   */
  static createMany<
    M extends AnyModel,
    Given extends InsertValues<M['columns']>,
    Name extends keyof M['columns'] & string = never,
  >(
    this: M,
    rows: readonly Exactly<Given, InsertValues<M['columns']>>[],
    options?: Returning<Name>,
  ): Promise<Written<M, Name>> {
    const entity = unowned(this)
    const returning = returnedColumns(entity, options)
    return insertMany(entity, rows, returning).then((written) =>
      toWritten<M, Name>(entity, written, returning),
    )
  }

  /**
   * Inserts records, or updates those that already exist, without hooks.
   *
   * `by` names the unique column, or the columns that are unique together, that identify a row. `update` names
   * the columns to set; by default those for which the row has values and those that every update computes. If two
   * rows have the same values in `by`, the second updates the first. Returns the number of written rows, or columns
   * of them: `{ returning: ['id'] }`. Soft-deleted rows stay unchanged.
   * Throws `E_COLUMN_NOT_UNIQUE` if `by` is a single column that is not unique.
   */
  static upsert<
    M extends AnyModel,
    Given extends InsertValues<M['columns']>,
    Name extends keyof M['columns'] & string = never,
  >(
    this: M,
    rows: readonly Exactly<Given, InsertValues<M['columns']>>[],
    { by, update, ...options }: UpsertOptions<M['columns']> & Returning<Name>,
  ): Promise<Written<M, Name>> {
    const entity = unowned(this)
    const columns = conflictColumns(entity.table, by)
    const changed = update?.map((name) => entity.table.column(name))
    const returning = returnedColumns(entity, options)
    return upsertMany(entity, rows, { by: columns, update: changed, returning }).then((written) =>
      toWritten<M, Name>(entity, written, returning),
    )
  }

  /** Finds by a unique column instead of the key: `Post.by('slug')` parses and finds slugs. */
  static by<M extends AnyModel, Name extends UniqueName<M['columns']>>(
    this: M,
    name: Name,
  ): UniqueLookup<ValueOf<M['columns'], Name>, InstanceOf<M>, M> {
    return new UniqueLookup(this, name)
  }

  /** Updates the given columns of the record with this key. Returns `null` if the record does not exist. */
  static async update<M extends AnyModel, Given extends UpdateValues<M['columns']>>(
    this: M,
    key: KeyOf<M>,
    values: Exactly<Given, UpdateValues<M['columns']>>,
  ): Promise<InstanceOf<M> | null> {
    const record = await findToWrite(unowned(this), key)
    await record?.update(values)
    return record
  }

  /** Deletes the record with this key and returns whether it existed. */
  static delete<M extends AnyModel>(this: M, key: KeyOf<M>): Promise<boolean> {
    return deleteByKey(unowned(this), key)
  }

  /**
   * Loads a relation, given as the static field: `await user.load(User.posts)`.
   *
   * One query loads it for all records that were fetched together with this one, so loading it for the
   * others needs no further query.
   */
  async load<Related extends AnyRelation>(
    relation: Reached<Name, Table, Related> & StartedBy<Name, Table, Related> & Related,
  ): Promise<LoadedValue<Table, Related>> {
    const { entity } = ModelRecord.originOf(this)
    const together = ModelRecord.togetherOf(this)
    const name = nameOf(entity.model, relation)
    assertReached(entity, relation)
    const fields = fieldsOf(this)
    if (isNoting()) noteLoad(entity, fields, relation)
    // An update while the query runs can make its result stale, so it may need another one.
    while (fields[name] === undefined) {
      await together.loadOnce(name, async () => {
        const missing = together.records.filter((each) => fieldsOf(each)[name] === undefined)
        const load = toLoad(name, relation, (each) => relatedQuery(each).plan)
        await loadRelation(entity, missing, load)
      })
    }
    assertRecords(entity, name, fields[name])
    // `loadRelation` has stored a value of the relation's type.
    return fields[name] as LoadedValue<Table, Related>
  }

  /** Creates a related record, which gets this record's key: `post.create(Post.comments, { text })`. */
  create<
    Target extends AnyModel,
    Column extends string,
    From extends string,
    Given extends Omit<InsertValues<Target['columns']>, Column>,
  >(
    relation: Reached<Name, Table, { target(): Target }> &
      Started<Name, From> &
      Relation<'hasMany' | 'hasOne', Target, Column, Columns, object, From>,
    values: Exactly<Given, Omit<InsertValues<Target['columns']>, Column>>,
  ): Promise<InstanceOf<Target>> {
    const { entity } = ModelRecord.originOf(this)
    nameOf(entity.model, relation)
    assertReached(entity, relation)
    const related = { ...values, ...valuesWithin(linkOf(entity, relation), this) }
    return createRecord(entityOf(relation.target()), related)
  }

  /**
   * Attaches other records of a many-to-many relation, given by their keys, and returns how many were not attached
   * yet: `await post.attach(Post.tags, ['news'], { added_at: new Date() })`.
   */
  attach<
    Target extends AnyModel,
    Pivot extends Columns,
    From extends string,
    Given extends InsertValues<Pivot>,
  >(
    relation: Reached<Name, Table, { target(): Target }> &
      Started<Name, From> &
      Relation<'manyToMany', Target, string, Pivot, object, From>,
    keys: readonly KeyOf<Target>[],
    ...[values]: PivotValues<Pivot, Given>
  ): Promise<number> {
    return pivotRowsOf(this, relation).attach(keys, values ?? {})
  }

  /** Detaches records of a many-to-many relation, without keys all of them, and returns how many. */
  detach<Target extends AnyModel, From extends string>(
    relation: Reached<Name, Table, { target(): Target }> &
      Started<Name, From> &
      Relation<'manyToMany', Target, string, Columns, object, From>,
    keys?: readonly KeyOf<Target>[],
  ): Promise<number> {
    return pivotRowsOf(this, relation).detach(keys)
  }

  /**
   * Sets columns of the pivot rows of these records, and returns how many are attached:
   * `await post.updatePivot(Post.tags, ['news'], { position: 2 })`.
   */
  updatePivot<
    Target extends AnyModel,
    Pivot extends Columns,
    From extends string,
    Given extends UpdateValues<Pivot>,
  >(
    relation: Reached<Name, Table, { target(): Target }> &
      Started<Name, From> &
      Relation<'manyToMany', Target, string, Pivot, object, From>,
    keys: readonly KeyOf<Target>[],
    values: Exactly<Given, UpdateValues<Pivot>>,
  ): Promise<number> {
    return pivotRowsOf(this, relation).update(keys, values)
  }

  /** Attaches exactly these records and detaches all others. New pivot rows get the values. */
  sync<
    Target extends AnyModel,
    Pivot extends Columns,
    From extends string,
    Given extends InsertValues<Pivot>,
  >(
    relation: Reached<Name, Table, { target(): Target }> &
      Started<Name, From> &
      Relation<'manyToMany', Target, string, Pivot, object, From>,
    keys: readonly KeyOf<Target>[],
    ...[values]: PivotValues<Pivot, Given>
  ): Promise<SyncResult> {
    return pivotRowsOf(this, relation).sync(keys, values ?? {})
  }

  /**
   * Adds conditions to every query of this model, and to finding, updating or deleting by key or by a unique
   * column: `Post.defaultScope((posts) => posts.where('tenant_id', currentTenant()))`.
   *
   * The function runs for each query. `belongsTo`, `upsert` and raw SQL ignore it, and so does
   * `withoutDefaultScope()`. A record you already hold is updated and deleted by its key.
   */
  static defaultScope<M extends AnyModel>(this: M, refine: (query: Query<M>) => Query<M>): void {
    entityOf(this).defaultScopes.push(() => scopeCondition(this, refine))
  }

  /** Runs a function at a moment in the lifecycle of each record of this model. */
  // The intersection makes the compiler list the names instead of `keyof ModelEvents<M>`.
  // oxlint-disable-next-line typescript/no-redundant-type-constituents
  static on<M extends AnyModel, Event extends keyof ModelEvents<M> & string>(
    this: M,
    event: Event,
    hook: ModelEvents<M>[Event],
  ): void {
    entityOf(this).hooks.add(event, hook)
  }
}

/** Throws `E_VIEW` if a query loaded a relation by a view, which does not return records. */
function assertRecords({ table }: Entity, name: string, loaded: unknown): void {
  const [first = null] = Array.isArray(loaded) ? loaded : [loaded]
  if (first === null || ModelRecord.entityOf(first) !== undefined) return
  throw new SetupError(
    'E_VIEW',
    `A query has read "${name}" of "${table.name}" as a view shows it, so load() has no records of it. Read the record without that view, and send it by a view of its own.`,
  )
}

/** Throws `E_OWNER` for a model whose records have an owner. */
function unowned<M extends AnyModel>(model: M): Entity<InstanceOf<M>> {
  const entity = entityOf(model)
  assertUnowned(entity)
  return entity
}

/** Only the database knows whether several columns are unique together. */
function conflictColumns(table: Table, by: readonly string[]): readonly TableColumn[] {
  const [first = '', second] = by
  return second === undefined ? [table.uniqueColumn(first)] : by.map((name) => table.column(name))
}

function pivotRowsOf(record: ModelRecord<Columns>, relation: AnyRelation): PivotRows {
  return new PivotRows(ModelRecord.originOf(record).entity, relation, record)
}

/** The values of a pivot table's extra columns; optional if none is required. */
type PivotValues<Pivot extends Columns, Given> =
  object extends InsertValues<Pivot>
    ? readonly [values?: Exactly<Given, InsertValues<Pivot>>]
    : readonly [values: Exactly<Given, InsertValues<Pivot>>]

function firstBy<M extends AnyModel>(model: M, by: object): Promise<InstanceOf<M> | null> {
  return new Query<AnyModel>(model).where(by).first()
}

/** The values that a new record needs besides those it is looked up by. */
export type OtherValues<M extends AnyModel, By> = Omit<InsertValues<M['columns']>, keyof By>

/** The type of a model's keys. */
export type KeyOf<M extends AnyModel> = KeyValue<M['columns']>
