import assert from 'node:assert/strict'
import { it } from 'node:test'
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
