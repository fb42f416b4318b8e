import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { TableColumn } from '../../../data/columns/table.ts'
import type { RelatedAggregate } from '../../../data/queries/selection.ts'
import { entityOf, type AnyModel, type Entity } from '../../../data/records/entity.ts'
import type { AnyRelation } from '../../../data/relations/relation.ts'
import { type Computed, isList, type Load, type Plan } from '../../../data/relations/plan.ts'
import { isRedirectStatus } from '../../http/redirect.ts'
import type { ItemsType } from './items.ts'
import type { Shape } from './shape.ts'
import type { Stated, Statement } from './answer.ts'

/** A declared response as plain data, which the checks, the writers and the OpenAPI document read. */
export type AnswerDescription =
  | Description
  | { readonly kind: 'nothing' }
  | { readonly kind: 'redirect' }
  | { readonly kind: 'content'; readonly mediaType: string }
  | ItemsDescription

/** Items that are sent one by one. */
export interface ItemsDescription {
  readonly kind: 'items'
  readonly mediaType: ItemsType
  readonly item: Description
}

/** Checks whether a response is JSON of a declared shape. */
export function isJson(description: AnswerDescription): description is Description {
  return !['nothing', 'redirect', 'content', 'items'].includes(description.kind)
}

/** The shape of a JSON body as plain data. */
export type Description =
  | RecordDescription
  | PageDescription
  | { readonly kind: 'list' | 'nullable'; readonly item: Description }
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, Description>> }
  | { readonly kind: 'schema'; readonly schema: StandardSchemaV1 }

/** A page of `paginate()` or `cursorPaginate()`. */
export interface PageDescription {
  readonly kind: 'page' | 'cursorPage'
  readonly item: Description
}

/** A record: the columns that clients see, with the additions of its query, or the fields of a view. */
export interface RecordDescription {
  readonly kind: 'record'
  /** The name of the model or the view. */
  readonly name: string
  readonly isView: boolean
  readonly columns: readonly TableColumn[]
  readonly relations: readonly RelationDescription[]
  /** The values that are computed from related records. */
  readonly aggregates: readonly Pick<RelatedAggregate, 'name' | 'by' | 'column' | 'link'>[]
  /** The values that a view computes. */
  readonly computed: readonly Computed[]
}

export interface RelationDescription {
  readonly name: string
  readonly isList: boolean
  /** Whether the value may be null instead of a record. */
  readonly isNullable: boolean
  /** What a record may be: one of several for a polymorphic relation. */
  readonly of: readonly RecordDescription[]
}

/** Describes the declared responses by status. */
export function describeAnswers(stated: Stated): ReadonlyMap<number, AnswerDescription> {
  if (isStatement(stated)) return new Map([[200, describeStatement(stated)]])
  return new Map(
    Object.entries(stated).map(([status, each]) => [
      Number(status),
      each === null ? describeNothing(Number(status)) : describeStatement(each),
    ]),
  )
}

function describeNothing(status: number): AnswerDescription {
  return { kind: isRedirectStatus(status) ? 'redirect' : 'nothing' }
}

function describeStatement(statement: Statement): AnswerDescription {
  if (!('mediaType' in statement)) return describe(statement)
  // Sound: `ndjson()` and `eventStream()` only take shapes.
  return statement.kind === 'content'
    ? statement
    : { ...statement, item: describe(statement.item as Shape) }
}

function isStatement(stated: Stated): stated is Statement {
  return (
    typeof stated === 'function' || '~standard' in stated || 'plan' in stated || 'kind' in stated
  )
}

function describe(shape: Shape): Description {
  if ('~standard' in shape) return { kind: 'schema', schema: shape }
  if ('~entity' in shape) return describeModel(shape)
  if ('plan' in shape) return describePlan(shape.plan)
  if (shape.kind !== 'object') return { kind: shape.kind, item: describe(shape.item as Shape) }
  const fields = Object.entries(shape.fields as Readonly<Record<string, Shape>>)
  return {
    kind: 'object',
    fields: Object.fromEntries(fields.map(([name, field]) => [name, describe(field)])),
  }
}

function describeModel(model: AnyModel): RecordDescription {
  const { table } = entityOf(model)
  const columns = table.columns.filter(({ definition }) => !definition.hidden)
  const nothing = { relations: [], aggregates: [], computed: [] }
  return { kind: 'record', name: model.name, isView: false, columns, ...nothing }
}

function describePlan({ entity, selection, loads, shown }: Plan): RecordDescription {
  const record = describeModel(entity.model)
  const relations = loads.map((load) => describeRelation(entity, load))
  const { aggregates } = selection
  if (shown === undefined) return { ...record, relations, aggregates }
  const { name = `${record.name}View`, columns, computed } = shown
  return {
    kind: 'record',
    name,
    isView: true,
    columns,
    relations,
    aggregates: aggregates.filter(({ name }) => shown.aggregates.includes(name)),
    computed,
  }
}

function describeRelation(owner: Entity, load: Load): RelationDescription {
  const { name, relation } = load
  const isNullable = mayBeMissing(owner, relation)
  const plans = load.choices === undefined ? [load.plan] : load.choices.map(({ plan }) => plan)
  return { name, isList: isList(relation), isNullable, of: plans.map(describePlan) }
}

/** As the type `LoadedValue`: the record of a required foreign key exists, unless it is soft-deleted. */
function mayBeMissing({ table }: Entity, relation: AnyRelation): boolean {
  const { kind, foreignKey, target, withDeleted } = relation
  if (kind !== 'belongsTo') return true
  return (
    foreignKey.some((name) => table.column(name).definition.nullable) ||
    (entityOf(target()).table.deletedAt !== undefined && !withDeleted)
  )
}
