import assert from 'node:assert/strict'
import { it } from 'node:test'
import { application, get, handler, json, routes } from 'tenon'
import { createDatabase } from 'tenon/database'
import { c, Model } from 'tenon/models'
import { testApp } from 'tenon/testing'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Note extends Model('notes', { id: c.id(), text: c.text() }) {}

const app = application({
  root: import.meta.dirname,
  routes: routes([
    get('/ping', () => 'pong'),
    get(
      '/notes/{note}',
      handler({ note: Note }).run(async ({ note }) => json([note.text, await Note.count()])),
    ),
  ]),
})

forEachDialect('the statements of an answer in a test', (open) => {
  it('are those of its request, without values and without those of other requests', async () => {
    const databaseUrl = await open.url()
    await createNotes(databaseUrl)
    await using client = await testApp({ application: app, databaseUrl, database: 'rollback' })
    const { id } = await Note.create({ text: 'secret' })

    const [shown, ping] = await Promise.all([client.get(`/notes/${id}`), client.get('/ping')])

    assert.deepEqual(ping.statements, [])
    assert.equal(shown.statements.length, 2)
    assert.match(shown.statements[0] ?? '', /^select .* from "notes" where/)
    assert.match(shown.statements[1] ?? '', /count/)
  })
})

async function createNotes(url: string): Promise<void> {
  await using database = createDatabase(url)
  await createTables(database, Note)
}
