/**
 * Writes an application with many routes, ten per resource: groups two levels deep, both parameter
 * notations, bound models, a parsed parameter, names, and handlers that each call `route()`.
 */
export function writeLargeApplication(routeCount: number): string {
  const resources = Array.from({ length: routeCount / 10 }, (_, i) => `resource${i}`)
  return `
import { del, get, group, handler, integer, post, put, redirect, route, routes } from 'tenon'
import { c, hasMany, Model } from 'tenon/database'

class User extends Model('users', { id: c.id(), email: c.text() }) {
  static posts = hasMany(() => Post, 'user_id')
}
class Post extends Model('posts', { id: c.uuidId(), title: c.text(), user_id: c.integer() }) {}

${resources.map(writeHandlers).join('')}
export const web = routes([${resources.map(writeRoutes).join('')}])
declare module 'tenon' { interface Register { routes: typeof web } }
`
}

function writeHandlers(name: string): string {
  return `
const ${name}Index = handler({ user: User }).run(({ user }) =>
  redirect(route('${name}.create', { user: user.id })))
const ${name}Create = handler({ user: User }).run(({ user }) =>
  redirect(route('${name}.index', { user: user.id })))
const ${name}Show = handler({ user: User, post: Post }).run(({ user, post }) =>
  redirect(route('${name}.posts.edit', { user: user.id, post: post.id })))
const ${name}Store = handler({ user: User, post: Post }).run(({ user, post }) =>
  redirect(route('${name}.posts.show', { user: user.id, post: post.id })))
const ${name}Page = handler({ user: User, page: integer }).run(({ user, page }) =>
  redirect(route('${name}.page', { user: user.id, page: page + 1 })))
function ${name}About() { return redirect(route('${name}.about', { user: 1 })) }
`
}

function writeRoutes(name: string): string {
  return `
  group('/${name}/{user}', [
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
