import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseStoredEntry, writeStoredEntry } from './stored-entry.ts'

describe('a stored entry', () => {
  it('is plain text if there is no metadata', () => {
    assert.equal(writeStoredEntry({ text: '5', staleMs: 0, tags: [], versions: '' }), '5')
  })

  it('survives a round trip, whatever its tags are called', () => {
    const entry = {
      text: '"a\nb"',
      staleMs: 5,
      tags: ['a\tb', 'c\n%0A', 'é,', ''],
      versions: 'x,y',
    }

    assert.deepEqual(parseStoredEntry(writeStoredEntry(entry)), entry)
  })

  it('is undefined if another program wrote it', () => {
    for (const text of [null, 5, '@', '@x\t\n', '@\n']) {
      assert.equal(parseStoredEntry(text), undefined)
    }
  })
})
