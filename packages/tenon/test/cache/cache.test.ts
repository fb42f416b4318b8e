import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { toStoredKey } from '../../src/base/support/values/stored-key.ts'
import { forEachStore } from '../support/for-each-store.ts'
import { until } from '../support/until.ts'

forEachStore('cache.fetch', (open) => {
  it('computes once and caches the value', async () => {
    const { cache } = await open()
    let computed = 0
    const fetch = () => cache.fetch('stats', { ttl: '1m' }, () => ({ count: (computed += 1) }))

    assert.deepEqual([await fetch(), await fetch()], [{ count: 1 }, { count: 1 }])
  })

  it('computes once for fifty callers at the same time', async () => {
    const { cache } = await open()
    let computed = 0
    const fetch = () =>
      cache.fetch('slow', { ttl: '1m' }, async () => {
        await nextTurn()
        return (computed += 1)
      })

    const values = await Promise.all(Array.from({ length: 50 }, fetch))

    assert.deepEqual([...new Set(values)], [1])
  })

  it('gives every caller a copy of the value', async () => {
    const { cache } = await open()
    const fetch = () => cache.fetch('list', { ttl: '1m' }, async () => ({ items: [1] }))
    const together = await Promise.all([fetch(), fetch(), fetch()])

    for (const { items } of together) items.push(2)

    assert.deepEqual(await fetch(), { items: [1] })
    assert.deepEqual(together.at(-1), { items: [1, 2] })
  })

  it('recomputes after the ttl', async () => {
    const { cache } = await open()
    let computed = 0
    const fetch = () => cache.fetch('short', { ttl: '40ms' }, () => (computed += 1))

    await fetch()
    await delay(60) // time: the ttl passes

    assert.equal(await fetch(), 2)
  })

  it('rethrows an error of the computation and caches nothing', async () => {
    const { cache } = await open()
    const failing = () =>
      cache.fetch('failing', { ttl: '1m' }, () => Promise.reject(new Error('no luck')))

    const outcomes = await Promise.allSettled([failing(), failing()])

    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.equal(await cache.fetch('failing', { ttl: '1m' }, () => 'luck'), 'luck')
  })

  it('caches undefined and null', async () => {
    const { cache } = await open()
    let computed = 0
    const fetch = () =>
      cache.fetch('nothing', { ttl: '1m' }, () => {
        computed += 1
        return undefined
      })

    assert.equal(await fetch(), undefined)
    assert.equal(await fetch(), undefined)
    assert.equal(computed, 1)
    assert.equal(await cache.has('nothing'), true)
  })

  it('serves the stale value while one caller computes a new one', async () => {
    const { cache } = await open()
    const computed: number[] = []
    const fetch = () =>
      cache.fetch('page', { ttl: '40ms', stale: '1m' }, async () => {
        await delay(20) // time: all callers come meanwhile
        return computed.push(1)
      })
    await fetch()
    await delay(60) // time: the ttl passes

    const stale = await Promise.all(Array.from({ length: 20 }, fetch))
    await until(() => computed.length >= 2)
    await until(async () => (await cache.get('page')) === undefined)

    assert.deepEqual([...new Set(stale)], [1])
    assert.equal(computed.length, 2)
  })

  it('keeps serving the stale value while the computation fails', async () => {
    const { cache } = await open()
    let fails = false
    const fetch = () =>
      cache.fetch('rate', { ttl: '30ms', stale: '1m' }, () => {
        if (fails) throw new Error('The source is unavailable')
        return 'known'
      })
    await fetch()
    await delay(50) // time: the ttl passes
    fails = true

    assert.equal(await fetch(), 'known')
    await delay(30) // time: the computation has failed
    assert.equal(await fetch(), 'known')
  })

  it('discards a computation that started before its tag was invalidated', async () => {
    const { cache } = await open()
    let source = 'old'
    const begun = Promise.withResolvers<void>()
    const invalidated = Promise.withResolvers<void>()
    const fetch = () =>
      cache.fetch('report', { ttl: '1m', tags: ['orders'] }, async () => {
        const read = source
        begun.resolve()
        await invalidated.promise
        return read
      })
    const early = fetch()
    await begun.promise

    source = 'new'
    await cache.invalidateTags('orders')
    const late = fetch()
    invalidated.resolve()

    assert.deepEqual(await Promise.all([early, late]), ['old', 'new'])
    assert.equal(await fetch(), 'new')
  })

  it('discards a computation whose key was set or deleted meanwhile', async () => {
    const { cache } = await open()
    let begun = 0
    const changed = Promise.withResolvers<void>()
    const slow = (key: string) =>
      cache.fetch(key, { ttl: '1m' }, async () => {
        begun += 1
        await changed.promise
        return 'computed'
      })
    const both = [slow('set'), slow('deleted')]
    await until(() => begun === 2)

    await cache.set('set', 'by hand', { ttl: '1m' })
    await cache.delete('deleted')
    changed.resolve()
    await Promise.all(both)
    await delay(10) // time: in which the computed value would be stored

    assert.equal(await cache.get('set'), 'by hand')
    assert.equal(await cache.get('deleted'), undefined)
  })
})

forEachStore('a cache.fetch that would wait forever', (open) => {
  it('is refused if it waits for itself', async () => {
    const { cache } = await open()

    const nested = cache.fetch('a', { ttl: '1m' }, () =>
      cache.fetch('a', { ttl: '1m' }, () => 'never'),
    )

    await assert.rejects(nested, { code: 'E_CACHE_CYCLE', message: /itself: "a" → "a"\./ })
    assert.equal(await cache.fetch('a', { ttl: '1m' }, () => 'later'), 'later')
  })

  it('is refused if two wait for each other', async () => {
    const { cache } = await open()
    const fetchVia = (key: string, other: string) =>
      cache.fetch(key, { ttl: '1m' }, async (): Promise<string> => {
        await delay(30) // time: both have begun
        return cache.fetch(other, { ttl: '1m' }, () => `${other} alone`)
      })

    const outcomes = await Promise.allSettled([fetchVia('a', 'b'), fetchVia('b', 'a')])

    const codes = outcomes.map((outcome) => 'reason' in outcome && outcome.reason?.code)
    assert.ok(codes.includes('E_CACHE_CYCLE'), String(codes))
  })

  it('may depend on values computed for other callers', async () => {
    const { cache } = await open()
    const fetchLeaf = () => cache.fetch('leaf', { ttl: '1m' }, () => nextTurn(1))
    const fetchSum = (key: string) =>
      cache.fetch(key, { ttl: '1m' }, async () => (await fetchLeaf()) + (await fetchLeaf()))

    const sums = await Promise.all([fetchSum('one'), fetchSum('two'), fetchLeaf()])

    assert.deepEqual(sums, [2, 2, 1])
  })

  it('ends for all callers after its timeout, and the next one recomputes', async () => {
    const { cache } = await open()
    const options = { ttl: '1m', timeout: '60ms' } as const
    const fetchNever = () => cache.fetch('hung', options, () => new Promise<string>(() => {}))

    const outcomes = await Promise.allSettled([fetchNever(), fetchNever()])

    assert.deepEqual(
      outcomes.map((outcome) => 'reason' in outcome && outcome.reason?.status),
      [503, 503],
    )
    assert.equal(await cache.fetch('hung', options, () => 'computed'), 'computed')
  })
})

forEachStore('cache.get, set, has and delete', (open) => {
  it('returns what was set until it is deleted', async () => {
    const { cache } = await open()

    await cache.set('greeting', 'hello', { ttl: '1m' })
    assert.equal(await cache.get('greeting'), 'hello')
    assert.equal(await cache.has('greeting'), true)

    await cache.delete('greeting')
    assert.equal(await cache.get('greeting'), undefined)
    assert.equal(await cache.has('greeting'), false)
  })

  it('returns every kind of value unchanged', async () => {
    const { cache } = await open()
    const value = {
      date: new Date('2026-11-20T09:30:00.123Z'),
      map: new Map<unknown, unknown>([[{ id: 1n }, new Set(['a'])]]),
      bigint: 2n ** 70n,
      odd: [undefined, null, Number.NaN, -0, Number.NEGATIVE_INFINITY],
      bytes: new Uint8Array([0, 255]),
      buffer: Buffer.from([0, 255]),
      text: 'Grüße\u0000\n\ud800 ~@',
      '~': ['date', 0],
    }

    await cache.set('everything', value, { ttl: '1m', tags: ['a,\t\n%'] })

    assert.deepEqual(await cache.get('everything'), value)
  })

  it('refuses values that would change', async () => {
    const { cache } = await open()
    class Point {
      x = 1
    }

    await assert.rejects(cache.set('point', { at: [new Point()] }, { ttl: '1m' }), {
      code: 'E_CACHE_VALUE',
      message: /"point".*\.at\[0\] is a Point/,
    })
    const loop: Record<string, unknown> = {}
    loop['self'] = loop
    await assert.rejects(cache.set('loop', loop, { ttl: '1m' }), { code: 'E_CACHE_VALUE' })
  })

  it('refuses an invalid ttl', async () => {
    const { cache } = await open()

    await assert.rejects(cache.set('key', 1, { ttl: '-1s' }), {
      code: 'E_DURATION',
      message: /"-1s"/,
    })
  })

  it('distinguishes keys, however long or unusual they are', async () => {
    const { cache } = await open()
    const keys = [
      '',
      ' ',
      'a\nb',
      'é',
      'e\u0301',
      '\ud800',
      '\ud801',
      'x'.repeat(5000),
      'x'.repeat(5001),
      toStoredKey('x'.repeat(5001)),
    ]

    await Promise.all(keys.map((key, i) => cache.set(key, i, { ttl: '1m' })))

    const values = await Promise.all(keys.map((key) => cache.get(key)))
    assert.deepEqual(values, [...keys.keys()])
  })

  it('caches neither a value over the limit nor keeps the previous one', async () => {
    const { cache } = await open({ valueLimit: '1000b' })
    await cache.set('text', 'short', { ttl: '1m' })

    await cache.set('text', 'é'.repeat(500), { ttl: '1m' })

    assert.equal(await cache.get('text'), undefined)
    const long = await cache.fetch('text', { ttl: '1m' }, () => 'é'.repeat(500))
    assert.equal(long.length, 500)
    assert.equal(await cache.has('text'), false)
  })
})

forEachStore('cache.invalidateTags', (open) => {
  it('expires the entries of each tag and no others', async () => {
    const { cache } = await open()
    await cache.set('a', 1, { ttl: '1m', tags: ['red'] })
    await cache.set('b', 2, { ttl: '1m', tags: ['red', 'blue'] })
    await cache.set('c', 3, { ttl: '1m', tags: ['blue'] })
    await cache.set('d', 4, { ttl: '1m' })

    await cache.invalidateTags('red')

    const left = await Promise.all(['a', 'b', 'c', 'd'].map((key) => cache.get(key)))
    assert.deepEqual(left, [undefined, undefined, 3, 4])
  })

  it('distinguishes tags, however long or unusual they are', async () => {
    const { cache } = await open()
    const tags = ['', 'a\tb', 'é', '\ud800', '\ud801', 'x'.repeat(5000), 'x'.repeat(5001)]
    let computed = 0
    const fetch = (tag: string) =>
      cache.fetch(`of ${tags.indexOf(tag)}`, { ttl: '1m', tags: [tag] }, () => (computed += 1))
    for (const tag of tags) await fetch(tag)
    assert.equal(await fetch('x'.repeat(5001)), tags.length)

    for (const [i, tag] of tags.entries()) {
      await cache.invalidateTags(tag)
      const left = await Promise.all(tags.map((_, other) => cache.has(`of ${other}`)))
      assert.deepEqual(
        left,
        tags.map((_, other) => other > i),
        `the tag ${i}`,
      )
    }
  })

  it('caches entries again afterwards', async () => {
    const { cache } = await open()
    let computed = 0
    const fetch = () => cache.fetch('a', { ttl: '1m', tags: ['red'] }, () => (computed += 1))
    await fetch()

    await cache.invalidateTags('red', 'unknown')

    assert.deepEqual([await fetch(), await fetch()], [2, 2])
  })

  it('reads an entry whose tags differ from those the caller expects', async () => {
    const { cache } = await open()
    await cache.set('a', 1, { ttl: '1m', tags: ['old'] })

    assert.equal(await cache.fetch('a', { ttl: '1m', tags: ['new'] }, () => 2), 1)
    await cache.invalidateTags('old')
    assert.equal(await cache.fetch('a', { ttl: '1m', tags: ['new'] }, () => 2), 2)
  })
})

forEachStore('cache.increment', (open) => {
  it('counts up and down from zero without losing a count', async () => {
    const { cache } = await open()

    await Promise.all(Array.from({ length: 50 }, () => cache.increment('hits', { ttl: '1m' })))

    assert.equal(await cache.increment('hits', { by: -7, ttl: '1m' }), 43)
    assert.equal(await cache.get('hits'), 43)
  })

  it('starts again after the ttl of the first call', async () => {
    const { cache } = await open()
    await cache.increment('window', { ttl: '600ms' })
    await cache.increment('window', { ttl: '1m' })

    await delay(700) // time: the ttl passes

    assert.equal(await cache.increment('window', { ttl: '1m' }), 1)
  })

  it('refuses anything but whole numbers', async () => {
    const { cache } = await open()
    await cache.set('text', 'five', { ttl: '1m' })

    await assert.rejects(cache.increment('text', { ttl: '1m' }), { code: 'E_CACHE_COUNTER' })
    await assert.rejects(cache.increment('n', { by: 0.5, ttl: '1m' }), { code: 'E_CACHE_COUNTER' })
  })

  it('refuses counters with tags, stale values, or numbers beyond 2^53', async () => {
    const { cache } = await open()
    const refused = { code: 'E_CACHE_COUNTER' }
    await cache.set('tagged', 5, { ttl: '1m', tags: ['a'] })
    await cache.set('stale', 5, { ttl: '1m', stale: '1m' })
    await cache.set('full', Number.MAX_SAFE_INTEGER, { ttl: '1m' })

    await assert.rejects(cache.increment('tagged', { ttl: '1m' }), refused)
    await assert.rejects(cache.increment('stale', { ttl: '1m' }), refused)
    await assert.rejects(cache.increment('full', { ttl: '1m' }), refused)

    assert.equal(await cache.get('full'), Number.MAX_SAFE_INTEGER)
    assert.equal(await cache.increment('full', { ttl: '1m', by: -1 }), Number.MAX_SAFE_INTEGER - 1)
  })
})
