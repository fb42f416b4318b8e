import { randomBytes } from 'node:crypto'
import { after, describe } from 'node:test'
import { createStore, type Store, type StoreOptions } from '../../src/cache.ts'
import { recordLog } from '../cache/recorded-log.ts'
import { sharedRedis, skipWithoutRedis } from './redis-server.ts'

/** Opens stores for one block of tests; all are closed after it. */
export interface OpenStore {
  /** A new, empty store; with `prefix` one that shares what another one keeps. */
  (options?: OpenStoreOptions): Promise<Store>
  readonly kind: 'memory' | 'redis'
}

export interface OpenStoreOptions extends Partial<StoreOptions> {
  readonly prefix?: string
}

/** Runs a block of tests on a store in memory and on one in a real Redis. */
export function forEachStore(name: string, block: (open: OpenStore) => void): void {
  describe(`${name} (memory)`, () => block(createOpen('memory')))
  onRedis(name, block)
}

/** Runs a block of tests about what only a shared store does. */
export function onRedis(name: string, block: (open: OpenStore) => void): void {
  describe(`${name} (redis)`, { skip: skipWithoutRedis }, () => block(createOpen('redis')))
}

function createOpen(kind: OpenStore['kind']): OpenStore {
  const opened: Store[] = []
  after(() => {
    for (const store of opened) store.close()
  })
  const open = async ({ prefix = createPrefix(), ...options }: OpenStoreOptions = {}) => {
    const redisUrl = kind === 'redis' ? `${(await sharedRedis()).url}?prefix=${prefix}` : undefined
    const store = await createStore({ redisUrl, log: recordLog(), answerLimitMs, ...options })
    opened.push(store)
    return store
  }
  return Object.assign(open, { kind })
}

/** For tests of what a store does: how long a busy machine takes is not what they are about. */
export const answerLimitMs = 3000

/** A prefix that no other test uses. */
export function createPrefix(): string {
  return `test-${randomBytes(6).toString('hex')}`
}
