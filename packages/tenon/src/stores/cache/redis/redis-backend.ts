import type { Log } from '../../../base/log/log.ts'
import type { Backend } from '../backend.ts'
import { loadRedisClient } from './redis-client.ts'
import { RedisConnection } from './redis-connection.ts'
import { RedisEntries } from './redis-entries.ts'
import { RedisLocks } from './redis-locks.ts'
import { RedisQuotas } from './redis-quotas.ts'
import { describeRedisUrl, type RedisUrl } from './redis-url.ts'

export interface RedisBackendOptions {
  readonly log: Log
  /** How many milliseconds a command may take. */
  readonly answerLimitMs: number
}

/**
 * Creates a backend on a Redis or Valkey server. Resolves after the first connection attempt, which takes at most a
 * second. If the server is unavailable, it retries in the background. Throws `E_REDIS_CLIENT` if `@redis/client` is not
 * installed.
 */
export async function createRedisBackend(
  url: RedisUrl,
  options: RedisBackendOptions,
): Promise<Backend> {
  const createClient = await loadRedisClient(url)
  const description = describeRedisUrl(url)
  const { prefix } = url
  const connection = new RedisConnection({ ...options, createClient, description })
  await connection.firstAttempt
  return {
    entries: new RedisEntries(connection, prefix),
    ownEntries: new RedisEntries(connection, `${prefix}own:`),
    locks: new RedisLocks(connection, prefix),
    quotas: new RedisQuotas(connection, prefix),
    get state() {
      if (!connection.isConnected) return 'away'
      return connection.isFull ? 'full' : 'connected'
    },
    close: () => connection.close(),
  }
}
