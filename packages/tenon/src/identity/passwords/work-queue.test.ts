import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ServiceUnavailable } from '../../base/support/http-error.ts'
import { WorkQueue } from './work-queue.ts'

/** Work that ends when the test says so. */
function createWork() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { run: () => promise, end: resolve }
}

describe('WorkQueue', () => {
  it('runs no more than its limit at once, and the rest in order', async () => {
    const queue = new WorkQueue({ atOnce: 1, waiting: 2 })
    const first = createWork()
    const order: string[] = []

    const all = [
      queue.run(async () => order.push(await first.run())),
      queue.run(async () => order.push('second')),
      queue.run(async () => order.push('third')),
    ]
    await Promise.resolve()
    assert.deepEqual(order, [])
    first.end('first')
    await Promise.all(all)

    assert.deepEqual(order, ['first', 'second', 'third'])
  })

  it('answers 503 when too much is waiting', async () => {
    const queue = new WorkQueue({ atOnce: 1, waiting: 1 })
    const work = createWork()
    const running = [queue.run(work.run), queue.run(work.run)]

    await assert.rejects(queue.run(work.run), ServiceUnavailable)

    work.end('done')
    assert.deepEqual(await Promise.all(running), ['done', 'done'])
  })

  it('goes on after work that fails', async () => {
    const queue = new WorkQueue({ atOnce: 1, waiting: 1 })

    await assert.rejects(queue.run(() => Promise.reject(new Error('failed'))))

    assert.equal(await queue.run(async () => 'done'), 'done')
  })
})
