/** A value of a column in a form that JSON has and in which both databases agree: booleans are 0 and 1. */
export type MatchValue = string | number | null

/** What is known of a row, by column: of one that was changed, or of those that were read. */
export type KnownRow = Readonly<Record<string, MatchValue>>

/** Rows of one table that a commit has changed. */
export interface Change {
  readonly table: string
  /** What is known of them, before and after; `undefined` if they may be any. */
  readonly rows: readonly KnownRow[] | undefined
  /** Whether they were deleted, which foreign keys may carry on to other tables. */
  readonly isDelete: boolean
}

/** The changes of one transaction, or of one level of it. */
export class ChangeList {
  #byKey: Map<string, Change> | undefined
  #hasUnseen = false

  /** Whether something was changed while nobody wanted to know what. */
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

/** Beyond this number of rows of a table in one transaction, all of its rows count as changed. */
export const CHANGED_ROWS_LIMIT = 50

function joined(one: Change, other: Change): Change {
  const { table, isDelete } = one
  const count = (one.rows?.length ?? Infinity) + (other.rows?.length ?? Infinity)
  const rows = count > CHANGED_ROWS_LIMIT ? undefined : [...(one.rows ?? []), ...(other.rows ?? [])]
  return { table, rows, isDelete }
}

/** Converts a value that a database stores; `undefined` for one that is not compared, such as a long text. */
export function toMatchValue(stored: unknown): MatchValue | undefined {
  if (typeof stored === 'number' || stored === null) return stored
  if (typeof stored === 'boolean') return stored ? 1 : 0
  if (typeof stored === 'string') return stored.length <= LONGEST_TEXT ? stored : undefined
  if (typeof stored !== 'bigint') return undefined
  return Number.isSafeInteger(Number(stored)) ? Number(stored) : String(stored)
}

const LONGEST_TEXT = 200
