import { loadRedisClient } from '../../stores/cache/redis/redis-client.ts'
import { resolveRedisUrl } from '../../stores/cache/redis/redis-url.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Settings } from '../config/settings.ts'
import { error, type Finding } from './finding.ts'

/** Checks that the Redis client can be loaded, if one is configured. Does not connect. */
export async function checkRedis({ redisUrl }: Settings): Promise<readonly Finding[]> {
  if (redisUrl === undefined) return []
  try {
    await loadRedisClient(resolveRedisUrl(redisUrl))
    return []
  } catch (cause) {
    if (!(cause instanceof SetupError)) throw cause
    return [error('REDIS_URL', cause.message, 'The server does not start until this is fixed.')]
  }
}
