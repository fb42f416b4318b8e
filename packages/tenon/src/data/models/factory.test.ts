import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { c } from '../columns/columns.ts'
import { withDatabase } from '../database/current-database.ts'
import { belongsTo, hasMany, manyToMany } from '../relations/relation.ts'
import { factory } from './factory.ts'
import { Model } from './model.ts'
import { seed } from './seeder.ts'

class User extends Model('users', {
  id: c.id(),
  email: c.text().unique(),
  role: c.text().default('member'),
}) {
  static posts = hasMany(() => Post, 'user_id')
}

class Post extends Model('posts', { id: c.id(), user_id: c.integer(), title: c.text() }) {
  static user = belongsTo(() => User, 'user_id')
  static tags = manyToMany(() => Tag, { through: 'post_tags', local: 'post_id', target: 'tag_id' })
}

class Tag extends Model('tags', { id: c.id(), name: c.text() }) {}

class PostTag extends Model('post_tags', {
  id: c.id(),
  post_id: c.integer(),
  tag_id: c.integer(),
}) {}

const users = factory(User, (n) => ({ email: `user${n}@example.com` }), {
  admin: { role: 'admin' },
})
const posts = factory(Post, (n) => ({
  title: `Post ${n}`,
  user_id: async () => (await users.create()).id,
}))
const tags = factory(Tag, (n) => ({ name: `tag ${n}` }))

forEachDialect('a factory', (open) => {
  const withTables = async (body: () => Promise<void>) => {
    const database = await open()
    await createTables(database, User, Post, Tag, PostTag)
    await withDatabase(database, body)
  }

  it('creates records that differ, with the given values', () =>
    withTables(async () => {
      const [first, second] = await users.createMany(2)
      const named = await users.create({ email: 'ada@example.com' })

      assert.notEqual(first?.email, second?.email)
      assert.equal(named.email, 'ada@example.com')
      assert.ok(named instanceof User)
      assert.equal(await User.count(), 3)
    }))

  it('uses states', () =>
    withTables(async () => {
      const admin = await users.state('admin').create()

      assert.equal(admin.role, 'admin')
      // @ts-expect-error unknown state
      assert.throws(() => users.state('owner'), { code: 'E_FACTORY_STATE' })
    }))

  it('gives a function the values that are made: plain ones, and those of functions before it', () =>
    withTables(async () => {
      const found: object[] = []
      const derived = factory(
        User,
        (n) => ({
          email: async ({ role }) => `${role}${n}@example.com`,
          role: 'writer',
        }),
        {
          chief: {
            role(made) {
              found.push(made)
              return 'chief'
            },
          },
        },
      )

      const plain = await derived.make()
      const given = await derived.make({ role: 'guest' })
      const chief = await derived.state('chief').with({ email: 'ada@example.com' }).make()

      assert.deepEqual([plain.email, given.email], ['writer1@example.com', 'guest2@example.com'])
      assert.deepEqual(found, [{ email: 'ada@example.com' }])
      assert.equal(chief.role, 'chief')
    }))

  it('takes undefined for a value that is not given', async () => {
    const made = await users.state('admin').make({ role: undefined, email: undefined })

    assert.equal(made.role, 'admin')
    assert.match(made.email, /^user/)
  })

  it('creates the owner of a record only if none is given', () =>
    withTables(async () => {
      const ada = await users.create()

      const own = await posts.for(Post.user, ada).create()
      const other = await posts.create()

      assert.equal(own.user_id, ada.id)
      assert.notEqual(other.user_id, ada.id)
      assert.equal(await User.count(), 2)
    }))

  it('creates related records', () =>
    withTables(async () => {
      const ada = await users.has(User.posts, posts.has(Post.tags, tags, 2), 3).create()

      const found = await User.with('posts', (query) => query.with('tags'))
        .where({ id: ada.id })
        .firstOrFail()
      assert.deepEqual(
        found.posts.map((post) => post.tags.length),
        [2, 2, 2],
      )
      assert.equal(await User.count(), 1)
    }))

  it('seeds everything or nothing', () =>
    withTables(async () => {
      const fill = async () => void (await users.createMany(2))
      const fail = async () => Promise.reject(new Error('no seed'))

      await seed([fill])
      await assert.rejects(seed([fill, fail]), /no seed/)

      assert.equal(await User.count(), 2)
    }))
})
