import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { ChangeList } from '../changes/change.ts'
import { Mutex } from '../mutex.ts'
import type { LeasedConnection } from './leased-connection.ts'
import { Restorations } from './restorations.ts'
import type { TransactionConnection } from './transaction-connection.ts'

/** The body of a transaction, called with its level. */
export type TransactionBody<Result> = (level: Transaction) => Promise<Result>

type Callback = () => MaybePromise<void>

/**
 * One level of a transaction: the outermost, or a savepoint within another.
 *
 * While a savepoint is open, statements of the level around it wait, because a rollback of the savepoint
 * would undo them too. A savepoint may outlive the level around it, for example if another part of a
 * `Promise.all` has failed. It can then run no statements, because another caller may already use the
 * connection.
 */
export class Transaction {
  /** What models and queries have written at this level. */
  readonly changes = new ChangeList()
  /** Restores objects, before the callbacks run, if this level or one around it is rolled back. */
  readonly restorations = new Restorations()
  readonly #connection: LeasedConnection
  readonly #around: Transaction | undefined
  readonly #depth: number
  readonly #mutex = new Mutex()
  readonly #callbacks: Callback[] = []
  readonly #undoing: Callback[] = []
  #hasEnded = false

  constructor(connection: LeasedConnection, around?: Transaction) {
    this.#connection = connection
    this.#around = around
    this.#depth = around === undefined ? 0 : around.#depth + 1
  }

  /** Runs `work` on the connection, after the savepoints that are open now. */
  use<Result>(work: (connection: TransactionConnection) => MaybePromise<Result>) {
    this.#assertOpen()
    return this.#mutex.isLocked ? this.#useExclusively(work) : work(this.#connection)
  }

  afterCommit(callback: Callback): void {
    this.#assertOpen()
    this.#callbacks.push(callback)
  }

  /** Runs `callback` if this level, or one around it, is rolled back. */
  afterRollback(callback: Callback): void {
    this.#assertOpen()
    this.#undoing.push(callback)
  }

  /** Runs `body` as this level. After `body`, the level accepts no statements. */
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
    await this.#acquire()
    try {
      this.#assertOpen()
      return await this.#savepoint(body)
    } finally {
      this.#mutex.release()
    }
  }

  /** Runs the callbacks for the commit. Throws the first error after all callbacks have run. */
  async runCallbacks(): Promise<void> {
    const [error] = await runAll(this.#callbacks)
    if (error !== undefined) throw error.reason
  }

  /** Runs the callbacks for the rollback. Their errors are dropped: the error that caused the rollback is thrown. */
  async runRollbackCallbacks(): Promise<void> {
    this.restorations.run()
    await runAll(this.#undoing)
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
      this.#undoing.push(...inner.#undoing)
      this.changes.addAll(inner.changes)
      this.restorations.addAll(inner.restorations)
      return result
    } catch (error) {
      await this.#undoSavepoint(name)
      await inner.runRollbackCallbacks()
      throw error
    }
  }

  async #undoSavepoint(name: string): Promise<void> {
    if (this.#isOver()) return
    try {
      await this.#connection.script(`rollback to savepoint ${name}; release savepoint ${name}`)
    } catch {
      // The connection is lost. The body's error is more useful, and the commit will fail.
    }
  }

  async #useExclusively<Result>(work: (connection: TransactionConnection) => MaybePromise<Result>) {
    await this.#acquire()
    try {
      this.#assertOpen()
      return await work(this.#connection)
    } finally {
      this.#mutex.release()
    }
  }

  /** Acquires the mutex. Two callers may wait for each other; the idle limit ends such a deadlock. */
  #acquire(): Promise<void> {
    const wasLocked = this.#mutex.isLocked
    const acquired = this.#mutex.acquire()
    return wasLocked ? this.#connection.waitFor(acquired) : acquired
  }

  #isOver(): boolean {
    return this.#hasEnded || (this.#around !== undefined && this.#around.#isOver())
  }

  #assertOpen(): void {
    if (!this.#isOver()) return this.#connection.assertLeased()
    throw new SetupError(
      'E_TRANSACTION_ENDED',
      'A statement came after its transaction had ended. Await everything that transaction() starts, or use afterCommit() for work that must follow it.',
    )
  }
}

/** Runs all callbacks in order and returns the errors of those that failed. */
async function runAll(callbacks: readonly Callback[]): Promise<readonly { reason: unknown }[]> {
  const errors: { reason: unknown }[] = []
  for (const callback of callbacks) {
    try {
      await callback()
    } catch (reason) {
      errors.push({ reason })
    }
  }
  return errors
}

/** The error of raw SQL that leaves a transaction open: the next caller would write into it. */
export function transactionLeftOpen(): SetupError {
  return new SetupError(
    'E_TRANSACTION_OPEN',
    'Raw SQL began a transaction and left it open; it was rolled back. Use transaction(), in which raw SQL takes part.',
  )
}

/** The error of raw SQL that begins or ends a transaction inside `transaction`. */
export function transactionControlled(): SetupError {
  return new SetupError(
    'E_TRANSACTION_CONTROL',
    'Raw SQL began or ended a transaction inside transaction(), so transaction() failed. To roll back, throw an error. For a part that can be undone, nest another transaction().',
  )
}
