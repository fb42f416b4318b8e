import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  applicationOptions,
  compileProject,
  compilerNames,
  toSettings,
} from '../support/compile-project.ts'

const server = `import { body, get, handler, json, param, post, route, routes } from 'tenon'
import type { StandardSchemaV1 } from '@standard-schema/spec'

declare const schema: StandardSchemaV1<{ title: string; body: string }>
const form = body(schema)

const show = handler({ org: param.integer, todo: param.integer }).run(() => '')
export const web = routes([
  get('/', () => '').name('home'),
  get('/orgs/{org}/todos/{todo}', show).name('todos.show'),
  post('/todos', handler({ form }).run(() => json({}))).name('todos.store'),
])
declare module 'tenon' {
  interface Register {
    routes: typeof web
  }
}

export const right = [route('home'), route('todos.show', { org: 1, todo: 2 }), route('a' as string)]
export const wrong = [
  route('hom'),
  route('todos.shwo', { org: 1, todo: 2 }),
  route('todos.show', { org: 1, tod: 2 }),
  route('todos.show', { org: 1, todo: 'x' }),
]
`
const client = `import { createClient } from 'tenon/client'
import { action, route, useForm } from 'tenon/react'

const api = createClient()

export const right = [route('home'), action('todos.show', { org: 1, todo: 2 }).url]
export const wrong = [
  route('hom'),
  route('todos.shwo', { org: 1, todo: 2 }),
  action('todos.show', { org: 1, tod: 2 }),
  action('todos.stor'),
  api('todos.stor', { title: '', body: '' }),
  api('todos.store', { title: '' }),
]
export function Forms() {
  useForm(action('todos.store'), { title: '', body: '' })
  useForm(action('todos.store'), { title: '', boddy: '' })
  useForm(action('todos.store'), { title: '' })
}
`

const pages = `import { page } from 'tenon'

declare module 'tenon' {
  interface Register {
    pages: {
      Home: () => unknown
      'Todos/Show': (props: { title: string }) => unknown
    }
  }
}

declare const name: string
export const right = [page('Home'), page('Todos/Show', { title: 'Write' })]
export const wrong = [
  page('Hom'),
  page('Todos/Shwo', { title: 'Write' }),
  page(name),
  page('Todos/Show', { titel: 'Write' }),
  page('Todos/Show', { title: 1 }),
]
`

const models = `import { c, hasMany, Model } from 'tenon/models'

class Post extends Model('posts', { id: c.id(), user_id: c.integer() }) {}
class User extends Model('users', { id: c.id() }) {
  static readonly posts = hasMany(() => Post, 'user_id')
  static readonly drafts = hasMany(() => Post, 'user_id')
}

export const right = [User.with('posts'), User.query().withCount('drafts')]
export const wrong = [
  User.with('pots'),
  User.query().with('pots'),
  User.query().withCount('pots'),
  User.query().whereHas('pots'),
]
`

const typo = `import { get, route, routes } from 'tenon'
import { createClient } from 'tenon/client'

export const web = routes([
  get('/', () => '').name('home'),
  get('/todos', () => '').name('todos.index'),
  get('/todos/create', () => '').name('todos.create'),
])
declare module 'tenon' {
  interface Register {
    routes: typeof web
  }
}
export const wrong = [route('todos.indx'), createClient()('todos.indx'), route('hom')]
export const others = [route('todo.index'), route('authors.index')]
`

describe('the compiler’s errors', () => {
  for (const compiler of compilerNames) {
    it(`list the routes beside a misspelt one under ${compiler}`, { timeout: 120_000 }, () => {
      const files = { 'typo.ts': typo, 'tsconfig.json': toSettings(applicationOptions) }

      const said = compileProject(files, compiler).replaceAll('\\"', '"')

      const beside = /There is no route named "todos.indx". Did you mean one of these\?", ([^>]+)>/g
      const names = [...said.matchAll(beside)].map(([, each = '']) => each.split(' | ').toSorted())
      assert.ok(names.length >= 2, said)
      assert.deepEqual(new Set(names.flat()), new Set(['"todos.create"', '"todos.index"']))
      assert.match(
        said,
        /"todo.index". Did you mean one of these\?", "todos.(?:create|index)" \| "todos/,
      )
      assert.match(said, /There is no route named "authors.index"", never>/)
      assert.match(said, /There is no route named "hom". Did you mean one of these\?", "home">/)
    })
  }

  it('name the wrong name, parameter, field or prop', { timeout: 60_000 }, () => {
    const messages = compile({
      'server.ts': server,
      'client.ts': client,
      'pages.ts': pages,
      'models.ts': models,
    })

    assert.deepEqual(messages, [
      'client.ts:8 There is no route named "hom"',
      'client.ts:9 There is no route named "todos.shwo"',
      "client.ts:10 'tod' does not exist",
      'client.ts:11 There is no route named "todos.stor"',
      'client.ts:12 There is no route named "todos.stor"',
      "client.ts:13 Property 'body' is missing",
      "client.ts:17 'boddy' does not exist",
      "client.ts:18 Property 'body' is missing",
      `models.ts:11 '"pots"' is not assignable to parameter of type '"drafts" | "posts"'`,
      `models.ts:12 '"pots"' is not assignable to parameter of type '"drafts" | "posts"'`,
      `models.ts:13 '"pots"' is not assignable to parameter of type '"drafts" | "posts"'`,
      `models.ts:14 '"pots"' is not assignable to parameter of type '"drafts" | "posts"'`,
      'pages.ts:15 There is no page named "Hom"',
      'pages.ts:16 There is no page named "Todos/Shwo"',
      'pages.ts:17 The name of a page must be known to the compiler',
      "pages.ts:18 'titel' does not exist",
      "pages.ts:19 Type 'number' is not assignable to type 'Sendable<string>'",
      'server.ts:21 There is no route named "hom"',
      'server.ts:22 There is no route named "todos.shwo"',
      "server.ts:23 'tod' does not exist",
      "server.ts:24 Type 'string' is not assignable to type 'number'",
    ])
  })
})

/** The place and the essential part of each error. */
function compile(files: Readonly<Record<string, string>>): readonly string[] {
  const stdout = compileProject({ ...files, 'tsconfig.json': toSettings(applicationOptions) })
  return stdout.split(/\n(?=\S)/).flatMap((error) => {
    const place = /^\w+\.ts\(\d+/.exec(error)?.[0].replace('(', ':')
    const [told = error] = telling.exec(error.replaceAll('\\"', '"')) ?? []
    return place === undefined ? [] : [`${place} ${told}`]
  })
}

const telling =
  /There is no (?:route|page) named "[\w./]+"|The name of a page [\w ]+|'\w+' does not exist|Property '\w+' is missing|Type '\w+' is not assignable to type '[\w<>]+'|'"\w+"' is not assignable to parameter of type '[^']+'/
