import { isPromise, type MaybePromise } from '../../../base/support/maybe-promise.ts'
import { DatabaseUnavailable } from '../database-error.ts'
import type { IdleTransaction } from '../database.ts'
import type { CompiledSql } from '../sql.ts'
import type { DatabaseValue, Rows, Statement } from '../statement.ts'
import type { TransactionConnection } from './transaction-connection.ts'

/** How long a transaction may be idle, and the function to call when the time is over. */
export interface IdleLimit {
  /** 0 disables the limit. */
  readonly timeoutMs: number
  readonly onIdle: ((transaction: IdleTransaction) => void) | undefined
}

/**
 * A connection leased to a transaction. If the transaction is idle for too long, the lease is revoked:
 * the transaction is rolled back, and further statements are rejected.
 *
 * Idle means that no statement runs; another limit applies to running statements. The timer is not
 * reset for each statement: when it fires, it checks when the last statement ended.
 */
export class LeasedConnection implements TransactionConnection {
  readonly #connection: TransactionConnection
  readonly #limit: IdleLimit
  #timer: NodeJS.Timeout | undefined
  #running = 0
  #idleSince = performance.now()
  #lastSql: string | undefined
  readonly #waiting = new Set<(reason: Error) => void>()
  /** How long the transaction had been idle when the lease was revoked; `undefined` before that. */
  #revokedAfterMs: number | undefined

  constructor(connection: TransactionConnection, limit: IdleLimit) {
    this.#connection = connection
    this.#limit = limit
    if (limit.timeoutMs > 0) this.#lookIn(limit.timeoutMs)
  }

  /** Throws `DatabaseUnavailable` if the lease was revoked. */
  assertLeased(): void {
    if (this.#revokedAfterMs !== undefined) throw wasIdle(this.#revokedAfterMs)
  }

  /** Waits until a mutex is acquired; rejects if the lease is revoked before. */
  async waitFor(mutex: Promise<void>): Promise<void> {
    const { promise: revoked, reject } = Promise.withResolvers<never>()
    this.#waiting.add(reject)
    try {
      await Promise.race([mutex, revoked])
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
    this.assertLeased()
    clearTimeout(this.#timer)
    return this.#connection.commit()
  }

  rollback(): MaybePromise<void> {
    if (this.#revokedAfterMs !== undefined) return
    clearTimeout(this.#timer)
    return this.#connection.rollback()
  }

  release(): void {
    if (this.#revokedAfterMs === undefined) this.#connection.release()
  }

  #use<Result>(work: () => MaybePromise<Result>): MaybePromise<Result> {
    this.assertLeased()
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

    this.#revokedAfterMs = idleMs
    void this.#revoke()
    for (const reject of this.#waiting) reject(wasIdle(idleMs))
    this.#limit.onIdle?.({ idleMs, lastSql: this.#lastSql })
  }

  async #revoke(): Promise<void> {
    await this.#connection.rollback()
    this.#connection.release()
  }
}

function wasIdle(idleMs: number): DatabaseUnavailable {
  const seconds = Math.round(idleMs / 100) / 10
  return new DatabaseUnavailable(
    'timeout',
    `The transaction was idle for ${seconds} s and was rolled back. Inside transaction(), wait only for the database`,
  )
}
