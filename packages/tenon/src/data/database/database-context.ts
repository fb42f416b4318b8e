import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from './database.ts'
import type { Transaction } from './transaction/transaction.ts'

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
