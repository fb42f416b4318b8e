import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { createRequest } from '../../../test/support/create-request.ts'
import { createLog } from '../../base/log/create-log.ts'
import { createProbes } from './probes.ts'

describe('createProbes', () => {
  it('checks for pending migrations until there are none', async () => {
    const answers = [['create_todos'], []]
    let asked = 0
    const find = createProbes({
      database: undefined,
      pendingMigrations: async () => answers[asked++] ?? ['must not be asked for'],
      checks: {},
      log: createLog({ level: 'silent', format: 'json' }),
      isDraining: () => false,
    })
    const ask = async () => (await find('/_app/ready')?.(createRequest('/_app/ready')))?.statusCode

    assert.deepEqual([await ask(), await ask(), await ask()], [503, 200, 200])
    assert.equal(asked, 2)
  })
})
