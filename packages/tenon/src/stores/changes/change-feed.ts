import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Change } from '../../data/database/changes/change.ts'
import type { Database } from '../../data/database/database.ts'
import { nameInReads, type ReadSet } from '../../data/queries/reads/read-set.ts'
import { FollowedKeys } from './followed-keys.ts'
import { History, remarksOf } from './history.ts'
import { type Told, Watchers } from './watchers.ts'

/**
 * Tells who watches what was read when a commit has changed it.
 *
 * It follows the commits of models and queries from the first `position` on, for as long as somebody watches
 * or may come to. Without that, a write costs nothing.
 */
export class ChangeFeed implements AsyncDisposable {
  readonly #databases: readonly Database[]
  readonly #watchers = new Watchers()
  readonly #inOwnContext = AsyncLocalStorage.snapshot()
  readonly #keys = new Map<Database, FollowedKeys>()
  #history = new History()
  #source = ''
  #number = 0
  #following: DisposableStack | undefined
  #ready: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(databases: readonly Database[]) {
    this.#databases = databases
  }

  /** How many watch. */
  get watchers(): number {
    return this.#watchers.count
  }

  /** Resolves when the feed knows which foreign keys change further tables. Until then, a deletion concerns all. */
  get ready(): Promise<unknown> {
    return this.#ready
  }

  /** Where the feed is now. Take it before you read. */
  get position(): string {
    this.#follow()
    return this.#history.position(this.#source)
  }

  /**
   * Calls `told` after each commit that may have changed what was read, with the position of the change, until the
   * returned function is called.
   */
  watch(reads: ReadSet, told: Told): () => void {
    this.#follow()
    return this.#watchers.add(reads, told)
  }

  /** Whether what was read may have changed after a position; true as well if nobody knows any more. */
  hasChanged(reads: ReadSet, since: string): boolean {
    this.#follow()
    return this.#history.hasChanged(reads, since)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#following?.dispose()
    this.#following = undefined
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #follow(): void {
    if (this.#following !== undefined || this.#isClosed) return
    const following = new DisposableStack()
    this.#following = following
    this.#begin()
    for (const database of this.#databases) {
      following.use(database.changes.follow((changes) => this.#committed(database, changes)))
    }
    this.#ready = this.#inOwnContext(() =>
      Promise.all(this.#databases.map((each) => this.#readKeys(each))),
    )
  }

  /** Begins under another name: earlier positions do not say what has happened since. */
  #begin(): void {
    this.#source = randomBytes(4).toString('hex')
    this.#number = 0
    this.#history = new History()
    this.#history.begin(this.#source, 0)
    this.#history.begin(remarksOf(this.#source), 0)
  }

  #committed(database: Database, changes: readonly Change[] | undefined): void {
    this.#number += 1
    this.#enter(this.#source, this.#number, changes && this.#inAllTables(database, changes))
  }

  /** The changes with those that foreign keys make, under the names that tables have in reads. */
  #inAllTables(database: Database, changes: readonly Change[]): readonly Change[] | undefined {
    const keys = this.#keys.get(database)
    const isComplete = keys !== undefined || changes.every(({ isDelete }) => !isDelete)
    if (!isComplete) return undefined
    const all = keys?.follow(changes) ?? changes
    const { name } = database
    return all.map((change) => ({ ...change, table: nameInReads(name, change.table) }))
  }

  #enter(source: string, number: number, changes: readonly Change[] | undefined): void {
    this.#history.add({ source, number, changes })
    this.#inOwnContext(() => this.#watchers.tell(changes, `${source}:${number}`))
  }

  async #readKeys(database: Database): Promise<void> {
    try {
      this.#keys.set(database, await FollowedKeys.read(database))
    } catch {
      // Until the catalog was read, a deletion counts as a change of everything.
    }
  }
}
