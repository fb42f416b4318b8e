import type { Column, Columns } from '../columns/column.ts'
import type { KeyName, RowValues } from '../columns/row.ts'
import type { Refused } from '../../base/support/refused.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { NamedDatabase } from '../database/named/named-database.ts'
import { type AnyModel, Entity } from '../records/entity.ts'
import { keyGuardOf } from '../relations/key-guard.ts'
import { relationsByColumn } from '../relations/relation.ts'
import type { OwnedModel, OwnerName, OwnerTables, Unowned } from '../relations/owner-types.ts'
import { ModelBase } from './model-base.ts'
import { ANYONE } from './owned/anyone.ts'
import { OwnedQuery } from './owned/owned-query.ts'
import type { OwnedStatics } from './owned/owned-statics.ts'
import { assertFormerColumns } from '../columns/former/former-columns.ts'
import { assertErasable } from './personal/erased-value.ts'
import { assertRetired } from '../columns/former/retired.ts'
import type { SearchOption } from '../columns/search/searched.ts'
import { type RESERVED_NAMES, Table } from '../columns/table.ts'

/**
 * The read side of any store of records: what a route can bind.
 *
 * Classes made by `Model(…)` implement it. For any other store, you can implement it in a few lines.
 */
export interface Model<Key = unknown, Record extends object = object> {
  /** Reads a key from a path segment; `undefined` if it is malformed or out of range. */
  parseKey(text: string): Key | undefined
  /** Finds the record with this key, or `null` if there is none. */
  find(key: Key): MaybePromise<Record | null>
}

/** The write side of a store of records. */
export interface ModelMut<
  Key = unknown,
  Record extends object = object,
  Insert = unknown,
  Update = unknown,
> extends Model<Key, Record> {
  create(values: Insert): MaybePromise<Record>
  /** Changes the given values only. Returns `null` if the record does not exist. */
  update(key: Key, values: Update): MaybePromise<Record | null>
  /** Returns whether the record existed. */
  delete(key: Key): MaybePromise<boolean>
}

/** The base class of a model. */
export type ModelClass<
  Name extends string,
  Declared extends Columns,
  Key extends string = never,
> = StaticsOf<Name, Declared> & {
  new (...hydration: never): RowValues<Declared, Name> & ModelBase<Declared, Name>
  readonly table: Name
  readonly columns: Declared
  /** The columns of a composite key. */
  readonly primaryKey: [Key] extends [never] ? undefined : readonly Key[]
  readonly '~entity': Entity
}

/** The static members that models inherit. The constructor differs: each model has its own record type. */
type Statics = Omit<typeof ModelBase, 'prototype' | 'originOf' | 'togetherOf' | 'write'>

/** The static members of a model. If its records have an owner, those that start without one do not compile. */
// oxfmt-ignore
export type StaticsOf<Name extends string, Declared extends Columns> =
  [OwnerName<Declared>] extends [never] ? Statics :
  Omit<Statics, keyof OwnedStatics<string>> & OwnedStatics<Unowned<Name, Declared>> & OwnedModel<OwnerTables<Declared>>

/** Options of `Model`. */
export interface ModelOptions<Key extends string = string, Name extends string = string> {
  /** The columns of a composite primary key, in the order of the index. */
  readonly primaryKey?: readonly [Key, Key, ...Key[]]
  /** The database of its table, made by `namedDatabase`. Default: the application's default one. */
  readonly database?: NamedDatabase
  /**
   * Declares that records have no owner, although their foreign keys lead to records that have one, such as in a
   * log about all teams.
   */
  readonly owner?: false
  /**
   * The columns of text that `whereSearch('printer')` searches: `make:migration` writes their search index. With a
   * language, `{ columns: ['title', 'body'], language: 'english' }`, words are compared by their stems.
   */
  readonly search?: SearchOption<Name>
  /**
   * What `personal:erase` does with the rows of a person: `'delete'` deletes them. Default: their personal columns lose
   * their values.
   */
  readonly onErase?: 'delete'
  /**
   * Columns that this version does not use any more, declared as they are in the table: no statement mentions them,
   * and `make:migration` keeps them. When you remove them in a later version, it drops them.
   */
  readonly retired?: Columns
  /**
   * Columns with a constraint that this version of the code keeps, but the one before does not: unique, or not null if
   * they are not `unique()`. The database gets the constraint when you remove them here, in a later version.
   */
  readonly unenforced?: readonly Name[]
}

/** The columns, with those of a composite key marked as its parts. */
// oxfmt-ignore
export type Keyed<Declared extends Columns, Key> =
  [Key] extends [never] ? Declared :
  {
    readonly [Name in keyof Declared]: Name extends Key
      ? Column<Declared[Name]['~types']['value'], Declared[Name]['~types']['trait'] | 'keyPart'>
      : Declared[Name]
  }

/** Rejects columns with no primary key or more than one; `unknown` for exactly one. */
// oxfmt-ignore
export type OneKey<Declared extends Columns, Key> =
  string extends keyof Declared ? unknown :
  [Key] extends [never] ? MarkedKey<Declared> :
  [KeyName<Declared>] extends [never] ? unknown :
  Refused<'A model has one primary key: name its columns in primaryKey, and declare none as c.id(), c.bigId(), c.uuidId() or c.stringId()'>

/** Rejects columns with a name that every record has already. */
// oxfmt-ignore
export type FreeNames<Declared extends Columns> =
  string extends keyof Declared ? unknown :
  [keyof Declared & ReservedName] extends [never] ? unknown :
  Refused<`A column cannot be named ${keyof Declared & ReservedName}, because every record has a member of that name: choose another name`>

type ReservedName = (typeof RESERVED_NAMES)[number]

// oxfmt-ignore
type MarkedKey<Declared extends Columns> =
  [KeyName<Declared>] extends [never] ? Refused<'A model needs a primary key: declare one column as c.id(), c.bigId(), c.uuidId() or c.stringId()'> :
  IsOne<KeyName<Declared>> extends true ? unknown :
  Refused<'A model has one primary key, this one declares several'>

// oxfmt-ignore
type IsOne<Name, All = Name> = Name extends All ? [All] extends [Name] ? true : false : never

/**
 * Makes the base class of a model: `class Todo extends Model('todos', { id: c.id(), … }) {}`.
 *
 * For a key of several columns, name them: `Model('lines', { … }, { primaryKey: ['order_id', 'number'] })`.
 * Throws a `SetupError` for a bad declaration, such as `E_IDENTIFIER`, `E_MODEL_KEY`, `E_MODEL_COLUMN_RESERVED`,
 * `E_OWNER`, `E_PERSONAL`, `E_COLUMN_RETIRED` and `E_COLUMN_WAS`.
 */
export function Model<
  const Name extends string,
  Declared extends Columns,
  const Key extends keyof Declared & string = never,
>(
  name: Name,
  columns: Declared & OneKey<Declared, Key> & FreeNames<Declared>,
  options?: ModelOptions<Key, keyof Declared & string>,
): ModelClass<Name, Keyed<Declared, Key>, Key>
// Hydration gives every record the properties that `RowValues` lists.
export function Model(name: string, columns: Columns, options?: ModelOptions): object {
  return makeModel(name, columns, options)
}

/** Makes the base class of a model, or of a model that reads a database view. */
export function makeModel(
  name: string,
  columns: Columns,
  options: ModelOptions & { readonly isView?: true } = {},
): object {
  const { primaryKey, database, owner, search, onErase, isView = false } = options
  const { retired = {}, unenforced = [] } = options
  const given = { primaryKey, database: database?.name, owner, search, onErase, isView }
  const table = new Table(name, columns, given)
  assertRetired(table, retired)
  assertErasable(table)
  assertFormerColumns(name, columns, retired)
  for (const column of unenforced) table.column(column)
  for (const { name: column, definition } of table.files) {
    definition.files?.keepFor({ database: database?.name, table: name, column })
  }
  const entities = new Map<AnyModel, Entity>()

  class Base extends ModelBase<Columns, string> {
    static readonly table = name
    static readonly columns = columns
    static readonly primaryKey = primaryKey
    static readonly searched = table.searched
    static readonly '~retired' = retired
    static readonly '~isView' = isView
    static readonly '~unenforced' = unenforced

    static of(this: AnyModel, owner: unknown): OwnedQuery<AnyModel, string> {
      return new OwnedQuery(this, owner)
    }

    static ofAnyone(this: AnyModel): OwnedQuery<AnyModel> {
      return new OwnedQuery(this, ANYONE)
    }

    /** Created once for each class that extends this one. */
    static get '~entity'(): Entity {
      const known = entities.get(this)
      if (known !== undefined) return known
      const entity: Entity = new Entity(this, table, this, {
        relationsByColumn: () => relationsByColumn(this),
        keyGuard: () => keyGuardOf(entity),
      })
      entities.set(this, entity)
      return entity
    }
  }
  return Base
}
