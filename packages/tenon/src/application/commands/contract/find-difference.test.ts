import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findDifference } from './find-difference.ts'

const written = { info: { title: 'Books', version: '1' }, paths: {}, components: { schemas: {} } }

describe('a stored document', () => {
  it('may have other spaces, and its names in another order', () => {
    const kept = '{"components":{"schemas":{}},"paths":{},"info":{"version":"1","title":"Books"}}'

    assert.equal(findDifference(kept, written), undefined)
  })

  it('differs by a list in another order, which clients may see', () => {
    const listed = { ...written, servers: [{ url: '/a' }, { url: '/b' }] }
    const kept = JSON.stringify({ ...written, servers: [{ url: '/b' }, { url: '/a' }] })

    assert.equal(findDifference(kept, listed), '"servers" is another one')
  })

  it('differs if it is empty', () => {
    assert.equal(findDifference('', written), 'it is not JSON')
  })
})
