import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { cache, createStore, limit, type Store } from '../../src/cache.ts'
import { stores } from '../../src/cache/current-store.ts'
import { application, get, routes } from '../../src/index.ts'
import { testApp } from '../../src/testing.ts'
import { skipWithoutRedis, startRedis } from '../support/redis-server.ts'
import { recordLog } from './recorded-log.ts'

const busyApplication = application({
  root: import.meta.dirname,
  routes: routes([
    get('/', async (request) => {
      const key = request.query.get('key') ?? ''
      const value = await cache.fetch(key, { ttl: '50ms', tags: ['all'] }, () => delay(1, 'value'))
      await cache.increment('hits', { ttl: '1m' })
      return value
    }).middleware(limit(1_000_000).per('1s')),
    get('/closed', () => 'passed').middleware(limit(5).per('1s').failClosed()),
  ]),
})

describe('a Redis that is away', { skip: skipWithoutRedis, concurrency: false }, () => {
  it('fails no call when it was never there, and is used as soon as it is', async () => {
    await using server = await startRedis()
    await server.stop()
    const log = recordLog()
    using store = await createStore({ redisUrl: server.url, log, answerLimitMs: 500 })

    assert.equal(store.state, 'away')
    assert.equal(await store.cache.fetch('key', { ttl: '1m' }, () => 1), 1)
    assert.equal(await store.cache.fetch('key', { ttl: '1m' }, () => 2), 2)
    assert.equal(await store.cache.get('key'), undefined)
    assert.equal(await store.cache.has('key'), false)
    assert.equal(await store.cache.increment('count', { ttl: '1m' }), undefined)
    await store.cache.set('key', 3, { ttl: '1m' })
    await store.cache.delete('key')
    await store.cache.invalidateTags('tag')
    await assert.rejects(
      store.lock('import', { wait: '1m' }).run(() => 'never'),
      { name: 'ServiceUnavailable', status: 503 },
    )

    await server.start()
    await untilConnected(store)
    assert.equal(await store.cache.fetch('key', { ttl: '1m' }, () => 4), 4)
    assert.equal(await store.cache.get('key'), 4)
    assert.deepEqual(
      log.lines.map(({ level, message }) => `${level} ${message.slice(0, 26)}`),
      ['warn The key-value store is awa', 'info The key-value store is bac'],
    )
  })

  it('is waited for by no request while it is stopped, started, frozen and thawed', async () => {
    await using server = await startRedis()
    const log = recordLog()
    using store = await createStore({ redisUrl: server.url, log })
    const load = await startLoad(store)

    await delay(200)
    await server.stop()
    await delay(600)
    await server.start()
    await untilConnected(store)
    await delay(200)
    server.freeze()
    await delay(600)
    server.thaw()
    await untilConnected(store)
    await delay(200)
    const { statuses, requests, longestMs } = await load.stop()

    assert.deepEqual([...statuses], [200])
    assert.ok(requests > 200, `${requests} requests`)
    assert.ok(longestMs < 100, `a request took ${longestMs} ms`)
    assert.equal(log.lines.filter(({ level }) => level === 'warn').length, 1)
  })

  it('lets limits through, or refuses with 503 where they fail closed', async () => {
    await using server = await startRedis()
    await server.stop()
    using store = await createStore({ redisUrl: server.url, log: recordLog(), answerLimitMs: 500 })
    await using app = await testApp({ application: busyApplication })

    const [open, closed] = await stores.run(store, () =>
      Promise.all([app.get('/'), app.get('/closed')]),
    )

    assert.equal(open.status, 200)
    assert.equal(open.headers.get('ratelimit'), undefined)
    assert.equal(closed.status, 503)
    assert.equal(closed.headers.get('retry-after'), '5')
  })

  it('does not serve again what was invalidated, deleted or set while it was away', async () => {
    await using server = await startRedis()
    using store = await createStore({ redisUrl: server.url, log: recordLog(), answerLimitMs: 500 })
    const keep = (key: string, tags: readonly string[]) =>
      store.cache.set(key, 'old', { ttl: '1m', tags })
    await Promise.all([keep('tagged', ['tag']), keep('deleted', []), keep('set', [])])
    server.freeze()

    await store.cache.invalidateTags('tag')
    await store.cache.delete('deleted')
    await store.cache.set('set', 'new', { ttl: '1m' })
    server.thaw()
    await untilConnected(store)

    const values = await Promise.all(
      ['tagged', 'deleted', 'set'].map((key) => store.cache.get(key)),
    )
    assert.deepEqual(values, [undefined, undefined, undefined])
  })

  it('leaves no lock behind that it gave out when it woke', async () => {
    await using server = await startRedis()
    using store = await createStore({ redisUrl: server.url, log: recordLog(), answerLimitMs: 500 })
    using other = await createStore({ redisUrl: server.url, log: recordLog(), answerLimitMs: 500 })
    server.freeze()
    await assert.rejects(
      store.lock('import').run(() => 'never'),
      { status: 503 },
    )

    server.thaw()
    await untilConnected(store)
    await untilConnected(other)

    assert.equal(await other.lock('import').run(() => 'free'), 'free')
  })

  it('grows fences on after it has lost its data', async () => {
    await using server = await startRedis()
    using store = await createStore({ redisUrl: server.url, log: recordLog(), answerLimitMs: 500 })
    const take = () => store.lock('import').run(({ fence }) => fence)
    const before = await take()

    await server.stop()
    await server.start()
    await untilConnected(store)

    assert.ok((await take()) > before)
  })

  it('is sent its scripts again when it has forgotten them', async () => {
    await using server = await startRedis()
    using store = await createStore({ redisUrl: server.url, log: recordLog(), answerLimitMs: 500 })
    await store.cache.increment('hits', { ttl: '1m' })

    await sendInline(server.port, 'SCRIPT FLUSH')

    assert.equal(await store.cache.increment('hits', { ttl: '1m' }), 2)
  })

  it('aborts the signal of a lock that it could not prolong', async () => {
    await using server = await startRedis()
    using store = await createStore({ redisUrl: server.url, log: recordLog(), answerLimitMs: 500 })

    const isAborted = await store.lock('import', { ttl: '150ms' }).run(async ({ signal }) => {
      server.freeze()
      await delay(800)
      return signal.aborted
    })

    server.thaw()
    assert.equal(isAborted, true)
  })
})

describe('a Redis that refuses', { skip: skipWithoutRedis }, () => {
  it('is spoken to with user, password and database number', async () => {
    const acl = ['--user', 'tenant', 'on', '>p%40ss:/#w', '~*', '+@all', '--requirepass', 'other']
    await using server = await startRedis(acl)
    const credentials = encodeURIComponent('p%40ss:/#w')
    const url = server.url.replace('redis://', `redis://tenant:${credentials}@`)
    using second = await createStore({ redisUrl: `${url}/2`, log: recordLog(), answerLimitMs: 500 })
    using third = await createStore({ redisUrl: `${url}/3`, log: recordLog(), answerLimitMs: 500 })

    await second.cache.set('key', 2, { ttl: '1m' })

    assert.equal(second.state, 'connected')
    assert.equal(await third.cache.get('key'), undefined)
  })

  it('is away with a wrong password, of which the log tells nothing', async () => {
    await using server = await startRedis(['--requirepass', 'right'])
    const log = recordLog()
    using store = await createStore({
      redisUrl: server.url.replace('//', '//:wr0ng@'),
      log,
      answerLimitMs: 500,
    })

    assert.equal(store.state, 'away')
    assert.match(String(log.lines[0]?.fields.error), /WRONGPASS|invalid password/i)
    assert.doesNotMatch(JSON.stringify(log.lines), /wr0ng/)
  })

  it('is away for what it refuses, and keeps its connection', async () => {
    await using server = await startRedis([
      '--maxmemory',
      '1000',
      '--maxmemory-policy',
      'noeviction',
    ])
    const log = recordLog()
    using store = await createStore({ redisUrl: server.url, log, answerLimitMs: 500 })

    const value = await store.cache.fetch('key', { ttl: '1m' }, () => 'computed')

    assert.equal(value, 'computed')
    assert.equal(store.state, 'connected')
    assert.match(String(log.lines[0]?.fields.error), /OOM/)
  })

  it('serves nothing that was to be replaced or deleted, although it refuses that', async () => {
    await using server = await startRedis()
    const log = recordLog()
    using store = await createStore({ redisUrl: server.url, log, answerLimitMs: 500 })
    await store.cache.set('replaced', 'old', { ttl: '1m' })
    await store.cache.set('deleted', 'old', { ttl: '1m' })

    await sendInline(server.port, 'CONFIG SET maxmemory 1000')
    await store.cache.set('replaced', 'new', { ttl: '1m' })
    assert.equal(store.state, 'connected')
    assert.equal(await store.cache.get('replaced'), undefined)

    await sendInline(server.port, 'ACL SETUSER default -del')
    await store.cache.delete('deleted')
    assert.equal(await store.cache.get('deleted'), undefined)

    await sendInline(server.port, 'ACL SETUSER default +del')
    await untilConnected(store)
    assert.equal(await store.cache.get('deleted'), undefined)
  })
})

/** Sends a command as one types it, and waits for the answer. */
async function sendInline(port: number, command: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${command}\r\n`)
  await once(socket, 'data')
  socket.destroy()
}

async function untilConnected(store: Store): Promise<void> {
  const giveUpAt = performance.now() + 5000
  while (store.state !== 'connected') {
    assert.ok(performance.now() < giveUpAt, 'the store did not come back within 5 s')
    await delay(10)
  }
}

/** Twenty clients, each with one request after the other. */
async function startLoad(store: Store) {
  const app = await testApp({ application: busyApplication })
  const lag = monitorEventLoopDelay({ resolution: 1 })
  lag.enable()
  const statuses = new Set<number>()
  let longestMs = 0
  let requests = 0
  const end = new AbortController()

  const client = async (): Promise<void> => {
    while (!end.signal.aborted) {
      const begin = performance.now()
      const { status } = await app.get(`/?key=${requests % 50}`)
      longestMs = Math.max(longestMs, performance.now() - begin)
      statuses.add(status)
      requests += 1
      await delay(2)
    }
  }
  const clients = Array.from({ length: 20 }, () => stores.run(store, client))
  return {
    async stop() {
      end.abort()
      await Promise.all(clients)
      await app[Symbol.asyncDispose]()
      lag.disable()
      // What this process was busy or not scheduled for is no waiting for the server.
      return { statuses, requests, longestMs: longestMs - lag.max / 1e6 }
    },
  }
}
