import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseValue, Rows, Statement } from '../../database/statement.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

interface Write {
  /** Runs work in the asynchronous context of this write's caller, not of the group's first. */
  readonly asCaller: <Result>(work: () => Result) => Result
  readonly statement: Statement
  readonly parameters: readonly DatabaseValue[]
  readonly resolve: (rows: Rows) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Stores the writes of one turn of the event loop with a single wait for the disk.
 *
 * Each is acknowledged after the commit, so nothing acknowledged can be lost. A failing write fails
 * alone: SQLite undoes only the statement that violated a constraint. If it undoes the whole
 * transaction (a trigger with `raise(rollback)`), every write is stored again on its own.
 */
export class GroupCommit {
  readonly #writer: SqliteConnection
  readonly #exclusively: (work: () => void) => Promise<void>
  #group: Write[] = []

  constructor(writer: SqliteConnection, exclusively: (work: () => void) => Promise<void>) {
    this.#writer = writer
    this.#exclusively = exclusively
  }

  run(statement: Statement, parameters: readonly DatabaseValue[]): Promise<Rows> {
    return new Promise((resolve, reject) => {
      this.#group.push({
        asCaller: AsyncLocalStorage.snapshot(),
        statement,
        parameters,
        resolve,
        reject,
      })
      if (this.#group.length === 1) setImmediate(() => void this.#flush())
    })
  }

  async #flush(): Promise<void> {
    try {
      await this.#exclusively(() => this.#storeGroup())
    } catch (error) {
      for (const { reject } of this.#takeGroup()) reject(error)
    }
  }

  /** Begins before it takes the group: if the lock is not free, the group is left for the retry. */
  #storeGroup(): void {
    this.#writer.exec('begin immediate')
    const group = this.#takeGroup()
    try {
      this.#store(group)
    } catch (error) {
      for (const { reject } of group) reject(error)
      if (this.#writer.isInTransaction) this.#writer.exec('rollback')
    }
  }

  #takeGroup(): readonly Write[] {
    const group = this.#group
    this.#group = []
    return group
  }

  #store(group: readonly Write[]): void {
    const outcomes: Array<() => void> = []
    for (const write of group) {
      outcomes.push(this.#attempt(write))
      if (!this.#writer.isInTransaction) return this.#storeEach(group)
    }
    this.#writer.exec('commit')
    for (const settle of outcomes) settle()
  }

  #storeEach(group: readonly Write[]): void {
    for (const write of group) this.#attempt(write)()
  }

  /** Runs one write and returns a function that reports the outcome to its caller. */
  #attempt({ asCaller, statement, parameters, resolve, reject }: Write): () => void {
    try {
      const rows = asCaller(() => this.#writer.run(statement, parameters))
      return () => resolve(rows)
    } catch (error) {
      return () => reject(error)
    }
  }
}
