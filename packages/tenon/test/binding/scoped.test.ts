import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get, handler, routes } from 'tenon'
import { belongsTo, c, hasMany, Model } from 'tenon/models'
import { withDatabase } from 'tenon/database'
import { createMigrator, createTable, migration } from 'tenon/migrations'
import { createRouter } from '../../src/web/routing/router.ts'
import { createRequest } from '../support/create-request.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class User extends Model('users', { id: c.id(), name: c.text() }) {
  static posts = hasMany(() => Post, 'user_id')
}
class Post extends Model('posts', {
  id: c.id(),
  slug: c.text().unique(),
  user_id: c.integer().references('users.id'),
}) {}
class Comment extends Model('comments', {
  id: c.id(),
  post_id: c.integer().references('posts.id'),
}) {
  static post = belongsTo(() => Post, 'post_id')
}

const tables = {
  name: '2026_11_21_000001_create_blog',
  migration: migration([
    createTable('users', { id: c.id(), name: c.text() }),
    createTable('posts', {
      id: c.id(),
      slug: c.text().unique(),
      user_id: c.integer().references('users.id'),
    }),
    createTable('comments', { id: c.id(), post_id: c.integer().references('posts.id') }),
  ]),
}

const postOf = ({ user, post }: { user: User; post: Post }) => [user.name, post.slug]
const post = handler({ user: User, post: Post }).run(postOf)
const comment = handler({ comment: Comment, post: Post, user: User }).run(
  ({ user, post, comment }) => [user.name, post.slug, comment.id],
)
const router = createRouter(
  routes([
    get('/users/{user}/posts/{post}', post),
    get('/users/{user}/by-slug/{post:slug}', post),
    get('/users/{user}/posts/{post}/comments/{comment}', comment),
    get(
      '/posts/{post:slug}',
      handler({ post: Post }).run(({ post }) => String(post.id)),
    ),
    get('/any/{user}/{post}', post).unscoped(),
    get(
      '/users/{user}/bound-by-slug/{post}',
      handler({ user: User, post: Post.by('slug') }).run(postOf),
    ),
    get(
      '/posts-by-slug/{post}/comments/{comment}',
      handler({ post: Post.by('slug'), comment: Comment }).run(({ post, comment }) => [
        post.slug,
        comment.id,
      ]),
    ),
  ]),
)

forEachDialect('a record below another in the path', (open) => {
  async function answer(path: string) {
    const database = await open()
    await createMigrator(database, [tables]).migrate()
    return withDatabase(database, async () => {
      const [ada, bob] = [await User.create({ name: 'Ada' }), await User.create({ name: 'Bob' })]
      const own = await Post.create({ slug: 'own', user_id: ada.id })
      const other = await Post.create({ slug: 'other', user_id: bob.id })
      await Comment.create({ post_id: own.id })
      await Comment.create({ post_id: other.id })
      const reply = await router.dispatch(createRequest(path))
      return [reply.statusCode, reply.statusCode === 200 ? reply.body : null]
    })
  }

  it('is found within it', async () => {
    assert.deepEqual(await answer('/users/1/posts/1'), [200, '["Ada","own"]'])
    assert.deepEqual(await answer('/users/2/posts/2'), [200, '["Bob","other"]'])
  })

  it('is not found if it belongs to another record', async () => {
    assert.deepEqual(await answer('/users/1/posts/2'), [404, null])
    assert.deepEqual(await answer('/users/9/posts/1'), [404, null])
  })

  it('is found by a unique column, within the other record and alone', async () => {
    assert.deepEqual(await answer('/users/1/by-slug/own'), [200, '["Ada","own"]'])
    assert.deepEqual(await answer('/users/1/by-slug/other'), [404, null])
    assert.deepEqual(await answer('/posts/other'), [200, '2'])
    assert.deepEqual(await answer('/posts/none'), [404, null])
  })

  it('is found within it also when the handler binds it by a unique column', async () => {
    assert.deepEqual(await answer('/users/1/bound-by-slug/own'), [200, '["Ada","own"]'])
    assert.deepEqual(await answer('/users/1/bound-by-slug/other'), [404, null])
  })

  it('is found within it also when the handler binds the other by a unique column', async () => {
    assert.deepEqual(await answer('/posts-by-slug/own/comments/1'), [200, '["own",1]'])
    assert.deepEqual(await answer('/posts-by-slug/own/comments/2'), [404, null])
  })

  it('is found three levels deep, by a relation declared on either side', async () => {
    assert.deepEqual(await answer('/users/1/posts/1/comments/1'), [200, '["Ada","own",1]'])
    assert.deepEqual(await answer('/users/1/posts/1/comments/2'), [404, null])
    assert.deepEqual(await answer('/users/2/posts/1/comments/1'), [404, null])
  })

  it('is found by its key alone if the route is unscoped', async () => {
    assert.deepEqual(await answer('/any/1/2'), [200, '["Ada","other"]'])
  })
})

describe('a route whose models are not related', () => {
  class Stranger extends Model('strangers', { id: c.id() }) {}

  it('is refused at boot, naming the route, the models and the fix', () => {
    const item = get(
      '/users/{user}/{stranger}',
      handler({ user: User, stranger: Stranger }).run(() => ''),
    )
    // @ts-expect-error -- the compiler reports it too
    const list = routes([item])

    assert.throws(() => createRouter(list), {
      code: 'E_BINDING_UNRELATED',
      message: /\{stranger\} up within \{user\}.*"users" to "strangers".*unscoped\(\)/,
    })
  })

  it('is refused at boot if the handler binds one of them by a unique column', () => {
    const item = get(
      '/strangers/{stranger}/{post}',
      handler({ stranger: Stranger, post: Post.by('slug') }).run(() => ''),
    )
    // @ts-expect-error -- the compiler reports it too
    const list = routes([item])

    assert.throws(() => createRouter(list), { code: 'E_BINDING_UNRELATED' })
  })

  it('is refused if it names a column that is not unique', () => {
    const item = get(
      '/users/{user:name}',
      handler({ user: User }).run(() => ''),
    )
    // @ts-expect-error -- the compiler reports it too
    const list = routes([item])

    assert.throws(() => createRouter(list), { code: 'E_COLUMN_NOT_UNIQUE' })
  })
})
