import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createRequest } from '../../../test/support/create-request.ts'

it('has the headers that were sent, and no other member of an object', () => {
  const request = createRequest({ headers: { 'x-one': '1' } })

  const names = ['X-One', 'constructor', 'toString', '__proto__']
  assert.deepEqual(
    names.map((name) => request.header(name)),
    ['1', undefined, undefined, undefined],
  )
})
