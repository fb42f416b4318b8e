import type { Columns } from '../columns/column.ts'
import type { NameWith, RowValues, ValueOf } from '../columns/row.ts'
import type { AnyModel, AnyRecord, InstanceOf } from '../records/entity.ts'
import type { Wire } from '../records/wire.ts'
import type { Refused } from '../../base/support/refused.ts'
import type { AnyRelation, Relation, RelationKind } from './relation.ts'

/** A model's relation names; `Extract` makes the compiler list them instead of this type's name. */
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

/** The type of a loaded relation: a list, a record, or a record that may be missing. */
// oxfmt-ignore
export type LoadedValue<Declared extends Columns, Related, Extra = unknown> =
  Related extends Relation<infer Kind, infer Target, infer Column, infer Pivot, infer PivotRecord, string, infer Deleted>
    ? ByKind<
        Kind,
        Kind extends 'belongsToAny' ? Chosen<InstanceOf<Target>, Extra> : WithPivot<Chosen<InstanceOf<Target>, Extra>, Pivot, PivotRecord>,
        true extends IsNullable<Declared, Column> | Hides<Target['columns'], Deleted> ? true : false
      >
    : never

/** Properties that were loaded with a record; the second half describes them to `Wire`. */
export type Loaded<Properties> = Properties & { readonly '~loaded': Properties }

/** A record with what was loaded with it, which its `toJSON` includes. */
export type LoadedOn<Record, Properties> = Record &
  Loaded<Properties> & { toJSON(): Wire<Record & Loaded<Properties>> }

// oxfmt-ignore
type ByKind<Kind extends RelationKind, Record, Nullable> = {
  belongsTo: Nullable extends true ? Record | null : Record
  belongsToAny: Record | null
  hasOne: Record | null
  hasMany: Record[]
  manyToMany: Record[]
  hasManyThrough: Record[]
}[Kind]

/** The refined records, or what a view shows of them. */
type Chosen<Record, Refined> = unknown extends Refined ? Record : Refined

type IsNullable<Declared extends Columns, Column> = Column extends keyof Declared
  ? null extends ValueOf<Declared, Column>
    ? true
    : false
  : true

/** A record may refer to a soft-deleted one, which is not read unless the relation has `withDeleted`. */
// oxfmt-ignore
type Hides<Target extends Columns, Deleted> =
  Deleted extends true ? false :
  NameWith<Target, 'marksDeleted'> extends never ? false : true

// oxfmt-ignore
type WithPivot<Record, Pivot extends Columns, PivotRecord> =
  Record extends AnyRecord ? RecordWithPivot<Record, Pivot, PivotRecord> : Record

// oxfmt-ignore
type RecordWithPivot<Record, Pivot extends Columns, PivotRecord> =
  PivotRecord extends AnyRecord ? LoadedOn<Record, { readonly pivot: PivotRecord }> :
  string extends keyof Pivot ? Record :
  keyof Pivot extends never ? Record :
  LoadedOn<Record, { readonly pivot: RowValues<Pivot> }>

/** Rejects a relation that does not start from the record's table. */
// oxfmt-ignore
export type Started<Table extends string, From extends string> =
  string extends From ? unknown :
  Table extends From ? unknown :
  Refused<`This relation starts from ${From}, not from ${Table}`>

/** The same for any relation. The foreign key of a `belongsTo` must be a column of the record. */
// oxfmt-ignore
export type StartedBy<Table extends string, Declared extends Columns, Related> =
  Related extends { readonly kind: 'belongsTo', readonly '~types': { readonly column: infer Column extends string } }
    ? string extends Column | keyof Declared ? unknown :
      [Column] extends [keyof Declared] ? unknown :
      Refused<`This relation does not start from ${Table}, which have no column ${Exclude<Column, keyof Declared>}`> :
  Related extends { readonly '~types': { readonly from: infer From extends string } } ? Started<Table, From> :
  unknown
