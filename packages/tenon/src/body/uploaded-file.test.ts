import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { UploadedFile } from './uploaded-file.ts'

const nameOf = (name: string) =>
  new UploadedFile('/tmp/x', 0, { field: 'photo', name, type: 'image/png' }).name

describe('the name of an uploaded file', () => {
  it('is the last segment, without what no file system takes', () => {
    assert.equal(nameOf('../../etc/passwd'), 'passwd')
    assert.equal(nameOf('C:\\photos\\me.png'), 'me.png')
    assert.equal(nameOf('a\u0000b\u202e:*?.png '), 'ab.png')
    for (const none of ['', '.', '..', '/', ' ', '\u200b']) assert.equal(nameOf(none), 'file')
  })

  it('is cut to 255 characters, and to no half of one', () => {
    assert.equal(nameOf('a'.repeat(300)).length, 255)
    assert.equal(nameOf(`${'a'.repeat(254)}😀`), 'a'.repeat(254))
  })
})
