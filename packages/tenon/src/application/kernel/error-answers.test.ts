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
import { json, text } from '../../web/http/replies.ts'
import { post } from '../../web/routing/route.ts'
import { routes } from '../../web/routing/route-list.ts'
import { Forbidden } from '../../base/support/http-error.ts'
import { MemoryExchange } from '../../tooling/testing/memory-exchange.ts'
import { boot } from './boot.ts'
import type { DeveloperDetails, RenderError } from './error-answers.ts'

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

describe('the details for developers', () => {
  const debug = { message: 'Error: secret', location: 'app/users.ts:1:2', hint: undefined }
  const details: DeveloperDetails = {
    show: async () => text('shown').status(500),
    describe: async () => debug,
  }
  const asJson = { headers: { accept: 'application/json' }, details }

  it('are in the JSON of a 500, and in no other', async () => {
    const broken = await refuse(new Error('secret'), asJson)
    const forbidden = await refuse(new Forbidden(), asJson)
    const production = await refuse(new Error('secret'), { ...asJson, details: undefined })

    assert.deepEqual(Object(broken.body).debug, JSON.parse(JSON.stringify(debug)))
    assert.deepEqual(forbidden.body, { message: 'Forbidden' })
    assert.deepEqual(Object.keys(Object(production.body)), ['message', 'requestId'])
  })

  it('are given to renderError, whose format may have a place for them', async () => {
    const renderError: RenderError = (_request, error) => json({ why: error.debug?.message })

    const { status, body } = await refuse(new Error('secret'), { ...asJson, renderError })

    assert.deepEqual([status, body], [500, { why: 'Error: secret' }])
  })
})

interface Refusing {
  readonly headers?: Readonly<Record<string, string>>
  readonly details?: DeveloperDetails | undefined
  readonly renderError?: RenderError
}

async function refuse(error: Error, { headers = {}, details, renderError }: Refusing = {}) {
  let log = ''
  const kernel = boot({
    application: {
      routes: routes([
        post('/users', () => {
          throw error
        }),
      ]),
      ...(renderError && { renderError }),
    },
    ...(details && { details }),
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
  const { reply } = await kernel.handle(
    new MemoryExchange({ method: 'POST', target: '/users', headers }),
  )
  const sent = typeof reply.body === 'string' ? reply.body : ''
  const body: unknown = sent.startsWith('{') ? JSON.parse(sent) : sent
  return { status: reply.statusCode, body, log }
}
