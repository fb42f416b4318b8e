import type { Change, KnownRow, MatchValue } from '../../data/database/changes/change.ts'
import { mayBe, type ReadSet } from '../../data/queries/reads/read-set.ts'

/** Called with the position of a change that concerns the watcher. */
export type Notify = (position: string) => void

interface Watcher {
  readonly reads: ReadSet
  readonly notify: Notify
}

/**
 * The watchers of this process.
 *
 * Ten thousand pages may each watch the comments of their ticket. So the watchers of a table are grouped by a value
 * that they watch, and a change checks only the groups of its own values.
 */
export class Watchers {
  readonly #byTable = new Map<string, TableWatchers>()
  #count = 0

  get count(): number {
    return this.#count
  }

  add(reads: ReadSet, notify: Notify): () => void {
    const watcher = { reads, notify }
    const removals = Object.entries(reads).flatMap(([table, rows]) => {
      const watchers = this.#of(table)
      return rows === true
        ? [watchers.addToAll(watcher)]
        : rows.map((row) => watchers.add(watcher, row))
    })
    this.#count += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#count -= 1
      for (const remove of removals) remove()
    }
  }

  /** Notifies each watcher that a change concerns, once. `undefined` concerns all watchers. */
  tell(changes: readonly Change[] | undefined, position: string): void {
    const concerned = new Set<Watcher>()
    if (changes === undefined) {
      for (const watchers of this.#byTable.values()) watchers.addEach(concerned)
    }
    for (const change of changes ?? [])
      this.#byTable.get(change.table)?.addConcerned(change, concerned)
    for (const { notify } of concerned) notify(position)
  }

  #of(table: string): TableWatchers {
    const known = this.#byTable.get(table)
    if (known !== undefined) return known
    const watchers = new TableWatchers()
    this.#byTable.set(table, watchers)
    return watchers
  }
}

type Group = Map<Watcher, number>

/** Whether a change may concern something that was read. */
export function concerns({ table, rows }: Change, reads: ReadSet): boolean {
  const read = Object.hasOwn(reads, table) ? reads[table] : undefined
  if (read === undefined) return false
  if (read === true) return rows === undefined || rows.length > 0
  if (rows === undefined) return read.length > 0
  return read.some((each) => rows.some((row) => mayBe(each, row)))
}

/** The watchers of one table, grouped by the values that they watch. */
class TableWatchers {
  readonly #all: Group = new Map()
  readonly #byColumn = new Map<string, Map<MatchValue, Group>>()

  /** Adds a watcher of the whole table. */
  addToAll(watcher: Watcher): () => void {
    enter(this.#all, watcher)
    return () => leave(this.#all, watcher)
  }

  /** Adds a watcher of rows with these values. Groups it by the value with the fewest watchers. */
  add(watcher: Watcher, row: KnownRow): () => void {
    const columns = Object.entries(row)
    const sizes = columns.map(
      ([column, value]) => this.#byColumn.get(column)?.get(value)?.size ?? 0,
    )
    const [column = '', value = null] = columns[sizes.indexOf(Math.min(...sizes))] ?? []
    const byValue = this.#byColumn.get(column) ?? new Map<MatchValue, Group>()
    const group = byValue.get(value) ?? new Map<Watcher, number>()
    this.#byColumn.set(column, byValue.set(value, group))
    enter(group, watcher)
    return () => {
      leave(group, watcher)
      if (group.size === 0 && byValue.get(value) === group) byValue.delete(value)
    }
  }

  addEach(concerned: Set<Watcher>): void {
    for (const group of this.#groups()) for (const watcher of group.keys()) concerned.add(watcher)
  }

  addConcerned(change: Change, concerned: Set<Watcher>): void {
    for (const group of change.rows === undefined ? this.#groups() : this.#groupsOf(change.rows)) {
      for (const watcher of group.keys()) {
        if (!concerned.has(watcher) && concerns(change, watcher.reads)) concerned.add(watcher)
      }
    }
  }

  *#groups(): Generator<Group> {
    yield this.#all
    for (const byValue of this.#byColumn.values()) yield* byValue.values()
  }

  /** The groups whose watchers may watch one of these rows. */
  *#groupsOf(rows: readonly KnownRow[]): Generator<Group> {
    yield this.#all
    for (const [column, byValue] of this.#byColumn) {
      const values = new Set(rows.map((row) => row[column]))
      if (values.has(undefined)) yield* byValue.values()
      else
        for (const value of values)
          yield (value === undefined ? undefined : byValue.get(value)) ?? NONE
    }
  }
}

const NONE: Group = new Map()

/** Counts the entries of a watcher, which may be in a group for several rows. */
function enter(group: Group, watcher: Watcher): void {
  group.set(watcher, (group.get(watcher) ?? 0) + 1)
}

function leave(group: Group, watcher: Watcher): void {
  const times = group.get(watcher) ?? 0
  if (times > 1) group.set(watcher, times - 1)
  else group.delete(watcher)
}
