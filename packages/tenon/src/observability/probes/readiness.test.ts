import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { recordLog } from '../../../test/cache/recorded-log.ts'
import { createRequest } from '../../../test/support/create-request.ts'
import { createCheckedProbe } from './readiness.ts'

describe('createCheckedProbe', () => {
  it('logs each failed check once a minute, however often somebody asks', async () => {
    const recorded = recordLog()
    const fail = () => Promise.reject(new Error('down'))
    const probe = createCheckedProbe({
      probe: 'health',
      checks: { store: { check: fail }, search: { check: fail } },
      log: recorded,
      isDraining: () => false,
    })

    for (let i = 0; i < 100; i++) await probe(createRequest('/_app/health?checks=true'))

    assert.deepEqual(
      recorded.lines.map(({ message }) => message),
      ['The health check "store" failed', 'The health check "search" failed'],
    )
  })
})
