import type { InsertValues, UpdateValues } from '../columns/row.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { AnyModel, InstanceOf } from '../records/entity.ts'

/**
 * The hooks of a model, by the moment at which they run.
 *
 * Hooks ending in -ing may change the values, or throw to prevent the operation.
 */
export interface ModelEvents<M extends AnyModel> {
  creating(values: Draft<InsertValues<M['columns']>>): MaybePromise<void>
  created(record: InstanceOf<M>): MaybePromise<void>
  updating(record: InstanceOf<M>, values: Draft<UpdateValues<M['columns']>>): MaybePromise<void>
  updated(record: InstanceOf<M>): MaybePromise<void>
  deleting(record: InstanceOf<M>): MaybePromise<void>
  deleted(record: InstanceOf<M>): MaybePromise<void>
}

/** Values that may still be changed. */
export type Draft<Values> = { -readonly [Name in keyof Values]: Values[Name] }
