import { setTimeout as delay } from 'node:timers/promises'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { FollowedTime } from '../changes/change-log.ts'
import { databaseContext, findTransaction } from '../current-database.ts'
import { DatabaseUnavailable, SerializationFailure } from '../database-error.ts'
import type { Database, TransactionOptions } from '../database.ts'
import type { LeasedConnection } from './leased-connection.ts'
import { Transaction } from './transaction.ts'

/** Runs `body` in a transaction on a connection from `begin`, or in a savepoint of the current transaction. */
export async function runTransaction<Result>(
  database: Database,
  begin: (options: TransactionOptions) => MaybePromise<LeasedConnection>,
  body: () => Promise<Result>,
  options: TransactionOptions,
): Promise<Result> {
  const around = findTransaction(database)
  if (around !== undefined) {
    assertNestable(options)
    return around.nest((inner) => enter(database, inner, body))
  }

  const { result, transaction, begun } = await runToCommit(database, begin, body, options)
  database.changes.tellList(transaction.changes, begun)
  await transaction.runCallbacks()
  return result
}

interface Committed<Result> {
  readonly result: Result
  readonly transaction: Transaction
  /** The followed time when the transaction began. */
  readonly begun: FollowedTime | undefined
}

async function runToCommit<Result>(
  database: Database,
  begin: (options: TransactionOptions) => MaybePromise<LeasedConnection>,
  body: () => Promise<Result>,
  options: TransactionOptions,
): Promise<Committed<Result>> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await runOnce(database, await begin(options), body)
    } catch (error) {
      const isWorthAnother = error instanceof SerializationFailure
      if (!isWorthAnother || attempt >= (options.retries ?? 0)) throw error
      await delay(Math.random() * 2 ** Math.min(attempt, 6) * 5)
    }
  }
}

async function runOnce<Result>(
  database: Database,
  connection: LeasedConnection,
  body: () => Promise<Result>,
): Promise<Committed<Result>> {
  const transaction = new Transaction(connection)
  const begun = database.changes.followed
  let isCommitting = false
  try {
    const result = await commitOrRollBack(connection, async () => {
      const returned = await transaction.enclose((level) => enter(database, level, body))
      isCommitting = true
      return returned
    })
    return { result, transaction, begun }
  } catch (error) {
    // A commit without an answer may be stored. An error of the body is not about this commit, but perhaps about that of
    // another database.
    if (isCommitting && isOutcomeUnknown(error)) {
      database.changes.tellList(transaction.changes, begun)
    } else {
      await transaction.runRollbackCallbacks()
    }
    throw error
  }
}

async function commitOrRollBack<Result>(
  connection: LeasedConnection,
  body: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await body()
    await connection.commit()
    return result
  } catch (error) {
    await connection.rollback()
    throw error
  } finally {
    connection.release()
  }
}

function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.isOutcomeUnknown
}

function enter<Result>(
  database: Database,
  transaction: Transaction,
  body: () => Promise<Result>,
): Promise<Result> {
  const outer = databaseContext.getStore()
  return databaseContext.run({ database, transaction, outer }, body)
}

function assertNestable(options: TransactionOptions): void {
  if (options.isolation === undefined) return
  throw new SetupError(
    'E_NESTED_ISOLATION',
    `A nested transaction cannot set isolation "${options.isolation}": it runs in the isolation of the outermost. Set it there.`,
  )
}
