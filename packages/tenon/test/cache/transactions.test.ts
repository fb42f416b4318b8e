import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { cache } from '../../src/cache.ts'
import { currentDatabase, sql, transaction } from '../../src/database.ts'
import { application, get, routes } from '../../src/index.ts'
import { testApp } from '../../src/testing.ts'

let computed = 0

async function compute(): Promise<number> {
  await nextTurn()
  await currentDatabase().query(sql`select 1`)
  return (computed += 1)
}

const fetching = application({
  root: import.meta.dirname,
  routes: routes([
    get('/', () =>
      transaction(async () => {
        const value = await cache.fetch('value', { ttl: '1ms', stale: '1m' }, compute)
        return String(value)
      }),
    ),
  ]),
})

describe('cache.fetch inside a transaction', () => {
  it('recomputes a stale value outside the transaction, which has ended by then', async () => {
    await using app = await testApp({ application: fetching })
    const bodies: string[] = []

    for (let i = 0; i < 3; i++) {
      bodies.push((await app.get('/')).text)
      await delay(50) // time: the ttl passes
    }

    assert.deepEqual(bodies, ['1', '1', '2'])
  })
})
