import type { Columns } from '../columns/column.ts'
import type { RowValues } from '../columns/row.ts'
import type { MaybePromise } from '../support/maybe-promise.ts'
import { type AnyModel, Entity } from '../records/entity.ts'
import { ModelBase } from './model-base.ts'
import { Table } from '../columns/table.ts'

/**
 * The read side of whatever records come from: what a route can bind.
 *
 * Classes made by `Model(…)` fulfil it, and so do a few lines over any other store.
 */
export interface Model<Key = unknown, Record extends object = object> {
  /** Reads a key from a path segment; `undefined` when it is malformed or out of range. */
  parseKey(text: string): Key | undefined
  /** Finds the record with this key, `null` when there is none. */
  find(key: Key): MaybePromise<Record | null>
}

/** The write side beside it. */
export interface ModelMut<
  Key = unknown,
  Record extends object = object,
  Insert = unknown,
  Update = unknown,
> extends Model<Key, Record> {
  create(values: Insert): MaybePromise<Record>
  /** Changes the given values only; `null` when there is no such record. */
  update(key: Key, values: Update): MaybePromise<Record | null>
  /** Tells whether there was such a record. */
  delete(key: Key): MaybePromise<boolean>
}

/** The base class of a model. */
export type ModelClass<Name extends string, Declared extends Columns> = Statics & {
  new (...hydration: never): RowValues<Declared> & ModelBase<Declared>
  readonly table: Name
  readonly columns: Declared
  readonly '~entity': Entity
}

/** What models inherit, without the constructor: each model has its own record type. */
type Statics = Omit<typeof ModelBase, 'prototype' | 'originOf'>

/**
 * Makes the base class of a model: `class Todo extends Model('todos', { id: c.id(), … }) {}`.
 *
 * Throws `E_IDENTIFIER`, `E_MODEL_KEY` and `E_MODEL_COLUMN_RESERVED` for bad declarations.
 */
export function Model<const Name extends string, Declared extends Columns>(
  name: Name,
  columns: Declared,
): ModelClass<Name, Declared> {
  const table = new Table(name, columns)
  const entities = new Map<AnyModel, Entity>()

  class Base extends ModelBase<Declared> {
    static readonly table = name
    static readonly columns = columns

    /** Made once for each class that extends this one. */
    static get '~entity'(): Entity {
      const known = entities.get(this)
      if (known !== undefined) return known
      const entity = new Entity(this, table, this)
      entities.set(this, entity)
      return entity
    }
  }
  // Hydration gives every record the properties that `RowValues` lists.
  return Base as ModelClass<Name, Declared>
}
