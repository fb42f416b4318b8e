/**
 * Writes an application of many routes, ten to a resource: groups two deep, both notations of a
 * parameter, bound models, a parsed parameter, names, and a controller that asks for a URL.
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
const ${name}Index = handler({ user: User }, ({ user }) => user.email)
const ${name}Show = handler({ user: User, post: Post }, ({ user, post }) => user.email + post.title)
const ${name}Store = handler({ user: User, post: Post }, ({ user, post }) =>
  redirect(route('${name}.posts.show', { user: user.id, post: post.id })))
const ${name}Page = handler({ user: User, page: integer }, ({ page }) => page.toFixed())
`
}

function writeRoutes(name: string): string {
  return `
  group('/${name}/{user}', [
    get('/', ${name}Index).name('${name}.index'),
    get('/create', ${name}Index).name('${name}.create'),
    get('/pages/:page', ${name}Page).name('${name}.page'),
    get('/about', () => '${name}').name('${name}.about'),
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
