import type { Refused } from '../../../base/support/refused.ts'
import type { Column, Columns } from '../../columns/column.ts'
import type { RowValues } from '../../columns/row.ts'
import type { Entity } from '../../records/entity.ts'
import type { ModelBase } from '../model-base.ts'
import {
  type FreeNames,
  type Keyed,
  makeModel,
  type ModelOptions,
  type OneKey,
  type StaticsOf,
} from '../model.ts'

/** Options of `DatabaseView`. */
export type DatabaseViewOptions<Key extends string = string> = Pick<
  ModelOptions<Key>,
  'primaryKey' | 'database' | 'owner'
>

/** Marks every column as computed by the database, so that no write accepts a value for it. */
type ReadOnly<Declared extends Columns> = {
  readonly [Name in keyof Declared]: Column<
    Declared[Name]['~types']['value'],
    Declared[Name]['~types']['trait'] | 'generated'
  >
}

/** The methods that write, which do not compile: the compiler shows the sentence. */
type Writes<Sentence extends string> = {
  readonly [Name in WriteName]: (this: Refused<Sentence>, ...given: never) => Promise<never>
}

type WriteName =
  | 'create'
  | 'createMany'
  | 'firstOrCreate'
  | 'updateOrCreate'
  | 'upsert'
  | 'update'
  | 'delete'

/** The base class of a model that reads a database view. */
export type DatabaseViewClass<
  Name extends string,
  Declared extends Columns,
  Key extends string,
> = Omit<StaticsOf<Name, Declared>, WriteName> &
  Writes<`${Name} is a view of the database: write to the tables that it reads`> & {
    new (...hydration: never): RowValues<Declared, Name> & ModelBase<Declared, Name>
    readonly table: Name
    readonly columns: Declared
    readonly primaryKey: [Key] extends [never] ? undefined : readonly Key[]
    readonly '~entity': Entity
  }

/**
 * Makes the base class of a model whose records are the rows of a view, a materialized view or a foreign table:
 * `class Customer extends DatabaseView('customer_list', { id: c.id(), … }) {}`. Its records are read-only, and
 * migrations ignore it.
 *
 * Declare the column that identifies a row as the key, or name several columns in `primaryKey`. Throws what
 * `Model()` throws, and a write that the compiler did not reject throws `E_DATABASE_VIEW`.
 */
export function DatabaseView<
  const Name extends string,
  Declared extends Columns,
  const Key extends keyof Declared & string = never,
>(
  name: Name,
  columns: Declared & OneKey<Declared, Key> & FreeNames<Declared>,
  options?: DatabaseViewOptions<Key>,
): DatabaseViewClass<Name, Keyed<ReadOnly<Declared>, Key>, Key>
// The same as for `Model()`: hydration gives every record the properties that `RowValues` lists.
export function DatabaseView(
  name: string,
  columns: Columns,
  options: DatabaseViewOptions = {},
): object {
  return makeModel(name, columns, { ...options, isView: true })
}
