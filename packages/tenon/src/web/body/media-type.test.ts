import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { UnsupportedMediaType } from '../../base/support/http-error.ts'
import { readMediaType } from './media-type.ts'

describe('readMediaType', () => {
  it('distinguishes the supported media types', () => {
    assert.equal(readMediaType(undefined), undefined)
    assert.equal(readMediaType('application/json')?.kind, 'json')
    assert.equal(readMediaType('Application/JSON ; charset="UTF-8"')?.kind, 'json')
    assert.equal(readMediaType('application/vnd.api+json')?.kind, 'json')
    assert.equal(readMediaType('application/x-www-form-urlencoded')?.kind, 'urlencoded')
    assert.equal(readMediaType('text/plain')?.kind, 'other')
    assert.equal(readMediaType('application/jsonx')?.kind, 'other')
    assert.deepEqual(readMediaType('multipart/form-data; boundary=x'), {
      kind: 'multipart',
      boundary: 'x',
    })
  })

  it('refuses malformed types, other character sets and invalid boundaries', () => {
    const refused = [
      '',
      'json',
      'application/',
      'application/json, text/plain',
      'application/js on',
      'application/json; charset=latin1',
      'application/x-www-form-urlencoded; charset=utf-16',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'x'.repeat(71)}`,
      'multipart/form-data; boundary="a\\"b"',
    ]
    for (const header of refused) {
      assert.throws(() => readMediaType(header), UnsupportedMediaType, header)
    }
  })
})
