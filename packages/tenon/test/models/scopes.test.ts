import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { createTables } from '../support/create-tables.ts'
import { belongsTo, c, hasMany, Model, type Query, softDeletes } from '../../src/models.ts'
import { sql, withDatabase } from '../../src/database.ts'

class Author extends Model('authors', { id: c.id(), tenant: c.text() }) {
  static articles = hasMany(() => Article, 'author_id')
}

class Article extends Model('articles', {
  id: c.id(),
  tenant: c.text(),
  slug: c.text().unique(),
  state: c.text(),
  author_id: c.integer().references('authors.id'),
  ...softDeletes(),
}) {
  static author = belongsTo(() => Author, 'author_id')
}

const tenant = new AsyncLocalStorage<string>()
const ours = () => tenant.getStore() ?? 'a'
Author.defaultScope((authors) => authors.where('tenant', ours()))
Article.defaultScope((articles) => articles.where('tenant', ours()))

const open = (articles: Query<typeof Article>) =>
  articles.where('state', 'draft').orWhere('state', 'review')
const newest = (articles: Query<typeof Article>) => articles.orderBy('id', 'desc')

forEachDialect('a named scope', (openDatabase) => {
  it('can be refined further, even by another scope, and keeps loaded relations', async () => {
    const database = await openDatabase()
    await createTables(database, Author, Article)
    await withDatabase(database, async () => {
      await seed()

      const found = await Article.where('slug', '!=', 'one')
        .with('author')
        .scope(open)
        .scope(newest)
        .all()

      assert.deepEqual(
        found.map(({ slug, author }) => [slug, author.tenant]),
        [['two', 'a']],
      )
    })
  })

  it('narrows a relation', async () => {
    const database = await openDatabase()
    await createTables(database, Author, Article)
    await withDatabase(database, async () => {
      await seed()

      const [author] = await Author.with('articles', open).withCount('articles', open).all()

      assert.equal(author?.articles.length, 2)
      assert.equal(author.articles_count, 2)
    })
  })
})

forEachDialect('a default scope', (openDatabase) => {
  it('applies to queries, lookups, relations and changes', async () => {
    const database = await openDatabase()
    await createTables(database, Author, Article)
    await withDatabase(database, async () => {
      const theirs = await seed()

      assert.equal(await Article.count(), 3)
      assert.equal(await Article.find(theirs.id), null)
      assert.equal(await Article.by('slug').find('theirs'), null)
      assert.equal(await Article.update(theirs.id, { state: 'x' }), null)
      assert.equal(await Article.delete(theirs.id), false)
      assert.equal(await Article.query().update({ state: 'done' }), 3)
      assert.equal(
        await Author.query()
          .whereHas('articles', (all) => all.where('slug', 'theirs'))
          .count(),
        0,
      )
      assert.equal(await tenant.run('b', () => Article.count()), 1)
    })
  })

  it('is skipped by withoutDefaultScope(), and for the owner that a record belongs to', async () => {
    const database = await openDatabase()
    await createTables(database, Author, Article)
    await withDatabase(database, async () => {
      await seed()

      const all = await Article.query().withoutDefaultScope().with('author').orderBy('id').all()

      assert.deepEqual(
        all.map(({ author }) => author.tenant),
        ['a', 'a', 'a', 'a'],
      )
      assert.equal((await all.at(-1)?.load(Article.author))?.tenant, 'a')
    })
  })
})

describe('a default scope', () => {
  it('is rejected if it does more than add conditions', () => {
    class Limited extends Model('limited', { id: c.id() }) {}
    Limited.defaultScope((all) => all.limit(3))

    assert.throws(() => Limited.query().plan, { code: 'E_QUERY_REFINE' })
  })
})

forEachDialect('raw SQL among selected columns', (openDatabase) => {
  it('is read under its name, and can be compared and sorted', async () => {
    const database = await openDatabase()
    await createTables(database, Author, Article)
    await withDatabase(database, async () => {
      await seed()
      const length = sql<number>`length(slug) + ${1}`

      const rows = await Article.query()
        .select('slug')
        .compute({ length })
        .distinct()
        .orderBy('length', 'desc')
        .orderBy('slug')
        .all()
      const groups = await Article.query()
        .groupBy('state')
        .compute({ longest: sql<number>`max(length(slug))` })
        .having('longest', '>', 3)
        .all()

      const longest: number | undefined = rows[0]?.length
      assert.equal(longest, 6)
      assert.deepEqual(rows, [
        { slug: 'three', length: 6 },
        { slug: 'one', length: 4 },
        { slug: 'two', length: 4 },
      ])
      assert.deepEqual(groups, [{ state: 'published', longest: 5 }])
    })
  })
})

/** Creates three articles of one tenant, and one of another, which is returned. */
async function seed(): Promise<Article> {
  const author = await Author.create({ tenant: 'a' })
  const row = { tenant: 'a', author_id: author.id }
  await Article.createMany([
    { ...row, slug: 'one', state: 'review' },
    { ...row, slug: 'two', state: 'draft' },
    { ...row, slug: 'three', state: 'published' },
  ])
  return Article.create({ ...row, tenant: 'b', slug: 'theirs', state: 'draft' })
}
