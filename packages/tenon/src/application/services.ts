import { stores } from '../cache/current-store.ts'
import { createStore, type Store } from '../cache/store.ts'
import { createDatabase } from '../database/create-database.ts'
import { registerDatabase } from '../database/current-database.ts'
import { outsideTransactions } from '../database/database-context.ts'
import type { Database, DatabaseOptions, IdleTransaction } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'

/** What handlers and tasks reach without being handed it: models' database, cache, locks, limits. */
export interface Services extends AsyncDisposable {
  readonly database: Database
  readonly store: Store
}

export interface ServicesOptions {
  readonly databaseUrl: string
  readonly redisUrl: string | undefined
  readonly log: Log
  readonly database?: DatabaseOptions | undefined
  /** Follows the database's statements. */
  readonly telemetry?: Telemetry | undefined
}

/**
 * Opens the services of an application and makes them this process's own; disposed, they are closed.
 *
 * Throws `SetupError` for a URL that is not understood. A server that is away is no error.
 */
export async function openServices(options: ServicesOptions): Promise<Services> {
  const { databaseUrl, redisUrl, log, telemetry } = options
  // Closes what is open already when the rest does not open: a store would keep the process alive.
  await using opened = new AsyncDisposableStack()
  const store = await createStore({ redisUrl, log, inBackground: outsideTransactions })
  opened.defer(() => store.close())
  // Before the database, which looks once whether anybody listens.
  opened.use(telemetry?.followStatements())
  const database = opened.use(
    createDatabase(databaseUrl, {
      onIdleTransaction: (transaction) => warnOfIdle(log, transaction),
      ...options.database,
    }),
  )
  opened.defer(registerDatabase(database))
  opened.defer(stores.register(store))
  const closing = opened.move()
  return { database, store, [Symbol.asyncDispose]: () => closing.disposeAsync() }
}

/** Tells the log of a transaction whose connection was taken back. */
export function warnOfIdle(log: Log, transaction: IdleTransaction): void {
  log.warn('A transaction was idle for too long and was rolled back', { ...transaction })
}
