import { parseKey } from '../columns/parse-key.ts'
import type { Columns } from '../columns/column.ts'
import type { InsertValues, KeyValue, UpdateValues } from '../columns/row.ts'
import { NotFound } from '../support/http-error.ts'
import type { MaybePromise } from '../support/maybe-promise.ts'
import { type AnyModel, entityOf, type InstanceOf } from '../records/entity.ts'
import type { ModelEvents } from './events.ts'
import { createRecord, deleteByKey, findRecord } from '../records/lifecycle.ts'
import { ModelRecord } from '../records/record.ts'

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
    const record = await findRecord(entityOf(this), key)
    if (record === null) throw new NotFound()
    return record
  }

  /** Inserts a record: unknown columns throw, columns not given get what they declare. */
  static create<M extends AnyModel>(
    this: M,
    values: InsertValues<M['columns']>,
  ): Promise<InstanceOf<M>> {
    return createRecord(entityOf(this), values)
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

  /** Runs a function at a moment in the life of each record of this model. */
  static on<M extends AnyModel, Event extends keyof ModelEvents<M>>(
    this: M,
    event: Event,
    hook: ModelEvents<M>[Event],
  ): void {
    entityOf(this).hooks.add(event, hook)
  }
}

/** The type of a model's keys. */
export type KeyOf<M extends AnyModel> = KeyValue<M['columns']>
