import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import { LeaseWatch } from './lease-watch.ts'

describe('LeaseWatch', () => {
  it('finds a lease that has expired and that nobody has renewed for half of its time', () => {
    const watch = new LeaseWatch(30_000)
    const lease = (hasExpired: boolean) => [{ key: 'a', until: 1, hasExpired }]

    const found = [
      watch.findExpired(lease(false), 0),
      watch.findExpired(lease(false), 15_000),
      watch.findExpired(lease(true), 20_000),
    ]

    assert.deepEqual(
      found.map((each) => each.length),
      [0, 0, 1],
    )
  })

  it('begins again when a lease is renewed, also if the clock says that it has expired', () => {
    const watch = new LeaseWatch(30_000)
    const lease = (until: number) => [{ key: 'a', until, hasExpired: true }]

    const found = [
      watch.findExpired(lease(1), 0),
      watch.findExpired(lease(2), 10_000),
      watch.findExpired(lease(2), 24_000),
      watch.findExpired(lease(2), 25_000),
    ]

    assert.deepEqual(
      found.map((each) => each.length),
      [0, 0, 0, 1],
    )
  })

  it('forgets a lease that has ended', () => {
    const watch = new LeaseWatch(30_000)
    const lease = [{ key: 'a', until: 1, hasExpired: true }]

    watch.findExpired(lease, 0)
    watch.findExpired([], 10_000)

    assert.deepEqual(watch.findExpired(lease, 20_000), [])
  })
})
