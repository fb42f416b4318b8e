import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileProject, compilerNames, toSettings } from '../support/compile-project.ts'

/** One of each kind of export, without an explicit type. */
const application = `import { application, body, del, derive, fallback, get, group, handler, json, page, param, post, provided, put, redirect, route, routes, stateKey } from 'tenon'
import { belongsTo, belongsToAny, c, hasMany, hasOne, manyToMany, Model, softDeletes, timestamps } from 'tenon/models'
import { factory } from 'tenon/factories'
import { abilities, policy } from 'tenon/auth'
import { channel } from 'tenon/pages'
import type { AccessRule } from 'tenon/types'
import type { HttpRequest } from 'tenon'
import type { StandardSchemaV1 } from '@standard-schema/spec'

export class User extends Model('users', { id: c.id(), email: c.text().unique(), secret: c.text().hidden(), ...timestamps() }) {
  static posts = hasMany(() => Post, 'user_id')
  static firstPost = hasOne(() => Post, 'user_id')
}
export class Post extends Model('posts', { id: c.bigId(), slug: c.text().unique(), at: c.timestamp().nullable(), meta: c.json<{ a: 1 }>().nullable(), user_id: c.integer(), ...softDeletes() }) {
  static user = belongsTo(() => User, 'user_id')
  static tags = manyToMany(() => Tag, { through: 'pt', local: 'post_id', target: 'tag_id', columns: { since: c.timestamp() } })
}
export class Tag extends Model('tags', { id: c.stringId() }) {
  static pinned = manyToMany(() => Post, { through: () => Pin, local: 'tag_id', target: 'post_id' })
}
export class Pin extends Model('pins', { tag_id: c.text(), post_id: c.bigint(), note: c.text() }, { primaryKey: ['tag_id', 'post_id'] }) {
  static marks = hasMany(() => Mark, ['pin_tag', 'pin_post'])
}
export class Mark extends Model('marks', { id: c.id(), pin_tag: c.text(), pin_post: c.bigint(), by_type: c.text(), by_id: c.integer() }) {
  static owner = belongsToAny(() => [User, Mark], 'by_id', { type: 'by_type' })
}
export const marks = async (tag: Tag) => (await tag.load(Tag.pinned)).map(({ pivot }) => pivot.load(Pin.marks))
export const marked = Mark.query().with('owner')
declare const schema: StandardSchemaV1<{ title: string }>
export const form = body(schema)
export const key = stateKey<User>('user')
export const current = derive(() => ({ id: 1 }))
declare const ada: User
declare const rule: AccessRule & { readonly model: undefined }
export const me = provided<{ me: User }>('me')
export const login = me.middleware((_request, next) => next(ada))
export const profile = handler({ me }).run(({ me }) => json(me))
export const PostPolicy = policy({ user: me }, Post, { create: () => true, update: (user, post) => post.user_id === user.id })
export const can = (request: HttpRequest, post: Post) => abilities(request, post, PostPolicy)
export const edit = handler({ post: Post }).run(({ post }) => json(post))
export const posts = group('/posts', [get('/', () => '').can(PostPolicy.create), put('/{post}', edit).can(PostPolicy.update.hidden(), 'post')]).middleware(login)
export const account = group('/account', [get('/', profile).name('account'), get('/x', profile).signedIn(), get('/y', profile).can(rule)]).middleware(login)
export const missing = fallback(profile).middleware(login)
export const show = handler({ user: User, post: Post }).run(({ user, post }) => json([user, post]))
export const bound = handler({ user: User, post: Post.by('slug'), form, current })
export const store = handler({ user: User, post: Post.by('slug'), form, current }).run(() => redirect(route('home')))
export const nums = handler({ a: param.integer, b: param.bigint, c: param.uuid, d: param.string }).run(({ a }) => String(a))
export const index = async () => page('Home', { users: await User.with('posts').all() })
export const shown = handler({ user: User }).answers(User).run(({ user }) => user)
export const chat = channel('chat', { user: User }).messages(schema)
export const told = group('/told/{user}', [get('/', shown), get('/chat', chat).allowCrossOrigin()])
export const lookup = Post.by('slug')
export const query = User.where('email', 'x').with('posts').withCount('posts')
export const all = async () => await query.all()
export const tags = async (post: Post) => post.load(Post.tags)
export const users = factory(User, () => ({ email: 'x', secret: 'y' }))
export const home = get('/', () => 'x').name('home')
export const inner = group('/{user}', [get('/{post}', show).name('show').middleware((_, next) => next()), post('/{post}', store).unscoped()])
export const web = routes([account, posts, home, group('/users', [inner]), put('/n/{a}/{b}/{c}/{d}', nums).formPage('home'), del('/x', index), fallback(() => '')])
declare module 'tenon' { interface Register { routes: typeof web } }
export const app = application({ root: import.meta.dirname, routes: web })
`

/** Another project, which knows the first one only by its declarations. */
const consumer = `import { route } from 'tenon'
import { Post, type web } from '../application/main.ts'

export const url: string = route('show', { user: 1, post: 2n })
export const title = async (): Promise<string | undefined> => (await Post.query().first())?.slug
export type Names = typeof web
// @ts-expect-error -- the names of the routes are known here as well
route('shwo', { user: 1, post: 2n })
`

const composite = {
  composite: true,
  noEmit: false,
  emitDeclarationOnly: true,
  outDir: '../out',
  rootDir: '..',
}
const files = {
  'application/main.ts': application,
  'application/tsconfig.json': toSettings(composite),
  'consumer/main.ts': consumer,
  'consumer/tsconfig.json': toSettings(composite, {
    include: ['.'],
    references: [{ path: '../application' }],
  }),
}

describe('an application as a referenced project', () => {
  for (const compiler of compilerNames) {
    it(`has declarations that ${compiler} can write and read`, { timeout: 120_000 }, () => {
      assert.equal(compileProject(files, compiler, ['-b', 'consumer']), '')
    })
  }
})
