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

it('a session that is not stored yet is not stored without a value', () => {
  const deleted = new SessionState()
  const emptied = new SessionState()
  deleted.delete('coupon')
  emptied.set('coupon', 'x')
  emptied.delete('coupon')

  assert.deepEqual(
    [deleted, emptied].map((session) => session.outcome().kind),
    ['unchanged', 'unchanged'],
  )
})

it('a session gives an application none of the keys under which Tenon keeps the login', () => {
  const session = new SessionState()
  session.setLogin('users', { id: 'x', user: '1' })
  const refused = { code: 'E_SESSION_KEY' }

  assert.throws(() => session.get('~login:users'), refused)
  assert.throws(() => session.has('~login:users'), refused)
  assert.throws(() => session.set('~login:users', { id: 'y', user: '2' }), refused)
  assert.throws(() => session.pull('~login:users'), refused)
  assert.throws(() => session.delete('~login:users'), refused)
  assert.deepEqual(session.login('users'), { id: 'x', user: '1' })
})
