import type { Log } from '../log/log.ts'
import type { StoreState } from './backend.ts'
import { Cache } from './cache.ts'
import { Lock, type LockOptions } from './lock.ts'
import { createMemoryBackend } from './memory/memory-backend.ts'
import type { QuotaTable } from './quotas.ts'
import { createRedisBackend } from './redis/redis-backend.ts'
import { resolveRedisUrl } from './redis/redis-url.ts'
import type { Background } from './single-flight.ts'

/** What a store is made from. */
export interface StoreOptions {
  /** `REDIS_URL`. Default: none, and everything lives in this process's memory. */
  readonly redisUrl: string | undefined
  readonly log: Log
  /** What cached values may take of this process's memory. Default 64 MiB; unused with Redis. */
  readonly memoryLimitBytes?: number
  /**
   * How long the server may take for an answer before it counts as away. Default 45 ms: a `fetch`
   * that finds nothing asks twice, and no request shall wait 100 ms for the cache.
   */
  readonly answerLimitMs?: number
  /** The largest value that is cached, as serialized text. Default 1 MiB. */
  readonly valueLimitBytes?: number
  /**
   * Runs what computes a stale value anew while its caller goes on, so that it is not part of the
   * caller's transaction. Default: runs it as it is.
   */
  readonly inBackground?: Background
}

/** Cache, locks and quotas of an application, in memory or on a server that replicas share. */
export interface Store extends Disposable {
  readonly cache: Cache
  readonly quotas: QuotaTable
  readonly state: StoreState
  lock(name: string, options?: LockOptions): Lock
  /** Ends the connection to the server; `using` does the same. */
  close(): void
}

/**
 * Makes the store of an application.
 *
 * Throws `E_REDIS_URL` for a URL that is not understood and `E_REDIS_CLIENT` when `@redis/client` is
 * not installed. A server that is away is no error.
 */
export async function createStore(options: StoreOptions): Promise<Store> {
  const { redisUrl, log, memoryLimitBytes = 64 * MiB } = options
  const { answerLimitMs = 45, valueLimitBytes = MiB, inBackground = (work) => work() } = options
  const backend =
    redisUrl === undefined
      ? createMemoryBackend(memoryLimitBytes)
      : await createRedisBackend(resolveRedisUrl(redisUrl), { log, answerLimitMs })
  return {
    cache: new Cache({ entries: backend.entries, log, valueLimitBytes, inBackground }),
    quotas: backend.quotas,
    get state() {
      return backend.state
    },
    lock: (name, lockOptions) => new Lock(name, backend.locks, lockOptions),
    close: () => backend.close(),
    [Symbol.dispose]: () => backend.close(),
  }
}

const MiB = 1024 ** 2
