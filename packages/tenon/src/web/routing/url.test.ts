import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get, group } from './route.ts'
import { routes } from './route-list.ts'
import { route, toUrlTable, urls } from './url.ts'

const table = toUrlTable(
  routes([
    get('/', () => '').name('home'),
    group('/todos', [
      get('/', () => '').name('todos.index'),
      get('/:todo/edit', () => '').name('todos.edit'),
      get('/{a}/{rest*}', () => '').name('deep'),
    ]),
  ]),
)
const url = (name: string, values?: Record<string, string | number | bigint>) =>
  urls.run(table, () => route(name, values))

describe('route', () => {
  it('returns the path of a named route with its parameters filled in', () => {
    assert.equal(url('home'), '/')
    assert.equal(url('todos.index'), '/todos')
    assert.equal(url('todos.edit', { todo: 7 }), '/todos/7/edit')
    assert.equal(url('todos.edit', { todo: 9007199254740993n }), '/todos/9007199254740993/edit')
  })

  it('percent-encodes values', () => {
    assert.equal(url('todos.edit', { todo: 'a/b?c#d e%' }), '/todos/a%2Fb%3Fc%23d%20e%25/edit')
    assert.equal(url('deep', { a: 'x', rest: 'b/c d' }), '/todos/x/b/c%20d')
  })

  it('appends the query, nested the way a handler reads it', () => {
    const query = { page: 2, filter: { state: 'open' }, tags: ['a b'], none: undefined }

    const path = urls.run(table, () => route('todos.edit' as string, { todo: 7 }, query))

    assert.equal(path, '/todos/7/edit?page=2&filter[state]=open&tags[]=a%20b')
    assert.equal(
      urls.run(table, () => route('home' as string, {}, {})),
      '/',
    )
  })

  it('returns undefined for an unknown name', () => {
    assert.equal(url('nothing'), undefined)
    assert.equal(url('constructor'), undefined)
  })

  it('names the route and every parameter that is missing', () => {
    assert.throws(
      () => url('deep', {}),
      /"deep" \(\/todos\/\{a\}\/\{rest\*\}\) needs a value for \{a\}, \{rest\}/,
    )
    for (const todo of ['', '.', '..']) {
      assert.throws(() => url('todos.edit', { todo }), { code: 'E_URL_PARAMETERS' }, todo)
    }
    for (const rest of ['..', '../x', 'x/./y', 'x/..', '/x', 'x//y', 'x/']) {
      assert.throws(() => url('deep', { a: 1, rest }), { code: 'E_URL_PARAMETERS' }, rest)
    }
  })

  it('says what to do if no application has been started', () => {
    assert.throws(() => route('home' as string), { code: 'E_NO_APPLICATION' })
  })
})
