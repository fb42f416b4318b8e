import type { Columns, OwnedBy, RefersTo } from '../columns/column.ts'
import type { UniqueName } from '../columns/row.ts'
import { assertIdentifier } from '../columns/identifier.ts'
import { type TableColumn, tableColumns } from '../columns/table.ts'
import {
  type AnyModel,
  entityOf,
  type InstanceOf,
  type RelationsByColumn,
} from '../records/entity.ts'
import type { Refused } from '../../base/support/refused.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { assertRelationName } from './relation-name.ts'

export type RelationKind =
  | 'belongsTo'
  | 'belongsToAny'
  | 'hasOne'
  | 'hasMany'
  | 'manyToMany'
  | 'hasManyThrough'

/** The table between two models, with extra columns if it has any. */
export interface PivotTable {
  readonly table: string
  /** The column that refers to this model's record. */
  readonly localColumn: string
  /** The column that refers to the other model's record. */
  readonly targetColumn: string
  /** Its other columns. */
  readonly columns: readonly TableColumn[]
  /** The model of the table, if it has one. */
  readonly model: AnyModel | undefined
}

/** A relation from one model to another: a static field of the model that it starts from. */
export class Relation<
  Kind extends RelationKind,
  Target extends AnyModel,
  Column extends string = string,
  PivotColumns extends Columns = Columns,
  PivotRecord extends object = object,
  From extends string = string,
  Deleted extends boolean = boolean,
> {
  /** Carries the types; the property does not exist at run time. */
  declare readonly '~types': {
    readonly column: Column
    readonly pivot: PivotColumns
    readonly pivotRecord: PivotRecord
    /** The table that it starts from; `string` if no column says so. */
    readonly from: From
    /** Whether it leads to soft-deleted records too. */
    readonly deleted: Deleted
  }
  readonly kind: Kind
  readonly target: () => Target
  /** The columns that hold the other side's key; empty if a table in between does. */
  readonly foreignKey: readonly string[]
  /** The unique column that the foreign key refers to; `undefined` for the primary key. */
  readonly key: string | undefined
  /** The column that holds the table to which a polymorphic foreign key refers. */
  readonly type: string | undefined
  /** Whether it leads to soft-deleted records too. */
  readonly withDeleted: boolean
  /** The order of loaded records, if the query that loads them states none. */
  readonly orderBy: RelationOrder | undefined
  /** For `belongsToAny`, a relation to each of the models. */
  readonly choices: (() => readonly AnyRelation[]) | undefined
  /** The table in between; its model may not be initialized when the relation is declared. */
  readonly pivot: (() => PivotTable) | undefined
  readonly between: ModelBetween | undefined

  constructor(kind: Kind, target: () => Target, ties: Ties) {
    const { foreignKey, key, type, withDeleted = false, orderBy, choices, pivot, between } = ties
    this.kind = kind
    this.target = target
    this.foreignKey = [foreignKey ?? []].flat()
    this.key = key
    this.type = type
    this.withDeleted = withDeleted
    this.orderBy = orderBy
    this.choices = choices
    this.pivot = pivot
    this.between = between
  }
}

/** A column, or the columns for a key of several columns, in its order. */
export type Named<Column extends string> = Column | readonly [Column, Column, ...Column[]]

/** The columns that link the two sides of a relation. */
interface Ties {
  readonly foreignKey?: Named<string>
  readonly key?: string | undefined
  readonly type?: string | undefined
  readonly withDeleted?: boolean | undefined
  readonly orderBy?: RelationOrder | undefined
  readonly choices?: () => readonly AnyRelation[]
  readonly pivot?: () => PivotTable
  readonly between?: ModelBetween
}

/** The model between two others, and the columns that link each of them to it. */
export interface ModelBetween {
  readonly model: () => AnyModel
  /** Its column with the keys of the model that the relation starts from. */
  readonly localColumn: string
  /** The column of the other side with its keys. */
  readonly targetColumn: string
}

/** Options of `belongsTo`, `hasMany` and `hasOne`. */
export interface RelationOptions<Name extends string = string, Type extends string = string> {
  /** The unique column that the foreign key refers to. Default: the primary key. */
  readonly key?: Name
  /** The column that holds the table to which the foreign key refers, if it holds keys of several models. */
  readonly type?: Type
}

/** Options of `belongsTo`. */
export interface BelongsToOptions<
  Name extends string = string,
  Type extends string = string,
  Deleted extends boolean = boolean,
> extends RelationOptions<Name, Type> {
  /** Whether it leads to soft-deleted records too, wherever the relation is used. Default: `false`. */
  readonly withDeleted?: Deleted
}

/** Options of `hasMany`. */
export interface HasManyOptions<
  Target extends AnyModel,
  Name extends string = string,
  Type extends string = string,
> extends RelationOptions<Name, Type> {
  /**
   * The column that loaded records are ordered by, unless the query that loads them states an order: `'position'`, or
   * `['created_at', 'desc']`. Records with equal values come in any order. Default: any order.
   */
  readonly orderBy?: RelationOrder<keyof Target['columns'] & string>
}

/** A column, or a column and a direction. */
export type RelationOrder<Column extends string = string> =
  | Column
  | readonly [column: Column, direction: 'asc' | 'desc']

/** Any relation, for code that reads its declaration. */
export type AnyRelation = Relation<RelationKind, AnyModel>

/**
 * The table that a relation starts from: the one that the other side's column refers to, by `references()` or
 * `owner()`. `string` if the column has neither, if several columns link the two sides, or if the relation
 * names the key that they refer to.
 */
// oxfmt-ignore
type StartOf<Holder extends AnyModel, Column extends keyof Holder['columns'], Key = never, All = Column> =
  [Key] extends [never]
    ? Column extends All ? [All] extends [Column] ? ReferredBy<Holder['columns'][Column]['~types']['trait']> : string : never
    : string

// oxfmt-ignore
type ReferredBy<Trait> =
  [Extract<Trait, RefersTo<string> | OwnedBy<unknown>>] extends [never] ? string :
  Trait extends RefersTo<infer Table extends string> ? Table :
  Trait extends OwnedBy<{ readonly table: infer Table extends string }> ? Table :
  never

/** This record holds another one's key: `static user = belongsTo(() => User, 'user_id')`. */
export function belongsTo<
  Target extends AnyModel,
  const Column extends string,
  const Type extends string = never,
  const Deleted extends boolean = false,
>(
  target: () => Target,
  column: Named<Column>,
  options: BelongsToOptions<UniqueName<Target['columns']>, Type, Deleted> = {},
): Relation<
  'belongsTo',
  Target,
  [Type] extends [never] ? Column : string,
  Columns,
  object,
  string,
  Deleted
> {
  const { key, type, withDeleted } = options
  return new Relation('belongsTo', target, { foreignKey: column, key, type, withDeleted })
}

/**
 * This record holds the key of a record of any of several models, and that model's table:
 * `static subject = belongsToAny(() => [Post, Video], 'subject_id', { type: 'subject_type' })`.
 */
export function belongsToAny<const Targets extends readonly AnyModel[]>(
  targets: () => Targets,
  column: Named<string>,
  { type }: { readonly type: string },
): Relation<'belongsToAny', Targets[number]> {
  const choices = (): readonly AnyRelation[] =>
    targets().map((each) => new Relation('belongsTo', () => each, { foreignKey: column, type }))
  return new Relation('belongsToAny', refuseSeveral, { foreignKey: column, type, choices })
}

/** Other records hold this one's key: `static posts = hasMany(() => Post, 'user_id')`. */
export function hasMany<
  Target extends AnyModel,
  const Column extends keyof Target['columns'] & string,
  const Type extends keyof Target['columns'] & string = never,
  const Key extends string = never,
>(
  target: () => Target,
  column: Named<Column>,
  { key, type, orderBy }: HasManyOptions<Target, Key, Type> = {},
): Relation<'hasMany', Target, Column | Type, Columns, object, StartOf<Target, Column, Key>> {
  return new Relation('hasMany', target, { foreignKey: column, key, type, orderBy })
}

/** At most one other record holds this one's key: `static profile = hasOne(() => Profile, 'user_id')`. */
export function hasOne<
  Target extends AnyModel,
  const Column extends keyof Target['columns'] & string,
  const Type extends keyof Target['columns'] & string = never,
  const Key extends string = never,
>(
  target: () => Target,
  column: Named<Column>,
  { key, type }: RelationOptions<Key, Type> = {},
): Relation<'hasOne', Target, Column | Type, Columns, object, StartOf<Target, Column, Key>> {
  return new Relation('hasOne', target, { foreignKey: column, key, type })
}

/** The order of the records of a relation to a list. */
interface Ordered<Column extends string> {
  /**
   * The column that loaded records are ordered by, unless the query that loads them states an order: `'name'`,
   * `['name', 'desc']`, or one of the pivot table, `'pivot.position'`. Records with equal values come in any order.
   * Default: any order.
   */
  readonly orderBy?: RelationOrder<Column>
}

/** The columns of the records of a relation, and those of the pivot table besides the keys. */
type ListOrder<Target extends AnyModel, PivotColumns> =
  | (keyof Target['columns'] & string)
  | `pivot.${keyof PivotColumns & string}`

/** A pivot table, through which each record of one side can relate to many of the other. */
export interface Through<
  PivotColumns extends Columns,
  Order extends string = string,
> extends Ordered<Order> {
  /** The pivot table. */
  readonly through: string
  /** Its column with this model's keys. */
  readonly local: string
  /** Its column with the other model's keys. */
  readonly target: string
  /** Its extra columns, read as `record.pivot`. */
  readonly columns?: PivotColumns
}

/** A pivot table that is a model: `record.pivot` is a record of it. */
export interface ThroughPivot<
  Pivot extends AnyModel,
  Key extends string,
  Local extends string = Key,
  Order extends string = string,
> extends Ordered<Order> {
  /** The model of the pivot table. */
  readonly through: () => Pivot
  /** Its column with this model's keys. */
  readonly local: Local
  /** Its column with the other model's keys. */
  readonly target: Key
}

/** The columns of a pivot table besides those with the keys of both sides. */
type OtherColumns<Pivot extends AnyModel, Key> = {
  // `as` keeps each property tied to its column, so that editors can rename it and find references.
  readonly [Name in keyof Pivot['columns'] as Exclude<Name, Key>]: Pivot['columns'][Name]
}

/** What `manyToMany` is given, right or wrong. */
interface GivenPivot {
  readonly through: string | (() => AnyModel)
  readonly local: string
  readonly target: string
  readonly columns?: Columns
  readonly orderBy?: RelationOrder
}

/** What the given pivot table would have to be: its wrong parts are refused with a sentence. */
// oxfmt-ignore
type ExplainedPivot<Target extends AnyModel, Given extends GivenPivot> =
  Given['through'] extends () => infer Pivot
    ? Pivot extends AnyModel ? ExplainedModel<Target, Pivot, Given> : unknown
    : Unordered<Given['orderBy'], ListOrder<Target, Given['columns'] extends Columns ? Given['columns'] : {}>> &
        Unknown<Exclude<keyof Given, keyof Through<Columns>>>

type ExplainedModel<
  Target extends AnyModel,
  Pivot extends AnyModel,
  Given extends GivenPivot,
> = WrongKeys<Given, keyof Pivot['columns']> &
  Unordered<
    Given['orderBy'],
    ListOrder<Target, OtherColumns<Pivot, Given['local'] | Given['target']>>
  > &
  Unknown<Exclude<keyof Given, keyof ThroughPivot<Pivot, string>>>

type WrongKeys<Given extends GivenPivot, Known> = {
  readonly [
    Side in 'local' | 'target' as Given[Side] extends Known ? never : Side
  ]: Refused<`The model of the pivot table has no column "${Given[Side]}"`>
}

// oxfmt-ignore
type Unordered<Order, Known extends string, Name = OrderedBy<Order>> =
  [Name] extends [Known] ? unknown :
  Name extends string ? { readonly orderBy: Refused<WrongOrder<Name>> } :
  unknown

// oxfmt-ignore
type OrderedBy<Order> =
  Order extends readonly [infer Name, unknown] ? Name : Exclude<Order, undefined>

// oxfmt-ignore
type WrongOrder<Name extends string> =
  Name extends `pivot.${infer Column}`
    ? `The pivot table has no column "${Column}" to order by: declare it in columns, or in the model of the pivot table`
    : `The related model has no column "${Name}" to order by: for one of the pivot table, write "pivot.${Name}"`

type Unknown<Names> = {
  readonly [Name in Names & string]: Refused<`manyToMany() has no option "${Name}" here`>
}

/**
 * Relates the records of two models through a pivot table:
 * `static tags = manyToMany(() => Tag, { through: 'post_tags', local: 'post_id', target: 'tag_id' })`.
 *
 * If the pivot table is a model, name it: `through: () => PostTag`. Throws `E_IDENTIFIER` for an invalid name.
 */
export function manyToMany<Target extends AnyModel, PivotColumns extends Columns = {}>(
  target: () => Target,
  pivot: Through<PivotColumns, ListOrder<Target, NoInfer<PivotColumns>>>,
): Relation<'manyToMany', Target, string, PivotColumns>
export function manyToMany<
  Target extends AnyModel,
  Pivot extends AnyModel,
  const Key extends keyof Pivot['columns'] & string,
  const Local extends keyof Pivot['columns'] & string,
>(
  target: () => Target,
  pivot: ThroughPivot<Pivot, Key, Local, ListOrder<Target, OtherColumns<Pivot, Key | Local>>>,
): Relation<
  'manyToMany',
  Target,
  string,
  OtherColumns<Pivot, Key | Local>,
  InstanceOf<Pivot>,
  StartOf<Pivot, Local>
>
// Last, because the compiler explains the last signature. It refuses what the others do not take, with the reason.
export function manyToMany<Target extends AnyModel, const Given extends GivenPivot>(
  target: () => Target,
  pivot: Given & ExplainedPivot<Target, Given>,
): Relation<'manyToMany', Target>
export function manyToMany(
  target: () => AnyModel,
  pivot: Through<Columns> | ThroughPivot<AnyModel, string>,
): AnyRelation {
  const { through, local, target: targetColumn, orderBy } = pivot
  for (const name of [local, targetColumn]) assertIdentifier(name)
  const columns = { localColumn: local, targetColumn }
  if (typeof through === 'function') {
    return new Relation('manyToMany', target, { pivot: () => pivotOf(through(), columns), orderBy })
  }
  assertIdentifier(through)
  const further = 'columns' in pivot ? tableColumns(through, pivot.columns ?? {}) : []
  const table = { ...columns, table: through, columns: further, model: undefined }
  return new Relation('manyToMany', target, { pivot: () => table, orderBy })
}

function pivotOf(
  model: AnyModel,
  keys: Pick<PivotTable, 'localColumn' | 'targetColumn'>,
): PivotTable {
  const { name, columns } = entityOf(model).table
  const further = columns.filter(
    (column) => column.name !== keys.localColumn && column.name !== keys.targetColumn,
  )
  return { ...keys, table: name, columns: further, model }
}

/** A relation through another model, which holds this record's key. */
export interface ThroughModel<
  Target extends AnyModel,
  Between extends AnyModel,
  Local extends keyof Between['columns'] & string,
> extends Ordered<keyof Target['columns'] & string> {
  /** The model between the two. */
  readonly through: () => Between
  /** Its column with this model's keys. */
  readonly local: Local
  /** The other model's column with its keys. */
  readonly target: keyof Target['columns'] & string
}

/**
 * The records of this record's related records: `static comments = hasManyThrough(() => Comment, { through: () => Post,
 * local: 'user_id', target: 'post_id' })`. Those of a soft-deleted record in between are excluded.
 */
export function hasManyThrough<
  Target extends AnyModel,
  Between extends AnyModel,
  const Local extends keyof Between['columns'] & string,
>(
  target: () => Target,
  { through, local, target: targetColumn, orderBy }: ThroughModel<Target, Between, Local>,
): Relation<'hasManyThrough', Target, string, Columns, object, StartOf<Between, Local>> {
  const between = { model: through, localColumn: local, targetColumn }
  return new Relation('hasManyThrough', target, { between, orderBy })
}

export function relationsOf(model: AnyModel): ReadonlyMap<string, AnyRelation> {
  const fields = Object.entries(model).filter(
    (field): field is [string, AnyRelation] => field[1] instanceof Relation,
  )
  return new Map(fields)
}

/** The relations that a relation stands for: several for `belongsToAny`, or else itself. */
export function choicesOf(relation: AnyRelation): readonly AnyRelation[] {
  return relation.choices?.() ?? [relation]
}

/** The relations that use this model's own columns: they become stale when their column changes. */
export function relationsByColumn(model: AnyModel): RelationsByColumn {
  const byColumn = new Map<string, string[]>()
  for (const [name, { kind, foreignKey, key, type }] of relationsOf(model)) {
    const holdsKey = kind === 'belongsTo' || kind === 'belongsToAny'
    for (const column of holdsKey ? [...foreignKey, type] : [key]) {
      if (column !== undefined) byColumn.set(column, [...(byColumn.get(column) ?? []), name])
    }
  }
  return byColumn
}

/** The name of a relation among its model's static fields. Throws `E_RELATION_UNKNOWN` for another model's relation. */
export function nameOf(model: AnyModel, relation: AnyRelation): string {
  for (const [name, each] of relationsOf(model)) {
    if (each !== relation) continue
    assertRelationName(model, name)
    return name
  }
  throw new SetupError(
    'E_RELATION_UNKNOWN',
    `${describeRelation(relation)} is not a relation of the model of "${model.table}". Use one of its static fields: ${knownTo(model)}.`,
  )
}

/** A relation does not know the field that holds it. */
function describeRelation(relation: unknown): string {
  if (typeof relation === 'string') return `The text ${JSON.stringify(relation)}`
  if (!(relation instanceof Relation)) return 'That'
  const tables = choicesOf(relation).map(({ target }) => `"${target().table}"`)
  return `The ${relation.kind} relation to ${tables.join(' or ')}`
}

/** Throws `E_RELATION_UNKNOWN` if the model has no relation of this name, `E_RELATION_NAME` if the name is taken. */
export function relationOf(model: AnyModel, name: string): AnyRelation {
  const relation: unknown = Reflect.get(model, name)
  if (relation instanceof Relation) {
    assertRelationName(model, name)
    return relation
  }
  throw new SetupError(
    'E_RELATION_UNKNOWN',
    `The model of "${model.table}" has no relation "${name}". It has: ${knownTo(model)}.${toNesting(name)}`,
  )
}

/** How to write what `with('student.user')` means in other frameworks. */
function toNesting(name: string): string {
  const [outer, ...inner] = name.split('.')
  if (inner.length === 0) return ''
  return ` A relation of related records is loaded by a query of its own: with('${outer}', (${outer}) => ${outer}.with('${inner.join('.')}')).`
}

/** The `target` of a `belongsToAny` relation, which has no single target. */
function refuseSeveral(): never {
  throw new SetupError(
    'E_RELATION_KIND',
    'A belongsToAny() relation leads to several models, and this needs a single one. Declare a belongsTo() to one of them, with the same columns.',
  )
}

function knownTo(model: AnyModel): string {
  return [...relationsOf(model).keys()].join(', ') || 'none'
}
