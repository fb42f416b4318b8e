import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDuration } from './duration.ts'

describe('parseDuration', () => {
  it('reads a whole number and a unit', () => {
    const texts = ['1ms', '500ms', '30s', '5m', '1h', '7d', '3650d']

    const read = texts.map(parseDuration)

    assert.deepEqual(read, [1, 500, 30_000, 300_000, 3_600_000, 604_800_000, 315_360_000_000])
  })

  it('returns undefined for anything else', () => {
    const texts = [
      '',
      '0s',
      '-1s',
      '1.5h',
      '1e3s',
      '01s',
      '1 s',
      ' 1s',
      '1S',
      '1',
      's',
      '1w',
      '3651d',
      '9'.repeat(400) + 'd',
    ]

    for (const text of texts) assert.equal(parseDuration(text), undefined, text)
  })
})
