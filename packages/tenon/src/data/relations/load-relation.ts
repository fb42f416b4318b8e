import { decode } from '../columns/codec.ts'
import type { Table, TableColumn } from '../columns/table.ts'
import { databaseOf } from '../database/current-database.ts'
import { toExactIsoText } from '../database/instants/microseconds.ts'
import { asStated } from '../database/owners/current-owners.ts'
import type { Dialect, Row } from '../database/statement.ts'
import { both, type Condition, type Link, type Through } from '../queries/condition.ts'
import { heldListOf, LIST_LIMIT, tuplesOf } from '../queries/parameter.ts'
import type { Pivot, Selection } from '../queries/selection.ts'
import { type AnyRecord, type Entity, entityOf } from '../records/entity.ts'
import { type Fetched, fetchParts, fetchRecords } from '../records/fetch.ts'
import { fieldsOf } from '../records/record.ts'
import { type MaybePromise, whenReady } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import {
  type JoinedLoad,
  joinedLoads,
  type JoinedRecords,
  joinedRecords,
  noteJoined,
} from './joined-loads.ts'
import { linkOf, pivotKey, typeCondition } from './link-of.ts'
import { isList, type Load, type LoadAny, type LoadOne, type Plan } from './plan.ts'
import type { AnyRelation } from './relation.ts'
import { columnsToRead, showAll } from './shown.ts'

/** Reads the records of a plan and their relations, with at most one query per relation and level. */
export function fetchPlan<Record extends AnyRecord>(plan: Plan<Record>): MaybePromise<Record[]>
export function fetchPlan(plan: Plan): MaybePromise<object[]> {
  return whenReady(fetchUnshown(plan, []), ({ records }) => showAll(plan, records))
}

/**
 * The same, but the records still have the columns that only the query needs: the keys of a view, and `needed`.
 * `showAll` leaves them out.
 */
export function fetchUnshown(
  plan: Plan,
  needed: readonly TableColumn[],
): MaybePromise<Fetched<object>> {
  const joined = joinedLoads(plan)
  if (joined.length > 0) return fetchJoined(plan, needed, joined)
  const columns = columnsToRead(plan, needed)
  return whenReady(fetch(plan.entity, plan.selection, columns), (fetched) =>
    whenReady(loadStated(plan, fetched.records), () => fetched),
  )
}

/** Reads the joined relations in the same statement, and the others with statements of their own. */
function fetchJoined(
  plan: Plan,
  needed: readonly TableColumn[],
  joined: readonly JoinedLoad[],
): MaybePromise<Fetched<object>> {
  const { entity, selection, loads } = plan
  const ordered = selection.order.flatMap(({ column }) => column ?? [])
  const columns = columnsToRead(plan, [...needed, ...ordered])
  return whenReady(fetch(entity, { ...selection, joined }, columns), ({ records, rows }) => {
    let first = (columns ?? entity.table.columns).length + selection.aggregates.length
    const load = (each: Load): MaybePromise<void> => {
      const join = joined.find(({ load }) => load === each)
      if (join === undefined) return loadRelation(entity, records, each)
      const start = first
      first += join.columns.length
      return assignJoined(join, records, joinedRecords(join, rows, start))
    }
    return whenReady(inTurn(loads, load), () => ({ records, rows }))
  })
}

/** Stores the related records under the name of their relation, with their own relations. */
function assignJoined(
  join: JoinedLoad,
  records: readonly object[],
  { related, places }: JoinedRecords,
): MaybePromise<void> {
  const { name, plan } = join.load
  noteJoined(join, records)
  return whenReady(loadRelations(plan, related), () => {
    const shown = showAll(plan, related)
    for (const [i, record] of records.entries()) {
      fieldsOf(record)[name] = shown[places[i] ?? -1] ?? null
    }
  })
}

/** Loads the relations of a query for the owner that it has stated. */
function loadStated(plan: Plan, records: readonly object[]): MaybePromise<void> {
  const { owners } = plan.selection
  const isAsked = plan.loads.length > 0 && owners !== undefined
  const database = isAsked ? databaseOf(plan.entity.table.database) : undefined
  const stated = database?.rowLevelSecurity === true ? owners?.() : undefined
  if (stated === undefined) return loadRelations(plan, records)
  return asStated(stated, () => loadRelations(plan, records))
}

/**
 * Loads a relation for all of `records` and stores it under its name.
 *
 * A limit applies to each record separately. Throws `E_RELATION_LIMIT` for a limit on a relation to a single
 * record or with a lock, `E_RELATION_NARROWED` if the type promises a record.
 */
export function loadRelation(
  owner: Entity,
  records: readonly object[],
  load: Load,
): MaybePromise<void> {
  if (load.choices !== undefined) return loadAny(owner, records, load)
  if (isList(load.relation)) assertLockable(load.name, load.plan.selection)
  else assertWholeRelation(load.name, load.plan.selection)
  assertPromiseKept(owner, load)
  return inTurn(slicesOf(records), (slice) => loadSlice(owner, slice, load))
}

/** Loads the related records of each model, for the records whose type column names its table. */
function loadAny(
  owner: Entity,
  records: readonly object[],
  { name, relation, choices }: LoadAny,
): MaybePromise<void> {
  const typed = choices.map((load) => ({ load, type: linkOf(owner, load.relation).type }))
  const known = typed.map(({ type }) => type?.value)
  const typeName = relation.type ?? ''
  for (const fields of records.map(fieldsOf)) {
    const value = fields[typeName]
    const isKnown = known.some((each) => each === value)
    if (value === null) fields[name] = null
    else if (!isKnown) throw unknownOwner(owner, { name, relation, value })
  }
  return inTurn(typed, ({ load, type }) => {
    const referring = records.filter((record) => fieldsOf(record)[typeName] === type?.value)
    return referring.length === 0 ? undefined : loadRelation(owner, referring, load)
  })
}

function fetch(
  entity: Entity,
  selection: Selection,
  columns: readonly TableColumn[] | undefined,
): MaybePromise<Fetched<object>> {
  return columns === undefined
    ? fetchRecords(entity, selection)
    : fetchParts(entity, selection, columns)
}

/** Loads the relations of a plan for records, or for the fields of records. */
export function loadRelations(
  { entity, loads }: Pick<Plan, 'entity' | 'loads'>,
  records: readonly object[],
): MaybePromise<void> {
  return inTurn(loads, (load) => loadRelation(entity, records, load))
}

/** Processes a list one by one, synchronously as long as nothing has to be awaited. */
function inTurn<Item>(
  items: readonly Item[],
  work: (item: Item) => MaybePromise<void>,
): MaybePromise<void> {
  let done: MaybePromise<void> = undefined
  for (const item of items) done = whenReady(done, () => work(item))
  return done
}

/** Splits records into parts whose keys a list of values may have. */
export function slicesOf<Part extends object>(
  records: readonly Part[],
): ReadonlyArray<readonly Part[]> {
  const slices: Array<readonly Part[]> = []
  for (let i = 0; i < records.length; i += LIST_LIMIT) slices.push(records.slice(i, i + LIST_LIMIT))
  return slices
}

function loadSlice(owner: Entity, records: readonly object[], load: LoadOne): MaybePromise<void> {
  const { name, relation, plan } = load
  const link = linkOf(owner, relation)
  const identify = identityBy(link.pairs.map(({ local }) => owner.table.column(local)))
  const owned = records.map((record) => ownedBy(record, identify, link))
  const owners = new Map(records.map((record, i) => [owned[i], record]))
  owners.delete(null)
  const related =
    link.through === undefined
      ? relatedDirectly(link, plan, [...owners.values()])
      : relatedThrough(owner, joinOf(link, link.through, relation), plan, [...owners.values()])

  const leadsToList = isList(relation)
  return whenReady(related, (byOwner) => {
    for (const [i, record] of records.entries()) {
      // Skip it: meanwhile, an update has made it refer to another record.
      if (ownedBy(record, identify, link) !== owned[i]) continue
      const fields = fieldsOf(record)
      const found = byOwner.get(owned[i])
      fields[name] = leadsToList ? (found ?? []) : (found?.[0] ?? null)
    }
  })
}

/** Reads the values that link a record to another, as one value that can be compared. */
type Identify = (record: object) => unknown

/** The value that links a record to the other side; `null` if it refers to no record there. */
function ownedBy(record: object, identify: Identify, { type }: Link): unknown {
  const refersElsewhere =
    type?.side === 'local' && fieldsOf(record)[type.column.name] !== type.value
  return refersElsewhere ? null : identify(record)
}

/** Identifies records by the values of columns; `null` if one of them is null. Equal values have equal results. */
export function identityBy(columns: readonly TableColumn[]): Identify {
  const [column, second] = columns
  if (column !== undefined && second === undefined) {
    return (record) => identityOf(column, fieldsOf(record)[column.name])
  }
  return (record) => {
    const fields = fieldsOf(record)
    if (columns.some(({ name }) => fields[name] === null)) return null
    return columns.map((each) => toText(each, fields[each.name])).join('\0')
  }
}

/** Converts objects, such as dates and bytes, to text, because equal ones are not identical. */
function identityOf(column: TableColumn, value: unknown): unknown {
  return typeof value === 'object' && value !== null ? toText(column, value) : value
}

/** Does not use the codec, because it rejects some values that another program may have stored. */
function toText({ definition: { cast } }: TableColumn, value: unknown): string {
  const stored = cast === undefined ? value : cast.toStored(value)
  if (stored instanceof Date) return toExactIsoText(stored)
  if (stored instanceof Uint8Array) return Buffer.from(stored).toString('hex')
  return typeof stored === 'string' || typeof stored === 'bigint'
    ? `${stored}`
    : JSON.stringify(stored)
}

/** Applies a limit to each owner separately; otherwise it would apply to the rows of all owners together. */
function perOwner(selection: Selection, owner: readonly TableColumn[] | 'pivot'): Selection {
  const isLimited = selection.limit !== undefined || selection.offset !== undefined
  return isLimited ? { ...selection, limitPer: owner } : selection
}

/** Related records, by the value that links them to their owners. */
type RelatedByOwner = Map<unknown, object[]>

function relatedDirectly(
  { target, pairs, type }: Link,
  plan: Plan,
  owners: readonly object[],
): MaybePromise<RelatedByOwner> {
  const columns = pairs.map((pair) => target.column(pair.target))
  const values = owners.map((owner) => pairs.map(({ local }) => fieldsOf(owner)[local]))
  const narrowed = both(plan.selection.condition, typeCondition(type))
  const [column] = columns
  const selection =
    column !== undefined && column === target.key
      ? { ...plan.selection, condition: narrowed, keys: heldListOf(column, values.flat()) }
      : { ...plan.selection, condition: both(narrowed, anyOf(target, columns, values)) }
  const related = fetchUnshown({ ...plan, selection: perOwner(selection, columns) }, columns)
  return whenReady(related, ({ records }) =>
    shownByOwner(plan, Map.groupBy(records, identityBy(columns))),
  )
}

function shownByOwner(plan: Plan, related: RelatedByOwner): RelatedByOwner {
  if (plan.shown === undefined) return related
  return new Map([...related].map(([owner, records]) => [owner, showAll(plan, records)]))
}

/** The condition that columns have one of several combinations of values of records. */
export function anyOf(
  table: Table,
  columns: readonly TableColumn[],
  values: readonly (readonly unknown[])[],
): Condition {
  const [column, second] = columns
  if (column === undefined || second !== undefined) {
    return { kind: 'tuples', table, columns, parameter: tuplesOf(columns, values) }
  }
  return { kind: 'list', column, negated: false, parameter: heldListOf(column, values.flat()) }
}

/** How to read the rows of the table in between along with those of the other side. */
interface Join extends Omit<Pivot, 'localKeys'> {
  /** The model of a pivot table, if it has one. */
  readonly model: Entity | undefined
}

function joinOf({ pairs }: Link, through: Through, relation: AnyRelation): Join {
  const pivot = relation.pivot?.()
  const model = pivot?.model && entityOf(pivot.model)
  return {
    table: through.table,
    localColumn: through.localColumn,
    targetColumn: through.targetColumn,
    joinColumn: pairs.map(({ target }) => target).join(),
    deletedAt: through.model?.deletedAt?.name,
    columns: model?.table.columns ?? pivot?.columns ?? [],
    model,
  }
}

async function relatedThrough(
  { table }: Entity,
  pivot: Join,
  plan: Plan,
  owners: readonly object[],
): Promise<RelatedByOwner> {
  const key = pivotKey(table)
  const keys = owners.map((owner) => fieldsOf(owner)[key.name])
  const limited = perOwner(plan.selection, 'pivot')
  const columns = columnsToRead(plan, [])
  // A view shows only what it names, so it needs no columns of the table in between.
  const between = plan.shown === undefined ? pivot : { ...pivot, columns: [] }
  const joined = { ...limited, pivot: { ...between, localKeys: heldListOf(key, keys) } }
  const { records, rows } = await fetch(plan.entity, joined, columns)
  await loadRelations(plan, records)

  const { dialect } = databaseOf(plan.entity.table.database)
  const { table: target, aggregates } = plan.selection
  const first = (columns ?? target.columns).length + aggregates.length
  const related: RelatedByOwner = new Map()
  for (const [i, record] of records.entries()) {
    const [owner, ...extra] = rows[i]?.slice(first) ?? []
    if (between.columns.length > 0) fieldsOf(record)['pivot'] = readPivot(between, extra, dialect)
    const ownerKey = identityOf(key, decode(key.codecs[dialect], owner))
    const together = related.get(ownerKey)
    if (together === undefined) related.set(ownerKey, [record])
    else together.push(record)
  }
  return shownByOwner(plan, related)
}

function readPivot({ columns, model }: Join, values: Row, dialect: Dialect): object {
  if (model !== undefined) return model.hydrate(values, dialect)
  return Object.fromEntries(
    columns.map((column, i) => [column.name, decode(column.codecs[dialect], values[i])]),
  )
}

/** Throws `E_RELATION_LIMIT` for a limit where all related records are needed. */
export function assertWholeRelation(name: string, { limit, offset }: Selection): void {
  if (limit === undefined && offset === undefined) return
  throw new SetupError(
    'E_RELATION_LIMIT',
    `The relation "${name}" cannot have a limit here: only lists loaded by with() can. Remove limit() and offset().`,
  )
}

/** Throws `E_RELATION_LIMIT` for a lock with a limit for each record: PostgreSQL cannot lock the rows that it numbers. */
function assertLockable(name: string, { limit, offset, lock }: Selection): void {
  if (lock === undefined || (limit === undefined && offset === undefined)) return
  throw new SetupError(
    'E_RELATION_LIMIT',
    `The relation "${name}" cannot be locked with a limit for each record. Remove limit() and offset(), or lock the records with a query of their own.`,
  )
}

/** Throws `E_RELATION_NARROWED` if a condition could exclude a related record whose type does not include `null`. */
function assertPromiseKept({ table }: Entity, { name, relation, plan }: LoadOne): void {
  const { kind, foreignKey, type, withDeleted } = relation
  const { condition, table: target } = plan.selection
  if (kind !== 'belongsTo' || condition === undefined) return
  if (type !== undefined) return
  if (
    (target.deletedAt !== undefined && !withDeleted) ||
    foreignKey.some((name) => table.column(name).definition.nullable)
  )
    return
  throw new SetupError(
    'E_RELATION_NARROWED',
    `Every record of "${table.name}" must have its "${name}", so a condition cannot filter it. Use whereHas("${name}", …) to find the records whose "${name}" matches.`,
  )
}

interface UnknownOwner {
  readonly name: string
  readonly relation: AnyRelation
  readonly value: unknown
}

function unknownOwner({ table }: Entity, { name, relation, value }: UnknownOwner): SetupError {
  const known = relation.choices?.().map((each) => each.target().table)
  return new SetupError(
    'E_RELATION_OWNER',
    `A record of "${table.name}" has the "${relation.type}" "${String(value).slice(0, 80)}", but its relation "${name}" only leads to: ${known?.join(', ')}. Add the model to the relation, or correct the row.`,
  )
}
