import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  applicationOptions,
  compileProject,
  compilerNames,
  toSettings,
} from '../support/compile-project.ts'

/** JSON of any shape in every place that maps types: columns, props, replies, answers, forms, calls. */
const server = `import { body, get, handler, json, page, post, routes } from 'tenon'
import type { Wire } from 'tenon'
import { list } from 'tenon/answers'
import { c, Model } from 'tenon/models'
import { z } from 'zod'

const anyJson = z.json()
export class Film extends Model('films', { id: c.id(), title: c.text(), features: c.json().nullable(), meta: c.json() }) {}
class Doc extends Model('docs', { id: c.id(), data: c.json(z.json()).nullable() }) {}
declare module 'tenon' {
  interface Register {
    pages: {
      Film: (props: { film: Wire<Film> }) => unknown
      Films: (props: { films: Wire<Film>[]; maybe?: Wire<Film> | null }) => unknown
      Value: (props: { value: Wire<Film>['features']; values?: z.infer<typeof anyJson>[] }) => unknown
      Tree: (props: { tree: Tree }) => unknown
      Doc: (props: { doc: Wire<Doc> }) => unknown
    }
    routes: typeof web
  }
}
declare const film: Film
declare const doc: Doc
page('Film', { film })
page('Films', { films: [film] })
page('Films', { films: Film.all() , maybe: () => Film.first() })
page('Doc', { doc })
page('Value', { value: film.features, values: [film.features, { a: [1] }] })
interface Tree { text: string; replies: readonly Tree[] }
declare const tree: Tree
page('Tree', { tree })
json(tree)
json(film)
json({ film, films: [film] })
export const values: Wire<Film>['features'] = film.toJSON().features
const form = body(z.object({ title: z.string(), data: z.json() }))
export const web = routes([
  post('/films', handler({ form }).run(({ form }) => json(form))).name('films.store'),
  get('/films', handler({}).answers(list(Film)).run(() => Film.all())).name('films.index'),
  post('/films/{film}', handler({ film: Film, form: body(z.object({ title: z.string(), features: z.json(), more: z.array(z.json()) })) }).run(() => '')).name('films.update'),
  get('/docs', handler({}).answers(list(Doc)).run(() => Doc.all())).name('docs.index'),
])
`
const client = `import { action, useForm } from 'tenon/react'
import { createClient } from 'tenon/client'
import './server.ts'
const api = createClient()
export function Form() {
  const form = useForm(action('films.store'), { title: '', data: { a: [1, null, 'x'] } })
  form.submit()
  form.setData('title', 'x')
  form.setData('data', { b: 1 })
  const other = useForm({ title: '', data: {} as import('tenon/models').Json })
  return [form.errors.title, form.errors['data'], form.data.data, other.data.data]
}
export const index = async () => (await api('films.index')).map(({ features }) => features)
export const store = async () => api('films.store', { title: '', data: [1] })
export function Other(film: import('tenon').Wire<import('./server.ts').Film>) {
  const form = useForm(action('films.update', { film: 1 }), { ...film, more: [1] })
  form.setError('title', 'x')
  form.validate('title')
  form.reset('features')
  form.setError('more', 'y')
  form.transform((data) => data)
  form.setData('features', { a: 1 })
  form.setData((before) => ({ ...before, features: [1] }))
  const stock = useForm({ film, data: film.features })
  stock.setData('data', 1)
  stock.setData('film.title', 'x')
  return form.errors.title
}
`
const files = {
  'server.ts': server,
  'client.ts': client,
  'tsconfig.json': toSettings(applicationOptions),
}

describe('a value of any JSON', () => {
  for (const compiler of compilerNames) {
    it(`has a type that ${compiler} can follow`, { timeout: 120_000 }, () => {
      assert.equal(compileProject(files, compiler), '')
    })
  }
})
