import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { findTextField } from './find-text-field.ts'

const part = (disposition: string, value: string) =>
  `--XX\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
const find = (body: string) => findTextField(Buffer.from(body), 'XX', '_method')
const method = part('name="_method"', 'PUT')

describe('findTextField', () => {
  it('finds the field wherever it is', () => {
    assert.equal(find(`${method}--XX--\r\n`), 'PUT')
    assert.equal(find(`${part('name="a"', 'b')}${method}--XX--`), 'PUT')
    assert.equal(find(`${part('name="a"; filename="b"', 'c\r\nd')}${method}--XX--`), 'PUT')
    assert.equal(find(`${part('name=_method', 'DELETE')}--XX--`), 'DELETE')
    assert.equal(
      find(`--XX\r\ncontent-disposition:form-data;name="_method"\r\n\r\nPUT\r\n--XX`),
      'PUT',
    )
  })

  it('ignores incomplete fields, files and other fields', () => {
    assert.equal(find(method), undefined)
    assert.equal(find(`${part('name="_method"; filename="a"', 'PUT')}--XX--`), undefined)
    assert.equal(find(`${part('filename="a"; name="_method"', 'PUT')}--XX--`), undefined)
    assert.equal(find(`${part('name="x_method"', 'PUT')}--XX--`), undefined)
    assert.equal(find(`${part('name="a"', 'name="_method"')}--XX--`), undefined)
    assert.equal(find(''), undefined)
    assert.equal(find('--XX--\r\n'), undefined)
  })

  it('does not take quadratic time', () => {
    const long = `--XX\r\nContent-Disposition: form-data; ${'; '.repeat(32_000)}\r\n\r\nPUT\r\n--XX`

    assert.equal(find(long), undefined)
  })
})
