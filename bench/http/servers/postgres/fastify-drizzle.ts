import { asc, eq, relations, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { Pool } from 'pg'
import { databaseUrl, POOL_SIZE } from './settings.ts'
import { serveArticles } from './fastify-routes.ts'

const authors = pgTable('authors', { id: integer().primaryKey(), name: text().notNull() })
const articles = pgTable('articles', {
  id: integer().primaryKey(),
  author_id: integer().notNull(),
  title: text().notNull(),
  views: integer().notNull(),
  created_at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
})
const revisions = pgTable('revisions', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  article_id: integer().notNull(),
  title: text().notNull(),
})
const articleRelations = relations(articles, ({ one }) => ({
  author: one(authors, { fields: [articles.author_id], references: [authors.id] }),
}))

const client = new Pool({ connectionString: databaseUrl, max: POOL_SIZE })
const schema = { authors, articles, revisions, articleRelations }
const db = drizzle({ client, schema })
const columns = { author_id: false } as const

/** With prepared statements, as its guide on performance says. */
const one = db.query.articles
  .findFirst({ columns, where: eq(articles.id, sql.placeholder('id')) })
  .prepare('one')
const many = db.query.articles
  .findMany({ columns, with: { author: true }, orderBy: asc(articles.id), limit: 20 })
  .prepare('many')

await serveArticles({
  find: (id) => one.execute({ id }),
  list: () => many.execute(),
  rename: (id, title) =>
    db.transaction(async (tx) => {
      const found = await tx
        .select({ id: articles.id })
        .from(articles)
        .where(eq(articles.id, id))
        .for('update')
      await tx.update(articles).set({ title }).where(eq(articles.id, id))
      await tx.insert(revisions).values({ article_id: id, title })
      return found.length === 1
    }),
  sleep: () => db.execute(sql`select pg_sleep(0.05)`),
})
