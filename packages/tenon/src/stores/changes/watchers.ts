import type { Change, KnownRow } from '../../data/database/changes/change.ts'
import { mayBe, type ReadSet } from '../../data/queries/reads/read-set.ts'

/** Called with the position of a change that concerns what is watched. */
export type Told = (position: string) => void

interface Watcher {
  readonly reads: ReadSet
  readonly told: Told
}

/** Who watches what in this process, by table. */
export class Watchers {
  readonly #byTable = new Map<string, Set<Watcher>>()
  #count = 0

  get count(): number {
    return this.#count
  }

  add(reads: ReadSet, told: Told): () => void {
    const watcher = { reads, told }
    for (const table of Object.keys(reads)) this.#of(table).add(watcher)
    this.#count += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#count -= 1
      for (const table of Object.keys(reads)) this.#remove(table, watcher)
    }
  }

  /** Tells those whom changes concern, each once; `undefined` concerns all. */
  tell(changes: readonly Change[] | undefined, position: string): void {
    const concerned = new Set<Watcher>()
    if (changes === undefined) {
      for (const watchers of this.#byTable.values())
        for (const each of watchers) concerned.add(each)
    }
    for (const change of changes ?? []) {
      for (const watcher of this.#byTable.get(change.table) ?? []) {
        if (!concerned.has(watcher) && concerns(change, watcher.reads)) concerned.add(watcher)
      }
    }
    for (const { told } of concerned) told(position)
  }

  #of(table: string): Set<Watcher> {
    const known = this.#byTable.get(table)
    if (known !== undefined) return known
    const watchers = new Set<Watcher>()
    this.#byTable.set(table, watchers)
    return watchers
  }

  #remove(table: string, watcher: Watcher): void {
    const watchers = this.#byTable.get(table)
    watchers?.delete(watcher)
    if (watchers?.size === 0) this.#byTable.delete(table)
  }
}

/** Whether a change may be of something that was read. */
export function concerns({ table, rows }: Change, reads: ReadSet): boolean {
  const read = reads[table]
  if (read === undefined) return false
  if (read === true) return rows === undefined || rows.length > 0
  if (rows === undefined) return read.length > 0
  return read.some((each) => rows.some((row: KnownRow) => mayBe(each, row)))
}
