import type { Decision, Quota, QuotaTable } from '../quotas.ts'
import type { RedisConnection } from './redis-connection.ts'
import { defineScript } from './redis-script.ts'
import { whenAway } from './store-unavailable.ts'

/** Quotas that replicas share, based on the server's clock. */
export class RedisQuotas implements QuotaTable {
  readonly #connection: RedisConnection
  readonly #prefix: string

  constructor(connection: RedisConnection, prefix: string) {
    this.#connection = connection
    this.#prefix = `${prefix}limit:`
  }

  take(key: string, { intervalUs, burst }: Quota): Promise<Decision | undefined> {
    return this.#connection
      .run(takeScript, [this.#prefix + key], [intervalUs, burst])
      .then(toDecision, whenAway(undefined))
  }

  give(key: string, { intervalUs }: Quota): Promise<void> {
    return this.#connection
      .run(giveScript, [this.#prefix + key], [intervalUs])
      .then(() => undefined, whenAway(undefined))
  }
}

// The same arithmetic as in memory-quotas.ts: whole microseconds, exact up to 2^53.
const takeScript = defineScript(`
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local interval, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local paid = tonumber(redis.call('GET', KEYS[1]) or 0)
local before = math.min(math.max(paid, now), now + burst * interval)
local left = now + burst * interval - before - interval
local paid_until = left < 0 and before or before + interval
if paid_until ~= paid then
  redis.call('SET', KEYS[1], string.format('%.0f', paid_until), 'PX', math.ceil((paid_until - now) / 1000))
end
if left < 0 then return {0, 0, -left, before - now} end
return {1, math.floor(left / interval), 0, paid_until - now}
`)

const giveScript = defineScript(`
local paid = tonumber(redis.call('GET', KEYS[1]) or 0)
local next = paid - tonumber(ARGV[1])
if paid > 0 then redis.call('SET', KEYS[1], string.format('%.0f', next), 'KEEPTTL') end
return 1
`)

function toDecision(reply: unknown): Decision | undefined {
  if (!Array.isArray(reply)) return undefined
  const [isAllowed, remaining, waitUs, resetUs]: readonly unknown[] = reply
  return {
    isAllowed: isAllowed === 1,
    remaining: Number(remaining),
    retryAfterMs: Number(waitUs) / 1000,
    resetMs: Number(resetUs) / 1000,
  }
}
