import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { cache, createStore, type Store } from '../../src/cache.ts'
import type { Backend } from '../../src/stores/cache/backend.ts'
import { createRedisBackend } from '../../src/stores/cache/redis/redis-backend.ts'
import { resolveRedisUrl } from '../../src/stores/cache/redis/redis-url.ts'
import { stores } from '../../src/stores/cache/current-store.ts'
import { application, get, routes } from '../../src/index.ts'
import { limit } from '../../src/limits.ts'
import { testApp } from '../../src/testing.ts'
import { skipWithoutRedis, startRedis } from '../support/redis-server.ts'
import { until } from '../support/until.ts'
import { recordLog } from './recorded-log.ts'

const busyApplication = application({
  root: import.meta.dirname,
  routes: routes([
    get('/', async (request) => {
      const key = request.query.get('key') ?? ''
      // time: it is computed
      const value = await cache.fetch(key, { ttl: '50ms', tags: ['all'] }, () => delay(1, 'value'))
      await cache.increment('hits', { ttl: '1m' })
      return value
    }).middleware(limit({ limit: 1_000_000, per: '1s' })),
    get('/closed', () => 'passed').middleware(limit({ limit: 5, per: '1s' }).failClosed()),
  ]),
})

const outageMs = 600

describe('an unavailable Redis', { skip: skipWithoutRedis, concurrency: false }, () => {
  it('fails no call if it was never available, and is used as soon as it is', async () => {
    await using server = await startRedis()
    await server.stop()
    const log = recordLog()
    using store = await createStore({ redisUrl: server.url, log, answerTimeout: '500ms' })

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
      ['warn The key-value store is una', 'info The key-value store is ava'],
    )
  })

  it('keeps no request waiting while it is stopped, started, frozen and thawed', async () => {
    await using server = await startRedis()
    const log = recordLog()
    using store = await createStore({ redisUrl: server.url, log })
    const load = await startLoad(store)

    await delay(200) // time: of the load
    await server.stop()
    await delay(outageMs) // time: of the outage
    await server.start()
    await untilConnected(store)
    await delay(200) // time: of the load
    server.freeze()
    await delay(outageMs) // time: of the outage
    server.thaw()
    await untilConnected(store)
    await delay(200) // time: of the load
    const { statuses, requests, longestMs } = await load.stop()

    assert.deepEqual([...statuses], [200])
    assert.ok(requests > 200, `${requests} requests`)
    // Each of its commands may wait 45 ms for an answer; no request may wait for the end of an outage.
    assert.ok(longestMs < outageMs / 2, `a request took ${longestMs} ms`)
    assert.equal(log.lines.filter(({ level }) => level === 'warn').length, 1)
  })

  it('lets requests through limits, or refuses with 503 if they fail closed', async () => {
    await using server = await startRedis()
    await server.stop()
    using store = await createStore({
      redisUrl: server.url,
      log: recordLog(),
      answerTimeout: '500ms',
    })
    await using app = await testApp({ application: busyApplication })

    const [open, closed] = await stores.run(store, () =>
      Promise.all([app.get('/'), app.get('/closed')]),
    )

    assert.equal(open.status, 200)
    assert.equal(open.headers.get('ratelimit'), undefined)
    assert.equal(closed.status, 503)
    assert.equal(closed.headers.get('retry-after'), '5')
  })

  it('does not serve values that were invalidated, deleted or replaced during the outage', async () => {
    await using server = await startRedis()
    using store = await createStore({
      redisUrl: server.url,
      log: recordLog(),
      answerTimeout: '500ms',
    })
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

  it('serves nothing that was deleted, however much it was, and leaves limits and other applications alone', async () => {
    await using server = await startRedis()
    const log = recordLog()
    const redisUrl = `${server.url}?prefix=shop`
    using store = await createStore({ redisUrl, log, answerTimeout: '500ms' })
    using other = await createStore({
      redisUrl: `${server.url}?prefix=blog`,
      log: recordLog(),
      answerTimeout: '500ms',
    })
    await store.cache.set('role', 'admin', { ttl: '1m' })
    await store.cache.set('tagged', 'old', { ttl: '1m', tags: ['tag'] })
    await other.cache.set('role', 'author', { ttl: '1m' })
    await store.quotas.take('address', { intervalUs: 3_600_000_000, burst: 1 })
    server.freeze()
    await store.cache.get('role')
    assert.equal(store.state, 'away')

    await store.cache.delete('role')
    await store.cache.invalidateTags('tag')
    for (let i = 0; i < 15_000; i++) await store.cache.delete(`other-${i}`)
    server.thaw()
    await untilConnected(store)
    await untilConnected(other)

    assert.deepEqual(
      [await store.cache.get('role'), await store.cache.get('tagged')],
      [undefined, undefined],
    )
    assert.equal(await other.cache.get('role'), 'author')
    const taken = await store.quotas.take('address', { intervalUs: 3_600_000_000, burst: 1 })
    assert.equal(taken?.isAllowed, false)
    assert.equal(log.lines.filter(({ message }) => /is emptied/.test(message)).length, 1)
  })

  it('forgets no session because much was cached', async () => {
    await using server = await startRedis()
    using store = await createStore({
      redisUrl: server.url,
      log: recordLog(),
      answerTimeout: '500ms',
    })
    await store.own.set('session', 'ada', { ttl: '1m' })
    await store.cache.set('report', 'old', { ttl: '1m' })
    server.freeze()
    await store.cache.get('report')

    for (let i = 0; i < 10_001; i++) await store.cache.set(`page-${i}`, i, { ttl: '1m' })
    server.thaw()
    await untilConnected(store)

    assert.deepEqual(
      [await store.own.get('session'), await store.cache.get('report')],
      ['ada', undefined],
    )
  })

  it('leaves no lock behind that it granted when it woke up', async () => {
    await using server = await startRedis()
    using store = await createStore({
      redisUrl: server.url,
      log: recordLog(),
      answerTimeout: '500ms',
    })
    using other = await createStore({
      redisUrl: server.url,
      log: recordLog(),
      answerTimeout: '500ms',
    })
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

  it('keeps fences growing after it has lost its data', async () => {
    await using server = await startRedis()
    using store = await createStore({
      redisUrl: server.url,
      log: recordLog(),
      answerTimeout: '500ms',
    })
    const take = () => store.lock('import').run(({ fence }) => fence)
    const before = await take()

    await server.stop()
    await until(() => store.state !== 'connected')
    await server.start()
    await untilConnected(store)

    assert.ok((await take()) > before)
  })

  it('receives its scripts again after it has lost them', async () => {
    await using server = await startRedis()
    using store = await createStore({
      redisUrl: server.url,
      log: recordLog(),
      answerTimeout: '500ms',
    })
    await store.cache.increment('hits', { ttl: '1m' })

    await sendInline(server.port, 'SCRIPT FLUSH')

    assert.equal(await store.cache.increment('hits', { ttl: '1m' }), 2)
  })

  it('aborts the signal of a lock that could not be extended', async () => {
    await using server = await startRedis()
    using store = await createStore({
      redisUrl: server.url,
      log: recordLog(),
      answerTimeout: '500ms',
    })

    const isAborted = await store.lock('import', { ttl: '150ms' }).run(async ({ signal }) => {
      server.freeze()
      await delay(800) // time: the lock expires
      return signal.aborted
    })

    server.thaw()
    assert.equal(isAborted, true)
  })
})

describe('a claim whose answer comes too late', { skip: skipWithoutRedis }, () => {
  const lifetime = { ttlMs: 60_000, staleMs: 0, tags: [] }

  it('leaves the one that another process holds', async () => {
    await using server = await startRedis()
    using late = await openBackend(server.url, 50)
    using other = await openBackend(server.url, 3000)
    const held = await other.entries.claim('report', lifetime)
    assert.ok(held)

    server.freeze()
    await late.entries.claim('report', lifetime)
    server.thaw()
    await until(() => late.state === 'connected')

    assert.equal(await other.entries.settle('report', held, '1', lifetime), true)
  })

  it('does not stay, so that another process need not wait for it', async () => {
    await using server = await startRedis()
    using late = await openBackend(server.url, 50)
    using other = await openBackend(server.url, 3000)

    server.freeze()
    await late.entries.claim('report', lifetime)
    server.thaw()
    await until(() => late.state === 'connected')

    assert.equal(await other.entries.isClaimed('report'), false)
  })

  it('leaves the claim that another process has taken when its own has ended', async () => {
    await using server = await startRedis()
    using late = await openBackend(server.url, 50)
    using other = await openBackend(server.url, 3000)
    const ended = await late.entries.claim('report', lifetime)
    await other.entries.delete('report')
    const held = await other.entries.claim('report', lifetime)
    assert.ok(ended && held)

    server.freeze()
    await late.entries.settle('report', ended, '1', lifetime)
    server.thaw()
    await until(() => late.state === 'connected')

    assert.equal(await other.entries.settle('report', held, '2', lifetime), true)
  })
})

describe('a busy process', { skip: skipWithoutRedis }, () => {
  it('does not mistake its own delay for an outage of Redis', async () => {
    await using server = await startRedis()
    const log = recordLog()
    using store = await createStore({ redisUrl: server.url, log, answerTimeout: '150ms' })
    await store.cache.set('key', 'value', { ttl: '1m' })

    const outcomes = await inTurn(3, async () => {
      const value = store.cache.get('key')
      keepBusy(200)
      const ran = store.lock('import').run(() => 'ran')
      keepBusy(200)
      return [await value, await ran]
    })

    assert.deepEqual(
      outcomes,
      Array.from({ length: 3 }, () => ['value', 'ran']),
    )
    assert.deepEqual(log.lines, [])
  })

  it('does not mistake its own delay for an outage while it connects', async () => {
    await using server = await startRedis()
    const log = recordLog()

    await import('@redis/client')
    const opening = createStore({ redisUrl: server.url, log })
    await nextTurn()
    keepBusy(1200)
    using store = await opening

    assert.equal(store.state, 'connected')
    assert.deepEqual(log.lines, [])
  })

  it('says that it is busy, not that Redis is away, if it cannot read in time', async () => {
    await using server = await startRedis()
    const log = recordLog()
    using store = await createStore({ redisUrl: server.url, log })
    server.freeze()
    const blocking = setInterval(() => keepBusy(80), 1)

    const outcome = await store.cache.get('key')

    clearInterval(blocking)
    server.thaw()
    await untilConnected(store)
    assert.equal(outcome, undefined)
    assert.match(log.lines[0]?.message ?? '', /^This process was too busy for the key-value store/)
    assert.match(String(log.lines[0]?.fields.error), /busy for \d+ ms/)
  })
})

describe('a slow Redis', { skip: skipWithoutRedis }, () => {
  it('keeps its connection, and gets no commands until its answer has arrived', async () => {
    await using server = await startRedis()
    using store = await createStore({
      redisUrl: server.url,
      log: recordLog(),
      answerTimeout: '200ms',
    })
    const before = await listClients(server.port)
    await store.cache.set('key', 'old', { ttl: '1m' })
    server.freeze()
    await assert.rejects(
      store.lock('import').run(() => 'never'),
      { status: 503 },
    )

    const away = store.state
    await store.cache.delete('key')
    server.thaw()
    await untilConnected(store)

    assert.equal(away, 'away')
    assert.deepEqual(await listClients(server.port), before)
    assert.equal(await store.cache.get('key'), undefined)
    assert.equal(await store.lock('import').run(() => 'free'), 'free')
  })
})

describe('a Redis with access control', { skip: skipWithoutRedis }, () => {
  it('receives user, password and database number', async () => {
    const acl = ['--user', 'tenant', 'on', '>p%40ss:/#w', '~*', '+@all', '--requirepass', 'other']
    await using server = await startRedis(acl)
    const credentials = encodeURIComponent('p%40ss:/#w')
    const url = server.url.replace('redis://', `redis://tenant:${credentials}@`)
    using second = await createStore({
      redisUrl: `${url}/2`,
      log: recordLog(),
      answerTimeout: '500ms',
    })
    using third = await createStore({
      redisUrl: `${url}/3`,
      log: recordLog(),
      answerTimeout: '500ms',
    })

    await second.cache.set('key', 2, { ttl: '1m' })

    assert.equal(second.state, 'connected')
    assert.equal(await third.cache.get('key'), undefined)
  })

  it('counts as unavailable with a wrong password, which is not logged', async () => {
    await using server = await startRedis(['--requirepass', 'right'])
    const log = recordLog()
    using store = await createStore({
      redisUrl: server.url.replace('//', '//:wr0ng@'),
      log,
      answerTimeout: '500ms',
    })

    assert.equal(store.state, 'away')
    assert.match(String(log.lines[0]?.fields.error), /WRONGPASS|invalid password/i)
    assert.doesNotMatch(JSON.stringify(log.lines), /wr0ng/)
  })

  it('counts as full when it refuses to store, but keeps its connection', async () => {
    await using server = await startRedis([
      '--maxmemory',
      '1000',
      '--maxmemory-policy',
      'noeviction',
    ])
    const log = recordLog()
    using store = await createStore({ redisUrl: server.url, log, answerTimeout: '500ms' })

    const value = await store.cache.fetch('key', { ttl: '1m' }, () => 'computed')

    assert.equal(value, 'computed')
    assert.equal(store.state, 'full')
    assert.match(String(log.lines[0]?.fields.error), /OOM/)
    assert.equal(await store.cache.get('key'), undefined, 'it still answers')
  })

  it('does not serve values whose replacement or deletion it refused', async () => {
    await using server = await startRedis()
    const log = recordLog()
    using store = await createStore({ redisUrl: server.url, log, answerTimeout: '500ms' })
    await store.cache.set('replaced', 'old', { ttl: '1m' })
    await store.cache.set('deleted', 'old', { ttl: '1m' })

    await sendInline(server.port, 'CONFIG SET maxmemory 1000')
    await store.cache.set('replaced', 'new', { ttl: '1m' })
    assert.equal(store.state, 'full')
    assert.equal(await store.cache.get('replaced'), undefined)

    await sendInline(server.port, 'ACL SETUSER default -del')
    await store.cache.delete('deleted')
    assert.equal(await store.cache.get('deleted'), undefined)

    await sendInline(server.port, 'ACL SETUSER default +del')
    await untilConnected(store)
    assert.equal(await store.cache.get('deleted'), undefined)
  })
})

/** Sends a command in inline form and waits for the answer. */
async function sendInline(port: number, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${command}\r\n`)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return String(answer)
}

/** The connections of the stores, by their ids. */
async function listClients(port: number): Promise<string[]> {
  const lines = (await sendInline(port, 'CLIENT LIST')).split('\n')
  const others = lines.filter((line) => !/cmd=client/.test(line))
  return others.flatMap((line) => /\bid=\d+/.exec(line) ?? [])
}

async function openBackend(url: string, answerLimitMs: number): Promise<Backend & Disposable> {
  const backend = await createRedisBackend(resolveRedisUrl(url), {
    log: recordLog(),
    answerLimitMs,
  })
  return Object.assign(backend, { [Symbol.dispose]: () => backend.close() })
}

function keepBusy(ms: number): void {
  const endAt = performance.now() + ms
  while (performance.now() < endAt);
}

async function inTurn<Result>(times: number, run: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let i = 0; i < times; i++) results.push(await run())
  return results
}

async function untilConnected(store: Store): Promise<void> {
  await until(() => store.state === 'connected')
}

/** Twenty clients that each send one request after another. */
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
      await delay(2) // time: a client's pause
    }
  }
  const clients = Array.from({ length: 20 }, () => stores.run(store, client))
  return {
    async stop() {
      end.abort()
      await Promise.all(clients)
      await app[Symbol.asyncDispose]()
      lag.disable()
      // Time in which this process was busy or not scheduled was not spent waiting for the server.
      return { statuses, requests, longestMs: longestMs - lag.max / 1e6 }
    },
  }
}
