import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { c } from '../columns/columns.ts'
import { withDatabase } from '../database/current-database.ts'
import { belongsTo, hasMany, hasOne, manyToMany } from '../relations/relation.ts'
import { findWithin } from '../relations/within.ts'
import { Model } from './model.ts'
import { hearStatements } from '../../../test/support/hear-statements.ts'

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

class Tag extends Model('tags', { id: c.stringId() }) {
  static posts = manyToMany(() => Post, {
    through: 'post_tags',
    local: 'tag_id',
    target: 'post_id',
  })
}

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
    await database.script('create unique index post_tags_key on post_tags (post_id, tag_id)')
    const counted = { queries: 0 }
    await withDatabase(
      hearStatements(database, () => counted.queries++),
      async () => {
        await seed()
        counted.queries = 0
        await body(counted)
      },
    )
  }

  it('loads the owners of records, null if there is none', () =>
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

  it('loads lists and single records for each owner', () =>
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

  it('loads through a pivot table, with its columns', () =>
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

  it('loads nested relations with one query per level', () =>
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

  it('filters records by related records', () =>
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

  it('counts related records in the same query', () =>
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

  it('counts and checks related records under custom names', () =>
    withBlog(async () => {
      const users = await User.query()
        .withCount('posts')
        .withCount('posts', (posts) => posts.where('title', 'One'), { as: 'ones' })
        .withExists('profile')
        .withExists('posts', (posts) => posts.where('title', 'Three'), { as: 'has_three' })
        .orderBy('id')
        .all()

      assert.deepEqual(
        users.map((user) => [user.posts_count, user.ones, user.profile_exists, user.has_three]),
        [
          [2, 1, true, false],
          [1, 0, false, true],
          [0, 0, false, false],
        ],
      )
      const taken = { code: 'E_QUERY_NAME' }
      assert.throws(() => User.query().withCount('posts').withCount('posts'), taken)
      assert.throws(() => User.query().withCount('posts', undefined, { as: 'name' }), taken)
      assert.throws(() => User.with('posts').withExists('posts', undefined, { as: 'posts' }), taken)
      const counted = User.query().withCount('posts', undefined, { as: 'posts' })
      assert.throws(() => counted.with('posts'), taken)
    }))

  it('orders by a count, and by a column of the owner', () =>
    withBlog(async () => {
      const users = await User.query().withCount('posts').orderBy('posts_count').orderBy('id').all()
      const posts = await Post.query()
        .orderByRelated('reviewer', 'name')
        .orderByRelated('user', 'name', 'desc')
        .orderBy('title')
        .pluck('title')

      assert.deepEqual(
        users.map((user) => user.name),
        ['Eve', 'Bob', 'Ada'],
      )
      const mostTagged = await User.query()
        .withCount('posts', (rows) => rows.where('title', '!=', 'Two'))
        .withExists('profile')
        .orderBy('profile_exists', 'desc')
        .orderBy('posts_count', 'desc')
        .pluck('name')
      const first = await Tag.with('posts', (rows) =>
        rows.withCount('tags').orderBy('tags_count', 'desc').limit(1),
      )
        .where('id', 'news')
        .firstOrFail()

      assert.deepEqual(posts, ['One', 'Three', 'Two'])
      assert.deepEqual(mostTagged, ['Ada', 'Bob', 'Eve'])
      assert.deepEqual(
        first.posts.map((post) => post.title),
        ['One'],
      )
      // @ts-expect-error a post has many tags
      assert.throws(() => Post.query().orderByRelated('tags', 'id'), { code: 'E_RELATION_KIND' })
    }))

  it('filters records by one relation or another', () =>
    withBlog(async () => {
      const users = User.query()
        .whereHas('profile')
        .orWhereHas('posts', (posts) => posts.where('title', 'Three'))
      const others = User.query().whereHas('profile').orWhereHasNone('posts')

      assert.deepEqual(await users.orderBy('id').pluck('name'), ['Ada', 'Bob'])
      assert.deepEqual(await others.orderBy('id').pluck('name'), ['Ada', 'Eve'])
    }))

  it('loads a limited number of related records for each', () =>
    withBlog(async (counted) => {
      const users = await User.with('posts', (posts) => posts.orderBy('title', 'desc').limit(1))
        .orderBy('id')
        .all()
      const posts = await Post.with('tags', (tags) =>
        tags.orderBy('id').limit(1).withCount('posts'),
      )
        .with('comments', (comments) => comments.limit(1).offset(1))
        .orderBy('id')
        .all()

      assert.deepEqual(
        users.map((user) => user.posts.map((post) => post.title)),
        [['Two'], ['Three'], []],
      )
      assert.deepEqual(
        posts.map((post) => [
          post.tags.map((tag) => [tag.id, tag.posts_count, tag.pivot.added_at]),
          post.comments.length,
        ]),
        [
          [[['maths', 1, added]], 1],
          [[['news', 2, added]], 0],
          [[], 0],
        ],
      )
      assert.equal(counted.queries, 5)
    }))

  it('loads a relation later for all records fetched together', () =>
    withBlog(async (counted) => {
      const users = await User.orderBy('id').all()

      const titles = []
      for (const user of users) titles.push((await user.load(User.posts)).map((post) => post.title))

      assert.deepEqual(titles, [['One', 'Two'], ['Three'], []])
      assert.equal(counted.queries, 2)
    }))

  it('loads a relation once if several records load it at the same time', () =>
    withBlog(async (counted) => {
      const posts = await Post.orderBy('id').all()

      const users = await Promise.all(posts.map((post) => post.load(Post.user)))

      assert.deepEqual(
        users.map((user) => user.name),
        ['Ada', 'Ada', 'Bob'],
      )
      assert.equal(counted.queries, 2)
    }))

  it('loads a relation once if a single record loads it twice', () =>
    withBlog(async (counted) => {
      const post = await Post.findOrFail(1)

      await Promise.all([post.load(Post.user), post.load(Post.user)])

      assert.equal(counted.queries, 1)
    }))

  it('forgets a relation when an update changes the owner of the record', () =>
    withBlog(async (counted) => {
      const posts = await Post.with('user').with('reviewer').orderBy('id').all()
      const [one] = posts
      await one?.update({ user_id: 3n, title: 'Uno' })
      counted.queries = 0

      const user = await one?.load(Post.user)

      assert.deepEqual([user?.name, one?.reviewer?.name], ['Eve', 'Bob'])
      assert.equal(counted.queries, 1)
    }))

  it('forgets a relation when a refresh finds that the owner has changed', () =>
    withBlog(async () => {
      const post = await Post.with('user').with('reviewer').findOrFail(1)
      await Post.where('id', 1).update({ user_id: 2n })

      await post.refresh()

      assert.deepEqual(Object.keys(post), [...Object.keys(Post.columns), 'reviewer'])
      assert.equal((await post.load(Post.user)).name, 'Bob')
    }))

  it('does not load the owner from before an update', () =>
    withBlog(async () => {
      const post = await Post.findOrFail(1)

      await Promise.all([post.load(Post.user), post.update({ user_id: 3n })])

      assert.equal((await post.load(Post.user)).name, 'Eve')
    }))

  it('includes loaded relations in JSON', () =>
    withBlog(async () => {
      const post = await Post.with('user').with('tags').findOrFail(1)

      const json = JSON.parse(JSON.stringify(post)) as { user: unknown; tags: unknown[] }

      assert.deepEqual(json.user, { id: '1', name: 'Ada' })
      assert.deepEqual(json.tags[0], {
        id: 'maths',
        pivot: { added_at: '2026-11-20T09:30:00.123Z' },
      })
    }))

  it('attaches, detaches and syncs rows of a pivot table', () =>
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
      // @ts-expect-error a row of the pivot table needs a time
      await assert.rejects(async () => post.attach(Post.tags, ['news']), {
        code: 'E_COLUMN_MISSING',
      })
      // @ts-expect-error users are not related by a pivot table
      assert.throws(() => post.detach(Post.user, [1n]), { code: 'E_RELATION_KIND' })
    }))

  it('changes columns of rows of a pivot table that exist, and says how many', () =>
    withBlog(async () => {
      const post = await Post.where('title', 'Three').firstOrFail()
      const later = new Date(added.getTime() + 60_000)
      const times = async () =>
        PostTag.where('post_id', post.id).orderBy('tag_id').pluck('added_at')
      await post.attach(Post.tags, ['maths', 'news'], { added_at: added })
      const others = await PostTag.where('post_id', '!=', post.id).orderBy('id').pluck('added_at')

      const changed = await post.updatePivot(Post.tags, ['news', 'other', 'news'], {
        added_at: later,
      })

      assert.equal(changed, 1)
      assert.deepEqual(await times(), [added, later])
      assert.deepEqual(
        await PostTag.where('post_id', '!=', post.id).orderBy('id').pluck('added_at'),
        others,
      )
      assert.equal(await post.updatePivot(Post.tags, [], { added_at: later }), 0)
      assert.equal(await post.updatePivot(Post.tags, ['maths'], {}), 0)
      const wrong = { added_at: later, role: 'x' }
      // @ts-expect-error There is no column "role" to write here
      await assert.rejects(post.updatePivot(Post.tags, ['maths'], wrong), {
        code: 'E_COLUMN_UNKNOWN',
      })
    }))

  it('keeps one value of several requests that attach and change a pair at the same time', () =>
    withBlog(async () => {
      const post = await Post.where('title', 'Three').firstOrFail()
      const times = [1, 2, 3, 4].map((minute) => new Date(added.getTime() + minute * 60_000))
      const set = async (added_at: Date) => {
        await post.attach(Post.tags, ['news'], { added_at })
        return post.updatePivot(Post.tags, ['news'], { added_at })
      }

      const counts = await Promise.all(times.map(set))

      const stored = await PostTag.where({ post_id: post.id, tag_id: 'news' }).pluck('added_at')
      assert.deepEqual(counts, [1, 1, 1, 1])
      assert.equal(stored.length, 1)
      assert.ok(
        times.some((time) => time.getTime() === stored[0]?.getTime()),
        String(stored[0]),
      )
    }))

  it('rejects attach, detach and sync by a relation of another model', () =>
    withBlog(async () => {
      const ada = await User.query().firstOrFail()
      const refused = {
        code: 'E_RELATION_UNKNOWN',
        message:
          /^The manyToMany relation to "tags" is not a relation of the model of "users"\. Use one of its static fields: posts, /,
      }

      assert.throws(() => ada.attach(Post.tags, ['news'], { added_at: added }), refused)
      assert.throws(() => ada.detach(Post.tags), refused)
      assert.throws(() => ada.sync(Post.tags, [], { added_at: added }), refused)

      assert.equal(await PostTag.query().count(), 3)
    }))

  it('attaches what is not attached yet and returns how many it attached', () =>
    withBlog(async () => {
      const post = await Post.findOrFail(1)

      const attached = await post.attach(Post.tags, ['news', 'other', 'other'], { added_at: added })

      assert.equal(attached, 1)
      assert.equal(await PostTag.where('post_id', 1).count(), 3)
    }))

  it('attaches once if several requests attach at the same time', () =>
    withBlog(async () => {
      const post = await Post.findOrFail(2)
      const attach = async () => post.attach(Post.tags, ['maths'], { added_at: added })

      const counts = await Promise.all([attach(), attach(), attach()])

      assert.equal(
        counts.reduce((sum, count) => sum + count, 0),
        1,
      )
    }))

  it('keeps the result of one of two concurrent syncs', () =>
    withBlog(async () => {
      const post = await Post.findOrFail(1)
      const wanted = [['maths', 'other'], ['news', 'other'], ['other']]

      await Promise.all(wanted.map((keys) => post.sync(Post.tags, keys, { added_at: added })))

      const left = await PostTag.where('post_id', 1).orderBy('tag_id').pluck('tag_id')
      assert.ok(
        wanted.some((keys) => keys.join() === left.join()),
        left.join(),
      )
    }))

  it('attaches and detaches more rows than fit into one statement', () =>
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

  it('finds by key with relations, within the query', () =>
    withBlog(async () => {
      const ofAda = Post.with('user').where('user_id', 1n)

      assert.equal((await ofAda.find(1))?.user.name, 'Ada')
      assert.equal(await ofAda.find(3), null)
      await assert.rejects(ofAda.findOrFail(3), { status: 404 })
    }))

  it('reports what is wrong with a relation', () =>
    withBlog(async () => {
      assert.throws(() => User.with('post' as 'posts'), { code: 'E_RELATION_UNKNOWN' })
      assert.throws(() => User.with('posts.reviewer' as 'posts'), {
        code: 'E_RELATION_UNKNOWN',
        message: / with\('posts', \(posts\) => posts\.with\('reviewer'\)\)\.$/,
      })
      const ada = await User.query().firstOrFail()
      // @ts-expect-error users have no column reviewer_id
      await assert.rejects(ada.load(Post.reviewer), {
        code: 'E_RELATION_UNKNOWN',
        message: /^The belongsTo relation to "users" is not a relation of the model of "users"\./,
      })
      await assert.rejects(ada.load('posts' as never), {
        code: 'E_RELATION_UNKNOWN',
        message:
          /^The text "posts" is not a relation of the model of "users"\. Use one of its static fields: posts, /,
      })
      await assert.rejects(User.with('profile', (profile) => profile.limit(1)).all(), {
        code: 'E_RELATION_LIMIT',
      })
      await assert.rejects(User.with('posts', (posts) => posts.limit(1).lockForUpdate()).all(), {
        code: 'E_RELATION_LIMIT',
        message: /cannot be locked with a limit for each record/,
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
