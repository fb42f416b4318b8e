import type { Application, Files } from '../application.ts'

/** Pages instead of a JSON interface: an answer's type is the component's props. */
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
    'a call of a route that is gone': `
      import { action } from 'tenon/react'
      export const mistake = action('thingaa.gone')`,
    'a parameter left out of a URL': `
      import { route } from 'tenon/react'
      export const mistake = route('thingaa.show')`,
    'text for a parameter that is a number': `
      import { route } from 'tenon/react'
      export const mistake = route('thingaa.show', { id: 'first' })`,
    'a parameter read that the path has not': `
      import { get, handler, integer, routes } from 'tenon'
      export const mistake = routes([get('/{id}', handler({ key: integer }, ({ key }) => String(key)))])`,
    'a field of the wrong type in a form': `
      import { action, useForm } from 'tenon/react'
      export const mistake = () => useForm(action('thingaa.store'), { title: 1, done: false })`,
    'a field missing from a form': `
      import { action, useForm } from 'tenon/react'
      export const mistake = () => useForm(action('thingaa.store'), { title: 'First' })`,
    'a field of an answer that is gone': `
      import { page } from 'tenon'
      export const mistake = () => page('Thingaa/Show', { id: 1, done: false })`,
    'a redirect to a route that is gone': `
      import { redirect, route } from 'tenon'
      export const mistake = () => redirect(route('thingaa.gone'))`,
  },
}

/** The same, its callbacks with their result's type. */
export const tenonStated: Application = {
  ...tenon,
  name: 'Tenon, results stated',
  toFiles: (resources) => ({ ...tenon.toFiles(resources), ...toStatedControllers(resources) }),
}

function toStatedControllers(resources: readonly string[]): Files {
  const files = resources.map((name): readonly [string, string] => {
    const text = toController(name, toFolder(name))
    const stated = text.replaceAll('}) =>', '}): Reply =>').replaceAll('(() =>', '((): Reply =>')
    return [`app/controllers/${name}.ts`, `import type { Reply } from 'tenon'${stated}`]
  })
  return Object.fromEntries(files)
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
import { handler, integer, page, redirect, request, route } from 'tenon'
import { z } from 'zod'

const ItemRequest = request(z.object({ title: z.string().min(1), done: z.boolean() }))
const CommentRequest = request(z.object({ text: z.string().min(1) }))

export const index = handler(() => page('${folder}/Index', { items: [{ id: 1, title: 'First', done: false }] }))
export const show = handler({ id: integer }, ({ id }) => page('${folder}/Show', { id, title: 'First', done: false }))
export const store = handler({ form: ItemRequest }, ({ form }) =>
  redirect(route('${name}.show', { id: form.title.length })))
export const update = handler({ id: integer, form: ItemRequest }, ({ id, form }) =>
  form.done ? redirect(route('${name}.index')) : redirect(route('${name}.show', { id })))
export const destroy = handler({ id: integer }, ({ id }) => redirect(route('${name}.show', { id })))
export const comments = handler({ id: integer }, ({ id }) => page('${folder}/Comments', { id, items: [{ id: 1, text: 'Yes' }] }))
export const comment = handler({ id: integer, comment: integer }, ({ id, comment }) =>
  page('${folder}/Comment', { id, comment, text: 'Yes' }))
export const storeComment = handler({ id: integer, form: CommentRequest }, ({ id, form }) =>
  redirect(route('${name}.comments.show', { id, comment: form.text.length })))
export const updateComment = handler({ id: integer, comment: integer, form: CommentRequest }, ({ id, comment }) =>
  redirect(route('${name}.comments.show', { id, comment })))
export const destroyComment = handler({ id: integer, comment: integer }, ({ id }) =>
  redirect(route('${name}.comments.index', { id })))
`
}

/** As `tenon types` writes it: a line per page, in the order of their names. */
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
