import { decode } from '../columns/codec.ts'
import { currentDatabase } from '../database/current-database.ts'
import type { Dialect, Row } from '../database/statement.ts'
import { both, type Link } from '../queries/condition.ts'
import { LIST_LIMIT, listOf } from '../queries/parameter.ts'
import type { Selection } from '../queries/selection.ts'
import type { AnyRecord, Entity } from '../records/entity.ts'
import { fetchRecords } from '../records/fetch.ts'
import { fieldsOf } from '../records/record.ts'
import { type MaybePromise, whenReady } from '../support/maybe-promise.ts'
import { SetupError } from '../support/setup-error.ts'
import { type AnyRelation, linkOf, type PivotTable } from './relation.ts'

/** What a query reads: the records of a selection and the relations that come with them. */
export interface Plan<Record extends AnyRecord = AnyRecord> {
  readonly entity: Entity<Record>
  readonly selection: Selection
  readonly loads: readonly Load[]
}

/** A relation to be loaded, under its name, by a query on its target. */
export interface Load {
  readonly name: string
  readonly relation: AnyRelation
  readonly plan: Plan
}

/** Reads the records of a plan and, with one query per relation and level, what belongs to them. */
export function fetchPlan<Record extends AnyRecord>(plan: Plan<Record>): MaybePromise<Record[]> {
  return whenReady(fetchRecords(plan.entity, plan.selection), ({ records }) =>
    whenReady(loadRelations(plan, records), () => records),
  )
}

/**
 * Loads a relation for all of `records` and puts it under its name.
 *
 * Throws `E_RELATION_LIMIT` for a limit, `E_RELATION_NARROWED` where the type promises a record.
 */
export function loadRelation(
  owner: Entity,
  records: readonly object[],
  load: Load,
): MaybePromise<void> {
  assertWholeRelation(load.name, load.plan.selection)
  assertPromiseKept(owner, load)
  return inTurn(slicesOf(records), (slice) => loadSlice(owner, slice, load))
}

function loadRelations({ entity, loads }: Plan, records: readonly object[]): MaybePromise<void> {
  return inTurn(loads, (load) => loadRelation(entity, records, load))
}

/** Works through a list one by one, at once as long as nothing has to be awaited. */
function inTurn<Item>(
  items: readonly Item[],
  work: (item: Item) => MaybePromise<void>,
): MaybePromise<void> {
  let done: MaybePromise<void> = undefined
  for (const item of items) done = whenReady(done, () => work(item))
  return done
}

function slicesOf(records: readonly object[]): ReadonlyArray<readonly object[]> {
  const slices: Array<readonly object[]> = []
  for (let i = 0; i < records.length; i += LIST_LIMIT) slices.push(records.slice(i, i + LIST_LIMIT))
  return slices
}

function loadSlice(owner: Entity, records: readonly object[], load: Load): MaybePromise<void> {
  const { name, relation, plan } = load
  const link = linkOf(owner, relation)
  const values = new Set(records.map((record) => fieldsOf(record)[link.localColumn]))
  values.delete(null)
  const related =
    relation.pivot === undefined
      ? relatedDirectly(link, plan, [...values])
      : relatedThrough(owner, relation.pivot, plan, [...values])

  const isList = relation.kind === 'hasMany' || relation.kind === 'manyToMany'
  return whenReady(related, (byValue) => {
    for (const record of records) {
      const fields = fieldsOf(record)
      const found = byValue.get(fields[link.localColumn])
      fields[name] = isList ? (found ?? []) : (found?.[0] ?? null)
    }
  })
}

/** Related records by the value that ties them to their owners. */
type RelatedByValue = Map<unknown, object[]>

function relatedDirectly(
  { target, targetColumn }: Link,
  plan: Plan,
  values: readonly unknown[],
): MaybePromise<RelatedByValue> {
  const column = target.column(targetColumn)
  const parameter = listOf(column, values)
  const { condition } = plan.selection
  const belongs =
    column === target.key
      ? { keys: parameter }
      : { condition: both(condition, { kind: 'list', column, negated: false, parameter }) }
  const related = fetchPlan({ ...plan, selection: { ...plan.selection, ...belongs } })
  return whenReady(related, (records) =>
    Map.groupBy(records, (record) => fieldsOf(record)[targetColumn]),
  )
}

async function relatedThrough(
  { table: { key } }: Entity,
  pivot: PivotTable,
  plan: Plan,
  keys: readonly unknown[],
): Promise<RelatedByValue> {
  const joined = { ...plan.selection, pivot: { ...pivot, localKeys: listOf(key, keys) } }
  const { records, rows } = await fetchRecords(plan.entity, joined)
  await loadRelations(plan, records)

  const { dialect } = currentDatabase()
  const first = plan.selection.table.columns.length + plan.selection.counts.length
  const related: RelatedByValue = new Map()
  for (const [i, record] of records.entries()) {
    const [owner, ...extra] = rows[i]?.slice(first) ?? []
    if (pivot.columns.length > 0) fieldsOf(record)['pivot'] = readPivot(pivot, extra, dialect)
    const ownerKey = decode(key.codecs[dialect], owner)
    const together = related.get(ownerKey)
    if (together === undefined) related.set(ownerKey, [record])
    else together.push(record)
  }
  return related
}

function readPivot({ columns }: PivotTable, values: Row, dialect: Dialect): object {
  return Object.fromEntries(
    columns.map((column, i) => [column.name, decode(column.codecs[dialect], values[i])]),
  )
}

/** Throws `E_RELATION_LIMIT` for a limit, which would count the records of all owners together. */
export function assertWholeRelation(name: string, { limit, offset }: Selection): void {
  if (limit === undefined && offset === undefined) return
  throw new SetupError(
    'E_RELATION_LIMIT',
    `The relation "${name}" cannot be loaded or asked after with a limit, it would count the records of all owners together. Leave it out, or query it for one owner.`,
  )
}

/** The type of a required owner has no `null`, which a condition would leave some records with. */
function assertPromiseKept({ table }: Entity, { name, relation, plan }: Load): void {
  const { kind, foreignKey } = relation
  const { condition, table: target } = plan.selection
  if (kind !== 'belongsTo' || foreignKey === undefined || condition === undefined) return
  if (target.deletedAt !== undefined || table.column(foreignKey).definition.nullable) return
  throw new SetupError(
    'E_RELATION_NARROWED',
    `Every record of "${table.name}" has its "${name}", which no condition may take away. Ask with whereHas("${name}", …) for the records whose "${name}" fulfils it.`,
  )
}
