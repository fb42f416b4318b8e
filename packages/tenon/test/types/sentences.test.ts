import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileLines, compileProject, toFiles } from '../support/compile-project.ts'

const application = `import { body, fallback, get, group, handler, json, page, param, provided, redirect, routes, unique } from 'tenon'
import { answer, list } from 'tenon/answers'
import type { Cache } from 'tenon/cache'
import { belongsTo, c, hasMany, manyToMany, Model, view } from 'tenon/models'
import { factory } from 'tenon/factories'
import { mail } from 'tenon/mail'
import { task } from 'tenon/schedule'
import type { TestApp, TestResponse } from 'tenon/testing'
import type { AccessRule, Provision } from 'tenon/types'
import type { StandardSchemaV1 } from '@standard-schema/spec'

class Post extends Model('posts', { id: c.id(), title: c.text(), user_id: c.integer() }) {
  static tags = manyToMany(() => Post, { through: 'post_tags', local: 'post_id', target: 'tag_id', columns: { place: c.integer().nullable() } })
}
class Comment extends Model('comments', { id: c.id(), post_id: c.integer().references('posts.id') }) {
  static post = belongsTo(() => Post, 'post_id')
}
class Thread extends Post {
  static comments = hasMany(() => Comment, 'post_id')
}
class Line extends Model('lines', { id: c.id(), total: c.integer().generated({ sqlite: '1', postgres: '1' }) }) {}
class User extends Model('users', { id: c.id(), secret: c.text().hidden() }) {
  static posts = hasMany(() => Post, 'user_id')
}
declare module 'tenon' {
  interface Register {
    mails: { Invoice: (props: { order: { id: number }; errors: string[] }) => unknown }
    pages: {
      Count: (props: { n: bigint }) => unknown
      User: (props: { user: { id: number } }) => unknown
      Users: (props: { users: { id: number; posts: { title: string }[] }[] }) => unknown
    }
  }
}
declare const user: User
declare const post: Post
declare const line: Line
const misspelt = { title: 'Write', titel: 'Write' }
const misplaced = { place: 1, plaec: 1 }
const posts = factory(Post, (n) => ({ title: '', user_id: n }))
const titled = Post.query().select('id', 'title')
declare const rows: Awaited<ReturnType<typeof titled.all>>
declare const cache: Cache
declare const response: TestResponse
declare const app: TestApp
const report = task('report').daily().run(() => {})
declare const schema: StandardSchemaV1<{ title: string }>
const form = body(schema)
const show = handler({ id: param.integer }).run(({ id }) => String(id))
const me = provided<{ user: User }>('user')
const tenant = provided<{ tenant: { id: number } }>('tenant')
const login = me.middleware((_request, next) => next(user))
const host = tenant.middleware((_request, next) => next({ id: 1 }))
const settings = handler({ user: me }).run(() => '')
const both = handler({ user: me, tenant, id: param.integer }).run(() => '')
declare const change: AccessRule & {
  readonly model: typeof Post
  readonly provision: Provision<{ user: User }>
}
const one = handler({ post: Post }).run(() => '')
const stating = handler({ post: Post })
const two = handler({ post: Post, other: Post.by('id') }).run(() => '')

// Correct, so it reports nothing.
void mail('Invoice', { order: { id: 1 }, errors: ['late'] }).send()
stating.answers(list(Post)).run(({ post }) => [post])
stating.answers({ 201: Post, 404: schema }).run(({ post }) => answer(201, post))
json({ user, users: [user], count: 1, form })
redirect('/todos')
redirect(String(user.id))
page('User', { user })
const shownId: number = response.page('User').props.user.id
void app.runTask(report)
response.assertPage('User').assertPage('User', { user: { id: 1 }, errors: {} })
Post.where('title', 'Write').orWhere({ title: 'Read' })
json({ rows, unique: String(unique(Post, 'id').kind) })
view(User, ['id']).with('posts', view(Post, ['id', 'title']))
void cache.set('user', user.toJSON(), { ttl: '1m' })
get('/files/{name*}', show)
routes([group('/files/{id*}', [get('/', show)])])
routes([get('/', settings).middleware(login), fallback(settings).middleware(login)])
routes([group('/a', [get('/{post}', one).can(change)]).middleware(login), get('/', () => '').public()])
routes([group('/{post}', [get('/', one), get('/{other}', two).unscoped()]).can(change, 'post').middleware(login)])
routes([group('/a', [group('/b', [get('/{id}', both).name('both').middleware(host)])]).middleware(login)])
`

/** What you write, and the sentence that you read first. */
const mistakes: ReadonlyArray<readonly [code: string, sentence: string]> = [
  [
    `routes([group('/users', [get('/', () => ''), get('/{user}', show)])])`,
    `Property '"The handler of "/users/{user}" binds {id}, but that path has no such parameter"' is missing`,
  ],
  [
    `routes([group('/{id}', [group('/b', [get('/:id', show)])])])`,
    'The path "/{id}/b/:id" uses the parameter {id} twice',
  ],
  [
    `routes([group('/files/{id*}', [get('/', show), get('/edit', show)])])`,
    'The wildcard of "/files/{id*}/edit" must be its last segment',
  ],
  [
    `routes([get('/settings', settings)])`,
    'The handler of "/settings" binds {user}, but no middleware before it provides it',
  ],
  [
    `routes([get('/login', () => '').middleware(login), group('/a', [get('/settings', settings).middleware(host)])])`,
    'The handler of "/a/settings" binds {user}, but no middleware before it provides it',
  ],
  [
    `routes([group('/a', [get('/{id}', both)]).middleware(login)])`,
    'The handler of "/a/{id}" binds {tenant}, but no middleware before it provides it',
  ],
  [
    `routes([fallback(settings)])`,
    'The handler of "/{fallback*}" binds {user}, but no middleware before it provides it',
  ],
  [`me.middleware((_request, next) => next())`, 'Expected 1 arguments, but got 0'],
  [
    `routes([group('/a', [get('/{post}', one).can(change)])])`,
    '"/a/{post}" says .can(…), which judges {user}, but no middleware before it provides it',
  ],
  [
    `routes([get('/', settings).can(change).middleware(login)])`,
    '"/" says .can(…) about a record of "posts", but its handler binds none',
  ],
  [
    `routes([group('/', [get('/{post}', one), get('/b', () => '')]).can(change).middleware(login)])`,
    '"/b" says .can(…) about a record of "posts", but its handler binds none',
  ],
  [
    `routes([get('/{post}/{other}', two).unscoped().can(change).middleware(login)])`,
    `"/{post}/{other}" says .can(…) about a record of "posts", but its handler binds several: name one, .can(…, 'name')`,
  ],
  [
    `routes([get('/{post}', one).can(change, 'pst').middleware(login)])`,
    `"/{post}" says .can(…, 'pst'), but its handler binds no record of "posts" to that name`,
  ],
  [`get('/{id}', handler({ id: param.integer }))`, 'This handler has no function: add .run(…)'],
  [`handler({ form: schema })`, 'A schema is not a binding: write body(schema)'],
  [
    `get('/post-{id}', show)`,
    'The segment "post-{id}" of "/post-{id}" mixes text and a parameter: a parameter is a whole segment',
  ],
  [`redirect('todos.index')`, 'redirect() takes a path that starts with "/", not "todos.index"'],
  [`json({ count: 1n })`, 'JSON has no bigint: write String(value)'],
  [`json({ post: Post.find(1) })`, 'A promise is sent as {}: await it first'],
  [`json({ user: { ...user } })`, 'A copy of a record holds its hidden columns'],
  [`json(Post.where('title', 'Write'))`, 'This query was not run: add .all()'],
  [`json({ posts: Post.query() })`, 'This query was not run: add .all()'],
  [`json(titled)`, 'This query was not run: add .all() or .first()'],
  [
    `manyToMany(() => Post, { through: 'post_tags', local: 'post_id', target: 'tag_id', orderBy: 'titel' })`,
    'The related model has no column "titel" to order by: for one of the pivot table, write "pivot.titel"',
  ],
  [
    `manyToMany(() => Post, { through: 'post_tags', local: 'post_id', target: 'tag_id', orderBy: ['pivot.place', 'desc'] })`,
    'The pivot table has no column "place" to order by: declare it in columns, or in the model of the pivot table',
  ],
  [
    `manyToMany(() => Post, { through: () => Comment, local: 'post_id', target: 'tag_id' })`,
    'The model of the pivot table has no column "tag_id"',
  ],
  [
    `Comment.with('post').orderBy('id').select(view(Comment, ['id'])).all()`,
    `A view reads its relations itself: remove with('post')`,
  ],
  [
    `json(Post.query().select(view(Post, ['id'])))`,
    "'RunnableQuery<typeof Post, { id: number; }>' is not assignable",
  ],
  [
    `json(mail('Invoice', { order: { id: 1 }, errors: [] }))`,
    'This mail was not sent: add .send()',
  ],
  [
    `mail('Invoice', { errors: [] })`,
    "not assignable to parameter of type 'SendableProps<{ order: { id: number; }; errors: string[]; }>'.\n  Property 'order' is missing",
  ],
  [
    `void line.update({ total: 1 })`,
    'A record stays with its owner, a key never changes, and the database writes a generated column',
  ],
  [
    `void Post.where('id', 1).update({ id: 2 })`,
    'A record stays with its owner, a key never changes, and the database writes a generated column',
  ],
  [
    `stating.answers(list(Post)).run(({ post }) => post)`,
    "Type 'Post' is not assignable to type 'MaybePromise<Answer<200, readonly Post[]> | readonly Post[]>'",
  ],
  [
    `stating.answers({ 201: Post, 404: schema }).run(({ post }) => post)`,
    'Refused<"This handler declares several statuses: return answer(status, value)">',
  ],
  [`page('User', { user: { ...user } })`, 'A copy of a record holds its hidden columns'],
  [`page('Users', { users: User.query() })`, "Type 'Query<typeof User, User>' is not assignable"],
  [`page('Users', { users: [user] })`, "Property 'posts' is missing in type 'User'"],
  [`response.assertPage('Usr')`, 'There is no page named "Usr"'],
  [`response.page('Usr')`, 'There is no page named "Usr"'],
  [`response.page('User').props.usr`, "Property 'usr' does not exist"],
  [`response.assertPage('User', { usr: { id: 1 } })`, "'usr' does not exist"],
  [
    `response.assertPage('User', { user: { id: '1' } })`,
    "'string' is not assignable to type 'number'",
  ],
  [`page('Count', { n: 1n })`, 'Pages receive JSON, in which a Date and a bigint are text'],
  [
    `void cache.fetch('users', { ttl: '1m' }, async () => [user])`,
    'A cache stores plain data. Pass the result of toJSON(), or pick the fields it needs',
  ],
  [
    `Post.where('titel', 'Write')`,
    `"titel"' is not assignable to parameter of type '"id" | "title" | "user_id"'`,
  ],
  [
    `Post.query().select('id', 'titel')`,
    `Argument of type '"titel"' is not assignable to parameter of type '"id" | "title" | "user_id"'`,
  ],
  [
    `String(rows[0]?.user_id)`,
    `Property 'user_id' does not exist on type '{ readonly id: number; readonly title: string; }'`,
  ],
  [
    `titled.where('id', 1)`,
    `does not exist on type 'Rows<typeof Post, { readonly id: number; readonly title: string; }>'`,
  ],
  [
    `view(User, ['id']).with('posts', view(Comment, ['id']))`,
    `Types of property ''~table'' are incompatible.\n      Type '"comments"' is not assignable to type '"posts"'`,
  ],
  [`unique(User, 'secret')`, `'"secret"' is not assignable to parameter of type '"id"'`],
  [`Post.where({ titel: 'Write' })`, "Did you mean to write 'title'?"],
  [`Post.where(misspelt)`, 'There is no column "titel" to compare here'],
  [`void post.attach(Post.tags, [1], misplaced)`, 'There is no column "plaec" to write here'],
  [
    `factory(Post, (n) => ({ title: '', user_id: n }), { late: misspelt })`,
    'There is no column "titel" to write here',
  ],
  [`void posts.create(misspelt)`, 'There is no column "titel" to write here'],
  [
    `Post.query().increment('title', 1)`,
    `"title"' is not assignable to parameter of type '"user_id"'`,
  ],
  [
    `Post.on('creatin', () => {})`,
    `parameter of type '"created" | "creating" | "deleted" | "deleting" | "updated" | "updating"'`,
  ],
  [`void user.load(Thread.comments)`, 'This relation starts from posts, not from users'],
  [
    `void user.load(Comment.post)`,
    'This relation does not start from users, which have no column post_id',
  ],
  [
    `void app.runTask('report')`,
    "Argument of type 'string' is not assignable to parameter of type 'Task'",
  ],
  [`Model('a', { name: c.text() })`, 'A model needs a primary key'],
  [`Model('a', { id: c.id(), changes: c.text() })`, 'A column cannot be named changes, because'],
  [`Model('a', { id: c.id(), uuid: c.uuidId() })`, 'A model has one primary key'],
]

describe('the compiler’s message about a mistake', () => {
  it('is a sentence that says what to do', { timeout: 60_000 }, () => {
    const said = compileLines(
      application,
      mistakes.map(([code]) => code),
    )

    const unsaid = mistakes.filter(([, sentence], i) => said[i]?.includes(sentence) !== true)
    assert.deepEqual(unsaid, [], said.join('\n'))
  })

  it('is empty for correct code', { timeout: 60_000 }, () => {
    assert.equal(compileProject(toFiles(application)), '')
  })
})
