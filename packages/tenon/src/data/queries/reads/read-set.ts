import type { KnownRow } from '../../database/changes/change.ts'

/**
 * What was read, by table: `true` for the whole table, or a list of values, each of which stands for the rows
 * that have them. Plain data, also as JSON. The key of a table in a named database is `database:table`.
 */
export type ReadSet = Readonly<Record<string, true | readonly KnownRow[]>>

/** Beyond this number of conditions on a table, a read set has the whole table. */
export const CONDITIONS_LIMIT = 50

/** The maximum number of tables in a read set that comes as JSON. */
const TABLES_LIMIT = 200

/** The name of a table in read sets and changes. */
export function nameInReads(database: string | undefined, table: string): string {
  return database === undefined ? table : `${database}:${table}`
}

/** Whether nothing was read. */
export function isEmpty(reads: ReadSet): boolean {
  return Object.keys(reads).length === 0
}

/** What was read, for people: `comments where ticket_id = 7`. */
export function describeReads(reads: ReadSet): readonly string[] {
  return Object.entries(reads).flatMap(([table, rows]) => {
    if (rows === true) return [table]
    return rows.map((row) => {
      const parts = Object.entries(row).map(([column, value]) => `${column} = ${value}`)
      return `${table} where ${parts.join(' and ')}`
    })
  })
}

/** Joins what several functions have read. */
export function joinReads(sets: readonly ReadSet[]): ReadSet {
  const all = new Reads()
  for (const set of sets) all.addAll(set)
  return all.toSet()
}

/** Checks a read set that came as JSON; `undefined` if it is invalid. */
export function parseReadSet(value: unknown): ReadSet | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const tables = Object.entries(value)
  if (tables.length > TABLES_LIMIT || !tables.every(([, rows]) => isRows(rows))) return undefined
  // Each entry was checked above.
  return value as ReadSet
}

function isRows(value: unknown): boolean {
  if (value === true) return true
  return Array.isArray(value) && value.length <= CONDITIONS_LIMIT && value.every(isRow)
}

function isRow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every(
    (each) => each === null || typeof each === 'string' || typeof each === 'number',
  )
}

/** Whether a row that was changed may be one that was read: no column is known to differ. */
export function mayBe(read: KnownRow, changed: KnownRow): boolean {
  for (const column in read) {
    const value = changed[column]
    if (value !== undefined && value !== read[column]) return false
  }
  return true
}

/** A read set while it is collected. */
export class Reads {
  readonly #tables = new Map<string, true | Map<string, KnownRow>>()

  add(table: string, rows: true | readonly KnownRow[]): void {
    const known = this.#tables.get(table) ?? new Map<string, KnownRow>()
    if (known === true) return
    const all = rows === true ? true : withRows(known, rows)
    this.#tables.set(table, all)
  }

  addAll(set: ReadSet): void {
    for (const [table, rows] of Object.entries(set)) this.add(table, rows)
  }

  toSet(): ReadSet {
    const tables = [...this.#tables].toSorted(([one], [other]) => (one < other ? -1 : 1))
    return Object.fromEntries(
      tables.map(([table, rows]) => [table, rows === true ? true : inOrder(rows)] as const),
    )
  }
}

/** Sorts the rows, so that equal reads have equal JSON. */
function inOrder(rows: ReadonlyMap<string, KnownRow>): readonly KnownRow[] {
  const sorted = [...rows].toSorted(byName)
  return sorted.map(([, row]) => row)
}

function withRows(known: Map<string, KnownRow>, rows: readonly KnownRow[]): typeof known | true {
  for (const row of rows) {
    if (Object.keys(row).length === 0) return true
    known.set(JSON.stringify(Object.entries(row).toSorted(byName)), row)
    if (known.size > CONDITIONS_LIMIT) return true
  }
  return known
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}
