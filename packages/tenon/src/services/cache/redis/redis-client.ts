import type * as RedisPackage from '@redis/client'
import { SetupError } from '../../support/setup-error.ts'
import type { RedisUrl } from './redis-url.ts'

/** What is used of `@redis/client`. */
export type RedisClient = RedisPackage.RedisClientType<{}, {}, {}, 2>

/** Makes clients that are not connected yet. */
export type CreateRedisClient = () => RedisClient

/** Loads `@redis/client`, an optional peer, when `REDIS_URL` first asks for it (about 160 ms). */
export async function loadRedisClient(url: RedisUrl): Promise<CreateRedisClient> {
  const { createClient } = await importClient()
  const { host, port, database, username, password, isEncrypted } = url
  const socket = { host, port, connectTimeout: 1000, reconnectStrategy: false } as const
  return () =>
    createClient({
      // Protocol 2: servers before Redis 6 speak no other, and nothing here needs 3.
      RESP: 2,
      database,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      socket: isEncrypted ? { ...socket, tls: true } : socket,
      // A connection that fails is thrown away, and its commands with it.
      disableOfflineQueue: true,
    })
}

async function importClient(): Promise<typeof RedisPackage> {
  try {
    return await import('@redis/client')
  } catch (error) {
    throw new SetupError(
      'E_REDIS_CLIENT',
      'REDIS_URL is set, and the package that speaks to Redis cannot be loaded. Run "npm install @redis/client", or leave REDIS_URL out.',
      { cause: error },
    )
  }
}
