import assert from 'node:assert/strict'
import { it } from 'node:test'
import { application, get, handler, json, post, routes } from 'tenon'
import { c, Model } from 'tenon/models'
import { currentDatabase } from 'tenon/database'
import { testApp } from 'tenon/testing'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Note extends Model('notes', { slug: c.stringId(), title: c.text() }) {}

/**
 * Handlers that pass client input to queries unchanged. The types forbid this; `any` bypasses them.
 */
const web = routes([
  get(
    '/notes/{note}',
    handler({ note: Note }).run(({ note }) => json(note)),
  ),
  post('/notes', async (request) => json(await Note.create(JSON.parse(await request.text())))),
  post('/search', async (request) => {
    const { column, operator, value, order, direction, limit } = JSON.parse(await request.text())
    const query = Note.where(column, operator, value).orderBy(order, direction).limit(limit)
    return json(await query.pluck('slug'))
  }),
])

/** Strings that end a string, a name or a statement, begin a comment, or are a placeholder. */
const payloads = [
  "'; drop table notes; --",
  "' or '1'='1",
  '" or ""="',
  'title" or 1=1 --',
  'title) or (1=1',
  '1; delete from notes',
  "\\' or 1=1 --",
  '$$; drop table notes; $$',
  '$1',
  '?',
  ':1',
  '@title',
  '/* title */',
  '%',
  '_',
  '\\',
  'ʼ or 1=1',
]

const harmless = {
  column: 'title',
  operator: '=',
  value: '',
  order: 'slug',
  direction: 'asc',
  limit: 9,
}

forEachDialect('client input in queries', (open) => {
  async function start() {
    const app = await testApp({
      application: application({ root: import.meta.dirname, routes: web, models: { Note } }),
      databaseUrl: await open.url(),
    })
    await createTables(currentDatabase(), Note)
    for (const slug of ['first', 'second']) await Note.create({ slug, title: slug })
    const sendJson = (path: string, value: object) => app.as('json').post(path, value)
    const search = (value: object) => sendJson('/search', { ...harmless, ...value })
    return Object.assign(app, { sendJson, search })
  }

  it('is treated as a value wherever a value is expected', async () => {
    await using app = await start()

    for (const payload of payloads) {
      const before = await app.search({ value: payload })
      const created = await app.sendJson('/notes', { slug: payload, title: payload })
      const equal = await app.search({ value: payload })
      const contained = await app.search({ operator: 'contains', value: payload })
      const found = await app.get(`/notes/${encodeURIComponent(payload)}`)

      assert.deepEqual([before.json(), created.status], [[], 200], payload)
      assert.deepEqual([equal.json(), contained.json()], [[payload], [payload]], payload)
      assert.equal(found.text, JSON.stringify({ slug: payload, title: payload }), payload)
      await Note.where('slug', payload).delete()
    }
    assert.equal(await Note.count(), 2)
  })

  it('is never used as a column, operator, direction, limit or name of a value', async () => {
    await using app = await start()
    const answers = { column: 500, operator: 500, order: 400, direction: 400, limit: 400 }
    const attempts = payloads.flatMap((payload) =>
      Object.entries(answers).map(([place, answer]) => ({ attempt: { [place]: payload }, answer })),
    )

    for (const { attempt, answer } of attempts) {
      const { status } = await app.search({ value: 'first', ...attempt })
      assert.equal(status, answer, JSON.stringify(attempt))
    }
    for (const payload of payloads) {
      const { status } = await app.sendJson('/notes', { slug: 'a', title: 'a', [payload]: 'b' })
      assert.equal(status, 500, payload)
    }
    assert.equal(await Note.count(), 2)
  })

  it('is never used as a condition if it is an object or a list instead of text', async () => {
    await using app = await start()

    for (const value of [{}, { $ne: '' }, { sql: '1=1' }, ['first', 'second'], [], true, 1]) {
      const { status } = await app.search({ value })
      assert.equal(status, 500, JSON.stringify(value))
    }
  })
})
