import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { skipWithoutRedis, startRedis } from '../support/redis-server.ts'
import { startServing } from './start-binary.ts'

describe('an application whose Redis is unavailable', { skip: skipWithoutRedis }, () => {
  it('is ready anyway, and reports that it is degraded', async () => {
    await using redis = await startRedis()
    using app = await startServing({ REDIS_URL: redis.url })
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${app.port}/_app/health?checks=true`)
      const { status, checks } = (await answer.json()) as Health
      return { code: answer.status, status, store: checks['store'] }
    }
    const until = async (store: string) => {
      for (let outcome = await ask(); ; outcome = await ask()) {
        if (outcome.store === store) return outcome
        await delay(50)
      }
    }

    assert.deepEqual(await until('ok'), { code: 200, status: 'ok', store: 'ok' })
    await redis.stop()
    assert.deepEqual(await until('failed'), { code: 200, status: 'degraded', store: 'failed' })
    await redis.start()
    assert.deepEqual(await until('ok'), { code: 200, status: 'ok', store: 'ok' })
  })
})

interface Health {
  readonly status: string
  readonly checks: Readonly<Record<string, string>>
}
