import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { limit, type Limit } from '../../src/limits.ts'
import { type Store } from '../../src/cache.ts'
import { stores } from '../../src/stores/cache/current-store.ts'
import { defaultBodyLimits } from '../../src/web/body/body-limits.ts'
import { parseTrustedProxies } from '../../src/web/http/origin.ts'
import { text } from '../../src/web/http/replies.ts'
import { HttpRequest } from '../../src/web/http/request.ts'
import { compose } from '../../src/web/routing/compose.ts'
import { testApp } from '../../src/testing.ts'
import { MemoryExchange } from '../../src/tooling/testing/memory-exchange.ts'
import { forEachStore } from '../support/for-each-store.ts'
import { loginApplication } from './login-application.ts'

forEachStore('limit on a route', (open) => {
  it('answers 429 with header fields that say when to retry', async () => {
    const store = await open()
    await using app = await testApp({ application: loginApplication })
    const post = () => stores.run(store, () => app.post('/login'))

    const first = await post()
    const others: number[] = []
    for (let i = 0; i < 4; i++) others.push((await post()).status)
    const sixth = await post()

    assert.deepEqual(others, [200, 200, 200, 200])
    assert.equal(first.headers.get('ratelimit-policy'), '"5-per-1m";q=5;w=60')
    assert.equal(first.headers.get('ratelimit'), '"5-per-1m";r=4;t=12')
    assert.equal(sixth.status, 429)
    assert.equal(sixth.headers.get('retry-after'), '12')
    assert.equal(sixth.headers.get('ratelimit'), '"5-per-1m";r=0;t=60')
    assert.equal(sixth.headers.get('ratelimit-policy'), '"5-per-1m";q=5;w=60')
  })

  it('answers a JSON client with JSON', async () => {
    const store = await open()
    await using app = await testApp({ application: loginApplication })
    const post = () => stores.run(store, () => app.as('json').post('/login'))

    for (const _ of [1, 2, 3, 4, 5]) await post()

    assert.deepEqual((await post()).json(), { message: 'Too Many Requests' })
  })

  it('counts all routes of its group together, and other routes separately', async () => {
    const store = await open()
    await using app = await testApp({ application: loginApplication })
    const send = (method: string, path: string) => stores.run(store, () => app.send(method, path))

    for (const _ of [1, 2, 3, 4, 5]) await send('POST', '/login')

    assert.equal((await send('GET', '/login')).status, 429)
    assert.equal((await send('GET', '/')).status, 200)
    assert.equal((await send('GET', '/')).headers.get('ratelimit'), undefined)
  })

  it('lists every limit that applied to a request', async () => {
    const store = await open()
    await using app = await testApp({ application: loginApplication })
    const get = () => stores.run(store, () => app.get('/both'))

    const first = await get()
    for (const _ of [2, 3]) await get()
    const refused = await get()

    assert.equal(first.headers.get('ratelimit'), '"hourly";r=99;t=36, "busy";r=2;t=10')
    assert.equal(first.headers.get('ratelimit-policy'), '"hourly";q=100;w=3600, "busy";q=3;w=30')
    assert.equal(refused.status, 429)
    assert.match(refused.headers.get('ratelimit') ?? '', /^"hourly";r=96;t=\d+, "busy";r=0;t=30$/)
  })
})

forEachStore('limit', (open) => {
  it('lets a burst through and then one per interval, across every window boundary', async () => {
    const store = await open()
    const ten = limit({ limit: 10, per: '1s' })
    const count = async () => (await hits(store, ten, 30)).filter((status) => status === 200).length

    const begin = performance.now()
    let passed = 0
    while (performance.now() - begin < 1250) {
      passed += await count()
      const earned = 10 + Math.floor((performance.now() - begin) / 100)
      assert.ok(passed >= 10 && passed <= earned, `${passed} of ${earned}`)
      await delay(30) // time: of the windows
    }
    assert.ok(passed >= 21, `${passed} of 22`)
  })

  it('counts exactly when all requests arrive at once', async () => {
    const store = await open()

    const statuses = await hits(store, limit({ limit: 7, per: '1h' }), 100)

    assert.equal(statuses.filter((status) => status === 200).length, 7)
  })

  it('accepts a separate burst size', async () => {
    const store = await open()

    assert.deepEqual(
      await hits(store, limit({ limit: 60, per: '1h' }).burst(2), 4),
      [200, 200, 429, 429],
    )
    assert.deepEqual(
      await hits(store, limit({ limit: 1, per: '1h' }).burst(3), 4),
      [200, 200, 200, 429],
    )
  })

  it('counts clients separately, IPv6 by its /64 network', async () => {
    const store = await open()
    const once = limit({ limit: 1, per: '1h' }).by((request) => request.header('x-client') ?? '')
    const from = async (client: string) => {
      const [status] = await hits(store, once, 1, { headers: { 'x-client': client } })
      return status
    }

    assert.equal(await from('192.0.2.1'), 200)
    assert.equal(await from('192.0.2.2'), 200)
    assert.equal(await from('2001:db8:1:2::1'), 200)
    assert.equal(await from('2001:db8:1:2:ffff::9'), 429)
    assert.equal(await from('2001:0DB8:0001:0002:0:0:0:7'), 429)
    assert.equal(await from('2001:db8:1:3::1'), 200)
  })

  for (const key of ['', undefined]) {
    it(`counts a request with the key ${String(key)} by its address, not with all others`, async () => {
      const store = await open()
      const once = limit({ limit: 1, per: '1h' }).by(() => key)
      const from = async (address: string) => {
        const headers = { 'x-forwarded-for': address }
        const [status] = await hits(store, once, 1, { headers, trustedProxies: '127.0.0.1' })
        return status
      }

      assert.equal(await from('192.0.2.1'), 200)
      assert.equal(await from('192.0.2.1'), 429)
      assert.equal(await from('192.0.2.2'), 200)
    })
  }

  it('does not count a key that a client sends as the address of another', async () => {
    const store = await open()
    const once = limit({ limit: 1, per: '1h' }).by((request) => request.header('x-api-key') ?? '')
    const from = async (address: string, key: string) => {
      const headers = { 'x-forwarded-for': address, 'x-api-key': key }
      const [status] = await hits(store, once, 1, { headers, trustedProxies: '127.0.0.1' })
      return status
    }

    assert.equal(await from('198.51.100.66', '203.0.113.7'), 200)
    assert.equal(await from('198.51.100.66', '203.0.113.7'), 429)
    assert.equal(await from('203.0.113.7', ''), 200)
    assert.equal(await from('203.0.113.7', '203.0.113.7'), 429)
  })

  it('counts apart from a limit whose name begins with its own, whatever key a client sends', async () => {
    const store = await open()
    const once = limit({ limit: 1, per: '1h' }).by((request) => request.header('x-api-key') ?? '')
    const send = async (name: string, key: string) => {
      const [status] = await hits(store, once.named(name), 1, { headers: { 'x-api-key': key } })
      return status
    }

    assert.equal(await send('api', 'login:ada'), 200)
    assert.equal(await send('api:login', 'ada'), 200)
    assert.equal(await send('api', 'login:key ada'), 200)
    assert.equal(await send('api:login', 'ada'), 429)
  })

  it('accepts a forwarded address only from a trusted proxy', async () => {
    const store = await open()
    const once = limit({ limit: 1, per: '1h' })
    const send = async (address: string, trustedProxies: string) => {
      const headers = { 'x-forwarded-for': address }
      const [status] = await hits(store, once, 1, { headers, trustedProxies })
      return status
    }

    assert.deepEqual([await send('198.51.100.1', ''), await send('198.51.100.2', '')], [200, 429])
    assert.equal(await send('198.51.100.3', '127.0.0.1'), 200)
    assert.equal(await send('198.51.100.4', '127.0.0.1'), 200)
    assert.equal(await send('198.51.100.4', '127.0.0.1'), 429)
  })

  it('refuses for no longer than it takes to earn one, though a larger quota or a clock that is ahead was used before', async () => {
    const { quotas } = await open()
    const before = { intervalUs: 3_600_000_000, burst: 5 }
    for (const _ of [1, 2, 3, 4, 5]) await quotas.take('key', before)
    const quota = { intervalUs: 100_000, burst: 5 }

    const refused = await quotas.take('key', quota)
    await delay(120) // time: one is earned
    const later = await quotas.take('key', quota)

    assert.equal(refused?.isAllowed, false)
    assert.ok(refused.retryAfterMs <= 100, `${refused.retryAfterMs} ms`)
    assert.equal(later?.isAllowed, true)
  })

  it('shares a count by name and keeps unnamed ones separate', async () => {
    const store = await open()
    const [first, second] = [limit({ limit: 1, per: '1h' }), limit({ limit: 1, per: '1h' })]

    assert.deepEqual(
      [await hits(store, first, 2), await hits(store, second, 2)],
      [
        [200, 429],
        [200, 429],
      ],
    )
    const made = (period: '1h' | '1m') => limit({ limit: 1, per: period })
    assert.deepEqual(await hits(store, made('1h'), 1), [200])
    assert.deepEqual(await hits(store, made('1m'), 1), [200])
    assert.deepEqual(await hits(store, first.named('shared'), 1), [200])
    assert.deepEqual(await hits(store, second.named('shared'), 1), [429])
  })
})

describe('an invalid limit', () => {
  it('is refused when it is declared', () => {
    for (const count of [0, -1, 1.5, Number.NaN, 1_000_001]) {
      assert.throws(() => limit({ limit: count, per: '1s' }), { code: 'E_LIMIT' }, String(count))
      assert.throws(
        () => limit({ limit: 1, per: '1s' }).burst(count),
        { code: 'E_LIMIT' },
        String(count),
      )
    }
    assert.throws(() => limit({ limit: 1, per: '0s' }), { code: 'E_DURATION' })
    assert.throws(() => limit({ limit: 1, per: '1s' }).named('a "name"'), { code: 'E_LIMIT' })
  })

  it('appears in the list of routes', () => {
    assert.equal(limit({ limit: 5, per: '1m' }).name, 'limit(5-per-1m)')
    assert.equal(limit({ limit: 5, per: '1m' }).named('login').burst(2).name, 'limit(login)')
  })

  it('reports if no application is running', async () => {
    const request = createRequest({})

    const reply = await compose(
      [limit({ limit: 1, per: '1s' })],
      { run: () => text('never') },
      {
        toTitle: () => 'a route',
      },
    )(request)

    assert.match(String(reply.error), /before an application was started/)
  })
})

interface Sender {
  readonly headers?: Readonly<Record<string, string>>
  readonly trustedProxies?: string
}

/** Sends that many requests at once through one limit and returns the statuses. */
async function hits(
  store: Store,
  limited: Limit,
  count: number,
  sender: Sender = {},
): Promise<readonly number[]> {
  const endpoint = compose([limited], { run: () => text('passed') }, { toTitle: () => 'a route' })
  const replies = Array.from({ length: count }, () =>
    stores.run(store, async () => endpoint(createRequest(sender))),
  )
  return (await Promise.all(replies)).map(({ statusCode }) => statusCode)
}

function createRequest({ headers = {}, trustedProxies = '' }: Sender): HttpRequest {
  const proxies = parseTrustedProxies(trustedProxies)
  assert.ok(proxies)
  const exchange = new MemoryExchange({ headers })
  return new HttpRequest(exchange, { trustedProxies: proxies, bodyLimits: defaultBodyLimits })
}
