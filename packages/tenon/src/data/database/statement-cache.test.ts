import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StatementCache } from './statement-cache.ts'

describe('StatementCache', () => {
  it('evicts the least recently used statements, and reports them', () => {
    const dropped: string[] = []
    const cache = new StatementCache<number, string>(4, (statement) => dropped.push(statement))

    for (const key of [1, 2, 3, 4]) cache.set(key, `statement ${key}`)
    cache.get(1)
    for (const key of [5, 6]) cache.set(key, `statement ${key}`)

    assert.equal(cache.get(1), 'statement 1')
    assert.equal(cache.get(3), undefined)
    assert.deepEqual(dropped, ['statement 2', 'statement 3', 'statement 4'])
  })

  it('deletes a statement', () => {
    const cache = new StatementCache<string, number>(2)
    cache.set('a', 1)

    cache.delete('a')

    assert.equal(cache.get('a'), undefined)
  })
})
