import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noAssets } from '../../pages/assets/page-assets.ts'
import { toSettings } from '../config/settings.ts'
import {
  CheckViolation,
  InvalidValue,
  UniqueViolation,
} from '../../data/database/database-error.ts'
import { createLog } from '../../base/log/create-log.ts'
import { post } from '../../web/routing/route.ts'
import { routes } from '../../web/routing/route-list.ts'
import { Forbidden } from '../../base/support/http-error.ts'
import { MemoryExchange } from '../../tooling/testing/memory-exchange.ts'
import { boot } from './boot.ts'

describe('an error that a client sees', () => {
  it('is logged if a write has failed, with its place', async () => {
    const { status, log } = await refuse(
      new UniqueViolation({ table: 'users', columns: ['email'], constraint: undefined }),
    )

    assert.equal(status, 409)
    assert.match(log, /"level":"info".*"place":\{"table":"users","columns":\["email"\]\}/)
    assert.match(log, /"msg":"POST \/users was refused"/)
  })

  it('is logged with its cause if the database has refused a value', async () => {
    const cause = new Error('what the database says')
    const place = { table: 'users', columns: ['age'], constraint: 'users_age_check' }

    const checked = await refuse(new CheckViolation(place, { cause }))
    const invalid = await refuse(new InvalidValue('no address', { cause }))

    assert.deepEqual([checked.status, invalid.status], [422, 422])
    assert.match(checked.log, /"level":"info".*"constraint":"users_age_check"/)
    const parts = [checked, invalid].map(({ log }) => [
      /"cause":\{[^}]*"message":"(.*?)"/.exec(log)?.[1],
      /"msg":"(.*?)"/.exec(log)?.[1],
    ])
    const both = ['what the database says', 'POST /users was refused']
    assert.deepEqual(parts, [both, both])
  })

  it('is not logged if the application has thrown it for the client', async () => {
    const { status, log } = await refuse(new Forbidden('For members only'))

    assert.deepEqual([status, log], [403, ''])
  })
})

async function refuse(error: Error) {
  let log = ''
  const kernel = boot({
    application: {
      routes: routes([
        post('/users', () => {
          throw error
        }),
      ]),
    },
    settings: toSettings(new Map([['APP_ENV', 'test']])),
    database: undefined,
    log: createLog({
      level: 'info',
      format: 'json',
      destination: { write: (line) => void (log += line) },
    }),
    client: { assets: noAssets, builtIns: [] },
    isDraining: () => false,
  })
  const { reply } = await kernel.handle(new MemoryExchange({ method: 'POST', target: '/users' }))
  return { status: reply.statusCode, log }
}
