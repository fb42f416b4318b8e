import { parseKey } from '../columns/parse-key.ts'
import type { Columns } from '../columns/column.ts'
import type { Table, TableColumn } from '../columns/table.ts'
import type { InsertValues, KeyValue, UniqueName, UpdateValues, ValueOf } from '../columns/row.ts'
import { NotFound } from '../support/http-error.ts'
import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'
import { type AnyModel, entityOf, type InstanceOf } from '../records/entity.ts'
import type { ModelEvents } from './events.ts'
import { findOne } from '../records/fetch.ts'
import { insertMany, updatedOnConflict } from '../records/insert-many.ts'
import { createRecord, deleteByKey, findRecord } from '../records/lifecycle.ts'
import { fieldsOf, ModelRecord } from '../records/record.ts'
import { loadRelation } from '../relations/load-relation.ts'
import { Pairs, type SyncResult } from '../relations/pairs.ts'
import { type AnyRelation, nameOf, type Relation } from '../relations/relation.ts'
import type { LoadedValue, RelationName, TargetOf } from '../relations/relation-types.ts'
import type { Page, PageOptions } from './page.ts'
import { type OrderName, Query, type WithQuery, type WithRefine } from './query.ts'
import type { Equals, WhereComparison } from './where.ts'

/** What every model can do; `Model(…)` adds the table. */
export class ModelBase<Table extends Columns> extends ModelRecord<Table> {
  /** Reads a key from text in canonical form, such as a path segment, else `undefined`. */
  static parseKey<M extends AnyModel>(this: M, text: string): KeyOf<M> | undefined {
    return parseKey(entityOf(this).table.key.definition.type, text)
  }

  /** Finds a record by its key. SQLite answers without a promise where it can. */
  static find<M extends AnyModel>(this: M, key: KeyOf<M>): MaybePromise<InstanceOf<M> | null> {
    return findRecord(entityOf(this), key)
  }

  /** Finds a record by its key. Throws `NotFound`, which answers 404, when there is none. */
  static async findOrFail<M extends AnyModel>(this: M, key: KeyOf<M>): Promise<InstanceOf<M>> {
    const found = findRecord(entityOf(this), key)
    const record = isPromise(found) ? await found : found
    if (record === null) throw new NotFound()
    return record
  }

  /** All records in the order of their keys. */
  static all<M extends AnyModel>(this: M): Promise<InstanceOf<M>[]> {
    return new Query(this).orderByKey().all()
  }

  /** The record with the smallest key, `null` when there is none. */
  static first<M extends AnyModel>(this: M): Promise<InstanceOf<M> | null> {
    return new Query(this).orderByKey().first()
  }

  /** One page of all records in the order of their keys, as `Query.paginate`. */
  static paginate<M extends AnyModel>(
    this: M,
    options: PageOptions = {},
  ): Promise<Page<InstanceOf<M>>> {
    return new Query(this).paginate(options)
  }

  static count(this: AnyModel): Promise<number> {
    return new Query(this).count()
  }

  /** Tells whether there is any record. */
  static exists(this: AnyModel): Promise<boolean> {
    return new Query(this).exists()
  }

  /** Starts a query on all records. */
  static query<M extends AnyModel>(this: M): Query<M> {
    return new Query(this)
  }

  /** Starts a query with a condition, as `Query.where`. */
  static where<M extends AnyModel, Name extends keyof M['columns'] & string>(
    this: M,
    subject: Name | Equals<M['columns']>,
    ...comparison: WhereComparison<M['columns'], Name>
  ): Query<M> {
    return new Query(this).where(subject, ...comparison)
  }

  /** Starts a query with an order, as `Query.orderBy`. */
  static orderBy<M extends AnyModel>(
    this: M,
    name: OrderName<M['columns']>,
    direction: 'asc' | 'desc' = 'asc',
  ): Query<M> {
    return new Query(this).orderBy(name, direction)
  }

  /** Starts a query that loads a relation, as `Query.with`. */
  static with<
    M extends AnyModel,
    Name extends RelationName<M>,
    Related extends object = InstanceOf<TargetOf<M[Name]>>,
  >(this: M, name: Name, refine?: WithRefine<M, Name, Related>): WithQuery<M, Name, Related> {
    return new Query(this).with(name, refine)
  }

  /** Inserts a record: unknown columns throw, columns not given get what they declare. */
  static create<M extends AnyModel>(
    this: M,
    values: InsertValues<M['columns']>,
  ): Promise<InstanceOf<M>> {
    return createRecord(entityOf(this), values)
  }

  /**
   * Inserts many records, a hundred per statement and all or none, without hooks.
   *
   * Tells how many there were.
   */
  static createMany<M extends AnyModel>(
    this: M,
    rows: readonly InsertValues<M['columns']>[],
  ): Promise<number> {
    return insertMany(entityOf(this), rows)
  }

  /**
   * Inserts records, or updates those that are already there, without hooks.
   *
   * `by` names the unique column that tells, or several that are unique together; `update` the columns
   * that are then set, by default those that the rows name and those that every update computes. Of two
   * rows with the same values in `by` the second updates the first. Tells how many rows were written.
   * Throws `E_COLUMN_NOT_UNIQUE`.
   */
  static upsert<M extends AnyModel>(
    this: M,
    rows: readonly InsertValues<M['columns']>[],
    { by, update }: UpsertOptions<M['columns']>,
  ): Promise<number> {
    const entity = entityOf(this)
    const columns = conflictColumns(entity.table, by)
    const changed = update?.map((name) => entity.table.column(name))
    return insertMany(entity, rows, {
      columns,
      update: changed ?? updatedOnConflict(entity, columns, rows),
    })
  }

  /** Binds by a unique column instead of the key: `Post.by('slug')` parses and finds slugs. */
  static by<M extends AnyModel, Name extends UniqueName<M['columns']>>(
    this: M,
    name: Name,
  ): UniqueLookup<ValueOf<M['columns'], Name>, InstanceOf<M>> {
    const entity = entityOf(this)
    const column = entity.table.uniqueColumn(name)
    return {
      parseKey: (text) => parseKey(column.definition.type, text),
      find: (value) => findOne(entity, column, value),
    }
  }

  /** Changes the given columns of the record with this key; `null` when there is none. */
  static async update<M extends AnyModel>(
    this: M,
    key: KeyOf<M>,
    values: UpdateValues<M['columns']>,
  ): Promise<InstanceOf<M> | null> {
    const record = await findRecord(entityOf(this), key)
    await record?.update(values)
    return record
  }

  /** Deletes the record with this key and tells whether there was one. */
  static delete<M extends AnyModel>(this: M, key: KeyOf<M>): Promise<boolean> {
    return deleteByKey(entityOf(this), key)
  }

  /**
   * Loads a relation, given as the static field: `await user.load(User.posts)`.
   *
   * One query loads it for all records that were fetched together with this one; the others then
   * answer without another.
   */
  async load<Related extends AnyRelation>(relation: Related): Promise<LoadedValue<Table, Related>> {
    const { entity, together = [this] } = ModelRecord.originOf(this)
    const name = nameOf(entity.model, relation)
    const fields = fieldsOf(this)
    if (fields[name] === undefined) {
      const { plan } = new Query(relation.target())
      await loadRelation(entity, together, { name, relation, plan })
    }
    // What `loadRelation` has put there is what the relation's type says.
    return fields[name] as LoadedValue<Table, Related>
  }

  /**
   * Pairs this record with others of a many-to-many relation, given by their keys:
   * `await post.attach(Post.tags, ['news'], { added_at: new Date() })`.
   */
  attach<Target extends AnyModel, Pivot extends Columns>(
    relation: Relation<'manyToMany', Target, string, Pivot>,
    keys: readonly KeyOf<Target>[],
    ...[values]: PivotValues<Pivot>
  ): Promise<number> {
    return pairsOf(this, relation).attach(keys, values ?? {})
  }

  /** Parts this record from others of a many-to-many relation; without keys, from all of them. */
  detach<Target extends AnyModel>(
    relation: Relation<'manyToMany', Target>,
    keys?: readonly KeyOf<Target>[],
  ): Promise<number> {
    return pairsOf(this, relation).detach(keys)
  }

  /** Pairs this record with exactly these others; the values are those of the pairs that are new. */
  sync<Target extends AnyModel, Pivot extends Columns>(
    relation: Relation<'manyToMany', Target, string, Pivot>,
    keys: readonly KeyOf<Target>[],
    ...[values]: PivotValues<Pivot>
  ): Promise<SyncResult> {
    return pairsOf(this, relation).sync(keys, values ?? {})
  }

  /** Runs a function at a moment in the life of each record of this model. */
  static on<M extends AnyModel, Event extends keyof ModelEvents<M>>(
    this: M,
    event: Event,
    hook: ModelEvents<M>[Event],
  ): void {
    entityOf(this).hooks.add(event, hook)
  }
}

/** Of several columns together only the database knows whether they are unique. */
function conflictColumns(table: Table, by: readonly string[]): readonly TableColumn[] {
  const [first = '', second] = by
  return second === undefined ? [table.uniqueColumn(first)] : by.map((name) => table.column(name))
}

function pairsOf(record: ModelRecord<Columns>, relation: AnyRelation): Pairs {
  return new Pairs(ModelRecord.originOf(record).entity, relation, record)
}

/** The values of a pair's own columns; they may be left out where none is required. */
type PivotValues<Pivot extends Columns> =
  object extends InsertValues<Pivot>
    ? readonly [values?: InsertValues<Pivot>]
    : readonly [values: InsertValues<Pivot>]

/** The type of a model's keys. */
export type KeyOf<M extends AnyModel> = KeyValue<M['columns']>

/** How an upsert tells rows that are already there, and what it sets of them. */
export interface UpsertOptions<Declared extends Columns> {
  readonly by: readonly (keyof Declared & string)[]
  readonly update?: readonly (keyof Declared & string)[]
}

/** Parses and finds by a unique column; a `Model`, so that routes can bind it. */
export interface UniqueLookup<Value, Record> {
  parseKey(text: string): Value | undefined
  find(value: Value): Promise<Record | null>
}
