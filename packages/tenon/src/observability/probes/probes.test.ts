import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { createRequest } from '../../../test/support/create-request.ts'
import { createLog } from '../../base/log/create-log.ts'
import { routes } from '../../web/routing/route-list.ts'
import { createRouter } from '../../web/routing/router.ts'
import { createProbes } from './probes.ts'

describe('createProbes', () => {
  it('checks for pending migrations until there are none', async () => {
    const answers = [['create_todos'], []]
    let asked = 0
    const builtIns = createProbes({
      database: undefined,
      pendingMigrations: async () => answers[asked++] ?? ['must not be asked for'],
      checks: {},
      log: createLog({ level: 'silent', format: 'json' }),
      isDraining: () => false,
    })
    const router = createRouter(routes([]), { builtIns })
    const ask = async () => (await router.dispatch(createRequest('/_app/ready'))).statusCode

    assert.deepEqual([await ask(), await ask(), await ask()], [503, 200, 200])
    assert.equal(asked, 2)
  })
})
