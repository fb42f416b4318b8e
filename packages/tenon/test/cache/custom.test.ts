import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { cache, createStore, lock, LockTaken } from '../../src/cache.ts'
import { application, get, group, json, routes } from '../../src/index.ts'
import { limit } from '../../src/limits.ts'
import { testApp } from '../../src/testing.ts'
import { MapStore } from './map-store.ts'
import { recordLog } from './recorded-log.ts'

const perAddress = limit({ limit: 1, per: '1h' }).by((request) => request.ip)
let computed = 0
const web = routes([
  get('/', () => cache.fetch('page', { ttl: '1m' }, () => (computed += 1)).then(json)),
  get('/locked', () => lock('one').run(() => lock('one').run(() => 'twice'))),
  group('/limited', [get('/', () => 'passed')]).middleware(perAddress),
])

describe('an application with a store of its own for the cache', () => {
  it('keeps cached values, locks and limits there, also for its replicas', async () => {
    const store = new MapStore()
    const options = { root: import.meta.dirname, routes: web, cache: { store } }
    {
      await using first = await testApp({ application: application(options) })
      assert.equal((await first.get('/')).text, '1')
      ;(await first.get('/limited')).assertStatus(200)
      ;(await first.get('/locked')).assertStatus(409)
    }

    await using second = await testApp({ application: application(options) })
    const [page, limited] = [await second.get('/'), await second.get('/limited')]

    assert.equal(page.text, '1')
    limited.assertStatus(429)
  })
})

describe('a store of an application that fails', () => {
  it('fails no request: nothing is cached, and a limit lets pass', async () => {
    const log = recordLog()
    using store = await createStore({ redisUrl: undefined, store: failing(), log })

    assert.equal(await store.cache.fetch('a', { ttl: '1m' }, () => 'computed'), 'computed')
    assert.equal(await store.cache.get('a'), undefined)
    assert.equal(await store.cache.increment('hits', { ttl: '1m' }), undefined)
    assert.equal(await store.cache.clear(), undefined)
    assert.equal(await store.quotas.take('a', { intervalUs: 1, burst: 1 }), undefined)
    assert.equal(store.state, 'away')
    assert.equal(log.lines.length, 1)
  })

  it('refuses a lock, because nobody knows who holds it', async () => {
    using store = await createStore({
      redisUrl: undefined,
      store: failing(),
      log: recordLog(),
    })

    await assert.rejects(
      store.lock('one').run(() => 'never'),
      (error: Error) => !(error instanceof LockTaken) && 'status' in error && error.status === 503,
    )
  })

  it('delays no request for longer than the time it is given', async () => {
    const store = new MapStore()
    store.get = () => new Promise(() => {})
    using slow = await createStore({
      redisUrl: undefined,
      store,
      log: recordLog(),
      answerTimeout: '20ms',
    })

    assert.equal(await slow.cache.get('a'), undefined)
    assert.equal(slow.state, 'away')
  })

  it('is used again as soon as it answers', async () => {
    const store = new MapStore()
    const own = store.get.bind(store)
    store.get = () => Promise.reject(new Error('away'))
    using restored = await createStore({ redisUrl: undefined, store, log: recordLog() })
    await restored.cache.get('a')

    store.get = own
    await restored.cache.set('a', 1, { ttl: '1m' })

    assert.equal(await restored.cache.get('a'), 1)
    assert.equal(restored.state, 'connected')
  })
})

describe('a key of a store of an application that many change at once', () => {
  const quota = { intervalUs: 3_600_000_000, burst: 100 }

  it('is changed together by the callers of a process', async () => {
    const own = new MapStore()
    let calls = 0
    const replace = own.replace.bind(own)
    own.replace = (...change) => {
      calls += 1
      return replace(...change)
    }
    using store = await createStore({ redisUrl: undefined, store: own, log: recordLog() })

    const taken = await Promise.all(
      Array.from({ length: 300 }, async () => store.quotas.take('hot', quota)),
    )

    const allowed = taken.filter((decision) => decision?.isAllowed === true)
    assert.equal(allowed.length, 100)
    assert.deepEqual(allowed, taken.slice(0, 100), 'in the order of the calls')
    assert.equal(calls, 2)
  })

  it('is changed by each of them, also if it is their turn only after the time of a call', async () => {
    const own = new MapStore()
    const [get, replace] = [own.get.bind(own), own.replace.bind(own)]
    // time: one call takes less than the limit, and two changes take longer
    const most = () => delay(300)
    own.get = (key) => most().then(() => get(key))
    own.replace = (...change) => most().then(() => replace(...change))
    const options = { redisUrl: undefined, store: own, log: recordLog() }
    using store = await createStore({ ...options, answerTimeout: '500ms' })

    const taken = await Promise.all(
      Array.from({ length: 10 }, async () => store.quotas.take('hot', { ...quota, burst: 5 })),
    )

    const outcomes = taken.map((decision) => decision?.isAllowed)
    assert.deepEqual(outcomes, [...Array(5).fill(true), ...Array(5).fill(false)])
  })

  it('loses no change of several processes', async () => {
    const options = { redisUrl: undefined, store: new MapStore(), log: recordLog() }
    using one = await createStore(options)
    using other = await createStore(options)

    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        (i % 2 === 0 ? one : other).cache.increment('count', { ttl: '1m' }),
      ),
    )

    assert.equal(await one.cache.get('count'), 50)
  })

  it('makes nobody wait for long if others are always faster, and the log says so', async () => {
    const own = new MapStore()
    own.replace = () => Promise.resolve(false)
    const log = recordLog()
    const options = { redisUrl: undefined, store: own, log }
    using store = await createStore({ ...options, answerTimeout: '50ms' })
    const begun = performance.now()

    const taken = await Promise.all(
      Array.from({ length: 10 }, async () => store.quotas.take('hot', quota)),
    )

    assert.deepEqual(new Set(taken), new Set([undefined]))
    assert.ok(performance.now() - begun < 400, `${performance.now() - begun} ms`)
    assert.deepEqual(
      log.lines.map(({ message }) => message),
      ['A value in the cache store could not be changed'],
    )
  })
})

function failing(): MapStore {
  const store = new MapStore()
  const fail = () => Promise.reject(new Error('The store is away'))
  return Object.assign(store, { get: fail, set: fail, replace: fail, delete: fail, clear: fail })
}
