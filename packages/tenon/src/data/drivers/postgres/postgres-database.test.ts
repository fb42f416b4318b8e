import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { onDialect } from '../../../../test/support/for-each-dialect.ts'
import { createDatabase } from '../create-database.ts'
import { DatabaseUnavailable } from '../../database/database-error.ts'
import type { Database, KeyLookup, Statement } from '../../database/database.ts'
import { sql, type Sql } from '../../database/sql.ts'
import { until } from '../../../../test/support/until.ts'
import { keepBusy } from '../../../../test/support/keep-busy.ts'

const insert: Statement = { sql: 'insert into notes values ($1) returning title', access: 'write' }
const all: Statement = { sql: 'select * from notes', access: 'read' }

async function countOf(database: Database, rows: Sql): Promise<number | undefined> {
  const [row] = await database.query<{ count: number }>(
    sql`select count(*)::int as count from ${rows}`,
  )
  return row?.count
}

onDialect('postgres', 'a PostgreSQL database', (open) => {
  it('pings over one connection, however many pings there are', async () => {
    const name = 'pings_at_once'
    await using other = await open()
    const database = createDatabase(`${await open.url()}&application_name=${name}`)
    const countOpen = () => countOf(other, sql`pg_stat_activity where application_name = ${name}`)

    await Promise.all(Array.from({ length: 5 }, () => database.ping(5000)))
    assert.equal(await countOpen(), 1)

    await database.close()
    await until(async () => (await countOpen()) === 0)
  })

  it('works in the schema of its URL', async () => {
    const url = await open.url()
    await using database = createDatabase(url)
    await using elsewhere = await open()
    await database.script('create table notes (title text)')

    const [row] = await database.query<{ current_schema: string }>(sql`select current_schema`)

    assert.equal(row?.current_schema, new URL(url).searchParams.get('schema'))
    await assert.rejects(elsewhere.query(sql`select * from notes`), /"notes" does not exist/)
  })

  it('reads dates, times and intervals, whatever form its role has set', async () => {
    const url = new URL(await open.url())
    url.username = `german_${url.searchParams.get('schema')}`
    await using owner = await open()
    await owner.script(`create role ${url.username} login;
      alter role ${url.username} set datestyle = 'German, DMY';
      alter role ${url.username} set intervalstyle = 'sql_standard';
      alter role ${url.username} set timezone = 'Asia/Tokyo'`)
    await using database = createDatabase(url.href)

    const rows = await database.query(sql`
      select date '2024-02-29' as day, timestamptz '2024-02-29 12:00+00' as moment,
        timestamp '2024-02-29 12:00' as local, interval '1 day 2 hours' as pause`)

    const moment = Date.UTC(2024, 1, 29, 12)
    assert.deepEqual(rows, [{ day: '2024-02-29', moment, local: moment, pause: '1 day 02:00:00' }])
    await owner.script(`drop role ${url.username}`)
  })

  it('prepares nothing by name with PgBouncer', async () => {
    await using database = createDatabase(`${await open.url()}&prepare=false`)
    await database.script('create table notes (title text)')

    await Promise.all(['a', 'b', 'c'].map(async (title) => database.run(insert, [title])))
    await database.transaction(async () => database.run(insert, ['d']))

    assert.equal((await database.run(all, [])).rows.length, 4)
    const prepared = { sql: 'select count(*) from pg_prepared_statements', access: 'read' } as const
    assert.deepEqual((await database.run(prepared, [])).rows, [[0]])
  })

  it('prepares a cached statement once per connection', async () => {
    await using database = await open()
    await database.script('create table notes (title text)')

    for (const title of ['a', 'b', 'c']) await database.run(insert, [title])

    const prepared: Statement = {
      sql: "select count(*) from pg_prepared_statements where statement like 'insert%'",
      access: 'read',
    }
    assert.deepEqual((await database.run(prepared, [])).rows, [[1]])
  })

  it('prepares a statement again in the next transaction after its table has changed', async () => {
    await using database = createDatabase(`${await open.url()}&pool=1`)
    await database.script('create table notes (title text)')
    const read = () => database.transaction(async () => database.run(all, []))
    await read()
    await database.script('alter table notes add column stars integer')

    await assert.rejects(read(), { reason: 'schema-changed' })
    const { columns } = await read()

    assert.deepEqual(columns, ['title', 'stars'])
  })

  it('fails a transaction whose connection is lost, and uses another one next', async () => {
    await using database = createDatabase(`${await open.url()}&pool=1`)
    await using other = await open()
    await database.script('create table notes (title text)')

    const cut = database.transaction(async () => {
      const [row] = await database.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await other.query(sql`select pg_terminate_backend(${row?.pid ?? 0})`)
      await database.run(insert, ['lost'])
    })

    await assert.rejects(cut, DatabaseUnavailable)
    await database.transaction(async () => database.run(insert, ['kept']))
    assert.deepEqual((await database.run(all, [])).rows, [['kept']])
  })

  it('treats a transaction that the server ends for being idle like one whose connection is lost', async () => {
    await using database = createDatabase(`${await open.url()}&pool=1`)

    const idle = database.transaction(async () => {
      await database.script('set local idle_in_transaction_session_timeout = 50')
      // time: the server's limit passes
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150)
      await database.query(sql`select 1`)
    })

    await assert.rejects(idle, { name: 'DatabaseUnavailable', reason: 'lost' })
    await database.transaction(() => database.script('select 1'))
  })

  it('lets any number of transactions wait for a connection', async () => {
    await using database = createDatabase(`${await open.url()}&pool=1`)

    const outcomes = await Promise.allSettled(
      Array.from({ length: 300 }, () => database.transaction(nextTurn)),
    )

    assert.ok(outcomes.every(({ status }) => status === 'fulfilled'))
  })

  it('rejects a transaction that has waited too long for a connection', async () => {
    const url = `${await open.url()}&pool=1`
    await using database = createDatabase(url, { connectTimeout: '300ms' })
    const end = Promise.withResolvers<void>()
    const first = database.transaction(() => end.promise)

    const waiting = () =>
      database.transaction(nextTurn).then(
        () => 'done',
        ({ reason }: DatabaseUnavailable) => reason,
      )

    // On a busy machine, this process may be late to look, and says that it was busy itself.
    await until(async () => (await waiting()) === 'overloaded')
    end.resolve()
    await first
    await database.transaction(nextTurn)
  })

  it('keeps connections for reads while all others are in transactions', async () => {
    await using database = createDatabase(`${await open.url()}&pool=3`)
    const end = Promise.withResolvers<void>()
    const started = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
    const transactions = started.map(({ resolve }) =>
      database.transaction(async () => {
        resolve()
        await end.promise
      }),
    )
    await Promise.all(started.map(({ promise }) => promise))

    const { rows } = await database.run({ sql: 'select 1', access: 'read' }, [])

    assert.deepEqual(rows, [[1]])
    end.resolve()
    await Promise.all(transactions)
  })

  it('opens at most six connections more than its pool has, as Operations counts them', async () => {
    const url = `${await open.url()}&pool=2&application_name=counted`
    await using database = createDatabase(url, { connectTimeout: '30s' })
    await using other = await open()
    using _listener = database.listen('counted', () => {})
    await database.ping(5000)
    const byKey = { sql: 'select 1', access: 'read', isByKey: true } as const
    const opened = () => database.pools().find(({ name }) => name === 'shared')?.open
    await until(async () => {
      await Promise.all([database.run(byKey, []), database.run(byKey, [])])
      return opened() === 2
    })

    const { runs, count } = await other.transaction(async () => {
      await other.query(sql`select pg_advisory_xact_lock(4711)`)
      const wait = 'select pg_advisory_xact_lock_shared(4711)'
      const runs = (['read', 'write', 'read', 'write', 'read', 'write'] as const).map(
        async (access) => database.run({ sql: wait, access }, []),
      )
      await until(
        async () => (await countOf(other, sql`pg_locks where objid = 4711 and not granted`)) === 4,
      )
      const counted = sql`pg_stat_activity where application_name = 'counted'`
      return { runs, count: await countOf(other, counted) }
    })
    await Promise.all(runs)

    assert.equal(count, 2 + 6)
  })
})

onDialect('postgres', 'a process that is busy for longer than its limits', (open) => {
  const limits = { connectTimeout: '400ms', statementTimeout: '400ms' } as const

  it('does not take its own delay for an outage', async () => {
    await using database = createDatabase(`${await open.url()}&pool=1`, limits)

    const calls: ReadonlyArray<() => Promise<unknown>> = [
      () => database.ping(400),
      () => database.query(sql`select 1`),
      () => database.transaction(() => database.script('select 1')),
    ]
    for (const isConnected of [false, true]) {
      for (const call of calls) {
        const called = call()
        if (isConnected) await nextTurn()
        keepBusy(600)
        await called
      }
    }
  })

  it('serves those that wait for a connection', async () => {
    await using database = createDatabase(`${await open.url()}&pool=1`, limits)
    await database.script('select 1')

    const transactions = [1, 2, 3].map(() =>
      database.transaction(() => database.script('select 1')),
    )
    await nextTurn()
    keepBusy(600)

    await Promise.all(transactions)
  })

  it('says so if it stays too busy to read an answer', async () => {
    await using database = createDatabase(`${await open.url()}&pool=1`, limits)
    const end = Promise.withResolvers<void>()
    const first = database.transaction(() => end.promise)
    const blocking = setInterval(() => keepBusy(500), 1)

    const failure: unknown = await database.transaction(nextTurn).catch((reason: unknown) => reason)

    clearInterval(blocking)
    end.resolve()
    await first
    assert.ok(failure instanceof DatabaseUnavailable)
    assert.equal(failure.reason, 'busy')
    assert.match(failure.message, /^This process was busy for \d+ ms/)
  })
})

onDialect('postgres', 'lookups by key', (open) => {
  const byId: KeyLookup = {
    one: { sql: 'select name, id from people where id = $1', access: 'read' },
    many: { sql: 'select name, id from people where id = any($1)', access: 'read' },
    keyIndex: 1,
  }

  async function openWithPeople(idType: string) {
    const database = await open()
    await database.script(`create table people (id ${idType} primary key, name text)`)
    return database
  }

  it('are sent as one statement per turn', async () => {
    const statements: string[] = []
    const watch = {
      slowStatement: 'always' as const,
      onSlowStatement: (slow: { sql: string }) => statements.push(slow.sql),
    }
    await using database = await open(watch)
    await database.script(
      "create table people (id int primary key, name text); insert into people values (1, 'Ada'), (2, 'Bob')",
    )
    statements.length = 0

    const found = await Promise.all([1, 2, 3, 1].map(async (id) => database.lookup(byId, id)))

    assert.deepEqual(found, [['Ada', 1], ['Bob', 2], undefined, ['Ada', 1]])
    assert.deepEqual(statements, [byId.many?.sql])
  })

  it('find keys that the database writes differently', async () => {
    await using database = await openWithPeople('uuid')
    const [a, b] = ['0D3B2A6E-0000-4000-8000-00000000000A', '0d3b2a6e-0000-4000-8000-00000000000b']
    await database.query(sql`insert into people values (${a}, 'Ada'), (${b}, 'Bob')`)

    const found = await Promise.all([a, b].map(async (id) => database.lookup(byId, id)))

    assert.deepEqual(
      found.map((row) => row?.[0]),
      ['Ada', 'Bob'],
    )
  })

  it('find keys of any text', async () => {
    await using database = await openWithPeople('text')
    const keys = ['plain', 'with "quotes"', 'back\\slash', 'a,b{}', '', 'NULL', 'ünïcode']
    for (const key of keys) await database.query(sql`insert into people values (${key}, ${key})`)

    const found = await Promise.all(keys.map(async (id) => database.lookup(byId, id)))

    assert.deepEqual(
      found.map((row) => row?.[0]),
      keys,
    )
  })

  it('find nothing for a key that the column cannot hold, and the rows of the other keys', async () => {
    await using database = await openWithPeople('int')
    await database.query(sql`insert into people values (1, 'Ada')`)

    const found = await Promise.all([1, 2 ** 40].map(async (id) => database.lookup(byId, id)))
    const alone = await database.lookup(byId, 2 ** 40)

    assert.deepEqual([...found, alone], [['Ada', 1], undefined, undefined])
  })

  it('see what the current transaction has written', async () => {
    await using database = await openWithPeople('int')

    await database.transaction(async () => {
      await database.query(sql`insert into people values (1, 'Ada')`)
      assert.deepEqual(await database.lookup(byId, 1), ['Ada', 1])
    })
  })
})
