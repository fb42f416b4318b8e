import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMatcher, toMatchPath } from './matcher.ts'
import { toPathPattern } from './path-pattern.ts'

function matcherOf(...paths: string[]) {
  const matcher = createMatcher(
    paths.map((path) => ({ segments: toPathPattern(path).segments, value: path })),
  )
  return (path: string) => {
    const match = matcher.find(toMatchPath(path))
    return match && [match.value, ...match.parameters]
  }
}

describe('createMatcher', () => {
  it('prefers fixed text to a parameter, and a parameter to a wildcard', () => {
    const find = matcherOf('/{a*}', '/todos/{id}', '/todos/create', '/todos/{id}/edit')

    assert.deepEqual(find('/todos/create'), ['/todos/create'])
    assert.deepEqual(find('/todos/7'), ['/todos/{id}', '7'])
    assert.deepEqual(find('/todos/create/edit'), ['/todos/{id}/edit', 'create'])
    assert.deepEqual(find('/todos/7/other'), ['/{a*}', 'todos/7/other'])
  })

  it('drops the parameters of a branch that led nowhere', () => {
    const find = matcherOf('/{a}/{b}/x', '/{a}/c/{d}', '/p/{e}/{f}/end')

    assert.deepEqual(find('/p/c/7'), ['/{a}/c/{d}', 'p', '7'])
    assert.deepEqual(find('/p/q/x'), ['/{a}/{b}/x', 'p', 'q'])
  })

  it('decodes each segment once and keeps an encoded slash inside it', () => {
    const find = matcherOf('/files/{name}', '/caf\u00e9')

    assert.deepEqual(find('/files/a%2Fb'), ['/files/{name}', 'a/b'])
    assert.deepEqual(find('/files/%252F'), ['/files/{name}', '%2F'])
    assert.deepEqual(find('/caf%C3%A9'), ['/caf\u00e9'])
    assert.equal(find('/files%2Fname'), undefined)
  })

  it('matches no empty and no dot segment', () => {
    const find = matcherOf('/a/{b}', '/w/{rest*}', '/')

    for (const path of ['/a/', '/a//', '//a/b', '/a/.', '/a/..', '/a/%2e%2E', '/w/', '/w', '//']) {
      assert.equal(find(path), undefined, path)
    }
  })

  it('lets nothing climb in a wildcard', () => {
    const find = matcherOf('/w/{rest*}')

    for (const rest of [
      'a/../b',
      'a/%2e%2e/b',
      '..%2Fb',
      'a%2F..%2Fb',
      'a\\..\\b',
      'a%5C..',
      'a//b',
    ]) {
      assert.equal(find(`/w/${rest}`), undefined, rest)
    }
    assert.deepEqual(find('/w/a/b%20c/d'), ['/w/{rest*}', 'a/b c/d'])
  })

  it('refuses malformed escapes and NUL', () => {
    const find = matcherOf('/a/{b}')

    for (const path of ['/a/%', '/a/%zz', '/a/%C3', '/a/%ff', '/a/%00', '/%/b']) {
      assert.throws(() => find(path), { status: 400 }, path)
    }
  })
})
