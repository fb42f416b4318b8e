import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fillIn } from './fill-in.ts'

it('fills in the values that there are, whatever else every object has', () => {
  const text = '{count} of {constructor}, {toString} and {__proto__}'

  assert.equal(fillIn(text, { count: '3' }), '3 of {constructor}, {toString} and {__proto__}')
})
