import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { createStore } from '../../src/cache.ts'
import { recordLog } from '../cache/recorded-log.ts'
import { skipWithoutRedis, startRedis } from '../support/redis-server.ts'
import { until } from '../support/until.ts'
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
    const untilStore = (store: string) =>
      until(async () => {
        const outcome = await ask()
        return outcome.store === store && outcome
      })

    assert.deepEqual(await untilStore('ok'), { code: 200, status: 'ok', store: 'ok' })
    await redis.stop()
    assert.deepEqual(await untilStore('failed'), { code: 200, status: 'degraded', store: 'failed' })
    await redis.start()
    assert.deepEqual(await untilStore('ok'), { code: 200, status: 'ok', store: 'ok' })
  })

  it('says so when it answers but is full', async () => {
    await using redis = await startRedis(['--maxmemory', '2mb', '--maxmemory-policy', 'noeviction'])
    const log = recordLog()
    using store = await createStore({ redisUrl: redis.url, log, answerTimeout: '500ms' })
    const isFull = () => store.state === 'full'

    for (let i = 0; !isFull(); i++) {
      await store.cache.set(`large ${i}`, 'x'.repeat(200_000), { ttl: '1m' })
    }

    assert.deepEqual(
      log.lines.map(({ level, message }) => `${level} ${message.slice(0, 31)}`),
      ['warn The key-value store is full: no'],
    )
    assert.equal(await store.cache.get('large 0'), 'x'.repeat(200_000), 'it still answers')
  })
})

interface Health {
  readonly status: string
  readonly checks: Readonly<Record<string, string>>
}
