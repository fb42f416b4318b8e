import { ServiceUnavailable } from '../../../base/support/http-error.ts'
import type { LockTable } from '../locks.ts'
import { extendScript } from './lease-scripts.ts'
import type { RedisConnection } from './redis-connection.ts'
import { defineScript } from './redis-script.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** Locks that replicas share. Each is one key on one server, and expires by itself. */
export class RedisLocks implements LockTable {
  readonly #connection: RedisConnection
  readonly #prefix: string

  constructor(connection: RedisConnection, prefix: string) {
    this.#connection = connection
    this.#prefix = prefix
  }

  async take(name: string, owner: string, ttlMs: number): Promise<number | undefined> {
    const keys = [this.#toKey(name), `${this.#prefix}fence:${name}`]
    try {
      const fence = await this.#connection.run(takeScript, keys, [owner, ttlMs])
      return typeof fence === 'number' ? fence : undefined
    } catch (error) {
      if (error instanceof StoreUnavailable && error.mayHaveRun) {
        await this.#connection.release(undefined, this.#toKey(name), owner)
      }
      throw toUnavailable(error)
    }
  }

  async extend(name: string, owner: string, ttlMs: number): Promise<boolean> {
    try {
      const values = [owner, ttlMs]
      return (await this.#connection.run(extendScript, [this.#toKey(name)], values)) === 1
    } catch (error) {
      throw toUnavailable(error)
    }
  }

  release(name: string, owner: string): Promise<void> {
    return this.#connection.release(undefined, this.#toKey(name), owner)
  }

  #toKey(name: string): string {
    return `${this.#prefix}lock:${name}`
  }
}

// The fence is at least the time in microseconds, so it grows even if the server has lost its data. It does not have to
// be kept forever.
const takeScript = defineScript(`
if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return false end
local clock = redis.call('TIME')
local fence = math.max(tonumber(redis.call('GET', KEYS[2]) or 0) + 1, clock[1] * 1000000 + clock[2])
redis.call('SET', KEYS[2], string.format('%.0f', fence), 'EX', 604800)
return fence
`)

function toUnavailable(error: unknown): unknown {
  return error instanceof StoreUnavailable
    ? new ServiceUnavailable(undefined, { cause: error })
    : error
}
