import type { Columns } from '../columns/column.ts'
import type { NameWith, RowValues, ValueOf } from '../columns/row.ts'
import type { AnyModel, InstanceOf } from '../records/entity.ts'
import type { Wire } from '../records/wire.ts'
import type { AnyRelation, Relation, RelationKind } from './relation.ts'

/** The names of a model's relations; `Extract` lets the compiler list them in place of this type's name. */
export type RelationName<M extends AnyModel> = Extract<
  { [Name in keyof M]: M[Name] extends AnyRelation ? Name : never }[keyof M],
  string
>

/** The model on the other side of a relation. */
export type TargetOf<Related> = Related extends {
  readonly target: () => infer Target extends AnyModel
}
  ? Target
  : never

/** What a loaded relation is: a list, a record, or a record that may be missing. */
// oxfmt-ignore
export type LoadedValue<Declared extends Columns, Related, Extra = unknown> =
  Related extends Relation<infer Kind, infer Target, infer Column, infer Pivot>
    ? ByKind<
        Kind,
        WithPivot<InstanceOf<Target> & Extra, Pivot>,
        true extends IsNullable<Declared, Column> | DeletesSoftly<Target['columns']> ? true : false
      >
    : never

/** Properties that were loaded with a record; the second half tells `Wire` of them. */
export type Loaded<Properties> = Properties & { readonly '~loaded': Properties }

/** A record with what was loaded with it, which its `toJSON` then writes as well. */
export type LoadedOn<Record, Properties> = Record &
  Loaded<Properties> & { toJSON(): Wire<Record & Loaded<Properties>> }

// oxfmt-ignore
type ByKind<Kind extends RelationKind, Record, Nullable> = {
  belongsTo: Nullable extends true ? Record | null : Record
  hasOne: Record | null
  hasMany: Record[]
  manyToMany: Record[]
}[Kind]

type IsNullable<Declared extends Columns, Column> = Column extends keyof Declared
  ? null extends ValueOf<Declared, Column>
    ? true
    : false
  : true

/** A record may refer to one that was deleted softly, which is then not read. */
type DeletesSoftly<Target extends Columns> =
  NameWith<Target, 'marksDeleted'> extends never ? false : true

type WithPivot<Record, Pivot extends Columns> = string extends keyof Pivot
  ? Record
  : keyof Pivot extends never
    ? Record
    : LoadedOn<Record, { readonly pivot: RowValues<Pivot> }>
