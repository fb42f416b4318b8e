import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  applicationOptions,
  compileProject,
  compilerNames,
  toSettings,
} from '../support/compile-project.ts'

const server = `import { get, handler, json, param, query, route, routes } from 'tenon'
import { z } from 'zod'

const Filters = query(z.object({
  q: z.string().default(''),
  state: z.enum(['open', 'done']).optional(),
  page: z.coerce.number().int().min(1).catch(1),
  size: z.preprocess(Number, z.number().int()),
}))
const Search = query(z.object({ q: z.string(), page: z.coerce.number().catch(1) }))
const Sorted = query(z.object({ sort: z.enum(['new', 'old']).catch('new'), q: z.string().catch('') }))
const Either = query(z.union([z.object({ a: z.string() }), z.object({ b: z.string(), page: z.coerce.number().catch(1) })]))
export const web = routes([
  get('/todos', handler({ filters: Filters }).answers(z.number()).run(({ filters }) => filters.page)).name('todos.index'),
  get('/users/{user}', handler({ user: param.integer, filters: Filters }).run(() => '')).name('users.show'),
  get('/search', handler({ search: Search }).run(({ search }) => json(search))).name('search'),
  get('/sorted', handler({ sorted: Sorted }).run(({ sorted }) => json(sorted.sort))).name('sorted'),
  get('/either', handler({ either: Either }).run(({ either }) => json(either))).name('either'),
])
declare module 'tenon' {
  interface Register {
    routes: typeof web
  }
}
export const urls = [
  route('todos.index'),
  route('todos.index', {}, {}),
  route('todos.index', {}, { q: 'x' }),
  route('todos.index', {}, { page: 2, size: '3', state: 'open' }),
  route('users.show', { user: 1 }),
  route('users.show', { user: 1 }, { page: 2 }),
  route('search', {}, { q: 'x' }),
  route('search', {}, { q: 'x', page: 2 }),
  route('sorted'),
  route('sorted', {}, { sort: 'old' }),
  route('either', {}, { a: 'x' }),
  route('either', {}, { b: 'x' }),
  // @ts-expect-error -- no such state
  route('todos.index', {}, { state: 'lost' }),
  // @ts-expect-error -- no such order
  route('sorted', {}, { sort: 'best' }),
  // @ts-expect-error -- no such field
  route('todos.index', {}, { pag: 2 }),
  // @ts-expect-error -- a query cannot hold a function
  route('todos.index', {}, { page: () => 2 }),
  // @ts-expect-error -- the schema requires it
  route('search', {}, { page: 2 }),
  // @ts-expect-error -- the schema requires a query
  route('search'),
]
`
const client = `import { action, createClient, route } from 'tenon/client'

const api = createClient()
export const urls = [route('todos.index'), route('todos.index', {}, { q: 'x' }), route('search', {}, { q: 'x' })]
export const actions = [
  action('todos.index'),
  action('todos.index', {}, { q: 'x' }),
  action('users.show', { user: 1 }, { size: 3 }),
  action('search', {}, { q: 'x' }),
  // @ts-expect-error -- the schema requires it
  action('search', {}, { page: 2 }),
]
export const calls = [
  api('todos.index'),
  api('todos.index', { q: 'x' }),
  api('todos.index', { page: 2 }),
  api('users.show', { user: 1 }),
  api('users.show', { user: 1 }, { q: 'x' }),
  api('search', { q: 'x' }),
  // @ts-expect-error -- the schema requires it
  api('search', { page: 2 }),
  // @ts-expect-error -- no such state
  api('todos.index', { state: 'lost' }),
  // @ts-expect-error -- a query cannot hold a function
  api('todos.index', { page: () => 2 }),
]
`
const files = {
  'server.ts': server,
  'client.ts': client,
  'tsconfig.json': toSettings(applicationOptions),
}

describe('the query of a route whose schema converts or has a default', () => {
  for (const compiler of compilerNames) {
    it(`may leave out what the schema fills in, under ${compiler}`, { timeout: 120_000 }, () => {
      assert.equal(compileProject(files, compiler), '')
    })
  }
})
