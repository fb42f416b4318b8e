import { randomBytes } from 'node:crypto'
import { after, describe } from 'node:test'
import { createStore, type Store, type StoreOptions } from '../../src/cache.ts'
import { MapStore } from '../cache/map-store.ts'
import { recordLog } from '../cache/recorded-log.ts'
import { sharedRedis, skipWithoutRedis } from './redis-server.ts'

/** Opens stores for one block of tests; all are closed after it. */
export interface OpenStore {
  /** A new, empty store; with `prefix`, one that shares the content of another. */
  (options?: OpenStoreOptions): Promise<Store>
  readonly kind: 'memory' | 'redis' | 'custom'
}

export interface OpenStoreOptions extends Partial<StoreOptions> {
  readonly prefix?: string
}

/** Runs a block of tests on an in-memory store, on a custom store of an application, and on a real Redis. */
export function forEachStore(name: string, block: (open: OpenStore) => void): void {
  describe(`${name} (memory)`, () => block(createOpen('memory')))
  forEachSharedStore(name, block)
}

/** Runs a block of tests for behaviour of all shared stores. */
export function forEachSharedStore(name: string, block: (open: OpenStore) => void): void {
  describe(`${name} (custom)`, () => block(createOpen('custom')))
  onRedis(name, block)
}

/** Runs a block of tests for behaviour of Redis only. */
export function onRedis(name: string, block: (open: OpenStore) => void): void {
  describe(`${name} (redis)`, { skip: skipWithoutRedis }, () => block(createOpen('redis')))
}

function createOpen(kind: OpenStore['kind']): OpenStore {
  const opened: Store[] = []
  const custom = new Map<string, MapStore>()
  after(() => {
    for (const store of opened) store.close()
  })
  const open = async ({ prefix = createPrefix(), ...options }: OpenStoreOptions = {}) => {
    const redisUrl = kind === 'redis' ? `${(await sharedRedis()).url}?prefix=${prefix}` : undefined
    const own = kind === 'custom' ? (custom.get(prefix) ?? new MapStore()) : undefined
    const log = recordLog()
    const store = await createStore({ redisUrl, store: own, log, answerTimeout, ...options })
    if (own !== undefined) custom.set(prefix, own)
    opened.push(store)
    return store
  }
  return Object.assign(open, { kind })
}

/** A long timeout, so that tests of a store do not fail on a busy machine. */
export const answerTimeout = '3s'

/** A prefix that no other test uses. */
export function createPrefix(): string {
  return `test-${randomBytes(6).toString('hex')}`
}
