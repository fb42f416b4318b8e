import { isPromise, type MaybePromise } from '../../support/maybe-promise.ts'
import { DatabaseUnavailable } from '../database-error.ts'
import type { IdleTransaction } from '../database.ts'
import type { CompiledSql } from '../sql.ts'
import type { DatabaseValue, Rows, Statement } from '../statement.ts'
import type { TransactionConnection } from './transaction-connection.ts'

/** How long a transaction may be idle, and who is told of one that was for longer. */
export interface IdleLimit {
  /** 0 is no limit. */
  readonly timeoutMs: number
  readonly onIdle: ((transaction: IdleTransaction) => void) | undefined
}

/**
 * A connection that is lent to a transaction, and taken back from one that leaves it idle for too
 * long: the transaction is rolled back, and whatever its body still asks of it is refused.
 *
 * Idle is the time in which no statement runs; how long one may run is for other limits to say. The
 * timer is not set anew with each statement: when it fires, it looks when the last one ended.
 */
export class LentConnection implements TransactionConnection {
  readonly #connection: TransactionConnection
  readonly #limit: IdleLimit
  #timer: NodeJS.Timeout | undefined
  #running = 0
  #idleSince = performance.now()
  #lastSql: string | undefined
  readonly #waiting = new Set<(reason: Error) => void>()
  /** How long it had been idle when it was taken back. */
  #takenBackAfterMs: number | undefined

  constructor(connection: TransactionConnection, limit: IdleLimit) {
    this.#connection = connection
    this.#limit = limit
    if (limit.timeoutMs > 0) this.#lookIn(limit.timeoutMs)
  }

  /** Throws `DatabaseUnavailable` once the connection was taken back. */
  assertLent(): void {
    if (this.#takenBackAfterMs !== undefined) throw wasIdle(this.#takenBackAfterMs)
  }

  /** Waits for a turn on the connection, but not for longer than that is lent. */
  async waitFor(turn: Promise<void>): Promise<void> {
    const { promise: takenBack, reject } = Promise.withResolvers<never>()
    this.#waiting.add(reject)
    try {
      await Promise.race([turn, takenBack])
    } finally {
      this.#waiting.delete(reject)
    }
  }

  run(statement: Statement, parameters: readonly DatabaseValue[]): MaybePromise<Rows> {
    this.#lastSql = statement.sql
    return this.#use(() => this.#connection.run(statement, parameters))
  }

  query(statement: CompiledSql): MaybePromise<Rows> {
    this.#lastSql = statement.sql
    return this.#use(() => this.#connection.query(statement))
  }

  script(sql: string): MaybePromise<void> {
    return this.#use(() => this.#connection.script(sql))
  }

  commit(): MaybePromise<void> {
    this.assertLent()
    clearTimeout(this.#timer)
    return this.#connection.commit()
  }

  rollback(): MaybePromise<void> {
    if (this.#takenBackAfterMs !== undefined) return
    clearTimeout(this.#timer)
    return this.#connection.rollback()
  }

  release(): void {
    if (this.#takenBackAfterMs === undefined) this.#connection.release()
  }

  #use<Result>(work: () => MaybePromise<Result>): MaybePromise<Result> {
    this.assertLent()
    this.#running++
    try {
      const result = work()
      if (isPromise(result)) result.then(this.#ended, this.#ended)
      else this.#ended()
      return result
    } catch (error) {
      this.#ended()
      throw error
    }
  }

  readonly #ended = (): void => {
    this.#running--
    this.#idleSince = performance.now()
  }

  #lookIn(delayMs: number): void {
    this.#timer = setTimeout(() => this.#look(), delayMs).unref()
  }

  #look(): void {
    const idleMs = this.#running > 0 ? 0 : performance.now() - this.#idleSince
    const leftMs = this.#limit.timeoutMs - idleMs
    if (leftMs > 0) return this.#lookIn(leftMs)

    this.#takenBackAfterMs = idleMs
    void this.#takeBack()
    for (const reject of this.#waiting) reject(wasIdle(idleMs))
    this.#limit.onIdle?.({ idleMs, lastSql: this.#lastSql })
  }

  async #takeBack(): Promise<void> {
    await this.#connection.rollback()
    this.#connection.release()
  }
}

function wasIdle(idleMs: number): DatabaseUnavailable {
  const seconds = Math.round(idleMs / 100) / 10
  return new DatabaseUnavailable(
    'timeout',
    `The transaction was idle for ${seconds} s and was rolled back. Wait for nothing but the database inside transaction()`,
  )
}
