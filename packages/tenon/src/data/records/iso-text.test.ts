import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toIsoText } from './iso-text.ts'

describe('toIsoText', () => {
  it('writes every day of 400 years like toISOString', () => {
    const start = Date.UTC(1800)
    const days = Array.from({ length: 146_097 }, (_, day) => new Date(start + day * 86_400_000))

    const different = days.find((date) => toIsoText(date) !== date.toISOString())

    assert.equal(different, undefined)
  })

  it('writes times and the limits of days and of its range like toISOString', () => {
    const times = [0, -1, 1, 999, 86_399_999, 1_795_166_999_123, -30_610_224_000_000]
    const ends = [253_402_300_799_999, 253_402_300_800_000, -30_610_224_000_001, 8.64e15, -8.64e15]
    const odd = Array.from({ length: 20_000 }, (_, i) => -62_167_219_200_000 + i * 12_345_678_901)
    const dates = [...times, ...ends, ...odd].map((time) => new Date(time))

    assert.deepEqual(
      dates.map((date) => toIsoText(date)),
      dates.map((date) => date.toISOString()),
    )
  })

  it('throws for an invalid date', () => {
    assert.throws(() => toIsoText(new Date(NaN)), RangeError)
  })
})
