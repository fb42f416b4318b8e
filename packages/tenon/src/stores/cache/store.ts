import { toMs, type Duration } from '../../base/support/duration.ts'
import { toBytes, type Size } from '../../base/support/size.ts'
import type { Log } from '../../base/log/log.ts'
import type { Backend, StoreState } from './backend.ts'
import { createCache, type Cache } from './cache.ts'
import type { CacheStore } from './custom/cache-store.ts'
import { createCustomBackend } from './custom/custom-backend.ts'
import { Lock, type LockOptions } from './lock.ts'
import { createMemoryBackend } from './memory/memory-backend.ts'
import type { QuotaTable } from './quotas.ts'
import { createRedisBackend } from './redis/redis-backend.ts'
import { resolveRedisUrl } from './redis/redis-url.ts'
import type { Background } from './single-flight.ts'

/** The options of `createStore`. */
export interface StoreOptions {
  /** `REDIS_URL`. Without it, the memory of this process holds everything. */
  readonly redisUrl: string | undefined
  /** Your own store instead of Redis or memory. Default: none. */
  readonly store?: CacheStore | undefined
  readonly log: Log
  /**
   * How much memory cached values may use, and again as much for Tenon's own entries. Default: `64mb`. Ignored with a
   * server.
   */
  readonly memoryLimit?: Size
  /**
   * How long the server may take to answer before it counts as unavailable. Default: `45ms`, because a `fetch` with a
   * miss asks twice, and no request should wait 100 ms for the cache. Default for each call to your own store: `500ms`.
   */
  readonly answerTimeout?: Duration
  /** The largest value to cache, as serialized text. Default: `1mb`. */
  readonly valueLimit?: Size
  /**
   * Runs the recomputation of a stale value outside the caller's transaction, while the caller continues. Default: runs
   * it in the caller's context.
   */
  readonly inBackground?: Background
}

/** The cache, locks and quotas of an application, in memory or on a server shared by replicas. */
export interface Store extends Disposable {
  readonly cache: Cache
  /** Entries that Tenon keeps for itself, such as sessions. Clearing the cache does not touch them. */
  readonly own: Cache
  readonly quotas: QuotaTable
  /** Where the store keeps everything. */
  readonly kind: 'memory' | 'redis' | 'custom'
  readonly state: StoreState
  lock(name: string, options?: LockOptions): Lock
  /** Closes the connection to the server; `using` does the same. */
  close(): void
}

/**
 * Creates the store of an application.
 *
 * Throws `E_REDIS_URL` for an invalid URL, `E_REDIS_CLIENT` if `@redis/client` is not installed, and `E_DURATION` or
 * `E_SIZE` for a malformed option. An unavailable server is not an error.
 */
export async function createStore(options: StoreOptions): Promise<Store> {
  const { log, valueLimit = '1mb', inBackground = (work) => work() } = options
  const backend = await createBackend(options)
  const valueLimitBytes = toBytes(valueLimit, 'valueLimit')
  const parts = { log, valueLimitBytes, inBackground }
  return {
    cache: createCache({ ...parts, entries: backend.entries }),
    own: createCache({ ...parts, entries: backend.ownEntries }),
    quotas: backend.quotas,
    kind: toKind(options),
    get state() {
      return backend.state
    },
    lock: (name, lockOptions) => new Lock(name, backend.locks, lockOptions),
    close: () => backend.close(),
    [Symbol.dispose]: () => backend.close(),
  }
}

async function createBackend(options: StoreOptions): Promise<Backend> {
  const { store, redisUrl, log, memoryLimit = '64mb', answerTimeout } = options
  if (store !== undefined) {
    const answerLimitMs = toMs(answerTimeout ?? '500ms', 'answerTimeout')
    return createCustomBackend(store, { log, answerLimitMs })
  }
  if (redisUrl === undefined) return createMemoryBackend(toBytes(memoryLimit, 'memoryLimit'))
  const answerLimitMs = toMs(answerTimeout ?? '45ms', 'answerTimeout')
  return createRedisBackend(resolveRedisUrl(redisUrl), { log, answerLimitMs })
}

function toKind({ store, redisUrl }: StoreOptions): Store['kind'] {
  if (store !== undefined) return 'custom'
  return redisUrl === undefined ? 'memory' : 'redis'
}
