import type { Application } from '../application.ts'
import { tenon } from './tenon.ts'

/** A JSON interface: handlers that state their answers, and calls by the typed client. */
export const tenonApi: Application = {
  name: 'Tenon, JSON',
  packages: tenon.packages,
  compilerOptions: tenon.compilerOptions,
  toFiles: (resources) => ({
    'server/routes.ts': toRoutes(resources),
    'client/client.ts': `
import { createClient } from 'tenon/client'

export const api = createClient({ baseUrl: 'http://localhost' })
`,
    ...Object.fromEntries(resources.map((name) => [`server/${name}.ts`, toServer(name)])),
    ...Object.fromEntries(resources.map((name) => [`client/${name}.ts`, toClient(name)])),
  }),
  mistakes: {
    'a call to a removed route': `
      import { api } from './client/client.ts'
      export const mistake = api('thingaa.gone')`,
    'a missing URL parameter': `
      import { api } from './client/client.ts'
      export const mistake = api('thingaa.show')`,
    'text for a numeric parameter': `
      import { api } from './client/client.ts'
      export const mistake = api('thingaa.show', { id: 'first' })`,
    'reading a parameter that the path does not define': `
      import { get, handler, integer, routes } from 'tenon'
      export const mistake = routes([get('/{id}', handler({ key: integer }).run(({ key }) => String(key)))])`,
    'a form field of the wrong type': `
      import { api } from './client/client.ts'
      export const mistake = api('thingaa.store', { title: 1, done: false })`,
    'a missing form field': `
      import { api } from './client/client.ts'
      export const mistake = api('thingaa.store', { title: 'First' })`,
    'a removed response field': `
      import { api } from './client/client.ts'
      export const mistake = async () => (await api('thingaa.show', { id: 1 })).gone`,
    'a redirect to a removed route': `
      import { redirect, route } from 'tenon'
      export const mistake = () => redirect(route('thingaa.gone'))`,
  },
}

function toRoutes(resources: readonly string[]): string {
  return `
import { del, get, group, post, put, routes } from 'tenon'
${resources.map((name) => `import * as ${name} from './${name}.ts'`).join('\n')}

export const web = routes([${resources.map(toGroup).join('')}])

declare module 'tenon' {
  interface Register {
    routes: typeof web
  }
}
`
}

function toGroup(name: string): string {
  return `
  group('/${name}', [
    get('/', ${name}.index).name('${name}.index'),
    get('/{id}', ${name}.show).name('${name}.show'),
    post('/', ${name}.store).name('${name}.store'),
    put('/{id}', ${name}.update).name('${name}.update'),
    del('/{id}', ${name}.destroy).name('${name}.destroy'),
    get('/{id}/comments', ${name}.comments).name('${name}.comments.index'),
    get('/{id}/comments/{comment}', ${name}.comment).name('${name}.comments.show'),
    post('/{id}/comments', ${name}.storeComment).name('${name}.comments.store'),
    put('/{id}/comments/{comment}', ${name}.updateComment).name('${name}.comments.update'),
    del('/{id}/comments/{comment}', ${name}.destroyComment).name('${name}.comments.destroy'),
  ]),`
}

function toServer(name: string): string {
  return `
import { body, handler, integer, redirect, route } from 'tenon'
import { list, shape } from 'tenon/answers'
import { z } from 'zod'

const ItemRequest = body(z.object({ title: z.string().min(1), done: z.boolean() }))
const CommentRequest = body(z.object({ text: z.string().min(1) }))
const Item = z.object({ id: z.number(), title: z.string(), done: z.boolean() })
const Comment = z.object({ id: z.number(), text: z.string() })

export const index = handler({}).answers(shape({ items: list(Item) })).run(() => ({ items: [{ id: 1, title: 'First', done: false }] }))
export const show = handler({ id: integer }).answers(Item).run(({ id }) => ({ id, title: 'First', done: false }))
export const store = handler({ form: ItemRequest }).run(({ form }) =>
  redirect(route('${name}.show', { id: form.title.length })))
export const update = handler({ id: integer, form: ItemRequest }).run(({ id, form }) =>
  form.done ? redirect(route('${name}.index')) : redirect(route('${name}.show', { id })))
export const destroy = handler({ id: integer }).run(({ id }) => redirect(route('${name}.show', { id })))
export const comments = handler({ id: integer }).answers(shape({ id: z.number(), items: list(Comment) })).run(({ id }) =>
  ({ id, items: [{ id: 1, text: 'Yes' }] }))
export const comment = handler({ id: integer, comment: integer }).answers(Comment.extend({ comment: z.number() })).run(({ id, comment }) =>
  ({ id, comment, text: 'Yes' }))
export const storeComment = handler({ id: integer, form: CommentRequest }).run(({ id, form }) =>
  redirect(route('${name}.comments.show', { id, comment: form.text.length })))
export const updateComment = handler({ id: integer, comment: integer, form: CommentRequest }).run(({ id, comment }) =>
  redirect(route('${name}.comments.show', { id, comment })))
export const destroyComment = handler({ id: integer, comment: integer }).run(({ id }) =>
  redirect(route('${name}.comments.index', { id })))
`
}

function toClient(name: string): string {
  return `
import { route } from 'tenon/client'
import { api } from './client.ts'

export async function index() {
  const { items } = await api('${name}.index')
  return items.map(({ id, title }) => [route('${name}.show', { id }), title])
}

export async function show(id: number) {
  const { title, done } = await api('${name}.show', { id })
  return api('${name}.update', { id }, { title, done })
}

export async function comments(id: number) {
  const { items } = await api('${name}.comments.index', { id })
  const text = items.map(({ text }) => text).join()
  return api('${name}.comments.store', { id }, { text })
}

export async function comment(id: number, comment: number) {
  const { text } = await api('${name}.comments.show', { id, comment })
  return [route('${name}.comments.show', { id, comment }), text]
}
`
}
