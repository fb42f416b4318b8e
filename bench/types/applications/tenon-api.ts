import type { Application } from '../application.ts'
import { commentModel, tenon, toFolder, toModelFile } from './tenon.ts'

/** A JSON interface: handlers that declare their responses, and calls by the typed client. */
export const tenonApi: Application = {
  name: 'Tenon, JSON',
  packages: tenon.packages,
  compilerOptions: tenon.compilerOptions,
  toFiles: (resources) => ({
    'server/routes.ts': toRoutes(resources),
    'server/models/comment.ts': commentModel,
    'client/client.ts': `
import { createClient } from 'tenon/client'

export const api = createClient({ baseUrl: 'http://localhost' })
`,
    ...Object.fromEntries(resources.map((name) => [`server/${name}.ts`, toServer(name)])),
    ...Object.fromEntries(resources.map((name) => [`server/models/${name}.ts`, toModelFile(name)])),
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
      export const mistake = api('thingaa.show', { thingaa: 'first' })`,
    'reading a parameter that the path does not define': `
      import { get, handler, param, routes } from 'tenon'
      export const mistake = routes([get('/{id}', handler({ key: param.integer }).run(({ key }) => String(key)))])`,
    'a form field of the wrong type': `
      import { api } from './client/client.ts'
      export const mistake = api('thingaa.store', { title: 1, done: false })`,
    'a missing form field': `
      import { api } from './client/client.ts'
      export const mistake = api('thingaa.store', { title: 'First' })`,
    'a removed response field': `
      import { api } from './client/client.ts'
      export const mistake = async () => (await api('thingaa.show', { thingaa: 1 })).gone`,
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
    get('/{${name}}', ${name}.show).name('${name}.show'),
    post('/', ${name}.store).name('${name}.store'),
    put('/{${name}}', ${name}.update).name('${name}.update'),
    del('/{${name}}', ${name}.destroy).name('${name}.destroy'),
    get('/{${name}}/comments', ${name}.comments).name('${name}.comments.index'),
    get('/{${name}}/comments/{comment}', ${name}.comment).name('${name}.comments.show'),
    post('/{${name}}/comments', ${name}.storeComment).name('${name}.comments.store'),
    put('/{${name}}/comments/{comment}', ${name}.updateComment).name('${name}.comments.update'),
    del('/{${name}}/comments/{comment}', ${name}.destroyComment).name('${name}.comments.destroy'),
  ]),`
}

function toServer(name: string): string {
  const model = toFolder(name)
  return `
import { body, handler, redirect, route } from 'tenon'
import { list, shape } from 'tenon/answers'
import { z } from 'zod'
import { Comment } from './models/comment.ts'
import { ${model} } from './models/${name}.ts'

const ItemRequest = body(z.object({ title: z.string().min(1), done: z.boolean() }))
const CommentRequest = body(z.object({ text: z.string().min(1) }))

export const index = handler({}).answers(shape({ items: list(${model}) })).run(async () => ({ items: await ${model}.all() }))
export const show = handler({ ${name}: ${model} }).answers(${model}).run(({ ${name} }) => ${name})
export const store = handler({ form: ItemRequest }).run(({ form }) =>
  redirect(route('${name}.show', { ${name}: form.title.length })))
export const update = handler({ ${name}: ${model}, form: ItemRequest }).run(({ ${name}, form }) =>
  form.done ? redirect(route('${name}.index')) : redirect(route('${name}.show', { ${name}: ${name}.id })))
export const destroy = handler({ ${name}: ${model} }).run(({ ${name} }) =>
  redirect(route('${name}.show', { ${name}: ${name}.id })))
export const comments = handler({ ${name}: ${model} }).answers(shape({ id: z.number(), items: list(Comment) })).run(async ({ ${name} }) =>
  ({ id: ${name}.id, items: await ${name}.load(${model}.comments) }))
export const comment = handler({ ${name}: ${model}, comment: Comment }).answers(Comment).run(({ comment }) => comment)
export const storeComment = handler({ ${name}: ${model}, form: CommentRequest }).run(({ ${name}, form }) =>
  redirect(route('${name}.comments.show', { ${name}: ${name}.id, comment: form.text.length })))
export const updateComment = handler({ ${name}: ${model}, comment: Comment, form: CommentRequest }).run(({ ${name}, comment }) =>
  redirect(route('${name}.comments.show', { ${name}: ${name}.id, comment: comment.id })))
export const destroyComment = handler({ ${name}: ${model}, comment: Comment }).run(({ ${name} }) =>
  redirect(route('${name}.comments.index', { ${name}: ${name}.id })))
`
}

function toClient(name: string): string {
  return `
import { route } from 'tenon/client'
import { api } from './client.ts'

export async function index() {
  const { items } = await api('${name}.index')
  return items.map(({ id, title }) => [route('${name}.show', { ${name}: id }), title])
}

export async function show(id: number) {
  const { title, done } = await api('${name}.show', { ${name}: id })
  return api('${name}.update', { ${name}: id }, { title, done })
}

export async function comments(id: number) {
  const { items } = await api('${name}.comments.index', { ${name}: id })
  const text = items.map(({ text }) => text).join()
  return api('${name}.comments.store', { ${name}: id }, { text })
}

export async function comment(id: number, comment: number) {
  const { text } = await api('${name}.comments.show', { ${name}: id, comment })
  return [route('${name}.comments.show', { ${name}: id, comment }), text]
}
`
}
