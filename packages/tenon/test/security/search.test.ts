import assert from 'node:assert/strict'
import { it } from 'node:test'
import { application, json, post, routes } from 'tenon'
import { currentDatabase } from 'tenon/database'
import { createMigrator, createSearchIndex, createTable, migration } from 'tenon/migrations'
import { c, Model } from 'tenon/models'
import { testApp } from 'tenon/testing'
import { forEachDialect } from '../support/for-each-dialect.ts'

const columns = { id: c.id(), title: c.text(), body: c.text().nullable() }
class Note extends Model('notes', columns, { search: ['title', 'body'] }) {}
class Page extends Model('pages', columns, {
  search: { columns: ['title'], language: 'english' },
}) {}

const textOf = async (request: { text(): Promise<string> }): Promise<string> =>
  String(JSON.parse(await request.text()).text)

const web = routes([
  post('/notes', async (request) => {
    const text = await textOf(request)
    return json(await Note.query().whereSearch(text).orderByRelevance(text).pluck('title'))
  }),
  post('/pages', async (request) => {
    const text = await textOf(request)
    return json(await Page.query().whereSearch(text).orderByRelevance(text).pluck('title'))
  }),
  post('/like', async (request) =>
    json(await Note.where('title', 'contains', await textOf(request)).pluck('title')),
  ),
])

/** Operators of FTS5, of `tsquery` and of patterns; text that has no end, no letters or no meaning. */
// oxfmt-ignore
const texts = [
  'printer" OR "a', "printer' or 1=1 --", 'title:printer', 'printer | !a', 'NEAR(a b, 2)', 'printer*',
  '^printer', '-printer', '+printer', 'a <-> b', 'a <2> b', '!!', '(((', ':*', "''",
  'AND', 'OR NOT', '{title} : a', 'the of and', '%', '_', '\\', '$1', '?', '@title', '\0',
  'a\0b', '\uD800', 'a\uDC00b', '\u{10FFFF}', '\u202Ea', 'e\u0301', '🖨️', 'ﬁ', 'İ', 'ß',
  '', ' ', '\n'.repeat(1000), '9'.repeat(400), 'a '.repeat(50_000), 'é'.repeat(50_000),
  '-'.repeat(100_000), '語'.repeat(500), 'x'.repeat(100_000), '%'.repeat(100_000),
]

forEachDialect('a search for what a client sends', (open) => {
  it('is a result or a 422, whatever it is', async () => {
    await using app = await testApp({
      application: application({ root: import.meta.dirname, routes: web, models: { Note, Page } }),
      databaseUrl: await open.url(),
    })
    const tables = migration([
      createTable('notes', columns),
      createTable('pages', columns),
      createSearchIndex('notes', ['title', 'body']),
      createSearchIndex('pages', ['title'], { language: 'english' }),
    ])
    await createMigrator(currentDatabase(), [
      { name: '2040_01_01_000001_t', migration: tables },
    ]).migrate()
    await Note.create({ title: 'printer' })
    await Page.create({ title: 'printers' })

    const failed: string[] = []
    for (const kind of ['notes', 'pages', 'like']) {
      for (const text of texts) {
        const { status } = await app.as('json').post(`/${kind}`, { text })
        if (status !== 200 && status !== 422) failed.push(`${kind} ${status} ${text.slice(0, 20)}`)
      }
    }
    const [plain, stems] = [
      await app.as('json').post('/notes', { text: 'printer' }),
      await app.as('json').post('/pages', { text: 'printer' }),
    ]

    assert.deepEqual(failed, [])
    assert.deepEqual([plain.json(), stems.json()], [['printer'], ['printers']])
  })
})
