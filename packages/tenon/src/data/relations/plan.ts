import type { StandardSchemaV1 } from '@standard-schema/spec'
import { type TableColumn, unknownColumn } from '../columns/table.ts'
import { both, type Condition } from '../queries/condition.ts'
import type { AnyOrder, Selection } from '../queries/selection.ts'
import { type AnyModel, type AnyRecord, type Entity, entityOf } from '../records/entity.ts'
import type { AnyRelation, PivotTable } from './relation.ts'

/** What a query reads: the records of a selection and the relations that are loaded with them. */
export interface Plan<Record extends AnyRecord = AnyRecord> {
  readonly entity: Entity<Record>
  readonly selection: Selection
  readonly loads: readonly Load[]
  /** What is shown of each record; `undefined` for the record itself. */
  readonly shown: Shown | undefined
  /** The part of its condition that says which records exist for it: not deleted, and in the default scope. */
  readonly scope?: Condition | undefined
}

/** The part of a record that a view shows, beside the relations of its plan. */
export interface Shown {
  /** Its name in the contract; `undefined` for a name that is derived from the model's. */
  readonly name: string | undefined
  readonly columns: readonly TableColumn[]
  /** The names of the shown aggregates of related records. The plan may have others, which its order needs. */
  readonly aggregates: readonly string[]
  readonly computed: readonly Computed[]
}

/** A value that is computed from columns of a record. */
export interface Computed {
  readonly name: string
  /** The columns that it is computed from, which need not be shown. */
  readonly reads: readonly TableColumn[]
  readonly from: (values: Readonly<Record<string, unknown>>) => unknown
  /** Its schema in the contract; `undefined` for any value. */
  readonly schema: StandardSchemaV1 | undefined
}

/** A view, for code that reads records with it; `Seen` is the type of a shown record. */
export interface AnyView<M extends AnyModel = AnyModel, Seen extends object = object> {
  /** Carries a type. It comes first, so that the compiler's error names the tables if the view is for another model. */
  readonly '~table': M['table']
  readonly model: M
  readonly plan: Plan
  /** Carries a type; the property does not exist at run time. */
  readonly '~seen': Seen
}

/** A relation to load, under its name, by a query on its target, or on each of several targets. */
export type Load = LoadOne | LoadAny

export interface LoadOne {
  readonly name: string
  readonly relation: AnyRelation
  readonly plan: Plan
  readonly choices: undefined
}

export interface LoadAny {
  readonly name: string
  readonly relation: AnyRelation
  readonly choices: readonly LoadOne[]
}

/** Prepares loading a relation; `planOf` makes the query on a target. */
export function toLoad(
  name: string,
  relation: AnyRelation,
  planOf: (relation: AnyRelation) => Plan,
): Load {
  const toOne = (each: AnyRelation): LoadOne => {
    const plan = inOrder(ofFirst(planOf(each), each), each)
    return { name, relation: each, plan, choices: undefined }
  }
  const { choices } = relation
  return choices === undefined ? toOne(relation) : { name, relation, choices: choices().map(toOne) }
}

/**
 * The plan for a relation. A `hasOne` leads to a single record also if the table has several for a key, wherever it is
 * used: to the one with the smallest key, of those that exist for the query. Its conditions are about that record.
 *
 * With a unique foreign key there is one, so nothing is added to the statement.
 */
export function ofFirst(plan: Plan, { kind, foreignKey, type }: AnyRelation): Plan {
  if (kind !== 'hasOne') return plan
  const { table } = plan.entity
  const held = foreignKey.map((name) => table.column(name))
  if (held.some((each) => table.identifies(each))) return plan
  const columns = type === undefined ? held : [...held, table.column(type)]
  const first = { kind: 'first', table, columns, scope: plan.scope } as const
  const { selection } = plan
  return { ...plan, selection: { ...selection, condition: both(selection.condition, first) } }
}

function inOrder(plan: Plan, relation: AnyRelation): Plan {
  const { selection } = plan
  if (selection.order.length > 0) return plan
  return { ...plan, selection: { ...selection, order: orderOf(relation) } }
}

/** The order that a relation declares; empty if it declares none. Throws `E_COLUMN_UNKNOWN`. */
export function orderOf({ target, orderBy, pivot }: AnyRelation): readonly AnyOrder[] {
  if (orderBy === undefined) return []
  const [name = '', direction = 'asc'] = typeof orderBy === 'string' ? [orderBy] : orderBy
  if (pivot === undefined || !name.startsWith(OF_PIVOT)) {
    return [{ column: entityOf(target()).table.column(name), direction }]
  }
  const column = pivotColumn(pivot(), name.slice(OF_PIVOT.length))
  return [{ column: undefined, by: { kind: 'pivot', column }, direction }]
}

/** What the name of a column begins with if it is one of the pivot table. */
const OF_PIVOT = 'pivot.'

function pivotColumn({ table, columns }: PivotTable, name: string): TableColumn {
  const column = columns.find((each) => each.name === name)
  if (column === undefined) throw unknownColumn(table, columns, name)
  return column
}

/** Tells whether a relation holds several records. */
export function isList({ kind }: AnyRelation): boolean {
  return kind === 'hasMany' || kind === 'manyToMany' || kind === 'hasManyThrough'
}
