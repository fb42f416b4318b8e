import Sqlite from 'better-sqlite3'
import { type Generated, Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import { Pool } from 'pg'
import { newPost, type Open, POSTS } from '../contender.ts'
import { PRAGMAS } from '../schema.ts'

interface Tables {
  readonly post_tags: { readonly post_id: number; readonly tag_id: number }
  readonly events: {
    readonly id: Generated<number>
    readonly post_id: number
    readonly name: string
    readonly created_at: Date | number
  }
  readonly authors: { readonly id: Generated<number>; readonly name: string }
  readonly posts: {
    readonly id: Generated<number>
    readonly author_id: number
    readonly title: string
    readonly body: string
    readonly views: number
    readonly published: boolean | number
    readonly created_at: Date | number
  }
}

/** The query builder, compiling each query; on SQLite, booleans and dates remain numbers. */
export const open: Open = (dialect, place) => {
  const db = new Kysely<Tables>({
    dialect: dialect === 'sqlite' ? sqlite(place) : postgres(place),
  })
  const find = (id: number) =>
    db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const list = (after: number, count: number) =>
    db.selectFrom('posts').selectAll().where('id', '>', after).orderBy('id').limit(count).execute()

  return {
    find,
    list: (after) => list(after, 50),
    insert() {
      const { published, created_at, ...post } = newPost()
      const stored =
        dialect === 'sqlite'
          ? { ...post, published: Number(published), created_at: created_at.getTime() }
          : { ...post, published, created_at }
      return db.insertInto('posts').values(stored).returningAll().executeTakeFirstOrThrow()
    },
    async update(id, views) {
      const post = await find(id)
      await db.updateTable('posts').set({ views }).where('id', '=', id).execute()
      return { ...post, views }
    },
    async withRelation() {
      const posts = await list(0, 20)
      const ids = [...new Set(posts.map(({ author_id }) => author_id))]
      const rows = await db.selectFrom('authors').selectAll().where('id', 'in', ids).execute()
      const authors = new Map(rows.map((row) => [row.id, row]))
      return posts.map((post) => ({ ...post, author: authors.get(post.author_id) }))
    },
    aggregate: () =>
      db
        .selectFrom('posts')
        .select((eb) => ['author_id', eb.fn.countAll().as('posts'), eb.fn.sum('views').as('views')])
        .where('id', '<=', POSTS)
        .groupBy('author_id')
        .execute(),
    select: (after) =>
      db
        .selectFrom('posts')
        .select(['id', 'title', 'views'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(50)
        .execute(),
    tagged: (tag) =>
      db
        .selectFrom('posts')
        .selectAll()
        .where('id', 'in', (eb) =>
          eb.selectFrom('post_tags').select('post_id').where('tag_id', '=', tag),
        )
        .orderBy('id')
        .limit(20)
        .execute(),
    bulkInsert: (events) =>
      db
        .insertInto('events')
        .values(
          dialect === 'postgres'
            ? [...events]
            : events.map((event) => ({ ...event, created_at: event.created_at.getTime() })),
        )
        .execute(),
    close: () => db.destroy(),
  }
}

function sqlite(file: string) {
  const database = new Sqlite(file)
  database.exec(PRAGMAS)
  return new SqliteDialect({ database })
}

function postgres(connectionString: string) {
  return new PostgresDialect({ pool: new Pool({ connectionString, max: 10 }) })
}
