import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { isTested } from '../support/for-each-dialect.ts'
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { DatabaseUnavailable } from '../../src/data/database/database-error.ts'
import type { Database, KeyLookup, Statement } from '../../src/data/database/database.ts'
import { sql } from '../../src/data/database/sql.ts'

const insert: Statement = { sql: 'insert into hits values ($1)', access: 'write' }
const count: Statement = { sql: 'select count(*) from hits', access: 'read' }
const byId: KeyLookup = {
  one: { sql: 'select id from hits where id = $1', access: 'read' },
  many: { sql: 'select id from hits where id = any($1)', access: 'read' },
  keyIndex: 0,
}

/** The kinds of requests to the database, distinguished only by their outcome. */
const REQUESTS: ReadonlyArray<(database: Database, i: number) => Promise<unknown>> = [
  async (database, i) => database.run(insert, [i]),
  async (database, i) => database.lookup(byId, i),
  async (database, i) => database.query(sql`select ${i}::int`),
  (database, i) => database.transaction(async () => database.run(insert, [-i])),
]

describe(
  'PostgreSQL in trouble',
  { skip: !isTested('postgres') && 'TEST_DATABASES leaves postgres out' },
  () => {
    let server: PostgresServer
    before(async () => {
      server = await startPostgres()
    })
    after(() => server[Symbol.asyncDispose]())

    it('answers only DatabaseUnavailable while it is down, and recovers soon after', async () => {
      await using database = await openWithHits(server.url)
      await using load = startLoad(database)

      await server.stop()
      await delay(200) // time: of the load
      const isDown = load.outcomes()
      await server.start()
      const backAfterMs = await untilItWorks(database)

      await delay(100) // time: of the load
      const isBack = load.outcomes()
      assert.ok(isDown.unavailable > 0)
      assert.ok(isBack.succeeded > 0)
      assert.deepEqual([...isDown.others, ...isBack.others], [])
      assert.ok(backAfterMs < 5000, `back after ${backAfterMs} ms`)
    })

    it('gives up within the time limit while it is frozen, and continues afterwards', async () => {
      await using database = await openWithHits(server.url, {
        statementTimeout: '800ms',
        connectTimeout: '400ms',
      })
      await Promise.all(REQUESTS.map((request) => request(database, 1)))

      server.freeze()
      const frozen = await Promise.all(REQUESTS.map((request) => timed(() => request(database, 2))))
      const connecting = await timed(() => database.query(sql`select 1`))
      server.thaw()

      const failures = [...frozen, connecting]
      assert.ok(failures.every(({ error }) => error instanceof DatabaseUnavailable))
      assert.ok(failures.every(({ durationMs }) => durationMs < 3000))
      assert.ok((await untilItWorks(database)) < 5000)
    })

    it('reports that it is unreachable, or refuses, at the first statement', async () => {
      await using nobody = createDatabase('postgres://tenon@127.0.0.1:1/postgres')
      await using nameless = createDatabase('postgres://tenon@nowhere.invalid/postgres')
      await using unknown = createDatabase(server.url.replace('/postgres', '/unknown'))

      await assert.rejects(nobody.ping(1000), { reason: 'unreachable' })
      await assert.rejects(nameless.ping(3000), { reason: 'unreachable' })
      await assert.rejects(
        nobody.transaction(async () => {}),
        { reason: 'unreachable' },
      )
      await assert.rejects(
        unknown.transaction(async () => {}),
        { reason: 'refused' },
      )
      await assert.rejects(
        unknown.ping(1000),
        /database "unknown" does not exist\. Create it: createdb unknown$/,
      )
    })

    it('cancels a statement that takes too long without losing the connection', async () => {
      // The server gives up after nine tenths of it, before the client does.
      await using database = createDatabase(server.url, { statementTimeout: '3s' })
      const process: Statement = { sql: 'select pg_backend_pid()', access: 'read' }
      const before = await database.run(process, [])

      const slow = (async () => database.run({ sql: 'select pg_sleep(30)', access: 'read' }, []))()

      await assert.rejects(slow, { reason: 'timeout' })
      assert.deepEqual((await database.run(process, [])).rows, before.rows)
    })

    it('lets any number of statements wait for their turn', async () => {
      // How many wait is the question here, not how long: a busy machine may be slow.
      await using database = await openWithHits(server.url, { connectTimeout: '60s' })
      const byKey: Statement = { ...insert, isByKey: true }
      const numbers = Array.from({ length: 2000 }, (_, i) => i)

      await Promise.all(numbers.map(async (i) => database.run(byKey, [i])))
      await Promise.all(numbers.map(async (i) => database.run(insert, [i])))
      await Promise.all(numbers.map(async (i) => database.lookup(byId, i)))
      const counted = await Promise.all(numbers.map(async () => database.run(count, [])))

      assert.ok(counted.every(({ rows }) => Number(rows[0]?.[0]) >= 4000))
    })

    it('reports the outcome of a write as unknown if it was sent and never answered', async () => {
      await using database = await openWithHits(server.url, { statementTimeout: '500ms' })
      const writes: ReadonlyArray<() => Promise<unknown>> = [
        async () => database.run(insert, [1]),
        async () => database.run({ ...insert, isByKey: true }, [1]),
        async () => database.query(sql`insert into hits values (1)`),
        () => database.script('insert into hits values (1)'),
      ]
      const others: ReadonlyArray<() => Promise<unknown>> = [
        async () => database.lookup(byId, 1),
        async () => database.run(count, []),
        () => database.transaction(async () => database.run(insert, [1])),
      ]
      await Promise.all([...writes, ...others].map((request) => request()))

      server.freeze()
      const failures = await Promise.all([...writes, ...others].map(timed))
      server.thaw()

      assert.deepEqual(
        failures.map(({ error }) => error instanceof DatabaseUnavailable && error.isOutcomeUnknown),
        [...writes.map(() => true), ...others.map(() => false)],
      )
    })

    it('reports the outcome of a transaction as unknown if its commit was not answered', async () => {
      await using database = await openWithHits(server.url, { statementTimeout: '500ms' })

      const commit = timed(() =>
        database.transaction(async () => {
          await database.run(insert, [1])
          server.freeze()
        }),
      )
      const { error } = await commit
      server.thaw()

      assert.ok(error instanceof DatabaseUnavailable && error.isOutcomeUnknown)
    })

    it('cancels a statement over the limit if the server has no limit', async () => {
      const url = `${server.url}?options=-c%20statement_timeout%3D0&prepare=false`
      // A twentieth of it is for the cancel request, which a busy machine answers later.
      await using database = createDatabase(url, { statementTimeout: '4s' })

      const slow = database.script('create table slept (); select pg_sleep(30)')

      await assert.rejects(slow, { reason: 'timeout', isOutcomeUnknown: false })
      const left = sql`select 1 from pg_stat_activity where query like '%pg_sleep(30)%' and pid <> pg_backend_pid() and state = 'active'`
      assert.deepEqual(await database.query(left), [])
    })

    it('closes while the server is frozen', async () => {
      const database = await openWithHits(server.url, { statementTimeout: '500ms' })
      server.freeze()
      const pending = timed(async () => database.run(insert, [1]))

      const { durationMs } = await timed(() => database.close())
      server.thaw()

      assert.ok(durationMs < 3000)
      await pending
    })
  },
)

async function openWithHits(url: string, options = {}): Promise<Database> {
  const database = createDatabase(url, options)
  await database.script('create table if not exists hits (id integer)')
  return database
}

interface Outcomes {
  succeeded: number
  unavailable: number
  others: unknown[]
}

/** Sends requests of every kind continuously; `outcomes` returns those since its last call. */
function startLoad(database: Database) {
  let outcomes: Outcomes = { succeeded: 0, unavailable: 0, others: [] }
  const stop = new AbortController()
  const client = async (request: (typeof REQUESTS)[number]) => {
    for (let i = 0; !stop.signal.aborted; i++) {
      const { error } = await timed(() => request(database, i))
      if (error === undefined) outcomes.succeeded++
      else if (error instanceof DatabaseUnavailable) outcomes.unavailable++
      else outcomes.others.push(error)
      await delay(1) // time: a client's pause
    }
  }
  const clients = Array.from({ length: 5 }, () => REQUESTS.map(client)).flat()

  return {
    outcomes(): Outcomes {
      const since = outcomes
      outcomes = { succeeded: 0, unavailable: 0, others: [] }
      return since
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all(clients)
    },
  }
}

async function timed(
  work: () => Promise<unknown>,
): Promise<{ error: unknown; durationMs: number }> {
  const startedAt = performance.now()
  try {
    await work()
    return { error: undefined, durationMs: performance.now() - startedAt }
  } catch (error) {
    return { error, durationMs: performance.now() - startedAt }
  }
}

async function untilItWorks(database: Database): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const outcomes = await Promise.all(REQUESTS.map((request) => timed(() => request(database, 3))))
    if (outcomes.every(({ error }) => error === undefined)) return performance.now() - startedAt
    await delay(10) // time: between two looks
  }
}
