import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { createRequest } from '../../../test/support/create-request.ts'
import { createLog } from '../../base/log/create-log.ts'
import { recordLog } from '../../../test/cache/recorded-log.ts'
import { createHealth } from './health.ts'
import { toProbeReply } from './probe.ts'

const log = createLog({ level: 'silent', format: 'json' })

describe('createHealth', () => {
  it('asks the database once for concurrent requests', async () => {
    let asked = 0
    const ping = async (): Promise<void> => void (asked += 1)
    const health = createHealth({
      database: { ping },
      state: () => toProbeReply(200, 'ok'),
      log,
      isDraining: () => false,
    })
    const ask = async () => health(createRequest('/_app/health?db=true'))

    const together = await Promise.all([ask(), ask(), ask()])
    const later = await ask()

    assert.deepEqual(
      [...together, later].map(({ statusCode }) => statusCode),
      [200, 200, 200, 200],
    )
    assert.equal(new Set(together).size, 3)
    assert.equal(asked, 2)
  })

  it('logs a failure once a minute, however often somebody asks', async () => {
    const recorded = recordLog()
    const health = createHealth({
      database: { ping: () => Promise.reject(new Error('down')) },
      state: () => toProbeReply(200, 'ok'),
      log: recorded,
      isDraining: () => false,
    })

    for (let i = 0; i < 100; i++) await health(createRequest('/_app/health?db=true'))

    assert.equal(recorded.lines.length, 1)
  })
})
