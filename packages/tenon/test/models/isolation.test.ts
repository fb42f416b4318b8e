import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { application, get, handler, post, routes, param } from 'tenon'
import { c, Model } from 'tenon/models'
import { currentDatabase, transaction } from 'tenon/database'
import { testApp, type TestApp } from 'tenon/testing'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Note extends Model('notes', { id: c.id(), text: c.text().unique() }) {}

forEachDialect('a request with a transaction', (open) => {
  it('is never seen by another if it fails, and blocks no reader', async () => {
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

  it('is isolated from 49 concurrent ones', async () => {
    await using app = await start(mixed)

    await assertIsolated(app)
  })

  it('is isolated from 49 concurrent ones on the single connection of a test', async () => {
    await using app = await start(mixed, 'rollback')

    await assertIsolated(app)
  })

  /** Starts the application on a new database. */
  async function start(web: typeof mixed, database?: 'rollback') {
    const app = await testApp({
      ...(database && { database }),
      application: application({ root: import.meta.dirname, routes: web, models: { Note } }),
      databaseUrl: await open.url(),
    })
    await createTables(currentDatabase(), Note)
    return app
  }
})

/** Sends 50 requests at once, and checks that nothing of the failed transactions was ever seen. */
async function assertIsolated(app: TestApp): Promise<void> {
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
}

const list = get('/notes', () => Note.orderBy('id').pluck('text'))

/** Writes outside of a transaction, and answers with what is visible then. */
const write = post(
  '/notes/{note}',
  handler({ note: param.string }).run(async ({ note }) => {
    await Note.create({ text: note })
    return Note.query().pluck('text')
  }),
)

const mixed = routes([
  list,
  write,
  post(
    '/undone/{note}',
    handler({ note: param.string }).run(({ note }) =>
      transaction(async () => {
        await Note.create({ text: note })
        await nextTurn()
        throw new Error('undone')
      }),
    ),
  ),
  post(
    '/pairs/{note}',
    handler({ note: param.string }).run(({ note }) =>
      transaction(async () => {
        await Note.create({ text: `${note}a` })
        await nextTurn()
        await Note.create({ text: `${note}b` })
        return Note.where('text', 'starts with', note).pluck('text')
      }),
    ),
  ),
  post(
    '/halves/{note}',
    handler({ note: param.string }).run(({ note }) =>
      transaction(async () => {
        await Note.create({ text: note })
        const lost = transaction(async () => {
          await Note.create({ text: `${note}-lost` })
          await nextTurn()
          throw new RangeError('lost')
        })
        await assert.rejects(lost, RangeError)
        return Note.where('text', 'starts with', 'halves').pluck('text')
      }),
    ),
  ),
])

/** A transaction that has written and then waits until it is released, to fail. */
function heldOpen() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>()
  const failing = handler({ note: param.string }).run(({ note }) =>
    transaction(async () => {
      await Note.create({ text: note })
      begin()
      await gate
      throw new Error('undone')
    }),
  )
  return { web: routes([list, write, post('/undone/{note}', failing)]), begun, letGo }
}
