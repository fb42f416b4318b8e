import assert from 'node:assert/strict'
import { it } from 'node:test'
import { application, get, handler, post, routes, param } from 'tenon'
import {
  afterCommit,
  createDatabase,
  currentDatabase,
  DatabaseUnavailable,
  sql,
  StatementError,
  transaction,
  UniqueViolation,
} from 'tenon/database'
import { c, Model } from 'tenon/models'
import { testApp, type TestAppOptions } from 'tenon/testing'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Note extends Model('notes', { id: c.id(), text: c.text().unique() }) {}

forEachDialect('testApp({ database: "rollback" })', (open) => {
  it('leaves nothing of the test, of its requests and of their transactions behind', async () => {
    const databaseUrl = await prepare()
    {
      await using app = await testApp({ application: notes, databaseUrl, database: 'rollback' })
      await Note.create({ text: 'of the test' })
      await app.post('/notes/request')
      await app.post('/in-transaction/pair')
      await currentDatabase().query(sql`insert into notes (text) values ('raw')`)
      assert.equal(await Note.count(), 4)
    }

    await using app = await testApp({ application: notes, databaseUrl })

    assert.deepEqual((await app.get('/notes')).json(), [])
  })

  it('continues after a request that violates a constraint, inside a transaction or outside', async () => {
    await using app = await start()
    await Note.create({ text: 'taken' })

    const outside = await app.post('/notes/taken')
    const inside = await app.post('/in-transaction/taken')
    await assert.rejects(currentDatabase().query(sql`select nothing from nowhere`), StatementError)

    assert.deepEqual([outside.status, inside.status], [409, 409])
    assert.deepEqual((await app.get('/notes')).json(), ['taken'])
  })

  it('rolls a failed transaction back to where it began, and a nested one alone', async () => {
    await using _app = await start()
    await Note.create({ text: 'before' })

    const failing = transaction(async () => {
      await Note.create({ text: 'undone' })
      throw new RangeError('changed my mind')
    })
    await assert.rejects(failing, RangeError)
    await transaction(async () => {
      await Note.create({ text: 'kept' })
      await assert.rejects(
        transaction(async () => Note.create({ text: 'before' })),
        UniqueViolation,
      )
    })

    assert.deepEqual(await Note.orderBy('id').pluck('text'), ['before', 'kept'])
  })

  it('reports a failure that a transaction has caught, as without a test around it', async () => {
    await using _app = await start()
    await Note.create({ text: 'taken' })

    const careless = transaction(async () => {
      await Note.create({ text: 'lost' })
      await assert.rejects(Note.create({ text: 'taken' }), UniqueViolation)
    })

    await assert.rejects(careless, /was rolled back: a statement in it failed/)
    assert.deepEqual(await Note.query().pluck('text'), ['taken'])
  })

  it('runs what waits for a commit when the outermost transaction of the application ends', async () => {
    await using _app = await start()
    const ran: string[] = []

    await transaction(async () => {
      await transaction(() => afterCommit(() => void ran.push('inner')))
      await afterCommit(() => void ran.push('outer'))
      ran.push('body')
    })
    const failing = transaction(async () => {
      await afterCommit(() => void ran.push('never'))
      throw new RangeError('undone')
    })
    await assert.rejects(failing, RangeError)
    await afterCommit(() => void ran.push('without'))

    assert.deepEqual(ran, ['body', 'inner', 'outer', 'without'])
  })

  it('accepts a transaction with an isolation level, which it does not set', async () => {
    await using _app = await start()

    const count = await transaction(() => Note.count(), { isolation: 'serializable', retries: 2 })

    assert.equal(count, 0)
  })

  it('answers nothing more after it was closed', async () => {
    const app = await start()
    const database = currentDatabase()

    await app[Symbol.asyncDispose]()

    await assert.rejects(async () => database.query(sql`select 1 as one`), closed)
  })

  it('costs little more than a test in memory', async (t) => {
    const databaseUrl = await prepare()
    const rolledBack: number[] = []
    const inMemory: number[] = []

    for (let i = 0; i < 10; i++) {
      rolledBack.push(await timeOfTest({ databaseUrl, database: 'rollback' }))
      inMemory.push(await timeOfTest({}))
    }

    const [one, other] = [median(rolledBack), median(inMemory)]
    t.diagnostic(`${open.dialect}: ${one.toFixed(1)} ms, in memory ${other.toFixed(1)} ms`)
  })

  const closed = (error: unknown) =>
    error instanceof DatabaseUnavailable || /after its transaction had ended/.test(String(error))

  async function start() {
    const databaseUrl = await prepare()
    return testApp({ application: notes, databaseUrl, database: 'rollback' })
  }

  /** The URL of a new database with a table for notes. */
  async function prepare(): Promise<string> {
    const url = await open.url()
    await using database = createDatabase(url)
    await createTables(database, Note)
    return url
  }
})

/** Opens the application and sends one request, in milliseconds. */
async function timeOfTest(options: TestAppOptions): Promise<number> {
  const startedAt = performance.now()
  {
    await using app = await testApp({ application: notes, ...options })
    await app.get('/nothing')
  }
  return performance.now() - startedAt
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN
}

const notes = application({
  root: import.meta.dirname,
  models: { Note },
  routes: routes([
    get('/notes', () => Note.orderBy('id').pluck('text')),
    post(
      '/notes/{note}',
      handler({ note: param.string }).run(({ note }) => Note.create({ text: note })),
    ),
    post(
      '/in-transaction/{note}',
      handler({ note: param.string }).run(({ note }) =>
        transaction(() => Note.create({ text: note })),
      ),
    ),
  ]),
})
