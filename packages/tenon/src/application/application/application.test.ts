import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { application } from './application.ts'

describe('application', () => {
  it('rejects a value that is not a route list', () => {
    const options = { root: '/', routes: [] as never }

    assert.throws(() => application(options), {
      code: 'E_APPLICATION_ROUTES',
      message: 'application({ routes }) takes the result of routes([…]), not [].',
    })
  })
})
