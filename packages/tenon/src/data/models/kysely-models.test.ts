import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { sql } from 'kysely'
import { c } from '../columns/columns.ts'
import { transaction, withDatabase } from '../database/current-database.ts'
import { kyselyFor, type Tables } from './kysely-models.ts'
import { Model } from './model.ts'

class User extends Model('users', {
  id: c.bigId(),
  name: c.text(),
  active: c.boolean().default(true),
}) {}

class Post extends Model('posts', {
  id: c.id(),
  user_id: c.bigint(),
  title: c.text(),
  meta: c.json<{ tags: string[] }>(),
  created_at: c.timestamp(),
}) {}

const models = { User, Post }
interface DB extends Tables<typeof models> {}
const db = kyselyFor<typeof models, DB>(models)

const moment = new Date('2026-11-20T09:30:00.123Z')

forEachDialect('Kysely beside models', (open) => {
  const withTables = async (body: () => Promise<void>) => {
    const database = await open()
    await createTables(database, User, Post)
    await withDatabase(database, async () => {
      const ada = await User.create({ name: 'Ada' })
      await Post.create({
        user_id: ada.id,
        title: 'One',
        meta: { tags: ['a'] },
        created_at: moment,
      })
      await body()
    })
  }

  it('returns the same values as in records', () =>
    withTables(async () => {
      const posts = await db()
        .selectFrom('posts')
        .innerJoin('users as author', 'author.id', 'posts.user_id')
        .selectAll('posts')
        .select(['author.active', 'author.id as author_id'])
        .where('created_at', '<=', moment)
        .execute()

      assert.deepEqual(posts, [
        {
          id: 1,
          user_id: 1n,
          title: 'One',
          meta: { tags: ['a'] },
          created_at: moment,
          active: true,
          author_id: 1n,
        },
      ])
    }))

  it('accepts and returns the same values as records', () =>
    withTables(async () => {
      const written = await db()
        .insertInto('posts')
        .values({
          user_id: 1n,
          title: 'Two',
          meta: JSON.stringify({ tags: [] }),
          created_at: moment,
        })
        .returning(['created_at', 'meta'])
        .executeTakeFirstOrThrow()
      const updated = await db()
        .updateTable('users')
        .set({ active: false })
        .returningAll()
        .executeTakeFirstOrThrow()

      assert.deepEqual(written, { created_at: moment, meta: { tags: [] } })
      assert.deepEqual(updated, { id: 1n, name: 'Ada', active: false })
    }))

  it('runs window functions', () =>
    withTables(async () => {
      const ranked = await db()
        .selectFrom('posts')
        .select(['title', sql<number>`row_number() over (order by id)`.as('place')])
        .execute()

      assert.deepEqual(
        ranked.map(({ title, place }) => [title, place]),
        [['One', 1]],
      )
    }))

  it('runs in the current transaction', () =>
    withTables(async () => {
      const failed = transaction(async () => {
        await db().deleteFrom('posts').execute()
        assert.equal(await Post.count(), 0)
        throw new Error('roll back')
      })

      await assert.rejects(failed, /roll back/)
      assert.equal(await Post.count(), 1)
    }))
})
