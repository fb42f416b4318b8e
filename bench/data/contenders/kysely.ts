import Sqlite from 'better-sqlite3'
import { type Generated, Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import { Pool } from 'pg'
import { newPost, type Open } from '../contender.ts'
import { PRAGMAS } from '../schema.ts'

interface Tables {
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

/** Its builder, compiling each query; on SQLite booleans and dates stay numbers. */
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
