import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { application, get, handler, post, routes, text } from 'tenon'
import { c, currentDatabase, Model, transaction } from 'tenon/database'
import { testApp } from 'tenon/testing'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Note extends Model('notes', { id: c.id(), text: c.text().unique() }) {}

forEachDialect('a request with a transaction', (open) => {
  it('is never seen by another when it fails, and keeps no reader waiting', async () => {
    const { web, begun, letGo } = heldOpen()
    await using app = await start(web)

    const failing = app.post('/undone/A')
    await begun
    const writing = app.post('/notes/B')
    const readMeanwhile = await app.get('/notes')
    letGo()
    const statuses = [(await failing).status, (await writing).status]

    assert.deepEqual(statuses, [500, 200])
    assert.ok(!readMeanwhile.text.includes('A'))
    assert.deepEqual((await app.get('/notes')).json(), ['B'])
  })

  it('stays apart from 49 others at the same time', async () => {
    await using app = await start(mixed)
    const kinds = ['undone', 'notes', 'pairs', 'halves', 'notes']
    const paths = Array.from({ length: 50 }, (_, i) => `/${kinds[i % 5]}/${kinds[i % 5]}-${i}`)

    const responses = await Promise.all(paths.map((path) => app.as('json').post(path)))

    const undone = responses.filter(({ status }) => status === 500)
    const seen = responses.map((response) => response.text).join()
    const kept = Map.groupBy(await Note.query().pluck('text'), (note) => note.split('-')[0] ?? '')
    const counts = Object.fromEntries([...kept].map(([kind, notes]) => [kind, notes.length]))
    assert.equal(undone.length, 10)
    assert.doesNotMatch(seen, /undone-|-lost/)
    assert.deepEqual(counts, { notes: 20, pairs: 20, halves: 10 })
  })

  /** The application on a new database. */
  async function start(web: typeof mixed) {
    const app = await testApp({
      application: application({ root: import.meta.dirname, routes: web, models: { Note } }),
      databaseUrl: await open.url(),
    })
    await createTables(currentDatabase(), Note)
    return app
  }
})

const list = get('/notes', () => Note.orderBy('id').pluck('text'))

/** Writes outside of a transaction, and answers what can be seen then. */
const write = post(
  '/notes/{note}',
  handler({ note: text }, async ({ note }) => {
    await Note.create({ text: note })
    return Note.query().pluck('text')
  }),
)

const mixed = routes([
  list,
  write,
  post(
    '/undone/{note}',
    handler({ note: text }, ({ note }) =>
      transaction(async () => {
        await Note.create({ text: note })
        await delay(2)
        throw new Error('undone')
      }),
    ),
  ),
  post(
    '/pairs/{note}',
    handler({ note: text }, ({ note }) =>
      transaction(async () => {
        await Note.create({ text: `${note}a` })
        await delay(2)
        await Note.create({ text: `${note}b` })
        return Note.where('text', 'starts with', note).pluck('text')
      }),
    ),
  ),
  post(
    '/halves/{note}',
    handler({ note: text }, ({ note }) =>
      transaction(async () => {
        await Note.create({ text: note })
        const lost = transaction(async () => {
          await Note.create({ text: `${note}-lost` })
          await delay(1)
          throw new RangeError('lost')
        })
        await assert.rejects(lost, RangeError)
        return Note.where('text', 'starts with', 'halves').pluck('text')
      }),
    ),
  ),
])

/** A transaction that has written and then waits until it is let go, to fail. */
function heldOpen() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>()
  const failing = handler({ note: text }, ({ note }) =>
    transaction(async () => {
      await Note.create({ text: note })
      begin()
      await gate
      throw new Error('undone')
    }),
  )
  return { web: routes([list, write, post('/undone/{note}', failing)]), begun, letGo }
}
