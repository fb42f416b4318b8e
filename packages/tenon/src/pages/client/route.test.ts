import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { action } from './action.ts'
import { fill, route } from './route.ts'
import { supplyRoutes } from './supplied-routes.ts'

describe('fill', () => {
  it('replaces parameters of every notation by encoded values', () => {
    assert.equal(fill('/todos', {}), '/todos')
    assert.equal(
      fill('/users/{user}/todos/{todo}', { user: 7n, todo: 'a/b' }),
      '/users/7/todos/a%2Fb',
    )
    assert.equal(fill('/posts/{post:slug}', { post: 'ä' }), '/posts/%C3%A4')
    assert.equal(fill('/files/{rest*}', { rest: 'a/b c' }), '/files/a/b%20c')
  })

  it('refuses what the server refuses: a browser would go elsewhere', () => {
    assert.throws(() => fill('/todos/{todo}', { todo: '..' }), /needs a value for \{todo\}/)
    assert.throws(() => fill('/files/{rest*}', { rest: 'a/../b' }), /needs a value for \{rest\*\}/)
  })

  it('names the value that is missing', () => {
    assert.throws(() => fill('/todos/{todo}', {}), {
      message: /\/todos\/\{todo\} needs a value for \{todo\}/,
    })
  })
})

describe('route and action', () => {
  supplyRoutes({ 'todos.index': '/todos', 'todos.update': 'PUT /todos/{todo}' })

  it('know the path of a route, whatever its method is', () => {
    assert.equal(route('todos.index'), '/todos')
    assert.equal(route('todos.update', { todo: 7 }), '/todos/7')
  })

  it('know its method, as the client names it', () => {
    assert.deepEqual(action('todos.index'), { method: 'get', url: '/todos' })
    assert.deepEqual(action('todos.update', { todo: 7 }), { method: 'put', url: '/todos/7' })
  })

  it('refuse a name that no route has', () => {
    assert.throws(() => action('todos.nowhere'), { message: /no route named "todos.nowhere"/ })
  })
})
