import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Middleware } from '../../web/routing/handler.ts'
import { provided } from '../../web/binding/provided.ts'
import { RequestTrails } from './request-trail.ts'
import { timeMiddleware } from './timed-routes.ts'

it('timed middleware still says what it provides, without which no login would be found', () => {
  const tenant = provided<{ tenant: string }>('tenant')

  const timed = timeMiddleware(
    tenant.middleware((_request, next) => next('ada')),
    new RequestTrails(),
  )

  assert.equal(timed.provides, tenant)
})

it('timed middleware has the name by which messages call it', () => {
  const perToken: Middleware = (_request, next) => next()

  const timed = timeMiddleware(perToken, new RequestTrails())

  assert.equal(timed.name, 'perToken')
})
