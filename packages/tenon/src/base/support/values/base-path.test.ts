import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isBelow, toInnerPath, toOuterPath } from './base-path.ts'

describe('a base path', () => {
  it('is the beginning of whole segments', () => {
    const below = ['/app', '/app/', '/app?a', '/app#a', '/app/todos', '/app//todos']
    const outside = ['/', '/apple', '/ap', '/App/', '/app%2F', '/a/app', '']

    assert.deepEqual(
      below.filter((path) => !isBelow('/app', path)),
      [],
    )
    assert.deepEqual(
      outside.filter((path) => isBelow('/app', path)),
      [],
    )
  })

  it('has everything below it if it is empty', () => {
    assert.deepEqual([isBelow('', '/'), isBelow('', '/app')], [true, true])
  })

  it('is taken off once, and its own path is the start page', () => {
    const paths = ['/app', '/app/', '/app?a', '/app/?a', '/app#a', '/app/app', '/apple']

    const inner = paths.map((path) => toInnerPath('/app', path))

    assert.deepEqual(inner, ['/', '/', '/?a', '/?a', '/#a', '/app', '/apple'])
  })

  it('is put before a path that does not have it', () => {
    const paths = ['/', '/about?a', '/app', '/app/about', '/apple'].map((path) =>
      toOuterPath('/app', path),
    )

    assert.deepEqual(paths, ['/app/', '/app/about?a', '/app', '/app/about', '/app/apple'])
  })
})
