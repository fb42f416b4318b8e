import type { Application, Files } from '../application.ts'

/** Pages instead of a JSON interface: the type of a response is the component's props. */
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
      export const mistake = route('thingaa.show', { id: 'first' })`,
    'reading a parameter that the path does not define': `
      import { get, handler, integer, routes } from 'tenon'
      export const mistake = routes([get('/{id}', handler({ key: integer }).run(({ key }) => String(key)))])`,
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

function toResource(name: string): Files {
  const folder = toFolder(name)
  return {
    [`app/controllers/${name}.ts`]: toController(name, folder),
    [`resources/pages/${folder}/Index.tsx`]: `
import { Link, route } from 'tenon/react'

export default function Index({ items }: { items: { id: number; title: string; done: boolean }[] }) {
  return items.map(({ id, title }) => <Link key={id} href={route('${name}.show', { id })}>{title}</Link>)
}
`,
    [`resources/pages/${folder}/Show.tsx`]: `
import { action, useForm } from 'tenon/react'

export default function Show({ id, title, done }: { id: number; title: string; done: boolean }) {
  const form = useForm(action('${name}.update', { id }), { title, done })
  return <button onClick={() => form.submit()}>{form.errors.title ?? form.data.title}</button>
}
`,
    [`resources/pages/${folder}/Comments.tsx`]: `
import { action, useForm } from 'tenon/react'

export default function Comments({ id, items }: { id: number; items: { id: number; text: string }[] }) {
  const form = useForm(action('${name}.comments.store', { id }), { text: '' })
  return <button onClick={() => form.submit()}>{items.map(({ text }) => text)}</button>
}
`,
    [`resources/pages/${folder}/Comment.tsx`]: `
import { Link, route } from 'tenon/react'

export default function Comment({ id, comment, text }: { id: number; comment: number; text: string }) {
  return <Link href={route('${name}.comments.show', { id, comment })}>{text}</Link>
}
`,
  }
}

function toController(name: string, folder: string): string {
  return `
import { handler, integer, page, redirect, body, route } from 'tenon'
import { z } from 'zod'

const ItemRequest = body(z.object({ title: z.string().min(1), done: z.boolean() }))
const CommentRequest = body(z.object({ text: z.string().min(1) }))

export const index = () => page('${folder}/Index', { items: [{ id: 1, title: 'First', done: false }] })
export const show = handler({ id: integer }).run(({ id }) => page('${folder}/Show', { id, title: 'First', done: false }))
export const store = handler({ form: ItemRequest }).run(({ form }) =>
  redirect(route('${name}.show', { id: form.title.length })))
export const update = handler({ id: integer, form: ItemRequest }).run(({ id, form }) =>
  form.done ? redirect(route('${name}.index')) : redirect(route('${name}.show', { id })))
export const destroy = handler({ id: integer }).run(({ id }) => redirect(route('${name}.show', { id })))
export const comments = handler({ id: integer }).run(({ id }) => page('${folder}/Comments', { id, items: [{ id: 1, text: 'Yes' }] }))
export const comment = handler({ id: integer, comment: integer }).run(({ id, comment }) =>
  page('${folder}/Comment', { id, comment, text: 'Yes' }))
export const storeComment = handler({ id: integer, form: CommentRequest }).run(({ id, form }) =>
  redirect(route('${name}.comments.show', { id, comment: form.text.length })))
export const updateComment = handler({ id: integer, comment: integer, form: CommentRequest }).run(({ id, comment }) =>
  redirect(route('${name}.comments.show', { id, comment })))
export const destroyComment = handler({ id: integer, comment: integer }).run(({ id }) =>
  redirect(route('${name}.comments.index', { id })))
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

function toFolder(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
