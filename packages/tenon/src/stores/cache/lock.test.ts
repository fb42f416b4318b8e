import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { ServiceUnavailable } from '../../base/support/http-error.ts'
import { Lock } from './lock.ts'

describe('a lock', () => {
  it('counts its ttl from the question: a late answer says nothing about the time until then', async () => {
    let asked = 0
    const lock = new Lock(
      'import',
      {
        take: () => delay(400, 1), // time: longer than the ttl
        extend: () => {
          asked += 1
          throw new ServiceUnavailable()
        },
        release: () => {},
      },
      { ttl: '300ms' },
    )

    await lock.run(({ signal }) => once(signal, 'abort'))

    assert.equal(asked, 1)
  })
})
