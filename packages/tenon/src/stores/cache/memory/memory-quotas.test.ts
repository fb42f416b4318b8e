import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MemoryQuotas, takeFrom } from './memory-quotas.ts'

const once = { intervalUs: 3_600_000_000, burst: 1 }

describe('MemoryQuotas', () => {
  it('remembers a key while others are used, and forgets the oldest of very many', () => {
    const quotas = new MemoryQuotas()
    quotas.take('first', once)
    for (let i = 0; i < 60_000; i++) quotas.take(`one-${i}`, once)

    assert.equal(quotas.take('first', once).isAllowed, false)

    for (let i = 0; i < 110_000; i++) quotas.take(`other-${i}`, once)
    assert.equal(quotas.take('first', once).isAllowed, true)
  })

  it('does not forget a key that goes on trying, however many others are used', () => {
    const quotas = new MemoryQuotas()
    quotas.take('guessing', once)

    const tries = Array.from({ length: 4 }, (_, round) => {
      for (let i = 0; i < 40_000; i++) quotas.take(`other-${round}-${i}`, once)
      return quotas.take('guessing', once).isAllowed
    })

    assert.deepEqual(tries, [false, false, false, false])
  })

  it('takes back what is given, and no more', () => {
    const quotas = new MemoryQuotas()

    quotas.give('key', once)
    const taken = [quotas.take('key', once), quotas.take('key', once)]
    quotas.give('key', once)
    const again = [quotas.take('key', once), quotas.take('key', once)]

    const isAllowed = [...taken, ...again].map((decision) => decision.isAllowed)
    assert.deepEqual(isAllowed, [true, false, true, false])
  })

  it('reports how many are left and when there will be more', () => {
    const quotas = new MemoryQuotas()
    const quota = { intervalUs: 10_000_000, burst: 3 }

    const remaining = [1, 2, 3].map(() => quotas.take('key', quota).remaining)
    const refused = quotas.take('key', quota)

    assert.deepEqual(remaining, [2, 1, 0])
    assert.equal(Object.is(takeFrom(0, 5, { intervalUs: 5, burst: 1 }).decision.remaining, 0), true)
    assert.equal(Math.ceil(refused.retryAfterMs / 1000), 10)
    assert.equal(Math.ceil(refused.resetMs / 1000), 30)
  })
})
