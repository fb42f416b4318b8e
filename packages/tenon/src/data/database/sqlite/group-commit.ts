import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseValue, Rows, Statement } from '../statement.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

interface Write {
  /** Stores it in the asynchronous context of its own caller, not of the group's first. */
  readonly asCaller: <Result>(work: () => Result) => Result
  readonly statement: Statement
  readonly parameters: readonly DatabaseValue[]
  readonly resolve: (rows: Rows) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Stores the writes that come in one turn of the event loop with one wait for the disk.
 *
 * Each is acknowledged after the commit, so nothing acknowledged can be lost. A failing one fails
 * alone: SQLite undoes just the statement that broke a constraint. Where it undoes the whole
 * transaction (a trigger with `raise(rollback)`), every write is stored again by itself.
 */
export class GroupCommit {
  readonly #writer: SqliteConnection
  readonly #inTurn: (work: () => void) => Promise<void>
  #group: Write[] = []

  constructor(writer: SqliteConnection, inTurn: (work: () => void) => Promise<void>) {
    this.#writer = writer
    this.#inTurn = inTurn
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
      await this.#inTurn(() => this.#storeGroup())
    } catch (error) {
      for (const { reject } of this.#takeGroup()) reject(error)
    }
  }

  /** Begins before it takes the group: a lock that is not free leaves the group for the retry. */
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

  /** Runs one write and returns what tells its caller the outcome. */
  #attempt({ asCaller, statement, parameters, resolve, reject }: Write): () => void {
    try {
      const rows = asCaller(() => this.#writer.run(statement, parameters))
      return () => resolve(rows)
    } catch (error) {
      return () => reject(error)
    }
  }
}
