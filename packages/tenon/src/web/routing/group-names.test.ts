import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fallback, get, group, post } from './route.ts'
import { routes } from './route-list.ts'

const shared = [
  get('/todos', () => '').name('todos.index'),
  get('/about', () => ''),
  group('/admin', [
    get('/new', () => '').name('todos.new'),
    post('/todos', () => '')
      .name('todos.keep')
      .formPage('todos.new'),
    post('/other', () => '').formPage('home'),
  ]).name('admin'),
]

describe('the name of a group', () => {
  it('comes before the names of its routes, which groups can share then', () => {
    const { routes: listed } = routes([
      group('/v1', shared),
      group('/v2', shared).name('v2'),
      get('/', () => '').name('home'),
      fallback(() => ''),
    ])

    assert.deepEqual(
      listed.map(({ pattern, name }) => [pattern.path, name]),
      [
        ['/v1/todos', 'todos.index'],
        ['/v1/about', undefined],
        ['/v1/admin/new', 'admin.todos.new'],
        ['/v1/admin/todos', 'admin.todos.keep'],
        ['/v1/admin/other', undefined],
        ['/v2/todos', 'v2.todos.index'],
        ['/v2/about', undefined],
        ['/v2/admin/new', 'v2.admin.todos.new'],
        ['/v2/admin/todos', 'v2.admin.todos.keep'],
        ['/v2/admin/other', undefined],
        ['/', 'home'],
      ],
    )
  })

  it('comes before form pages that are in the group, and not before others', () => {
    const { routes: listed } = routes([
      group('/v1', shared),
      group('/v2', shared).name('v2'),
      get('/', () => '').name('home'),
    ])

    assert.deepEqual(
      listed.flatMap(({ formPage }) => formPage ?? []),
      ['admin.todos.new', 'home', 'v2.admin.todos.new', 'home'],
    )
  })

  it('is left out twice: the names are taken', () => {
    assert.throws(() => routes([group('/v1', shared), group('/v2', shared)]), {
      code: 'E_ROUTE_NAME_TAKEN',
    })
  })
})
