/**
 * Reads relations to one record in the same statement as the records that refer to them.
 *
 * The result repeats a related row for each record that refers to it, so this is done for short lists only. All other
 * relations are read by a separate statement in `loadRelation`, with which the tests compare the results.
 */
import { rulesOf } from '../columns/column-type.ts'
import { databaseOf } from '../database/current-database.ts'
import type { Row } from '../database/statement.ts'
import { heldListOf } from '../queries/parameter.ts'
import { isNoting, noteReadSet } from '../queries/reads/note-reads.ts'
import { readsOfSelection } from '../queries/reads/reads-of-selection.ts'
import type { Joined, Selection } from '../queries/selection.ts'
import type { Entity } from '../records/entity.ts'
import { toParts } from '../records/fetch.ts'
import { fieldsOf } from '../records/record.ts'
import { linkOf } from './link-of.ts'
import type { Load, LoadOne, Plan } from './plan.ts'
import { columnsToRead } from './shown.ts'

/** The longest list whose related rows are joined. */
const JOIN_LIMIT = 100

/** A load that is read in the same statement as the records of its plan. */
export interface JoinedLoad extends Joined {
  readonly load: LoadOne
  /** The position of the key among the columns. */
  readonly keyIndex: number
  /** Whether the rows become records. A view reads parts of them. */
  readonly areRecords: boolean
}

/** The loads of a plan that are read in the statement of its records. */
export function joinedLoads({ entity, selection, loads }: Plan): readonly JoinedLoad[] {
  if (loads.length === 0 || !canJoin(entity, selection)) return []
  return loads.flatMap((load) => joinOf(entity, load) ?? [])
}

function canJoin(
  { table: { database: name } }: Entity,
  { limit, lock, pivot, limitPer, order }: Selection,
): boolean {
  const database = databaseOf(name)
  const { dialect } = database
  // With row level security, a relation needs its own statement, which states whose rows it may see.
  if (database.rowLevelSecurity === true) return false
  if (limit === undefined || Number(limit.encode(dialect)) > JOIN_LIMIT) return false
  if (lock !== undefined || pivot !== undefined || limitPer !== undefined) return false
  return order.every(({ column }) => column !== undefined)
}

function joinOf(owner: Entity, load: Load): JoinedLoad | undefined {
  if (load.choices !== undefined || load.relation.kind !== 'belongsTo') return undefined
  const { entity, selection } = load.plan
  const { target, pairs, type } = linkOf(owner, load.relation)
  const [pair, second] = pairs
  if (pair === undefined || second !== undefined || type !== undefined) return undefined
  const [local, key] = [owner.table.column(pair.local), target.column(pair.target)]
  if (key !== target.key || !isPlain(selection)) return undefined
  // The type may promise a record that a condition would exclude; `loadRelation` rejects that.
  if (load.relation.withDeleted && selection.condition !== undefined) return undefined
  if ([local, key].some(({ definition }) => definition.cast !== undefined)) return undefined
  const parts = columnsToRead(load.plan, [key])
  const columns = parts ?? target.columns
  // JSON, bytes and lists may be long, so they are not repeated.
  if (columns.some(({ definition }) => rulesOf(definition).incomparable)) return undefined
  const keyIndex = columns.indexOf(key)
  const { condition } = selection
  const areRecords = parts === undefined
  return { load, table: entity.table, columns, local, key, condition, keyIndex, areRecords }
}

/** Whether a selection has no more than the condition of soft deletion. */
function isPlain({ table, condition, ...others }: Selection): boolean {
  const { keys, order, limit, offset, lock, aggregates } = others
  const isOfDeletion = condition?.kind === 'null' && condition.column === table.deletedAt
  if (condition !== undefined && !isOfDeletion) return false
  const parts = [keys, limit, offset, lock]
  return parts.every((part) => part === undefined) && order.length === 0 && aggregates.length === 0
}

/** The related records, one for each key, and for each row the position of its related record. */
export interface JoinedRecords {
  readonly related: readonly object[]
  readonly places: readonly (number | undefined)[]
}

/** Makes records from the joined columns of rows, which start at position `first`. */
export function joinedRecords(
  { load, columns, keyIndex, areRecords }: JoinedLoad,
  rows: readonly Row[],
  first: number,
): JoinedRecords {
  const { entity } = load.plan
  const { dialect } = databaseOf(entity.table.database)
  const known = new Map<unknown, number>()
  const unique: Row[] = []
  const places = rows.map((row) => {
    const key = row[first + keyIndex]
    if (key === null) return undefined
    const place = known.get(key)
    if (place !== undefined) return place
    known.set(key, unique.length)
    return unique.push(row.slice(first, first + columns.length)) - 1
  })
  const related = areRecords
    ? entity.hydrateAll(unique, dialect)
    : toParts(unique, columns, dialect)
  return { related, places }
}

/** Notes what the statement of the relation would have read. */
export function noteJoined({ load, local, key }: JoinedLoad, records: readonly object[]): void {
  if (!isNoting()) return
  const { entity, selection } = load.plan
  const { dialect } = databaseOf(entity.table.database)
  const values = new Set(records.map((record) => fieldsOf(record)[local.name]))
  values.delete(null)
  const keys = heldListOf(key, [...values])
  noteReadSet(readsOfSelection({ ...selection, keys }, dialect))
}
