import assert from 'node:assert/strict'
import { it } from 'node:test'
import { runTodo } from '../console/run-todo.ts'
import { createPrefix, forEachStore, onRedis } from '../support/for-each-store.ts'
import { sharedRedis } from '../support/redis-server.ts'

forEachStore('cache.clear', (open) => {
  it('removes every entry and says how many', async () => {
    const { cache } = await open()
    await cache.set('one', 1, { ttl: '1m' })
    await cache.set('two', 2, { ttl: '1m', tags: ['numbers'] })

    assert.equal(await cache.clear(), 2)

    assert.equal(await cache.has('one'), false)
    assert.equal(await cache.has('two'), false)
    assert.equal(await cache.clear(), 0)
  })

  it('leaves what Tenon keeps for itself, such as sessions', async () => {
    const { cache, own } = await open()
    await cache.set('one', 1, { ttl: '1m' })
    await own.set('one', { cart: [1, 2] }, { ttl: '1m' })

    assert.equal(await cache.clear(), 1)

    assert.deepEqual(await own.get('one'), { cart: [1, 2] })
  })

  it('does not keep what was being computed meanwhile', async () => {
    const { cache } = await open()
    const { promise, resolve } = Promise.withResolvers<string>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const computed = cache.fetch('slow', { ttl: '1m' }, () => {
      begin()
      return promise
    })
    await begun

    await cache.clear()
    resolve('old')

    assert.equal(await computed, 'old')
    assert.equal(await cache.has('slow'), false)
  })
})

onRedis('cache:clear', (open) => {
  it('clears the cache of one application and leaves the others', async () => {
    const prefix = createPrefix()
    const { cache } = await open({ prefix })
    const other = await open()
    await cache.set('mine', 1, { ttl: '1m' })
    await other.cache.set('theirs', 1, { ttl: '1m' })
    const REDIS_URL = `${(await sharedRedis()).url}?prefix=${prefix}`

    const cleared = await runTodo(['cache:clear'], { variables: { REDIS_URL } })

    assert.equal(cleared.stdout, 'Removed 1 entry.\n', cleared.stderr)
    assert.equal(await cache.has('mine'), false)
    assert.equal(await other.cache.has('theirs'), true)
  })

  it('says why it cannot without REDIS_URL', async () => {
    const { code, stderr } = await runTodo(['cache:clear'])

    assert.equal(code, 1)
    assert.match(stderr, /^REDIS_URL is not set/)
  })
})
