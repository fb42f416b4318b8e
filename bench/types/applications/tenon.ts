import type { Application, Files } from '../application.ts'

/** Pages instead of a JSON interface: the type of a response is the component's props. Records are bound to paths. */
export const tenon: Application = {
  name: 'Tenon',
  packages: ['tenon', 'zod', '@inertiajs/react'],
  compilerOptions: {
    module: 'preserve',
    moduleResolution: 'bundler',
    lib: ['es2024', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
  },
  toFiles: (resources) => ({
    'app/routes.ts': toRoutes(resources),
    'app/models/comment.ts': commentModel,
    'resources/pages.d.ts': toRegistry(resources),
    ...Object.assign({}, ...resources.map(toResource)),
  }),
  mistakes: {
    'a call to a removed route': `
      import { action } from 'tenon/react'
      export const mistake = action('thingaa.gone')`,
    'a missing URL parameter': `
      import { route } from 'tenon/react'
      export const mistake = route('thingaa.show')`,
    'text for a numeric parameter': `
      import { route } from 'tenon/react'
      export const mistake = route('thingaa.show', { thingaa: 'first' })`,
    'reading a parameter that the path does not define': `
      import { get, handler, param, routes } from 'tenon'
      export const mistake = routes([get('/{id}', handler({ key: param.integer }).run(({ key }) => String(key)))])`,
    'a form field of the wrong type': `
      import { action, useForm } from 'tenon/react'
      export const mistake = () => useForm(action('thingaa.store'), { title: 1, done: false })`,
    'a missing form field': `
      import { action, useForm } from 'tenon/react'
      export const mistake = () => useForm(action('thingaa.store'), { title: 'First' })`,
    'a removed response field': `
      import { page } from 'tenon'
      export const mistake = () => page('Thingaa/Show', { id: 1, done: false })`,
    'a redirect to a removed route': `
      import { redirect, route } from 'tenon'
      export const mistake = () => redirect(route('thingaa.gone'))`,
  },
}

export const commentModel = `
import { c, Model } from 'tenon/models'

export class Comment extends Model('comments', { id: c.id(), text: c.text(), owner_id: c.integer() }) {}
`

function toRoutes(resources: readonly string[]): string {
  return `
import { del, get, group, post, put, routes } from 'tenon'
${resources.map((name) => `import * as ${name} from './controllers/${name}.ts'`).join('\n')}

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

function toResource(name: string): Files {
  const folder = toFolder(name)
  return {
    [`app/controllers/${name}.ts`]: toController(name, folder),
    [`app/models/${name}.ts`]: toModelFile(name),
    [`resources/pages/${folder}/Index.tsx`]: `
import { Link, route } from 'tenon/react'

export default function Index({ items }: { items: { id: number; title: string; done: boolean }[] }) {
  return items.map(({ id, title }) => <Link key={id} href={route('${name}.show', { ${name}: id })}>{title}</Link>)
}
`,
    [`resources/pages/${folder}/Show.tsx`]: `
import { action, useForm } from 'tenon/react'

export default function Show({ id, title, done }: { id: number; title: string; done: boolean }) {
  const form = useForm(action('${name}.update', { ${name}: id }), { title, done })
  return <button onClick={() => form.submit()}>{form.errors.title ?? form.data.title}</button>
}
`,
    [`resources/pages/${folder}/Comments.tsx`]: `
import { action, useForm } from 'tenon/react'

export default function Comments({ id, items }: { id: number; items: { id: number; text: string }[] }) {
  const form = useForm(action('${name}.comments.store', { ${name}: id }), { text: '' })
  return <button onClick={() => form.submit()}>{items.map(({ text }) => text)}</button>
}
`,
    [`resources/pages/${folder}/Comment.tsx`]: `
import { Link, route } from 'tenon/react'

export default function Comment({ id, comment, text }: { id: number; comment: number; text: string }) {
  return <Link href={route('${name}.comments.show', { ${name}: id, comment })}>{text}</Link>
}
`,
  }
}

export function toModelFile(name: string): string {
  return `
import { c, hasMany, Model } from 'tenon/models'
import { Comment } from './comment.ts'

export class ${toFolder(name)} extends Model('${name}', { id: c.id(), title: c.text(), done: c.boolean() }) {
  static comments = hasMany(() => Comment, 'owner_id')
}
`
}

function toController(name: string, model: string): string {
  return `
import { handler, page, redirect, body, route } from 'tenon'
import { z } from 'zod'
import { Comment } from '../models/comment.ts'
import { ${model} } from '../models/${name}.ts'

const ItemRequest = body(z.object({ title: z.string().min(1), done: z.boolean() }))
const CommentRequest = body(z.object({ text: z.string().min(1) }))

export const index = () => page('${model}/Index', { items: [{ id: 1, title: 'First', done: false }] })
export const show = handler({ ${name}: ${model} }).run(({ ${name}: { id, title, done } }) =>
  page('${model}/Show', { id, title, done }))
export const store = handler({ form: ItemRequest }).run(({ form }) =>
  redirect(route('${name}.show', { ${name}: form.title.length })))
export const update = handler({ ${name}: ${model}, form: ItemRequest }).run(({ ${name}, form }) =>
  form.done ? redirect(route('${name}.index')) : redirect(route('${name}.show', { ${name}: ${name}.id })))
export const destroy = handler({ ${name}: ${model} }).run(({ ${name} }) =>
  redirect(route('${name}.show', { ${name}: ${name}.id })))
export const comments = handler({ ${name}: ${model} }).run(({ ${name} }) =>
  page('${model}/Comments', { id: ${name}.id, items: [{ id: 1, text: 'Yes' }] }))
export const comment = handler({ ${name}: ${model}, comment: Comment }).run(({ ${name}, comment }) =>
  page('${model}/Comment', { id: ${name}.id, comment: comment.id, text: comment.text }))
export const storeComment = handler({ ${name}: ${model}, form: CommentRequest }).run(({ ${name}, form }) =>
  redirect(route('${name}.comments.show', { ${name}: ${name}.id, comment: form.text.length })))
export const updateComment = handler({ ${name}: ${model}, comment: Comment, form: CommentRequest }).run(({ ${name}, comment }) =>
  redirect(route('${name}.comments.show', { ${name}: ${name}.id, comment: comment.id })))
export const destroyComment = handler({ ${name}: ${model}, comment: Comment }).run(({ ${name} }) =>
  redirect(route('${name}.comments.index', { ${name}: ${name}.id })))
`
}

/** As written by `tenon types`: a line per page, ordered by name. */
function toRegistry(resources: readonly string[]): string {
  const pages = resources
    .flatMap((name) =>
      ['Comment', 'Comments', 'Index', 'Show'].map((page) => `${toFolder(name)}/${page}`),
    )
    .toSorted()
  const lines = pages.map(
    (page) => `      '${page}': typeof import('./pages/${page}.tsx')['default']`,
  )
  return `import 'tenon'

declare module 'tenon' {
  interface Register {
    pages: {
${lines.join('\n')}
    }
  }
}
`
}

export function toFolder(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
