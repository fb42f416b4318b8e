import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { action } from './action.ts'
import { route } from './route.ts'
import { fill } from '../../base/support/values/fill-path.ts'
import { basePath } from './route-table.ts'
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

describe('an application below a path', () => {
  const routes = { home: '/app/', about: '/app/{@en}/about', 'notes.store': 'POST /app/notes' }

  it('has it in its routes, also before a language, and before what a page writes itself', () => {
    supplyRoutes(routes, { base: '/app' })

    assert.deepEqual(
      [route('home'), route('about'), action('notes.store').url, `${basePath()}/logo.png`],
      ['/app/', '/app/about', '/app/notes', '/app/logo.png'],
    )
  })

  it('has the origin before it in mails', () => {
    supplyRoutes(routes, { origin: 'https://example.com', base: '/app' })

    assert.deepEqual(
      [route('home'), `${basePath()}/logo.png`],
      ['https://example.com/app/', 'https://example.com/app/logo.png'],
    )
  })

  it('has nothing there in an application without a path', () => {
    supplyRoutes({ home: '/' })

    assert.equal(`${basePath()}/`, '/')
  })
})

describe('route and action', () => {
  beforeEach(() => {
    supplyRoutes({ 'todos.index': '/todos', 'todos.update': 'PUT /todos/{todo}' })
  })

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
