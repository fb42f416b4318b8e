import type { MaybePromise } from '../support/maybe-promise.ts'
import { SetupError } from '../support/setup-error.ts'
import { databaseContext } from './database-context.ts'
import type { Database, TransactionOptions } from './database.ts'

/** The process's default: beside `support/ambient.ts` the only state at module level. */
let registered: Database | undefined

/**
 * Returns the database that models work on: the context's, else the process's default.
 *
 * Throws `E_NO_DATABASE` before any application was started.
 */
export function currentDatabase(): Database {
  const database = databaseContext.getStore()?.database ?? registered
  if (database !== undefined) return database
  throw new SetupError(
    'E_NO_DATABASE',
    'No database is open: a model was used before the application started. Use models from handlers, tasks and commands, or inside withDatabase().',
  )
}

/**
 * Makes a database the process's default and returns the function that takes this back.
 *
 * Throws `E_DATABASE_REGISTERED` while another one is the default.
 */
export function registerDatabase(database: Database): () => void {
  if (registered !== undefined && registered !== database) {
    throw new SetupError(
      'E_DATABASE_REGISTERED',
      `The database "${registered.description}" is already this process's default. Stop the application that opened it first, or use withDatabase().`,
    )
  }
  registered = database
  return () => {
    if (registered === database) registered = undefined
  }
}

/** Runs `body` with its own current database, as tests do; everything it starts inherits it. */
export function withDatabase<Result>(database: Database, body: () => Result): Result {
  const outer = databaseContext.getStore()
  return databaseContext.run({ database, transaction: undefined, outer }, body)
}

/** Runs `body` in a transaction of the current database; nested calls are savepoints. */
export function transaction<Result>(
  body: () => Promise<Result>,
  options?: TransactionOptions,
): Promise<Result> {
  return currentDatabase().transaction(body, options)
}

/**
 * Runs `callback` once the transaction around has committed; at once when there is none.
 *
 * A callback that throws makes `transaction` reject although its changes stay.
 */
export function afterCommit(callback: () => MaybePromise<void>): Promise<void> {
  return currentDatabase().afterCommit(callback)
}
