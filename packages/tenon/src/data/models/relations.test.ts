import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../test/support/create-tables.ts'
import { forEachDialect } from '../../test/support/for-each-dialect.ts'
import { c } from '../columns/columns.ts'
import { withDatabase } from '../database/current-database.ts'
import type { Database } from '../database/database.ts'
import { belongsTo, hasMany, hasOne, manyToMany } from '../relations/relation.ts'
import { findWithin } from '../relations/within.ts'
import { Model } from './model.ts'

class User extends Model('users', { id: c.bigId(), name: c.text() }) {
  static posts = hasMany(() => Post, 'user_id')
  static profile = hasOne(() => Profile, 'user_id')
}

class Profile extends Model('profiles', { id: c.id(), user_id: c.bigint(), bio: c.text() }) {}

class Post extends Model('posts', {
  id: c.id(),
  user_id: c.bigint(),
  reviewer_id: c.bigint().nullable(),
  title: c.text(),
  slug: c.text().unique(),
}) {
  static user = belongsTo(() => User, 'user_id')
  static reviewer = belongsTo(() => User, 'reviewer_id')
  static comments = hasMany(() => Comment, 'post_id')
  static tags = manyToMany(() => Tag, {
    through: 'post_tags',
    local: 'post_id',
    target: 'tag_id',
    columns: { added_at: c.timestamp() },
  })
}

class Comment extends Model('comments', { id: c.uuidId(), post_id: c.integer(), text: c.text() }) {
  static post = belongsTo(() => Post, 'post_id')
}

class Tag extends Model('tags', { id: c.stringId() }) {}

class PostTag extends Model('post_tags', {
  id: c.id(),
  post_id: c.integer(),
  tag_id: c.text(),
  added_at: c.timestamp(),
}) {}

class Broken extends Model('broken', { id: c.id(), owner_id: c.integer() }) {
  static user = belongsTo(() => User, 'no_such_column')
  static owner = belongsTo(() => User, 'owner_id')
  static owner_id = belongsTo(() => User, 'owner_id')
  static changes = hasMany(() => Post, 'user_id')
}

const added = new Date('2026-11-20T09:30:00.123Z')

forEachDialect('relations', (open) => {
  const withBlog = async (body: (counted: { queries: number }) => Promise<void>) => {
    const database = await open()
    await createTables(database, User, Profile, Post, Comment, Tag, PostTag)
    const counted = { queries: 0 }
    await withDatabase(counting(database, counted), async () => {
      await seed()
      counted.queries = 0
      await body(counted)
    })
  }

  it('loads what records belong to, null where there is nothing', () =>
    withBlog(async (counted) => {
      const posts = await Post.with('user').with('reviewer').orderBy('id').all()

      assert.deepEqual(
        posts.map((post) => [post.title, post.user.name, post.reviewer?.name ?? null]),
        [
          ['One', 'Ada', 'Bob'],
          ['Two', 'Ada', null],
          ['Three', 'Bob', null],
        ],
      )
      assert.equal(counted.queries, 3)
    }))

  it('loads lists and single records that belong to each', () =>
    withBlog(async (counted) => {
      const users = await User.with('posts').with('profile').orderBy('id').all()

      assert.deepEqual(
        users.map((user) => [user.posts.map((post) => post.title), user.profile?.bio ?? null]),
        [
          [['One', 'Two'], 'Mathematician'],
          [['Three'], null],
          [[], null],
        ],
      )
      assert.equal(counted.queries, 3)
    }))

  it('loads through a table of pairs, with its columns', () =>
    withBlog(async (counted) => {
      const posts = await Post.with('tags', (tags) => tags.orderBy('id'))
        .orderBy('id')
        .all()

      assert.deepEqual(
        posts.map((post) => post.tags.map((tag) => tag.id)),
        [['maths', 'news'], ['news'], []],
      )
      assert.deepEqual(posts[0]?.tags[0]?.pivot, { added_at: added })
      assert.equal(counted.queries, 2)
    }))

  it('loads deeper levels with one query each', () =>
    withBlog(async (counted) => {
      const query = User.with('posts', (posts) =>
        posts.with('comments').with('tags').where('title', '!=', 'Two'),
      )

      const [ada] = await query.orderBy('id').all()

      assert.deepEqual(
        ada?.posts.map((post) => [post.comments.length, post.tags.length]),
        [[2, 2]],
      )
      assert.equal(counted.queries, 4)
    }))

  it('keeps records by what is related to them', () =>
    withBlog(async () => {
      const names = async (query: { pluck(name: 'name'): Promise<string[]> }) => query.pluck('name')

      assert.deepEqual(await names(User.query().whereHas('profile')), ['Ada'])
      assert.deepEqual(await names(User.query().whereHasNone('posts')), ['Eve'])
      assert.deepEqual(
        await names(User.query().whereHas('posts', (posts) => posts.whereHas('comments'))),
        ['Ada'],
      )
      assert.deepEqual(
        await Post.query()
          .whereHas('tags', (tags) => tags.where('id', 'news'))
          .orderBy('id')
          .pluck('title'),
        ['One', 'Two'],
      )
    }))

  it('counts what is related, in the same query', () =>
    withBlog(async (counted) => {
      const users = await User.query()
        .withCount('posts', (posts) => posts.where('title', 'contains', 'o'))
        .orderBy('id')
        .all()
      const posts = await Post.query().withCount('tags').withCount('comments').orderBy('id').all()

      assert.deepEqual(
        users.map((user) => user.posts_count),
        [2, 0, 0],
      )
      assert.deepEqual(
        posts.map((post) => [post.tags_count, post.comments_count]),
        [
          [2, 2],
          [1, 0],
          [0, 0],
        ],
      )
      assert.equal(counted.queries, 2)
    }))

  it('loads a relation later for all records that were fetched together', () =>
    withBlog(async (counted) => {
      const users = await User.orderBy('id').all()

      const titles = []
      for (const user of users) titles.push((await user.load(User.posts)).map((post) => post.title))

      assert.deepEqual(titles, [['One', 'Two'], ['Three'], []])
      assert.equal(counted.queries, 2)
    }))

  it('takes loaded relations along to JSON', () =>
    withBlog(async () => {
      const post = await Post.with('user').with('tags').findOrFail(1)

      const json = JSON.parse(JSON.stringify(post)) as { user: unknown; tags: unknown[] }

      assert.deepEqual(json.user, { id: '1', name: 'Ada' })
      assert.deepEqual(json.tags[0], {
        id: 'maths',
        pivot: { added_at: '2026-11-20T09:30:00.123Z' },
      })
    }))

  it('attaches, detaches and synchronises pairs', () =>
    withBlog(async () => {
      const post = await Post.where('title', 'Three').firstOrFail()
      const tags = async () =>
        (
          await Post.with('tags', (query) => query.orderBy('id'))
            .where({ id: post.id })
            .firstOrFail()
        ).tags.map((tag) => tag.id)

      await post.attach(Post.tags, ['maths', 'news'], { added_at: added })
      assert.deepEqual(await tags(), ['maths', 'news'])

      const synced = await post.sync(Post.tags, ['news', 'other'], { added_at: added })
      assert.deepEqual(synced, { attached: 1, detached: 1 })
      assert.deepEqual(await tags(), ['news', 'other'])

      assert.equal(await post.detach(Post.tags, ['news']), 1)
      assert.equal(await post.detach(Post.tags), 1)
      assert.deepEqual(await tags(), [])
      // @ts-expect-error a pair has a time
      await assert.rejects(async () => post.attach(Post.tags, ['news']), {
        code: 'E_COLUMN_MISSING',
      })
      // @ts-expect-error users are no pairs
      assert.throws(() => post.detach(Post.user, [1n]), { code: 'E_RELATION_KIND' })
    }))

  it('attaches and detaches more pairs than one statement takes', () =>
    withBlog(async () => {
      const post = await Post.where('title', 'Three').firstOrFail()
      const keys = Array.from({ length: 25_000 }, (_, i) => `tag ${i}`)

      const attached = await post.attach(Post.tags, keys, { added_at: added })
      const { detached } = await post.sync(Post.tags, ['tag 7'], { added_at: added })

      assert.deepEqual(
        [attached, detached, await PostTag.where('post_id', post.id).count()],
        [25_000, 24_999, 1],
      )
    }))

  it('finds children within their parent only', () =>
    withBlog(async () => {
      const [ada, bob] = await User.orderBy('id').all()
      const [one] = await Post.orderBy('id').all()
      const postOf = findWithin(User, Post, {})
      const commentOf = findWithin(Post, Comment)
      const tagOf = findWithin(Post, Tag)
      const postBySlug = findWithin(User, Post, { column: 'slug' })
      const [comment] = await Comment.all()

      assert.equal((await postOf?.(ada ?? {}, one?.id))?.title, 'One')
      assert.equal(await postOf?.(bob ?? {}, one?.id), null)
      assert.equal((await postBySlug?.(ada ?? {}, 'one'))?.title, 'One')
      assert.equal(await postBySlug?.(bob ?? {}, 'one'), null)
      assert.equal((await commentOf?.(one ?? {}, comment?.id))?.id, comment?.id)
      assert.equal((await tagOf?.(one ?? {}, 'maths'))?.id, 'maths')
      assert.equal(await tagOf?.(one ?? {}, 'other'), null)
      assert.equal(findWithin(Tag, Profile), undefined)
      assert.throws(() => findWithin(Post, User), { code: 'E_RELATION_AMBIGUOUS' })
      assert.equal((await findWithin(Post, User, { via: 'user' })?.(one ?? {}, 1n))?.name, 'Ada')
    }))

  it('finds by key with what belongs to it, within the query', () =>
    withBlog(async () => {
      const ofAda = Post.with('user').where('user_id', 1n)

      assert.equal((await ofAda.find(1))?.user.name, 'Ada')
      assert.equal(await ofAda.find(3), null)
      await assert.rejects(ofAda.findOrFail(3), { status: 404 })
    }))

  it('says what is wrong with a relation', () =>
    withBlog(async () => {
      assert.throws(() => User.with('post' as 'posts'), { code: 'E_RELATION_UNKNOWN' })
      const ada = await User.query().firstOrFail()
      await assert.rejects(ada.load('posts' as never), {
        code: 'E_RELATION_UNKNOWN',
        message: /no relation of the model of "users"\. Name one of its static fields: posts, /,
      })
      await assert.rejects(User.with('posts', (posts) => posts.limit(1)).all(), {
        code: 'E_RELATION_LIMIT',
      })
      await assert.rejects(Post.with('user', (user) => user.where('name', 'Ada')).all(), {
        code: 'E_RELATION_NARROWED',
      })
      await Post.with('reviewer', (reviewer) => reviewer.where('name', 'Ada')).all()
      assert.throws(() => User.query().whereHas('posts', (posts) => posts.limit(1)), {
        code: 'E_RELATION_LIMIT',
      })
      assert.throws(() => Broken.query().whereHas('user'), { code: 'E_COLUMN_UNKNOWN' })
      assert.throws(() => Broken.query().withCount('owner'), { code: 'E_RELATION_TYPE' })
      assert.throws(() => Broken.with('owner_id'), { code: 'E_RELATION_NAME' })
      assert.throws(() => Broken.with('changes'), { code: 'E_RELATION_NAME' })
    }))
})

async function seed(): Promise<void> {
  await User.createMany([{ name: 'Ada' }, { name: 'Bob' }, { name: 'Eve' }])
  await Profile.create({ user_id: 1n, bio: 'Mathematician' })
  await Post.createMany([
    { user_id: 1n, reviewer_id: 2n, title: 'One', slug: 'one' },
    { user_id: 1n, title: 'Two', slug: 'two' },
    { user_id: 2n, title: 'Three', slug: 'three' },
  ])
  await Comment.createMany([
    { post_id: 1, text: 'a' },
    { post_id: 1, text: 'b' },
  ])
  await Tag.createMany([{ id: 'maths' }, { id: 'news' }, { id: 'other' }])
  await PostTag.createMany([
    { post_id: 1, tag_id: 'maths', added_at: added },
    { post_id: 1, tag_id: 'news', added_at: added },
    { post_id: 2, tag_id: 'news', added_at: added },
  ])
}

/** The database itself, but counting the statements that it runs. */
function counting(database: Database, counted: { queries: number }): Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'run') counted.queries++
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}
