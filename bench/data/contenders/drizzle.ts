import Sqlite from 'better-sqlite3'
import { asc, count, eq, gt, inArray, lte, relations, sql, sum } from 'drizzle-orm'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import * as onPg from 'drizzle-orm/pg-core'
import * as onSqlite from 'drizzle-orm/sqlite-core'
import { Pool } from 'pg'
import { type Contender, newPost, type Open, POSTS } from '../contender.ts'
import { PRAGMAS } from '../schema.ts'

/** Uses prepared statements throughout. */
export const open: Open = (dialect, place) =>
  dialect === 'sqlite' ? openSqlite(place) : openPostgres(place)

function openSqlite(file: string): Contender {
  const { sqliteTable, integer, text } = onSqlite
  const authors = sqliteTable('authors', {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
  })
  const posts = sqliteTable('posts', {
    id: integer().primaryKey({ autoIncrement: true }),
    author_id: integer().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    views: integer().notNull(),
    published: integer({ mode: 'boolean' }).notNull(),
    created_at: integer({ mode: 'timestamp_ms' }).notNull(),
  })
  const postTags = sqliteTable('post_tags', {
    post_id: integer().notNull(),
    tag_id: integer().notNull(),
  })
  const events = sqliteTable('events', {
    id: integer().primaryKey({ autoIncrement: true }),
    post_id: integer().notNull(),
    name: text().notNull(),
    created_at: integer({ mode: 'timestamp_ms' }).notNull(),
  })
  const postRelations = relations(posts, ({ one }) => ({
    author: one(authors, { fields: [posts.author_id], references: [authors.id] }),
  }))
  const connection = new Sqlite(file)
  connection.exec(PRAGMAS)
  const db = drizzleSqlite(connection, { schema: { authors, posts, postRelations } })

  const find = db
    .select()
    .from(posts)
    .where(eq(posts.id, sql.placeholder('id')))
    .prepare()
  const list = db
    .select()
    .from(posts)
    .where(gt(posts.id, sql.placeholder('after')))
    .orderBy(asc(posts.id))
    .limit(50)
    .prepare()
  const insert = db.insert(posts).values(placeholders).returning().prepare()
  const update = db
    .update(posts)
    .set({ views: sql`${sql.placeholder('views')}` })
    .where(eq(posts.id, sql.placeholder('id')))
    .prepare()
  const withAuthor = db.query.posts
    .findMany({ with: { author: true }, orderBy: asc(posts.id), limit: 20 })
    .prepare()

  const aggregate = db
    .select({ author_id: posts.author_id, posts: count(), views: sum(posts.views) })
    .from(posts)
    .where(lte(posts.id, POSTS))
    .groupBy(posts.author_id)
    .prepare()
  const select = db
    .select({ id: posts.id, title: posts.title, views: posts.views })
    .from(posts)
    .where(gt(posts.id, sql.placeholder('after')))
    .orderBy(asc(posts.id))
    .limit(50)
    .prepare()
  const withTag = db
    .select({ id: postTags.post_id })
    .from(postTags)
    .where(eq(postTags.tag_id, sql.placeholder('tag')))
  const tagged = db
    .select()
    .from(posts)
    .where(inArray(posts.id, withTag))
    .orderBy(asc(posts.id))
    .limit(20)
    .prepare()

  return {
    aggregate: () => aggregate.all(),
    select: (after) => select.all({ after }),
    tagged: (tag) => tagged.all({ tag }),
    bulkInsert: (rows) =>
      db
        .insert(events)
        .values([...rows])
        .run(),
    find: (id) => find.get({ id }),
    list: (after) => list.all({ after }),
    insert: () => insert.get(newPost()),
    update(id, views) {
      const post = find.get({ id })
      update.run({ id, views })
      return { ...post, views }
    },
    withRelation: () => withAuthor.execute(),
    close: () => connection.close(),
  }
}

function openPostgres(connectionString: string): Contender {
  const { pgTable, integer, text, boolean, timestamp } = onPg
  const authors = pgTable('authors', {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    name: text().notNull(),
  })
  const posts = pgTable('posts', {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    author_id: integer().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    views: integer().notNull(),
    published: boolean().notNull(),
    created_at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  })
  const postTags = pgTable('post_tags', {
    post_id: integer().notNull(),
    tag_id: integer().notNull(),
  })
  const events = pgTable('events', {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    post_id: integer().notNull(),
    name: text().notNull(),
    created_at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  })
  const postRelations = relations(posts, ({ one }) => ({
    author: one(authors, { fields: [posts.author_id], references: [authors.id] }),
  }))
  const pool = new Pool({ connectionString, max: 10 })
  const db = drizzlePostgres(pool, { schema: { authors, posts, postRelations } })

  const find = db
    .select()
    .from(posts)
    .where(eq(posts.id, sql.placeholder('id')))
    .prepare('find')
  const list = db
    .select()
    .from(posts)
    .where(gt(posts.id, sql.placeholder('after')))
    .orderBy(asc(posts.id))
    .limit(50)
    .prepare('list')
  const insert = db.insert(posts).values(placeholders).returning().prepare('insert')
  const update = db
    .update(posts)
    .set({ views: sql`${sql.placeholder('views')}` })
    .where(eq(posts.id, sql.placeholder('id')))
    .prepare('update')
  const withAuthor = db.query.posts
    .findMany({ with: { author: true }, orderBy: asc(posts.id), limit: 20 })
    .prepare('with')

  const aggregate = db
    .select({ author_id: posts.author_id, posts: count(), views: sum(posts.views) })
    .from(posts)
    .where(lte(posts.id, POSTS))
    .groupBy(posts.author_id)
    .prepare('aggregate')
  const select = db
    .select({ id: posts.id, title: posts.title, views: posts.views })
    .from(posts)
    .where(gt(posts.id, sql.placeholder('after')))
    .orderBy(asc(posts.id))
    .limit(50)
    .prepare('select')
  const withTag = db
    .select({ id: postTags.post_id })
    .from(postTags)
    .where(eq(postTags.tag_id, sql.placeholder('tag')))
  const tagged = db
    .select()
    .from(posts)
    .where(inArray(posts.id, withTag))
    .orderBy(asc(posts.id))
    .limit(20)
    .prepare('tagged')

  return {
    aggregate: () => aggregate.execute(),
    select: (after) => select.execute({ after }),
    tagged: (tag) => tagged.execute({ tag }),
    bulkInsert: (rows) => db.insert(events).values([...rows]),
    find: async (id) => (await find.execute({ id }))[0],
    list: (after) => list.execute({ after }),
    insert: async () => (await insert.execute(newPost()))[0],
    async update(id, views) {
      const [post] = await find.execute({ id })
      await update.execute({ id, views })
      return { ...post, views }
    },
    withRelation: () => withAuthor.execute(),
    close: () => pool.end(),
  }
}

const placeholders = {
  author_id: sql.placeholder('author_id'),
  title: sql.placeholder('title'),
  body: sql.placeholder('body'),
  views: sql.placeholder('views'),
  published: sql.placeholder('published'),
  created_at: sql.placeholder('created_at'),
}
