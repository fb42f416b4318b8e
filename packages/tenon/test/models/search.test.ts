import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { c, Model, softDeletes } from '../../src/models.ts'
import { type Database, sql, withDatabase } from '../../src/database.ts'
import {
  alterColumn,
  createMigrator,
  createSearchIndex,
  createTable,
  migration,
  type Operation,
} from '../../src/migrations.ts'

class Article extends Model('articles', {
  id: c.id(),
  title: c.text(),
  body: c.text().nullable(),
  ...softDeletes(),
}) {}

const table = createTable('articles', Article.columns)
const index = createSearchIndex('articles', ['title', 'body'])

const columns = ['title', 'body'] as const
const find = (text: string) => Article.query().whereSearch(columns, text).orderBy('id').pluck('id')

forEachDialect('a full-text search', (open) => {
  it('finds the records that have a word for each of those that were given', async () => {
    const database = await open()
    await migrate(database, [[table], [index]])
    await withDatabase(database, async () => {
      await seed()

      assert.deepEqual(await find('QUICK fox'), [1])
      assert.deepEqual(await find('qui'), [1, 2])
      assert.deepEqual(await find('fox cat'), [])
      assert.deepEqual(await find('ick'), [])
      assert.deepEqual(await find('example'), [3])
      assert.deepEqual(await find('b'), [1, 3])
      assert.deepEqual(await find('Füße'), [3])
      assert.deepEqual(await find(''), [])
      assert.deepEqual(await find(' -- ; '), [])
    })
  })

  it('finds words of any language by their beginnings, without the stems of one', async () => {
    const database = await open()
    await migrate(database, [[table], [index]])
    await withDatabase(database, async () => {
      await Article.createMany([
        { title: 'Die Häuser', body: null },
        { title: 'Über die Brücken', body: 'straße' },
        { title: 'ёлки и дома', body: null },
      ])

      assert.deepEqual(await find('häus'), [1])
      assert.deepEqual(await find('Haus'), [])
      assert.deepEqual(await find('die'), [1, 2])
      assert.deepEqual(await find('Über brück'), [2])
      assert.deepEqual(await find('ёлк дом'), [3])
    })
  })

  it('takes what a client sends for words, whatever it is', async () => {
    const database = await open()
    await migrate(database, [[table], [index]])
    await withDatabase(database, async () => {
      await seed()

      const hostile = [
        'fox" OR "a',
        "fox' or 1=1 --",
        'title:fox',
        'fox | !a',
        'NEAR(',
        'fox*',
        '\0',
      ]
      for (const text of hostile) assert.ok((await find(text)).length <= 1, text)
      for (const long of ['x '.repeat(51), 'x'.repeat(100_000), 'é'.repeat(501)]) {
        assert.throws(
          () => Article.query().whereSearch(columns, long),
          { status: 422 },
          long.slice(0, 9),
        )
      }
      assert.deepEqual(await find('語'.repeat(500)), [])
      assert.deepEqual(await find('-'.repeat(100_000)), [])
    })
  })

  it('puts the best match first, and is refined as any query', async () => {
    const database = await open()
    await migrate(database, [[table], [index]])
    await withDatabase(database, async () => {
      await Article.createMany([
        { title: 'A dog', body: 'and many other words about cats and cows' },
        { title: 'Dog dog', body: 'dog' },
        { title: 'Dog', body: null, deleted_at: new Date() },
      ])

      const found = Article.query().whereSearch(columns, 'dog').orderByRelevance(columns, 'dog')

      assert.deepEqual(await found.pluck('id'), [2, 1])
      assert.equal((await found.limit(1).all())[0]?.id, 2)
      assert.equal(await found.where('title', 'A dog').count(), 1)
    })
  })

  it('follows inserts, updates, upserts and deletes, and indexes what was there', async () => {
    const database = await open()
    await migrate(database, [[table]])
    await withDatabase(database, async () => {
      const early = await Article.create({ title: 'early' })
      await migrate(database, [[table], [index]])
      const late = await Article.create({ title: 'late' })

      assert.deepEqual([await find('early'), await find('late')], [[early.id], [late.id]])
      await early.update({ title: 'changed' })
      await Article.upsert([{ id: late.id, title: 'later', body: 'on' }], { by: ['id'] })
      assert.deepEqual([await find('early'), await find('changed')], [[], [early.id]])
      assert.deepEqual(await find('later on'), [late.id])
      await Article.where('id', late.id).forceDelete()
      assert.deepEqual(await find('later'), [])
    })
  })

  it('survives a column that is altered, is rolled back, and goes with the database', async () => {
    const database = await open()
    const change = { from: c.text(), to: c.text().default('none') }
    const migrator = await migrate(database, [
      [table],
      [index],
      [alterColumn('articles', 'title', change)],
    ])
    await withDatabase(database, async () => {
      await seed()
      assert.deepEqual(await find('fox'), [1])

      await migrator.rollback({ step: 2 })
      await Article.create({ title: 'still written' })
      await assert.rejects(() => database.query(sql`drop table articles_title_body_search`))
      await migrator.fresh()
      assert.equal(await Article.count(), 0)
    })
  })

  it('needs columns of text and a key that is an integer', () => {
    class Page extends Model('pages', { id: c.uuidId(), title: c.text() }) {}

    assert.throws(() => Page.query().whereSearch(['title'], 'x'), { code: 'E_QUERY_VALUE' })
    // @ts-expect-error: not a column of text
    assert.throws(() => Article.query().whereSearch(['id'], 'x'), { code: 'E_QUERY_VALUE' })
  })
})

async function seed(): Promise<void> {
  await Article.createMany([
    { title: 'The quick brown fox', body: null },
    { title: 'Quicker', body: "it's a cat_nap" },
    { title: 'Mail', body: 'ada@example.com wrote a/b, v1.2 — „Füße“' },
  ])
}

async function migrate(database: Database, steps: readonly (readonly Operation[])[]) {
  const migrations = steps.map((operations, i) => ({
    name: `2026_11_20_${String(i + 1).padStart(6, '0')}_step`,
    migration: migration(operations),
  }))
  const migrator = createMigrator(database, migrations)
  await migrator.migrate()
  return migrator
}
