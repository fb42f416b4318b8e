import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readBucket } from './queue-rates.ts'

const now = Date.parse('2026-11-20T12:00:00.123Z')
const limits = Array.from({ length: 1000 }, (_, i) => i + 1)

describe('the bucket of a rate', () => {
  for (const [perMs, name] of [
    [1000, 'second'],
    [60_000, 'minute'],
    [3_600_000, 'hour'],
  ] as const) {
    it(`allows as many as its limit in a ${name}, for each limit up to 1000, and then no more`, () => {
      const counted = limits.map((limit) => {
        const { allowed, emptyAfter } = readBucket({ limit, perMs }, { emptyAt: 0, now })
        const full = { emptyAt: emptyAfter(allowed), now }
        return [allowed, readBucket({ limit, perMs }, full).allowed]
      })

      assert.deepEqual(
        counted,
        limits.map((limit) => [limit, 0]),
      )
    })

    it(`says when it allows one more in a ${name}, for each limit up to 1000`, () => {
      const wrong = limits.filter((limit) => {
        const { allowed, waitMs } = readBucket({ limit, perMs }, { emptyAt: now + perMs, now })
        const at = (ms: number) => ({ emptyAt: now + perMs, now: now + ms })
        const later = readBucket({ limit, perMs }, at(Math.ceil(waitMs))).allowed
        return allowed !== 0 || waitMs > Math.ceil(perMs / limit) || later < 1
      })

      assert.deepEqual(wrong, [])
    })
  }

  for (const limit of [7, 400, 700, 900, 1500, 5000]) {
    it(`starts ${limit} jobs in a second, claimed one by one`, () => {
      const end = now + 20_000
      let [at, emptyAt, started] = [now, 0, 0]
      while (at < end) {
        const { allowed, waitMs, emptyAfter } = readBucket(
          { limit, perMs: 1000 },
          { emptyAt, now: at },
        )
        if (allowed < 1) at += Math.max(1, Math.ceil(waitMs))
        else {
          emptyAt = emptyAfter(1)
          started += 1
        }
      }

      // A burst of `limit` starts at once.
      const expected = 21 * limit
      assert.ok(Math.abs(started - expected) <= 0.02 * expected, `${started} of ${expected}`)
    })
  }

  it('is full, and no more than that, if it was filled by a lower rate or while the clock was ahead', () => {
    const month = 30 * 24 * 3_600_000

    const { allowed, waitMs } = readBucket({ limit: 2, perMs: 1000 }, { emptyAt: now + month, now })

    assert.deepEqual([allowed, waitMs], [0, 500])
  })
})
