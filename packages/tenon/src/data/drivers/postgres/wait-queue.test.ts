import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { WaitQueue } from './wait-queue.ts'

describe('a wait queue', () => {
  it('serves in order of arrival, and counts the remaining callers', async () => {
    const queue = new WaitQueue<string>({ timeoutMs: 10_000, timeout: () => new Error('late') })
    const waiting = [queue.wait(), queue.wait(), queue.wait()]

    queue.serve('a')
    queue.fail(new Error('none left'))
    queue.serve('c')

    const outcomes = await Promise.allSettled(waiting)
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'none')),
      ['a', 'none', 'c'],
    )
    assert.deepEqual([queue.length, queue.since], [0, Infinity])
  })

  it('lets no caller wait longer than the limit', async () => {
    const queue = new WaitQueue<string>({ timeoutMs: 20, timeout: () => new Error('late') })
    const first = queue.wait()
    await assert.rejects(first, /late/)

    const second = queue.wait()

    await assert.rejects(second, /late/)
    assert.equal(queue.length, 0)
  })
})
