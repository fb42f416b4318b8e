import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { LockTaken } from '../../src/cache.ts'
import { forEachStore } from '../support/for-each-store.ts'

forEachStore('lock', (open) => {
  it('runs one at a time while the others wait', async () => {
    const store = await open()
    let inside = 0
    let most = 0
    const work = () =>
      store.lock('import', { wait: '5s' }).run(async () => {
        most = Math.max(most, (inside += 1))
        await nextTurn()
        inside -= 1
      })

    await Promise.all(Array.from({ length: 8 }, work))

    assert.equal(most, 1)
  })

  it('refuses immediately if it is taken and the caller does not wait', async () => {
    const store = await open()

    await store.lock('import').run(async () => {
      await assert.rejects(
        store.lock('import').run(() => 'never'),
        (error) => error instanceof LockTaken && error.status === 409 && error.lock === 'import',
      )
      assert.equal(await store.lock('export').run(() => 'another name'), 'another name')
    })
  })

  it('gives up after the wait', async () => {
    const store = await open()

    await store.lock('import').run(async () => {
      const begin = performance.now()
      await assert.rejects(
        store.lock('import', { wait: '60ms' }).run(() => 'never'),
        { name: 'LockTaken' },
      )
      assert.ok(performance.now() - begin >= 59)
    })
  })

  it('is released when the body throws', async () => {
    const store = await open()
    const failing = store.lock('import').run(() => {
      throw new Error('no luck')
    })

    await assert.rejects(failing, { message: 'no luck' })
    assert.equal(await store.lock('import').run(() => 'free'), 'free')
  })

  it('outlives its ttl while the body is running', async () => {
    const store = await open()

    await store.lock('import', { ttl: '400ms' }).run(async ({ signal }) => {
      await delay(900) // time: more than twice the ttl
      assert.equal(signal.aborted, false)
      await assert.rejects(
        store.lock('import').run(() => 'never'),
        { name: 'LockTaken' },
      )
    })
  })

  it('returns a fence that grows with every holder', async () => {
    const store = await open()
    const fences: number[] = []
    for (const _ of [1, 2, 3, 4, 5]) {
      await store.lock('import').run(({ fence }) => fences.push(fence))
    }

    assert.ok(fences.every(Number.isSafeInteger))
    assert.deepEqual(
      fences,
      [...new Set(fences)].toSorted((a, b) => a - b),
    )
  })

  it('lets the system being written to refuse a holder whose lock has expired', async () => {
    const store = await open()
    const resource = createFencedRow()

    const late = await store.lock('report', { ttl: '40ms' }).run(async ({ fence, signal }) => {
      freezeThisProcess(80)
      await store.lock('report').run((early) => resource.write(early.fence, 'early'))
      await delay(20) // time: the loss is noticed
      return { hasWritten: resource.write(fence, 'late'), isAborted: signal.aborted }
    })

    assert.deepEqual(late, { hasWritten: false, isAborted: true })
    assert.equal(resource.read(), 'early')
  })
})

function freezeThisProcess(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms) // time: the lock expires
}

/** A database row that stores the highest fence it has seen. */
function createFencedRow() {
  const database = new DatabaseSync(':memory:')
  database.exec(
    "create table reports (body text, fence integer); insert into reports values ('', 0)",
  )
  const update = database.prepare('update reports set body = ?, fence = ? where fence < ?')
  return {
    write: (fence: number, body: string) => update.run(body, fence, fence).changes === 1,
    read: () => database.prepare('select body from reports').get()?.['body'],
  }
}
