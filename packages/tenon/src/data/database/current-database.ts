import { AsyncLocalStorage } from 'node:async_hooks'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Database, TransactionOptions } from './database.ts'
import type { Transaction } from './transaction/transaction.ts'

/**
 * The databases of this process by name; `undefined` is the key of the default one. Models find their
 * database here outside of any context, so it is state at module level.
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
 * Registers a database as the process's default, or under its name if it has one. Returns a function
 * that removes it again.
 *
 * Throws `E_DATABASE_REGISTERED` if another database is registered under the same name.
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
 * Runs `body` with another current database, as in tests. Everything that `body` starts uses it too.
 * A database that was opened with a name replaces the database of that name.
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
 * Without a transaction, `callback` never runs.
 *
 * Use it to undo effects outside the database, such as a written file. The callback does not run if the
 * process dies, or if the connection is lost during the commit, because the changes may have been kept.
 * Errors of the callback are dropped.
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

/** The innermost transaction of the current context, on any database. */
export function findInnermostTransaction(): Transaction | undefined {
  let context = databaseContext.getStore()
  while (context !== undefined && context.transaction === undefined) context = context.outer
  return context?.transaction
}
