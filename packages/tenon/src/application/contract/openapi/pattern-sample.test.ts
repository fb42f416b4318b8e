import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toPatternSample } from './pattern-sample.ts'

const samples: readonly (readonly [pattern: string, sample: string])[] = [
  [String.raw`^\d{4}-\d\d$`, '1111-11'],
  ['^[A-Z]{2}$', 'AA'],
  ['^(?:open|closed)$', 'open'],
  ['^a?b+c*$', 'b'],
  [String.raw`^(?<scheme>https?)://\w+$`, 'http://a'],
  [String.raw`^\u{6F22}$`, '漢'],
  [String.raw`\bword\b`, 'word'],
  ['^[^a-z]$', 'A'],
]

describe('a sample for a pattern', () => {
  for (const [pattern, sample] of samples) {
    it(`of ${pattern} is ${sample}`, () => {
      assert.equal(toPatternSample(pattern, {}), sample)
    })
  }

  it('is as long as the schema wants', () => {
    assert.equal(toPatternSample('^a+$', { minLength: 5, maxLength: 6 }), 'aaaaa')
    assert.equal(toPatternSample('^a{1,3}$', { minLength: 2 }), 'aa')
  })

  it('is missing if no text fits, rather than one that the pattern refuses', () => {
    assert.equal(toPatternSample('^a{1,3}$', { minLength: 4 }), undefined)
    assert.equal(toPatternSample('^aaaa$', { maxLength: 3 }), undefined)
    assert.equal(toPatternSample('^(?=b)a$', {}), undefined)
    assert.equal(toPatternSample('^(', {}), undefined)
  })
})
