import type { MaybePromise } from '../../support/maybe-promise.ts'
import { SetupError } from '../../support/setup-error.ts'
import { Turns } from '../turns.ts'
import type { LentConnection } from './lent-connection.ts'
import type { TransactionConnection } from './transaction-connection.ts'

/** What runs in a transaction, given its level. */
export type TransactionBody<Result> = (level: Transaction) => Promise<Result>

type Callback = () => MaybePromise<void>

/**
 * One level of a transaction: the outermost, or a savepoint within another.
 *
 * While a savepoint is open, statements of the level around it wait: they would else be undone
 * with it. A savepoint may outlive that level, as in a `Promise.all` of which another part failed:
 * it then has no connection any more, which may be somebody else's by now.
 */
export class Transaction {
  readonly #connection: LentConnection
  readonly #around: Transaction | undefined
  readonly #depth: number
  readonly #turns = new Turns()
  readonly #callbacks: Callback[] = []
  #hasEnded = false

  constructor(connection: LentConnection, around?: Transaction) {
    this.#connection = connection
    this.#around = around
    this.#depth = around === undefined ? 0 : around.#depth + 1
  }

  /** Lets `work` use the connection, after the savepoints that are open now. */
  use<Result>(work: (connection: TransactionConnection) => MaybePromise<Result>) {
    this.#assertOpen()
    return this.#turns.isTaken ? this.#useInTurn(work) : work(this.#connection)
  }

  afterCommit(callback: Callback): void {
    this.#assertOpen()
    this.#callbacks.push(callback)
  }

  /** Runs `body` as this level; no statement is taken after it. */
  async enclose<Result>(body: TransactionBody<Result>): Promise<Result> {
    try {
      return await body(this)
    } finally {
      this.#hasEnded = true
    }
  }

  /** Runs `body` as a savepoint of this level. */
  async nest<Result>(body: TransactionBody<Result>): Promise<Result> {
    this.#assertOpen()
    await this.#takeTurn()
    try {
      this.#assertOpen()
      return await this.#savepoint(body)
    } finally {
      this.#turns.release()
    }
  }

  /** Runs what waits for the commit; the first error is thrown after all have run. */
  async runCallbacks(): Promise<void> {
    const errors: unknown[] = []
    for (const callback of this.#callbacks) {
      try {
        await callback()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }

  async #savepoint<Result>(body: TransactionBody<Result>): Promise<Result> {
    const name = `tenon_${this.#depth + 1}`
    const inner = new Transaction(this.#connection, this)
    await this.#connection.script(`savepoint ${name}`)
    try {
      const result = await inner.enclose(body)
      this.#assertOpen()
      await this.#connection.script(`release savepoint ${name}`)
      this.#callbacks.push(...inner.#callbacks)
      return result
    } catch (error) {
      await this.#undoSavepoint(name)
      throw error
    }
  }

  async #undoSavepoint(name: string): Promise<void> {
    if (this.#isOver()) return
    try {
      await this.#connection.script(`rollback to savepoint ${name}; release savepoint ${name}`)
    } catch {
      // The connection is gone: the error of the body tells more, and the commit will fail.
    }
  }

  async #useInTurn<Result>(work: (connection: TransactionConnection) => MaybePromise<Result>) {
    await this.#takeTurn()
    try {
      this.#assertOpen()
      return await work(this.#connection)
    } finally {
      this.#turns.release()
    }
  }

  /** What has the turn may wait for whoever waits for it here, and only the idle limit ends that. */
  #takeTurn(): Promise<void> {
    const isTaken = this.#turns.isTaken
    const turn = this.#turns.take()
    return isTaken ? this.#connection.waitFor(turn) : turn
  }

  #isOver(): boolean {
    return this.#hasEnded || (this.#around !== undefined && this.#around.#isOver())
  }

  #assertOpen(): void {
    if (!this.#isOver()) return this.#connection.assertLent()
    throw new SetupError(
      'E_TRANSACTION_ENDED',
      'A statement came after its transaction had ended. Await everything that transaction() starts, or use afterCommit() for what shall follow it.',
    )
  }
}

/** The error of raw SQL that leaves a transaction open, into which whoever comes next would write. */
export function transactionLeftOpen(): SetupError {
  return new SetupError(
    'E_TRANSACTION_OPEN',
    'Raw SQL has begun a transaction and left it open; it was rolled back. Use transaction(), in which raw SQL takes part.',
  )
}
