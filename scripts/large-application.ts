/** What the handlers of a large application use. */
export type LargeApplication = 'plain' | 'stated' | 'called'

/**
 * Writes an application with many routes, ten per resource: groups two levels deep, both parameter
 * notations, a parsed parameter, names, a model of its own for each resource, and handlers that call
 * `route()`. A `stated` one also validates bodies, declares responses and asks policies, and its records belong to
 * users; a `called` one has a client with calls, links and actions besides. Returns the files by name.
 */
export function writeLargeApplication(
  routeCount: number,
  kind: LargeApplication,
): Readonly<Record<string, string>> {
  const resources = Array.from({ length: routeCount / 10 }, (_, i) => `resource${i}`)
  if (kind === 'plain') {
    return { 'routes.ts': writeServer(resources, writePlainHandlers, writePlainRoutes) }
  }
  const server = writeServer(
    resources,
    writeStatedHandlers,
    writeStatedRoutes,
    '.owner(() => User)',
  )
  if (kind === 'stated') return { 'routes.ts': server }
  return { 'routes.ts': server, 'client.ts': writeClient(resources) }
}

function writeServer(
  resources: readonly string[],
  writeHandlers: (name: string) => string,
  writeRoutes: (name: string) => string,
  owner = '',
): string {
  return `
import { body, del, get, group, handler, param, post, provided, put, redirect, route, routes } from 'tenon'
import { answer, list } from 'tenon/answers'
import { policy } from 'tenon/auth'
import { belongsTo, c, hasMany, Model } from 'tenon/models'
import { z } from 'zod'

class User extends Model('users', { id: c.id(), email: c.text() }) {}
class Post extends Model('posts', { id: c.uuidId(), title: c.text(), owner_id: c.integer() }) {}
declare const user: User
const me = provided<{ me: User }>('me')
const login = me.middleware((_request, next) => next(user))

${resources.map((name) => writeModel(name, owner) + writeHandlers(name)).join('')}
export const web = routes([${resources.map(writeRoutes).join('')}])
declare module 'tenon' { interface Register { routes: typeof web } }
`
}

function writeClient(resources: readonly string[]): string {
  return `
import { action, createClient, route } from 'tenon/client'

const api = createClient()
${resources.map(writeCalls).join('')}
`
}

function writeCalls(name: string): string {
  return `
export const ${name}Index = async (id: number) => (await api('${name}.index', { ${name}: id })).map(({ title }) => title)
export const ${name}About = async (id: number) => (await api('${name}.about', { ${name}: id })).user_id
export const ${name}Store = (id: number) => api('${name}.posts.store', { ${name}: id }, { title: '' })
export const ${name}Update = (id: number, post: string) => api('${name}.posts.update', { ${name}: id, post }, { title: '' })
export const ${name}Destroy = async (id: number, post: string) =>
  (await api('${name}.posts.destroy', { ${name}: id, post }).result()).status
export const ${name}Links = (id: number, post: string) =>
  [route('${name}.index', { ${name}: id }), action('${name}.posts.update', { ${name}: id, post }).url]
`
}

function writeModel(name: string, owner: string): string {
  return `
class ${toModel(name)} extends Model('${name}', { id: c.id(), title: c.text(), user_id: c.integer()${owner} }) {
  static posts = hasMany(() => Post, 'owner_id')
  static user = belongsTo(() => User, 'user_id')
}
`
}

function writePlainHandlers(name: string): string {
  const model = toModel(name)
  return `
const ${name}Index = handler({ ${name}: ${model} }).run(({ ${name} }) =>
  redirect(route('${name}.create', { ${name}: ${name}.id })))
const ${name}Create = handler({ ${name}: ${model} }).run(({ ${name} }) =>
  redirect(route('${name}.index', { ${name}: ${name}.id })))
const ${name}Show = handler({ ${name}: ${model}, post: Post }).run(({ ${name}, post }) =>
  redirect(route('${name}.posts.edit', { ${name}: ${name}.id, post: post.id })))
const ${name}Store = handler({ ${name}: ${model}, post: Post }).run(({ ${name}, post }) =>
  redirect(route('${name}.posts.show', { ${name}: ${name}.id, post: post.id })))
const ${name}Page = handler({ ${name}: ${model}, page: param.integer }).run(({ ${name}, page }) =>
  redirect(route('${name}.page', { ${name}: ${name}.id, page: page + 1 })))
function ${name}About() { return redirect(route('${name}.about', { ${name}: 1 })) }
`
}

function writePlainRoutes(name: string): string {
  return `
  group('/${name}/{${name}}', [
    get('/', ${name}Index).name('${name}.index'),
    get('/create', ${name}Create).name('${name}.create'),
    get('/pages/:page', ${name}Page).name('${name}.page'),
    get('/about', ${name}About).name('${name}.about'),
    group('/posts', [
      get('/:post', ${name}Show).name('${name}.posts.show'),
      get('/{post}/edit', ${name}Show).name('${name}.posts.edit'),
      post('/{post}', ${name}Store).name('${name}.posts.store'),
      post('/{post}/toggle', ${name}Store).name('${name}.posts.toggle'),
      put('/{post}', ${name}Store).name('${name}.posts.update'),
      del('/{post}', ${name}Store).name('${name}.posts.destroy'),
    ]),
  ]),`
}

function writeStatedHandlers(name: string): string {
  const model = toModel(name)
  return `
const ${name}Policy = policy({ user: me }, ${model}, {
  view: () => true,
  update: (user, owner) => owner.user_id === user.id,
})
const ${name}Form = body(z.object({ title: z.string().min(1), done: z.boolean().optional() }))
const ${name}Index = handler({ ${name}: ${model} }).answers(list(Post)).run(({ ${name} }) => ${name}.load(${model}.posts))
const ${name}Create = handler({ ${name}: ${model} }).run(({ ${name} }) =>
  redirect(route('${name}.index', { ${name}: ${name}.id })))
const ${name}Page = handler({ ${name}: ${model}, page: param.integer }).run(({ ${name}, page }) =>
  redirect(route('${name}.page', { ${name}: ${name}.id, page: page + 1 })))
const ${name}About = handler({ ${name}: ${model} }).answers(${model}).run(({ ${name} }) => ${name})
const ${name}Show = handler({ ${name}: ${model}, post: Post }).answers(Post).run(({ post }) => post)
const ${name}Edit = handler({ ${name}: ${model}, post: Post }).run(({ ${name}, post }) =>
  redirect(route('${name}.posts.show', { ${name}: ${name}.id, post: post.id })))
const ${name}Store = handler({ ${name}: ${model}, form: ${name}Form }).answers({ 201: Post }).run(async ({ ${name}, form }) => {
  const made = await Post.create({ title: form.title, owner_id: ${name}.id })
  return answer(201, made).header('location', route('${name}.posts.show', { ${name}: ${name}.id, post: made.id }))
})
const ${name}Update = handler({ ${name}: ${model}, post: Post, form: ${name}Form }).run(({ ${name}, post }) =>
  redirect(route('${name}.posts.show', { ${name}: ${name}.id, post: post.id })))
const ${name}Destroy = handler({ ${name}: ${model}, post: Post }).answers({ 204: null }).run(() => null)
`
}

function writeStatedRoutes(name: string): string {
  return `
  group('/${name}/{${name}}', [
    get('/', ${name}Index).name('${name}.index'),
    get('/create', ${name}Create).name('${name}.create'),
    get('/pages/:page', ${name}Page).name('${name}.page'),
    get('/about', ${name}About).name('${name}.about').can(${name}Policy.view),
    group('/posts', [
      get('/:post', ${name}Show).name('${name}.posts.show'),
      get('/{post}/edit', ${name}Edit).name('${name}.posts.edit'),
      post('/', ${name}Store).name('${name}.posts.store'),
      post('/{post}/toggle', ${name}Update).name('${name}.posts.toggle'),
      put('/{post}', ${name}Update).name('${name}.posts.update'),
      del('/{post}', ${name}Destroy).name('${name}.posts.destroy').can(${name}Policy.update),
    ]),
  ]).middleware(login).can(${name}Policy.view),`
}

function toModel(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
