import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { createTables } from '../support/create-tables.ts'
import { belongsTo, c, hasMany, hasManyThrough, Model, softDeletes } from '../../src/models.ts'
import { withDatabase } from '../../src/database.ts'
import { findWithin } from '../../src/data/relations/within.ts'

class User extends Model('users', { id: c.id(), name: c.text() }) {
  static posts = hasMany(() => Post, 'user_id')
  static comments = hasManyThrough(() => Comment, {
    through: () => Post,
    local: 'user_id',
    target: 'post_id',
  })
}

class Post extends Model('posts', { id: c.id(), user_id: c.integer(), ...softDeletes() }) {
  static user = belongsTo(() => User, 'user_id')
}

class Comment extends Model('comments', { id: c.id(), post_id: c.integer(), text: c.text() }) {
  static post = belongsTo(() => Post, 'post_id')
}

forEachDialect('a relation through another model', (open) => {
  it('is loaded with a query of its own, and limited for each owner', async () => {
    const database = await open()
    await createTables(database, User, Post, Comment)
    await withDatabase(database, async () => {
      await seed()

      const users = await User.with('comments', (all) => all.orderBy('id', 'desc').with('post'))
        .orderBy('id')
        .all()
      const [first] = await User.with('comments', (all) => all.orderBy('id').limit(1))
        .orderBy('id')
        .all()

      assert.deepEqual(
        users.map(({ comments }) => comments.map(({ text, post }) => [text, post?.id])),
        [
          [
            ['c', 2],
            ['b', 1],
            ['a', 1],
          ],
          [['d', 3]],
          [],
        ],
      )
      assert.deepEqual(
        first?.comments.map(({ text }) => text),
        ['a'],
      )
      assert.equal((await users[1]?.load(User.comments))?.length, 1)
    })
  })

  it('is counted and asked after, without the records of deleted ones', async () => {
    const database = await open()
    await createTables(database, User, Post, Comment)
    await withDatabase(database, async () => {
      await seed()

      const counted = await User.query()
        .withCount('comments')
        .withExists('comments')
        .orderBy('id')
        .all()
      const wrote = (text: string) =>
        User.query()
          .whereHas('comments', (all) => all.where('text', text))
          .pluck('name')

      assert.deepEqual(
        counted.map((user) => [user.comments_count, user.comments_exists]),
        [
          [3, true],
          [1, true],
          [0, false],
        ],
      )
      assert.deepEqual([await wrote('b'), await wrote('deleted')], [['Ada'], []])
      assert.deepEqual(await User.query().whereHasNone('comments').pluck('name'), ['Eve'])
      assert.equal(await User.query().whereHas('comments').count(), 2)
    })
  })
})

forEachDialect('a record below another, through a third', (open) => {
  it('is found within it alone', async () => {
    const database = await open()
    await createTables(database, User, Post, Comment)
    await withDatabase(database, async () => {
      await seed()
      const find = findWithin(User, Comment)
      const [ada, bob] = await User.all()

      assert.equal((await find?.(ada ?? {}, 3))?.text, 'c')
      assert.equal(await find?.(bob ?? {}, 3), null)
    })
  })
})

/** Three comments on two posts of the first user, one on the second's, one on a deleted post of the third. */
async function seed(): Promise<void> {
  await User.createMany([{ name: 'Ada' }, { name: 'Bob' }, { name: 'Eve' }])
  await Post.createMany([{ user_id: 1 }, { user_id: 1 }, { user_id: 2 }, { user_id: 3 }])
  await Comment.createMany([
    { post_id: 1, text: 'a' },
    { post_id: 1, text: 'b' },
    { post_id: 2, text: 'c' },
    { post_id: 3, text: 'd' },
    { post_id: 4, text: 'deleted' },
  ])
  await Post.delete(4)
}
