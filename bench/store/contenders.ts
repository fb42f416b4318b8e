import { memoryStore } from '@verrou/core/drivers/memory'
import { redisStore } from '@verrou/core/drivers/redis'
import { Verrou } from '@verrou/core'
import { bentostore, BentoCache } from 'bentocache'
import { memoryDriver } from 'bentocache/drivers/memory'
import { redisDriver } from 'bentocache/drivers/redis'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { createStore } from '../../packages/tenon/src/cache.ts'
import { createLog } from '../../packages/tenon/src/base/log/create-log.ts'

/** A library for caching, limiting and locking; it omits what it does not support. */
export interface Contender {
  readonly name: string
  readonly fetch?: (key: string, compute: () => Promise<unknown>) => Promise<unknown>
  readonly limit?: (key: string) => unknown
  readonly lock?: (name: string) => Promise<unknown>
  close(): unknown
}

/** Creates the contenders, in memory if there is no Redis. */
export async function createContenders(redis: string | undefined): Promise<readonly Contender[]> {
  return [await createTenon(redis), createBento(redis), createFlexible(redis), createVerrou(redis)]
}

const quota = { intervalUs: 3600, burst: 1_000_000 }

async function createTenon(redis: string | undefined): Promise<Contender> {
  const log = createLog({ level: 'warn', format: 'json' })
  const store = await createStore({ redisUrl: redis, log, answerTimeout: '1000ms' })
  return {
    name: 'Tenon',
    fetch: (key, compute) => store.cache.fetch(key, { ttl: '10m' }, compute),
    limit: (key) => store.quotas.take(key, quota),
    lock: (name) => store.lock(name).run(() => undefined),
    close: () => store.close(),
  }
}

function createBento(redis: string | undefined): Contender {
  const connection = redis === undefined ? undefined : new Redis(redis)
  const store =
    connection === undefined
      ? bentostore().useL1Layer(memoryDriver({ maxSize: '64mb' }))
      : bentostore().useL2Layer(redisDriver({ connection }))
  const bento = new BentoCache({ default: 'main', stores: { main: store } })
  return {
    name: 'bentocache',
    fetch: (key, compute) => bento.getOrSet({ key, ttl: '10m', factory: compute }),
    close: () => bento.disconnectAll(),
  }
}

function createFlexible(redis: string | undefined): Contender {
  const options = { points: 1_000_000, duration: 3600 }
  if (redis === undefined) {
    const limiter = new RateLimiterMemory(options)
    return { name: 'rate-limiter-flexible', limit: (key) => limiter.consume(key), close() {} }
  }
  const storeClient = new Redis(redis)
  const limiter = new RateLimiterRedis({ ...options, storeClient })
  return {
    name: 'rate-limiter-flexible',
    limit: (key) => limiter.consume(key),
    close: () => storeClient.disconnect(),
  }
}

function createVerrou(redis: string | undefined): Contender {
  const connection = redis === undefined ? undefined : new Redis(redis)
  const driver = connection === undefined ? memoryStore() : redisStore({ connection })
  const verrou = new Verrou({ default: 'main', stores: { main: { driver } } })
  return {
    name: '@verrou/core',
    lock: (name) => verrou.createLock(name, '30s').run(async () => undefined),
    close: () => connection?.disconnect(),
  }
}
