import type * as RedisPackage from '@redis/client'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { RedisUrl } from './redis-url.ts'

/** The client type of `@redis/client`. */
export type RedisClient = RedisPackage.RedisClientType<{}, {}, {}, 2>

/** Creates clients that are not connected yet. */
export type CreateRedisClient = () => RedisClient

/**
 * Loads `@redis/client`, an optional peer dependency (about 160 ms). Throws `E_REDIS_CLIENT` if it is not installed.
 */
export async function loadRedisClient(url: RedisUrl): Promise<CreateRedisClient> {
  const { createClient } = await importClient()
  const { host, port, database, username, password, isEncrypted } = url
  // The connection has its own time limit, which ignores the time in which this process is busy.
  const socket = { host, port, connectTimeout: 0, reconnectStrategy: false } as const
  return () =>
    createClient({
      // Nothing here needs protocol 3, which proxies may not have.
      RESP: 2,
      database,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      socket: isEncrypted ? { ...socket, tls: true } : socket,
      // A failed connection is dropped together with its commands.
      disableOfflineQueue: true,
    })
}

async function importClient(): Promise<typeof RedisPackage> {
  try {
    return await import('@redis/client')
  } catch (error) {
    throw new SetupError(
      'E_REDIS_CLIENT',
      'REDIS_URL is set, but the Redis client cannot be loaded. Run "npm install @redis/client" where you build the application and build again, or unset REDIS_URL.',
      { cause: error },
    )
  }
}
