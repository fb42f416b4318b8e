import type { Columns } from '../columns/column.ts'
import { assertIdentifier } from '../columns/identifier.ts'
import { isReserved, type Table, type TableColumn, tableColumns } from '../columns/table.ts'
import type { Link } from '../queries/condition.ts'
import { type AnyModel, type Entity, entityOf } from '../records/entity.ts'
import { SetupError } from '../support/setup-error.ts'

export type RelationKind = 'belongsTo' | 'hasOne' | 'hasMany' | 'manyToMany'

/** The table between two models, with columns of its own if it has any. */
export interface PivotTable {
  readonly table: string
  /** The column that names this model's record. */
  readonly localColumn: string
  /** The column that names the other model's record. */
  readonly targetColumn: string
  readonly columns: readonly TableColumn[]
}

/** A relation from one model to another: a static field of the model that it starts from. */
export class Relation<
  Kind extends RelationKind,
  Target extends AnyModel,
  Column extends string = string,
  PivotColumns extends Columns = Columns,
> {
  /** Carries the types; there is no such property at run time. */
  declare readonly '~types': { readonly column: Column; readonly pivot: PivotColumns }
  readonly kind: Kind
  readonly target: () => Target
  /** The column that holds the other side's key; of a many-to-many relation there is none. */
  readonly foreignKey: string | undefined
  readonly pivot: PivotTable | undefined

  constructor(kind: Kind, target: () => Target, foreignKey?: string, pivot?: PivotTable) {
    this.kind = kind
    this.target = target
    this.foreignKey = foreignKey
    this.pivot = pivot
  }
}

/** Any relation, for code that reads what it says. */
export type AnyRelation = Relation<RelationKind, AnyModel>

/** This record holds the key of one other: `static user = belongsTo(() => User, 'user_id')`. */
export function belongsTo<Target extends AnyModel, const Column extends string>(
  target: () => Target,
  column: Column,
): Relation<'belongsTo', Target, Column> {
  return new Relation('belongsTo', target, column)
}

/** Other records hold this one's key: `static posts = hasMany(() => Post, 'user_id')`. */
export function hasMany<Target extends AnyModel>(
  target: () => Target,
  column: keyof Target['columns'] & string,
): Relation<'hasMany', Target> {
  return new Relation('hasMany', target, column)
}

/** At most one other record holds this one's key: `static profile = hasOne(() => Profile, 'user_id')`. */
export function hasOne<Target extends AnyModel>(
  target: () => Target,
  column: keyof Target['columns'] & string,
): Relation<'hasOne', Target> {
  return new Relation('hasOne', target, column)
}

/** Records of both sides know many of the other, through a table of pairs. */
export interface Through<PivotColumns extends Columns> {
  /** The table of the pairs. */
  readonly through: string
  /** Its column with this model's keys. */
  readonly local: string
  /** Its column with the other model's keys. */
  readonly target: string
  /** Its further columns, read as `record.pivot`. */
  readonly columns?: PivotColumns
}

/** `static tags = manyToMany(() => Tag, { through: 'post_tags', local: 'post_id', target: 'tag_id' })`. */
export function manyToMany<Target extends AnyModel, PivotColumns extends Columns = {}>(
  target: () => Target,
  pairs: Through<PivotColumns>,
): Relation<'manyToMany', Target, string, PivotColumns> {
  const { through, local, target: targetColumn, columns } = pairs
  for (const name of [through, local, targetColumn]) assertIdentifier(name)
  return new Relation('manyToMany', target, undefined, {
    table: through,
    localColumn: local,
    targetColumn,
    columns: tableColumns(columns ?? {}),
  })
}

/** The relations of a model by name. */
export function relationsOf(model: AnyModel): ReadonlyMap<string, AnyRelation> {
  const fields = Object.entries(model).filter(
    (field): field is [string, AnyRelation] => field[1] instanceof Relation,
  )
  return new Map(fields)
}

/** The name of a relation among the static fields of its model. */
export function nameOf(model: AnyModel, relation: AnyRelation): string {
  for (const [name, each] of relationsOf(model)) {
    if (each !== relation) continue
    assertRelationName(model, name)
    return name
  }
  throw new SetupError(
    'E_RELATION_UNKNOWN',
    `What is to be loaded is no relation of the model of "${model.table}". Name one of its static fields: ${knownTo(model)}.`,
  )
}

/** Throws `E_RELATION_UNKNOWN` when the model has no relation of this name, or `E_RELATION_NAME`. */
export function relationOf(model: AnyModel, name: string): AnyRelation {
  const relation: unknown = Reflect.get(model, name)
  if (relation instanceof Relation) {
    assertRelationName(model, name)
    return relation
  }
  throw new SetupError(
    'E_RELATION_UNKNOWN',
    `The model of "${model.table}" has no relation "${name}". It has: ${knownTo(model)}.`,
  )
}

function knownTo(model: AnyModel): string {
  return [...relationsOf(model).keys()].join(', ') || 'none'
}

/** Throws `E_RELATION_NAME` where what is loaded would take the place of a column or a method. */
export function assertRelationName(model: AnyModel, name: string): void {
  if (!isReserved(name) && !entityOf(model).table.has(name)) return
  throw new SetupError(
    'E_RELATION_NAME',
    `A relation of "${model.table}" cannot be named "${name}", its records have a column or a member of that name. Choose another.`,
  )
}

/**
 * The columns that tie both sides.
 *
 * Throws `E_COLUMN_UNKNOWN` when one of them is not declared, `E_RELATION_TYPE` when a foreign key
 * is of another type than the key that it holds.
 */
export function linkOf(
  owner: Entity,
  { target: related, kind, foreignKey, pivot }: AnyRelation,
): Link {
  const { table } = owner
  const target = entityOf(related()).table
  if (foreignKey === undefined) {
    return { target, localColumn: table.key.name, targetColumn: target.key.name, through: pivot }
  }
  if (kind === 'belongsTo') {
    assertHolds(table, foreignKey, target)
    return { target, localColumn: foreignKey, targetColumn: target.key.name, through: undefined }
  }
  assertHolds(target, foreignKey, table)
  return { target, localColumn: table.key.name, targetColumn: foreignKey, through: undefined }
}

function assertHolds(table: Table, foreignKey: string, { name, key }: Table): void {
  const { type } = table.column(foreignKey).definition
  if (type === key.definition.type) return
  throw new SetupError(
    'E_RELATION_TYPE',
    `"${table.name}.${foreignKey}" is ${type}, but holds keys of "${name}", which are ${key.definition.type}. Declare both with the same type.`,
  )
}
