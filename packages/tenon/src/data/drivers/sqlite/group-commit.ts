import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { atEndOfTurn } from '../../../base/support/loop/end-of-turn.ts'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import { ForeignKeyViolation } from '../../database/database-error.ts'
import type { DatabaseValue, Rows, Statement } from '../../database/statement.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { isLocked } from './sqlite-error.ts'

interface Write {
  /** Keeps the asynchronous context of this write's caller; `AsyncLocalStorage.snapshot()` takes 3 µs. */
  readonly caller: AsyncResource
  readonly statement: Statement
  readonly parameters: readonly DatabaseValue[]
  readonly resolve: (rows: Rows) => void
  readonly reject: (reason: unknown) => void
}

export interface GroupCommitParts {
  readonly writer: SqliteConnection
  /** Runs work on the writer outside of transactions; runs it again if the database was locked. */
  readonly outside: (work: () => Outcomes) => MaybePromise<Outcomes>
  /** Whether all writes are grouped, because each commit waits for the disk. */
  readonly takesAll: boolean
}

/** Functions that report the outcome of each write to its caller. */
type Outcomes = ReadonlyArray<() => void>

/**
 * Stores the writes of one turn of the event loop in one transaction.
 *
 * Each write is acknowledged after the commit, so no acknowledged write can be lost. If a write violates a
 * constraint, only that write fails, because SQLite undoes only its statement. If a write undoes the whole
 * transaction (a trigger with `raise(rollback)`, a deferred foreign key), every write is stored again on its own.
 */
export class GroupCommit {
  readonly #writer: SqliteConnection
  readonly #outside: (work: () => Outcomes) => MaybePromise<Outcomes>
  readonly #takesAll: boolean
  readonly #inOwnContext = AsyncLocalStorage.snapshot()
  #group: Write[] = []
  /** How many of the next writes are stored at once, without a group. */
  #ungrouped = 0

  constructor({ writer, outside, takesAll }: GroupCommitParts) {
    this.#writer = writer
    this.#outside = outside
    this.#takesAll = takesAll
  }

  /**
   * Whether the next write should go through `run`, which stores it with the others of its turn. Otherwise the caller
   * stores it at once. After a group of one write, the next hundred are stored at once: writes that follow one another
   * would only wait for the turn to end.
   */
  takesNext(): boolean {
    if (this.#takesAll || this.#ungrouped === 0 || this.#group.length > 0) return true
    this.#ungrouped--
    return false
  }

  run(statement: Statement, parameters: readonly DatabaseValue[]): Promise<Rows> {
    return new Promise((resolve, reject) => {
      const caller = new AsyncResource('TenonWrite')
      this.#group.push({ caller, statement, parameters, resolve, reject })
      if (this.#group.length > 1) return
      atEndOfTurn(() => this.#inOwnContext(() => void this.#flush()))
    })
  }

  async #flush(): Promise<void> {
    try {
      const outcomes = await this.#outside(() => this.#storeGroup())
      for (const settle of outcomes) settle()
    } catch (error) {
      for (const { reject } of this.#takeGroup()) reject(error)
    }
  }

  /** Takes the group only after it has the lock. Until then the retry finds the group, and more writes may join it. */
  #storeGroup(): Outcomes {
    const [first] = this.#group
    if (first !== undefined && this.#group.length === 1) return this.#storeAlone(first)
    this.#writer.exec('begin immediate')
    const group = this.#takeGroup()
    try {
      return this.#store(group)
    } catch (error) {
      for (const { reject } of group) reject(error)
      if (this.#writer.isInTransaction) this.#writer.exec('rollback')
      return []
    }
  }

  /** Stores a single write, without a transaction. */
  #storeAlone(write: Write): Outcomes {
    const outcome = this.#attempt(write, { isRetried: true })
    this.#takeGroup()
    this.#ungrouped = UNGROUPED_WRITES
    return [outcome]
  }

  #takeGroup(): readonly Write[] {
    const group = this.#group
    this.#group = []
    return group
  }

  #store(group: readonly Write[]): Outcomes {
    const outcomes: Array<() => void> = []
    for (const write of group) {
      outcomes.push(this.#attempt(write))
      if (!this.#writer.isInTransaction) return this.#storeEach(group)
    }
    return this.#commit() ? outcomes : this.#storeEach(group)
  }

  /** Returns false if a deferred foreign key prevented the commit; it does not tell which write violates it. */
  #commit(): boolean {
    try {
      this.#writer.exec('commit')
      return true
    } catch (error) {
      if (!(error instanceof ForeignKeyViolation)) throw error
      this.#writer.exec('rollback')
      return false
    }
  }

  #storeEach(group: readonly Write[]): Outcomes {
    return group.map((write) => this.#attempt(write))
  }

  /** Runs one write and returns a function that reports the outcome to its caller. */
  #attempt(
    { caller, statement, parameters, resolve, reject }: Write,
    { isRetried = false } = {},
  ): () => void {
    try {
      const rows = caller.runInAsyncScope(() => this.#writer.run(statement, parameters))
      return () => resolve(rows)
    } catch (error) {
      if (isRetried && isLocked(error)) throw error
      return () => reject(error)
    }
  }
}

const UNGROUPED_WRITES = 100
