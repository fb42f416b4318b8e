import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MemoryEntries } from './memory-entries.ts'

const lifetime = { ttlMs: 60_000, staleMs: 0, tags: [] }
const text = 'x'.repeat(1000)

describe('MemoryEntries', () => {
  it('drops the least recently used entry when the limit is exceeded', () => {
    const entries = new MemoryEntries(4000)
    for (const key of ['a', 'b', 'c']) entries.set(key, text, lifetime)

    entries.find('a')
    entries.set('d', text, lifetime)

    const left = ['a', 'b', 'c', 'd'].filter((key) => entries.find(key) !== undefined)
    assert.deepEqual(left, ['a', 'c', 'd'])
  })

  it('counts the tags of an entry', () => {
    const entries = new MemoryEntries(4000)
    const tags = ['x'.repeat(1000), 'y'.repeat(1000)]

    for (const key of ['a', 'b']) entries.set(key, '1', { ...lifetime, tags })

    const left = ['a', 'b'].filter((key) => entries.find(key) !== undefined)
    assert.deepEqual(left, ['b'])
  })

  it('frees the bytes of entries that are replaced, deleted or expired', () => {
    const entries = new MemoryEntries(6000)
    entries.set('kept', text, lifetime)

    for (let i = 0; i < 100; i++) {
      entries.set('replaced', text, lifetime)
      entries.set('deleted', text, lifetime)
      entries.delete('deleted')
      entries.set('ended', text, { ...lifetime, ttlMs: 0 })
      entries.find('ended')
      entries.increment('counted', 1, 60_000)
    }

    assert.equal(entries.find('kept')?.text, text)
    assert.equal(entries.find('counted')?.text, '100')
  })

  it('does not keep an entry larger than the limit', () => {
    const entries = new MemoryEntries(500)

    entries.set('large', text, lifetime)

    assert.equal(entries.find('large'), undefined)
  })
})
