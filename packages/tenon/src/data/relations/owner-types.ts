import type { Columns, OwnedBy } from '../columns/column.ts'
import type { NameWith } from '../columns/row.ts'
import type { AnyModel, InstanceOf } from '../records/entity.ts'
import type { TargetOf } from './relation-types.ts'
import type { Refused } from '../../base/support/refused.ts'

/** The column that holds the key of the owner; `never` for a model without an owner, or if its columns are unknown. */
export type OwnerName<Declared extends Columns> = string extends keyof Declared
  ? never
  : NameWith<Declared, 'owned'>

/** The nearest owner of a model's records. */
export type NearestOwner<Declared extends Columns> = {
  [Name in OwnerName<Declared>]: Extract<
    Declared[Name]['~types']['trait'],
    OwnedBy<unknown>
  >['~owner']
}[OwnerName<Declared>]

/** All owners of a model's records, those of its owners included. */
// oxfmt-ignore
export type OwnersOf<Declared extends Columns> =
  [OwnerName<Declared>] extends [never] ? never :
  NearestOwner<Declared> extends infer Owner extends AnyModel ? Owner | OwnersOf<Owner['columns']> :
  never

/** The tables of a model's owners. */
export type OwnerTables<Declared extends Columns> = OwnersOf<Declared>['table']

/** A model whose records belong to records of these tables. */
export interface OwnedModel<Owners extends string = string> {
  /** Carries a type; the property does not exist at run time. */
  readonly '~owners': Owners
}

/** The records that queries of a model can start from. */
export type OwnerRecord<M extends AnyModel> = InstanceOf<OwnersOf<M['columns']>>

export type TableOf<Record> = Record extends { readonly '~table': infer Table extends string }
  ? Table
  : never

/** What the compiler says about a query that names no owner. */
// oxfmt-ignore
export type Unowned<Table extends string, Declared extends Columns> =
  NearestOwner<Declared> extends { readonly table: infer Owner extends string }
    ? `${Table} belong to ${Owner}: start with .of(owner), or say .ofAnyone()`
    : never

/**
 * Rejects a relation to an owned model, unless it is read from its owner or from a record of the same owner.
 *
 * A relation to several models, of which only some are owned, is rejected at run time.
 */
// oxfmt-ignore
export type Reached<Source extends string, Declared extends Columns, Related> =
  Related extends { target(): OwnedModel } ? Readable<Source, Declared, TargetOf<Related>> :
  unknown

// oxfmt-ignore
type Readable<Source extends string, Declared extends Columns, Target> =
  [Unreached<Source, Declared, Target>] extends [never] ? unknown :
  Refused<Unreached<Source, Declared, Target>>

/** The same for a relation of a model by its name. */
// oxfmt-ignore
export type ReachedBy<M extends AnyModel, Name extends keyof M> =
  M[Name] extends { target(): OwnedModel } ? Readable<M['table'], M['columns'], TargetOf<M[Name]>> :
  unknown

// oxfmt-ignore
type Unreached<Source extends string, Declared extends Columns, Target> =
  Target extends OwnedModel<infer Owners>
    ? Target extends { readonly table: infer Table extends string }
      ? [(Source | OwnerTables<Declared>) & (Table | Owners)] extends [never]
        ? `${Table} have another owner than ${Source}: start with .of(owner), or say .ofAnyone()`
        : never
      : never
    : never
