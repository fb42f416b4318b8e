/** A value of a column in a JSON form that is the same for both databases: booleans are 0 and 1. */
export type MatchValue = string | number | null

/** The known values of a changed row, or of the rows that were read, by column. */
export type KnownRow = Readonly<Record<string, MatchValue>>

/** Rows of one table that a commit has changed. */
export interface Change {
  readonly table: string
  /** The known values of the rows before and after the change; `undefined` if any row may have changed. */
  readonly rows: readonly KnownRow[] | undefined
  /** Whether the rows were deleted. Foreign keys may then have deleted or changed rows of other tables. */
  readonly isDelete: boolean
}

/** The changes of a transaction or a savepoint. */
export class ChangeList {
  #byKey: Map<string, Change> | undefined
  #hasUnseen = false

  /** Whether something was changed while there were no followers. */
  get hasUnseen(): boolean {
    return this.#hasUnseen
  }

  get isEmpty(): boolean {
    return !this.#hasUnseen && this.#byKey === undefined
  }

  get all(): readonly Change[] {
    return this.#byKey === undefined ? [] : [...this.#byKey.values()]
  }

  addUnseen(): void {
    this.#hasUnseen = true
  }

  add(change: Change): void {
    const byKey = (this.#byKey ??= new Map<string, Change>())
    const key = `${change.isDelete ? '-' : ''}${change.table}`
    const known = byKey.get(key)
    byKey.set(key, known === undefined ? change : joined(known, change))
  }

  /** Adds the changes of a savepoint that was kept. */
  addAll(other: ChangeList): void {
    if (other.#hasUnseen) this.#hasUnseen = true
    for (const change of other.all) this.add(change)
  }
}

/** If one transaction changes more rows of a table than this, all rows of the table count as changed. */
export const CHANGED_ROWS_LIMIT = 50

function joined(one: Change, other: Change): Change {
  const { table, isDelete } = one
  const count = (one.rows?.length ?? Infinity) + (other.rows?.length ?? Infinity)
  const rows = count > CHANGED_ROWS_LIMIT ? undefined : [...(one.rows ?? []), ...(other.rows ?? [])]
  return { table, rows, isDelete }
}

/** Converts a stored value; `undefined` if such values are not compared, as with long texts. */
export function toMatchValue(stored: unknown): MatchValue | undefined {
  if (typeof stored === 'number' || stored === null) return stored
  if (typeof stored === 'boolean') return stored ? 1 : 0
  if (typeof stored === 'string') return stored.length <= LONGEST_TEXT ? stored : undefined
  if (typeof stored !== 'bigint') return undefined
  return Number.isSafeInteger(Number(stored)) ? Number(stored) : String(stored)
}

const LONGEST_TEXT = 200
