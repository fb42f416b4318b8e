import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { BadRequest } from '../../base/support/http-error.ts'
import { readQuery } from './read-query.ts'
import { writeQuery, type QueryFields } from './write-query.ts'

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const isRefused = (error: unknown) => error instanceof BadRequest
const times = (count: number) => Array.from({ length: count }, (_, i) => `f${i}=1`).join('&')

describe('readQuery', () => {
  it('reads nested fields and lists, and treats a missing query as empty', () => {
    assert.deepEqual(plain(readQuery('/a?filter[a]=1&tags[]=x&tags[]=y+z&q=%C3%BC&&sort')), {
      filter: { a: '1' },
      tags: ['x', 'y z'],
      q: 'ü',
      sort: '',
    })
    assert.deepEqual(plain(readQuery('/a')), {})
    assert.deepEqual(plain(readQuery('/a?')), {})
  })

  it('refuses what a form may not contain either', () => {
    for (const query of ['a=%zz', 'a=%ff', 'a=1&a=2', 'a=1&a[b]=2', '__proto__[x]=1']) {
      assert.throws(() => readQuery(`/?${query}`), isRefused, query)
    }
  })

  it('does not change any prototype', () => {
    const fields = readQuery('/?constructor[prototype][x]=1')

    assert.equal(Object.getPrototypeOf(fields), null)
    assert.equal('x' in {}, false)
  })

  it('accepts 500 fields and 8 levels, but no more', () => {
    assert.doesNotThrow(() => readQuery(`/?${times(500)}`))
    assert.throws(() => readQuery(`/?${times(501)}`), isRefused)
    assert.doesNotThrow(() => readQuery(`/?a${'[b]'.repeat(7)}=1`))
    assert.throws(() => readQuery(`/?a${'[b]'.repeat(8)}=1`), isRefused)
  })
})

describe('writeQuery', () => {
  it('writes what readQuery() reads back', () => {
    const fields: QueryFields = {
      q: 'a&b=c ü+%[]',
      filter: { state: 'open', by: { id: '7' } },
      tags: ['x', 'y'],
      lists: [['1'], ['2', '3']],
      items: [{ a: '1' }, { a: '2' }],
    }

    assert.deepEqual(plain(readQuery(`/${writeQuery(fields)}`)), fields)
  })

  it('writes numbers, booleans and times as text, and leaves out null and undefined', () => {
    const query = writeQuery({
      page: 2,
      id: 9007199254740993n,
      on: true,
      off: false,
      since: new Date(0),
      none: null,
      missing: undefined,
      tags: [],
      list: [null, 1],
    })

    assert.equal(
      query,
      '?page=2&id=9007199254740993&on=1&off=0&since=1970-01-01T00%3A00%3A00.000Z&list[]=1',
    )
    assert.equal(writeQuery({ page: undefined }), '')
  })
})
