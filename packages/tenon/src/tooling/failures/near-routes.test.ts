import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get, group, post } from '../../web/routing/route.ts'
import { routes } from '../../web/routing/route-list.ts'
import { findNearRoutes } from './near-routes.ts'

const list = routes([
  group('/todos', [
    get('/', () => ''),
    get('/create', () => ''),
    get('/{todo}/edit', () => ''),
    post('/{todo}/toggle', () => ''),
  ]),
  get('/files/{path*}', () => ''),
]).routes

const near = (path: string) => findNearRoutes(path, list).map(({ pattern }) => pattern.path)

describe('findNearRoutes', () => {
  it('finds paths that differ in a few letters, the most similar first', () => {
    assert.deepEqual(near('/todo'), ['/todos'])
    assert.equal(near('/todos/creat')[0], '/todos/create')
  })

  it('accepts any segment as the value of a parameter', () => {
    assert.equal(near('/todos/a-long-key-of-a-todo/edt')[0], '/todos/{todo}/edit')
    assert.equal(near('/file/a/b/c')[0], '/files/{path*}')
  })

  it('finds nothing for a path that is not similar to any', () => {
    assert.deepEqual(near('/.well-known/security.txt'), [])
  })
})
