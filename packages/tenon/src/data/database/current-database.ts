import { AsyncLocalStorage } from 'node:async_hooks'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Database, TransactionOptions } from './database.ts'
import type { Transaction } from './transaction/transaction.ts'

/**
 * The process's databases, the default one under `undefined`: besides `support/ambient.ts`, the only
 * state at module level.
 */
const registered = new Map<string | undefined, Database>()

/**
 * Returns the database that models use: the context's, or else the process's default.
 *
 * Throws `E_NO_DATABASE` if no application has started.
 */
export function currentDatabase(): Database {
  return databaseOf(undefined)
}

/** Returns the database that the models of a named database use; `undefined` names the default one. */
export function databaseOf(name: string | undefined): Database {
  const database = findInContext(name) ?? registered.get(name)
  if (database !== undefined) return database
  throw new SetupError('E_NO_DATABASE', name === undefined ? noneOpen : notListed(name))
}

function findInContext(name: string | undefined): Database | undefined {
  let context = databaseContext.getStore()
  while (context !== undefined && context.database.name !== name) context = context.outer
  return context?.database
}

const noneOpen =
  'No database is open: a model was used before the application started. Use models from handlers, tasks and commands, or inside withDatabase().'

function notListed(name: string): string {
  return `The database "${name}" is not open. List it in application({ databases }), or use withDatabase() with createDatabase(url, { name: '${name}' }).`
}

/**
 * Makes a database the process's default, or the one of its name, and returns a function that undoes
 * it.
 *
 * Throws `E_DATABASE_REGISTERED` if there is another one.
 */
export function registerDatabase(database: Database): () => void {
  const { name } = database
  const other = registered.get(name)
  if (other !== undefined && other !== database) {
    throw new SetupError(
      'E_DATABASE_REGISTERED',
      `The database "${other.description}" is already this process's ${name === undefined ? 'default' : `"${name}"`}. Stop the application that opened it first, or use withDatabase().`,
    )
  }
  registered.set(name, database)
  return () => {
    if (registered.get(name) === database) registered.delete(name)
  }
}

/**
 * Runs `body` with another current database, as in tests; everything it starts inherits it. A database
 * that was opened with a name takes the place of the one with that name.
 */
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
 * Runs `callback` after the current transaction commits, or at once if there is none.
 *
 * If a callback throws, `transaction` rejects although its changes were committed.
 */
export function afterCommit(callback: () => MaybePromise<void>): Promise<void> {
  return currentDatabase().afterCommit(callback)
}

/**
 * Runs `callback` if the current transaction, or the savepoint of a nested call, is rolled back.
 * Without a transaction there is nothing to roll back, and it never runs.
 *
 * Use it to undo what the database does not know of, such as a file. It does not run if the process dies,
 * or if the connection is lost during the commit, because the changes may have been kept. Its errors are
 * dropped.
 */
export function afterRollback(callback: () => MaybePromise<void>): void {
  findTransaction(currentDatabase())?.afterRollback(callback)
}

/** The database, and the transaction on it, that an asynchronous context uses. */
export interface DatabaseContext {
  readonly database: Database
  readonly transaction: Transaction | undefined
  /** The outer context, for a transaction on one database inside one on another. */
  readonly outer: DatabaseContext | undefined
}

export const databaseContext = new AsyncLocalStorage<DatabaseContext | undefined>()

/** Runs `work` with the databases of the current context, but outside its transactions. */
export function outsideTransactions<Result>(work: () => Result): Result {
  return databaseContext.run(withoutTransactions(databaseContext.getStore()), work)
}

function withoutTransactions(context: DatabaseContext | undefined): DatabaseContext | undefined {
  if (context === undefined) return undefined
  const outer = withoutTransactions(context.outer)
  return { database: context.database, transaction: undefined, outer }
}

/** The transaction that the current context has open on this database. */
export function findTransaction(database: Database): Transaction | undefined {
  let context = databaseContext.getStore()
  while (context !== undefined) {
    if (context.database === database && context.transaction !== undefined) {
      return context.transaction
    }
    context = context.outer
  }
  return undefined
}

/** The innermost transaction of the current context, on whichever database. */
export function findInnermostTransaction(): Transaction | undefined {
  let context = databaseContext.getStore()
  while (context !== undefined && context.transaction === undefined) context = context.outer
  return context?.transaction
}
