import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { createRequest } from '../../../test/support/create-request.ts'

describe('an internal request of the application', () => {
  it('belongs to the same client, without headers that only concern the outer request', async () => {
    const own = {
      host: 'todo.example',
      cookie: 'a=1',
      'x-inertia': 'true',
      'accept-language': 'de',
      'x-inertia-except-once-props': 'plans',
    }
    const outerOnly = {
      'content-type': 'application/json',
      'content-length': '2',
      'transfer-encoding': 'chunked',
      expect: '100-continue',
      range: 'bytes=0-1',
      'if-none-match': '"x"',
      'x-inertia-partial-data': 'todos',
      'x-inertia-partial-component': 'Todos',
      'x-inertia-reset': 'todos',
      precognition: 'true',
      'precognition-validate-only': 'title',
    }
    const outer = createRequest({ method: 'POST', headers: { ...own, ...outerOnly }, body: '{}' })

    const inner = outer.internal('/todos?page=2')

    assert.equal(`${inner.method} ${inner.target}`, 'GET /todos?page=2')
    assert.deepEqual(inner.headers, own)
    assert.equal(inner.ip, outer.ip)
    assert.equal((await inner.bytes()).length, 0)
  })
})
