import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../src/data/database/sql.ts'
import { currentDatabase } from '../../src/database.ts'
import { application, get, handler, page, routes } from '../../src/index.ts'
import { c, Model } from '../../src/models.ts'
import { live } from '../../src/pages.ts'
import { feeds } from '../../src/stores/changes/current-feed.ts'
import { testApp, type TestApp } from '../../src/testing.ts'
import { createTables } from '../support/create-tables.ts'

class Board extends Model('boards', { id: c.id(), name: c.text() }) {}
class Note extends Model('notes', { id: c.id(), board_id: c.integer(), title: c.text() }) {}

/** How often the prop was computed. */
const computed = { count: 0 }

const app = application({
  root: import.meta.dirname,
  routes: routes([
    get(
      '/boards/{board}',
      handler({ board: Board }).run(({ board }) =>
        page('Board', {
          name: board.name,
          notes: live(async () => {
            computed.count += 1
            const titles = await Note.where('board_id', board.id).pluck('title')
            return titles.map((title) => `${board.name}: ${title}`)
          }),
        }),
      ),
    ),
  ]),
})

const asked = {
  'x-inertia': 'true',
  'x-inertia-partial-component': 'Board',
  'x-inertia-partial-data': 'notes',
}

async function open(): Promise<TestApp> {
  const opened = await testApp({ application: app })
  await createTables(currentDatabase(), Board, Note)
  await Board.create({ name: 'A' })
  await Note.create({ board_id: 1, title: 'one' })
  computed.count = 0
  return opened
}

/** Asks as a tab that was told all that this process knows. */
function ask(client: TestApp, headers: Record<string, string> = {}) {
  const since = feeds.get()?.position ?? ''
  return client.send('GET', '/boards/1', {
    headers: { ...asked, purpose: 'live', 'x-live-since': since, ...headers },
  })
}

async function notesOf(asking: ReturnType<typeof ask>): Promise<unknown> {
  const { text } = await asking
  return JSON.parse(text).props.notes
}

/** Writes as another process does whose word has not arrived here yet. */
async function writeUnheard(title: string): Promise<void> {
  await currentDatabase().query(sql`insert into notes (board_id, title) values (1, ${title})`)
}

async function askAll(client: TestApp, headers?: Record<string, string>) {
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask(client, headers)))
  return new Set(answers.map(({ text }) => JSON.stringify(JSON.parse(text).props.notes)))
}

describe('a live prop that many tabs of a user ask for', () => {
  it('is computed once after each change', async () => {
    await using client = await open()

    const before = await askAll(client)
    await Note.create({ board_id: 2, title: 'elsewhere' })
    await askAll(client)
    const elsewhere = computed.count
    await Note.create({ board_id: 1, title: 'two' })
    const after = await askAll(client)

    assert.deepEqual([elsewhere, computed.count], [1, 2])
    assert.deepEqual(before, new Set(['["A: one"]']))
    assert.deepEqual(after, new Set(['["A: one","A: two"]']))
  })

  it('is computed for each user, and for each language and header', async () => {
    await using client = await open()

    await ask(client, { cookie: 'session=ada' })
    await ask(client, { cookie: 'session=bob' })
    await ask(client, { cookie: 'session=bob', 'accept-language': 'de' })
    await ask(client, { 'x-forwarded-user': 'ada' })

    assert.equal(computed.count, 4)
  })

  it('is computed for each visit', async () => {
    await using client = await open()

    await ask(client, { purpose: '' })
    await ask(client, { purpose: '' })

    assert.equal(computed.count, 2)
  })

  it('does not show what its handler has found before a change', async () => {
    await using client = await open()
    await ask(client)

    await Board.where('id', 1).update({ name: 'B' })
    await Note.create({ board_id: 1, title: 'two' })
    const { text } = await ask(client)

    assert.deepEqual(JSON.parse(text).props.notes, ['B: one', 'B: two'])
  })

  it('has the change that a tab knows from another process, although this one does not know it', async () => {
    await using client = await open()
    const since = feeds.get()?.position
    await ask(client)
    await writeUnheard('two')

    const notes = await notesOf(ask(client, { 'x-live-since': `${since},other:1` }))

    assert.deepEqual(notes, ['A: one', 'A: two'])
  })

  it('has the change of which another process only knows that something was missed', async () => {
    await using client = await open()
    const since = feeds.get()?.position
    await ask(client)
    await writeUnheard('two')

    const notes = await notesOf(ask(client, { 'x-live-since': `${since},other-x:1` }))

    assert.deepEqual(notes, ['A: one', 'A: two'])
  })

  it('is computed once for tabs that were told the same by another process', async () => {
    await using client = await open()

    await askAll(client, { 'x-live-since': 'other:1' })

    assert.equal(computed.count, 1)
  })

  it('is computed for each tab that does not say what it was told', async () => {
    await using client = await open()

    const headers = { ...asked, purpose: 'live' }
    await client.send('GET', '/boards/1', { headers })
    await client.send('GET', '/boards/1', { headers })

    assert.equal(computed.count, 2)
  })

  it('fails for the one whose request failed', async () => {
    await using client = await open()
    await currentDatabase().query(sql`alter table notes rename to others`)
    const failed = await ask(client)
    await currentDatabase().query(sql`alter table others rename to notes`)

    const { status } = await ask(client)

    assert.deepEqual([failed.status, status], [500, 200])
  })
})
