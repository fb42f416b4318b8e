import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { keyRings, type KeyRing } from '../../base/keys/keys.ts'
import { stores } from '../../stores/cache/current-store.ts'
import type { CacheOptions } from '../../stores/cache/custom/cache-store.ts'
import { createStore, type Store } from '../../stores/cache/store.ts'
import type { StorageOptions } from '../../stores/storage/file-store.ts'
import type { DatabaseUrls } from '../config/database-urls.ts'
import { type LiveServices, openLiveServices } from './live-services.ts'
import { openFiles } from './work/open-files.ts'
import { assertApart } from './databases/assert-apart.ts'
import { type OwnershipOptions, toDatabaseOptions } from './databases/ownership.ts'
import { createDatabase } from '../../data/drivers/create-database.ts'
import { registerDatabase, outsideTransactions } from '../../data/database/current-database.ts'
import type {
  AwayReplica,
  Database,
  DatabaseOptions,
  IdleTransaction,
} from '../../data/database/database.ts'
import { logContexts } from '../../base/log/log-context.ts'
import type { Log } from '../../base/log/log.ts'
import { traceParents } from '../../base/log/trace-parents.ts'
import type { Telemetry } from '../../observability/telemetry/telemetry.ts'

/** The services that code uses without receiving them: the models' database, cache, locks and limits. */
export interface Services extends LiveServices {
  readonly database: Database
  /** All databases, the default one first. */
  readonly databases: readonly Database[]
  readonly store: Store
}

export type OpenDatabase = (url: string, options: DatabaseOptions) => MaybePromise<Database>

export interface ServicesOptions {
  readonly databaseUrl: string
  /** The URLs of the named databases. Default: none. */
  readonly databaseUrls?: DatabaseUrls
  /** The URLs of the default database's read replicas. Default: none. */
  readonly replicaUrls?: readonly string[]
  readonly redisUrl: string | undefined
  readonly storageUrl: string
  /** The application's own store for cache, locks and limits. Default: none. */
  readonly cache?: CacheOptions | undefined
  /** The application's own store of files. Default: none. */
  readonly storage?: StorageOptions | undefined
  readonly log: Log
  /** The keys that `seal`, `open`, `sign` and `verify` use. */
  readonly keys: KeyRing | undefined
  readonly database?: DatabaseOptions | undefined
  /** Whether statements tell PostgreSQL whose rows they may see. */
  readonly ownership?: OwnershipOptions | undefined
  /** Opens the database. Default: `createDatabase`. */
  readonly open?: OpenDatabase | undefined
  /** Traces the database's statements. */
  readonly telemetry?: Telemetry | undefined
}

/**
 * Opens the services of an application and makes them this process's current ones. Disposing closes them.
 *
 * Throws `SetupError` for an invalid URL, or if two databases are one SQLite file. It does not throw if a server is unavailable.
 */
export async function openServices(options: ServicesOptions): Promise<Services> {
  const { databaseUrl, databaseUrls = new Map(), replicaUrls = [], redisUrl, log } = options
  const { keys, telemetry, open = createDatabase } = options
  assertApart(databaseUrl, databaseUrls)
  // Close what is already open if the rest fails to open: a store would keep the process alive.
  await using opened = new AsyncDisposableStack()
  const store = await createStore({
    redisUrl,
    store: options.cache?.store,
    log,
    inBackground: outsideTransactions,
  })
  opened.defer(() => store.close())
  // Open it before the database, which checks only once for subscribers.
  opened.use(telemetry?.followStatements())
  const use = async (url: string, own: DatabaseOptions): Promise<Database> => {
    const onIdleTransaction = (transaction: IdleTransaction) => warnOfIdle(log, transaction)
    const used = opened.use(
      await open(url, {
        onIdleTransaction,
        ...toDatabaseOptions(options.ownership),
        ...options.database,
        ...own,
      }),
    )
    opened.defer(registerDatabase(used))
    return used
  }
  const onReplicaAway = (replica: AwayReplica) => log.warn(replicaAway, { ...replica })
  const database = await use(databaseUrl, { replicas: replicaUrls, onReplicaAway })
  const named: Database[] = []
  for (const [name, url] of databaseUrls) named.push(await use(url, { name }))
  const databases = [database, ...named]
  const { feed, streams } = opened.use(
    await openLiveServices(databases, { databaseUrl, redisUrl, log }),
  )
  opened.defer(logContexts.register(log))
  opened.defer(stores.register(store))
  opened.use(openFiles(options.storage?.store ?? options.storageUrl))
  if (telemetry !== undefined) opened.defer(traceParents.register(() => telemetry.traceParent()))
  if (keys !== undefined) opened.defer(keyRings.register(keys))
  const closing = opened.move()
  return {
    database,
    databases,
    store,
    feed,
    streams,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

const replicaAway =
  'A read replica does not answer. Its reads go elsewhere until it does. Check DATABASE_REPLICA_URL'

/** Logs a transaction that was rolled back because it was idle. */
export function warnOfIdle(log: Log, transaction: IdleTransaction): void {
  log.warn('A transaction was idle for too long and was rolled back', { ...transaction })
}
