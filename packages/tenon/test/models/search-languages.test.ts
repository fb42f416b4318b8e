import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Database, type Dialect, sql, withDatabase } from '../../src/database.ts'
import { createMigrator, createSearchIndex, createTable, migration } from '../../src/migrations.ts'
import { c, hasMany, highlight, Model, type SearchLanguage } from '../../src/models.ts'
import { SEARCH_LANGUAGES } from '../../src/data/columns/search/searched.ts'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'

class Author extends Model('authors', { id: c.id(), name: c.text() }) {
  static readonly articles = hasMany(() => Article, 'author_id')
}

const columns = {
  id: c.id(),
  author_id: c.integer().references('authors.id'),
  title: c.text(),
  body: c.text().nullable(),
}
const names = ['title', 'body'] as const

class Article extends Model('articles', columns, {
  search: { columns: names, language: 'english' },
}) {}
class Plain extends Model('articles', columns, { search: names }) {}
class German extends Model('articles', columns, {
  search: { columns: names, language: 'german' },
}) {}

const texts = [
  { author_id: 1, title: 'A house by the sea', body: 'It was sold' },
  { author_id: 1, title: 'Houses', body: 'Running a house, and more houses' },
  { author_id: 2, title: 'Die Häuser', body: null },
]
const ids = (query: { pluck(name: 'id'): Promise<number[]> }) => query.pluck('id')

forEachDialect('a search in a language', (open) => {
  const { dialect } = open
  it('finds words by their stems, and without a language as they are written', async () => {
    const database = await open()
    await withDatabase(database, async () => {
      await create(database, 'english')
      const [houses, runs] = [
        await ids(Article.query().whereSearch('houses').orderBy('id')),
        await ids(Article.query().whereSearch('runs houses')),
      ]
      const named = await ids(Article.query().whereSearch(names, 'houses').orderBy('id'))
      const best = await ids(
        Article.query().whereSearch('houses').orderByRelevance('houses').limit(1),
      )
      await create(database)

      assert.deepEqual([houses, runs, named, best], [[1, 2], [2], [1, 2], [2]])
      assert.deepEqual(await ids(Plain.query().whereSearch('houses')), [2])
    })
  })

  it('compares German by its stems on PostgreSQL, and as it is written on SQLite', async () => {
    const database = await open()
    await withDatabase(database, async () => {
      await create(database, 'german')

      const expected: Record<Dialect, readonly number[]> = { sqlite: [], postgres: [3] }
      assert.deepEqual(await ids(German.query().whereSearch('Haus')), expected[dialect])
      assert.deepEqual(await ids(German.query().whereSearch('häus')), [3])
    })
  })

  it('reads the index of its language', async () => {
    const database = await open()
    await withDatabase(database, async () => {
      await create(database, 'english')
      await Plain.createMany(
        Array.from({ length: 2000 }, (_, i) => ({ author_id: 1, title: `other ${i}` })),
      )
      await database.query(sql`analyze`)

      const plan = await Article.query().whereSearch('houses').explain()

      assert.match(
        plan,
        dialect === 'sqlite' ? /VIRTUAL TABLE INDEX/ : /articles_title_body_search/,
      )
    })
  })

  it('is a condition of related records, and is highlighted where words begin with it', async () => {
    const database = await open()
    await withDatabase(database, async () => {
      await create(database, 'english')

      const found = await Author.query()
        .whereHas('articles', (articles) => articles.whereSearch('houses'))
        .pluck('name')
      const marked = highlight('Houses', 'house').filter(({ isMatch }) => isMatch)

      assert.deepEqual(found, ['Ada'])
      assert.deepEqual(marked, [{ text: 'Houses', isMatch: true }])
    })
  })

  it('ignores words without a meaning of their own, and never fails for what is typed', async () => {
    const database = await open()
    await withDatabase(database, async () => {
      await create(database, 'english')

      assert.deepEqual(await ids(Article.query().whereSearch('the sea')), [1])
      const alone: Record<Dialect, readonly number[]> = { sqlite: [1], postgres: [] }
      assert.deepEqual(await ids(Article.query().whereSearch('the')), alone[dialect])
      for (const text of ["house' or 1=1 --", 'fox | !a', 'NEAR(', '\0', '"']) {
        assert.deepEqual(await ids(Article.query().whereSearch(text)), [], text)
      }
    })
  })

  it('is refused in a language that is not known, when the model is declared', () => {
    const search = { columns: names, language: 'klingon' } as const

    // @ts-expect-error: not a language
    assert.throws(() => Model('articles', columns, { search }), {
      code: 'E_SEARCH_LANGUAGE',
      message: /"articles" cannot be searched in "klingon".*english/,
    })
    // @ts-expect-error: not a language
    assert.throws(() => Plain.query().whereSearch(search, 'x'), { code: 'E_SEARCH_LANGUAGE' })
    // @ts-expect-error: not a language
    assert.throws(() => createSearchIndex('articles', names, search), { code: 'E_SEARCH_LANGUAGE' })
  })

  it('leaves the index of a search without one as it was', () => {
    const { up } = createSearchIndex('articles', ['title'])

    assert.deepEqual(
      [up.sqlite.split('\n')[0], up.postgres.split(', regexp_replace(')[0]],
      [
        'create virtual table "articles_title_search" using fts5("title", content="articles", content_rowid="id", tokenize="unicode61 remove_diacritics 0");',
        `create index "articles_title_search" on "articles" using gin ((to_tsvector('simple'::regconfig`,
      ],
    )
  })
})

onDialect('postgres', 'the languages of a search', (open) => {
  it('are text search configurations of PostgreSQL', async () => {
    const database = await open()

    const rows = await database.query<{ name: string }>(
      sql`select cfgname::text as name from pg_ts_config`,
    )

    const known = new Set(rows.map(({ name }) => name))
    assert.deepEqual(
      SEARCH_LANGUAGES.filter((language) => !known.has(language)),
      [],
    )
  })
})

/** Creates the tables with a search index, instead of those that were there. */
async function create(database: Database, language?: SearchLanguage): Promise<void> {
  const migrator = createMigrator(database, [
    {
      name: '2026_11_20_000001_create',
      migration: migration([
        createTable('authors', Author.columns),
        createTable('articles', columns),
        createSearchIndex('articles', names, { language }),
      ]),
    },
  ])
  await migrator.fresh()
  await Author.createMany([{ name: 'Ada' }, { name: 'Bob' }])
  await Plain.createMany(texts)
}
