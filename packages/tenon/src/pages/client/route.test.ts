import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { action } from './action.ts'
import { fill } from './fill-path.ts'
import { route } from './route.ts'
import { supplyRoutes } from './supplied-routes.ts'

describe('fill', () => {
  it('replaces parameters in every notation with encoded values', () => {
    assert.equal(fill('/todos', {}), '/todos')
    assert.equal(
      fill('/users/{user}/todos/{todo}', { user: 7n, todo: 'a/b' }),
      '/users/7/todos/a%2Fb',
    )
    assert.equal(fill('/posts/{post:slug}', { post: 'ä' }), '/posts/%C3%A4')
    assert.equal(fill('/files/{rest*}', { rest: 'a/b c' }), '/files/a/b%20c')
    assert.equal(fill('/{@en}/todos/{todo}', { todo: 1 }), '/todos/1')
  })

  it('rejects what the server rejects, because a browser would go elsewhere', () => {
    assert.throws(() => fill('/todos/{todo}', { todo: '..' }), /needs a value for \{todo\}/)
    assert.throws(() => fill('/files/{rest*}', { rest: 'a/../b' }), /needs a value for \{rest\*\}/)
  })

  it('names the missing value', () => {
    assert.throws(() => fill('/todos/{todo}', {}), {
      message: /\/todos\/\{todo\} needs a value for \{todo\}/,
    })
  })
})

describe('route and action', () => {
  supplyRoutes({ 'todos.index': '/todos', 'todos.update': 'PUT /todos/{todo}' })

  it('know the path of a route, whatever its method', () => {
    assert.equal(route('todos.index'), '/todos')
    assert.equal(route('todos.update', { todo: 7 }), '/todos/7')
  })

  it('know its method, in lower case as Inertia expects', () => {
    assert.deepEqual(action('todos.index'), { method: 'get', url: '/todos' })
    assert.deepEqual(action('todos.update', { todo: 7 }), { method: 'put', url: '/todos/7' })
  })

  it('add the query, nested the way a handler reads it', () => {
    const query = { filter: { state: 'open' }, tags: ['a'] }

    assert.equal(route('todos.index', {}, query), '/todos?filter[state]=open&tags[]=a')
    assert.equal(action('todos.update', { todo: 7 }, { page: 2 }).url, '/todos/7?page=2')
  })

  it('give undefined for a name that no route has, where the server does too', () => {
    const name: string = 'todos.nowhere'

    assert.equal(route(name), undefined)
  })

  it('reject an unknown action, which nothing could call', () => {
    assert.throws(() => action('todos.nowhere'), { message: /no route named "todos.nowhere"/ })
  })
})
