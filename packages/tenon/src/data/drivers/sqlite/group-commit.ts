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
  /** Runs work on the writer outside of transactions, and again if it has found the lock taken. */
  readonly outside: (work: () => Outcomes) => MaybePromise<Outcomes>
  /** Whether it takes every write, because each waits for the disk anyway. */
  readonly takesAll: boolean
}

/** Functions that report to each caller what has become of its write. */
type Outcomes = ReadonlyArray<() => void>

/**
 * Stores the writes of one turn of the event loop in one transaction.
 *
 * Each is acknowledged after the commit, so nothing acknowledged can be lost. A failing write fails
 * alone: SQLite undoes only the statement that violated a constraint. If one undoes the whole
 * transaction (a trigger with `raise(rollback)`, a deferred foreign key), every write is stored again on its own.
 */
export class GroupCommit {
  readonly #writer: SqliteConnection
  readonly #outside: (work: () => Outcomes) => MaybePromise<Outcomes>
  readonly #takesAll: boolean
  readonly #inOwnContext = AsyncLocalStorage.snapshot()
  #group: Write[] = []
  /** How many writes are still stored at once. */
  #ungrouped = 0

  constructor({ writer, outside, takesAll }: GroupCommitParts) {
    this.#writer = writer
    this.#outside = outside
    this.#takesAll = takesAll
  }

  /**
   * Decides about the next write: `run` stores it with the others of its turn, or else it is stored at once. After a
   * group of one, a hundred writes are, because one that follows another would only wait for the turn to end.
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

  /** Takes the group once the lock was free: otherwise it is left for the retry, and more writes may join. */
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

  /** Needs no transaction. */
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

  /** Returns false if nothing is stored because of a deferred foreign key, which may be that of any write. */
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
