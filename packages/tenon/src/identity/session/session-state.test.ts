import assert from 'node:assert/strict'
import { it } from 'node:test'
import { SessionState } from './session-state.ts'

it('a session is prolonged by a request, but not by a live page that asks again', () => {
  const usedAt = Date.now() - 5 * 60_000
  const found = { cookie: 'x', stored: { values: new Map(), createdAt: usedAt, usedAt } }
  const idle = new SessionState(found, { isIdle: true })

  assert.equal(new SessionState(found).outcome().kind, 'saved')
  assert.equal(idle.outcome().kind, 'unchanged')
  idle.set('visits', 1)
  assert.equal(idle.outcome().kind, 'saved')
})
