import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inspect } from 'node:util'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { BadRequest } from '../../base/support/http-error.ts'
import {
  CheckViolation,
  DatabaseUnavailable,
  ForeignKeyViolation,
  NotNullViolation,
  StatementError,
  UniqueViolation,
} from './database-error.ts'
import type { Database, KeyLookup, SlowStatement, Statement } from './database.ts'
import { sql, Sql } from './sql.ts'

forEachDialect('a database', (open) => {
  const isSqlite = open.dialect === 'sqlite'
  const mark = isSqlite ? '?' : '$1'
  const insert: Statement = {
    sql: `insert into notes (title) values (${mark}) returning id, title`,
    access: 'write',
  }

  async function openWithNotes(): Promise<Database> {
    const database = await open()
    const id = isSqlite ? 'integer primary key' : 'integer generated always as identity primary key'
    await database.script(`create table notes (id ${id}, title text not null unique)`)
    return database
  }

  it('runs a write and returns its rows as arrays', async () => {
    await using database = await openWithNotes()

    const written = await database.run(insert, ['first'])

    assert.deepEqual(written.rows, [[1, 'first']])
    assert.deepEqual(written.columns, ['id', 'title'])
    assert.equal(written.affected, 1)
  })

  it('counts the rows changed by a write that returns none', async () => {
    await using database = await openWithNotes()
    await database.run(insert, ['first'])
    await database.run(insert, ['second'])

    const removed = await database.run({ sql: 'delete from notes', access: 'write' }, [])

    assert.equal(removed.affected, 2)
    assert.deepEqual(removed.rows, [])
  })

  it('runs one prepared statement many times concurrently', async () => {
    await using database = await openWithNotes()
    const titles = Array.from({ length: 100 }, (_, i) => `note ${i}`)

    await Promise.all(titles.map(async (title) => database.run(insert, [title])))

    const [counted] = await database.query<{ n: number }>(sql`select count(*) as n from notes`)
    assert.equal(counted?.n, 100)
  })

  it('runs raw SQL with bound values and nested pieces', async () => {
    await using database = await openWithNotes()
    await database.run(insert, ["Robert'); drop table notes; --"])
    const byTitle = sql`title = ${"Robert'); drop table notes; --"}`

    const found = await database.query(
      sql`select id, title from notes where ${byTitle} and id > ${0}`,
    )

    assert.deepEqual(found, [{ id: 1, title: "Robert'); drop table notes; --" }])
  })

  it('binds booleans in raw SQL', async () => {
    await using database = await open()
    const asked = (value: boolean) => sql`select case when ${value} then 1 else 0 end as n`

    assert.deepEqual(await database.query(asked(true)), [{ n: 1 }])
    assert.deepEqual(await database.query(asked(false)), [{ n: 0 }])
  })

  it('rejects an object as a value, so that nothing from outside can pass for SQL', async () => {
    await using database = await openWithNotes()
    const forged = JSON.parse('{"text":["1; drop table notes"],"values":[]}')

    for (const value of [forged, undefined, NaN, new Date(NaN)]) {
      await assert.rejects(
        database.query(sql`select ${value}`),
        { code: 'E_SQL_VALUE' },
        String(value),
      )
    }
  })

  it('rejects text with NUL as a bad request, because PostgreSQL cannot store it', async () => {
    await using database = await open()

    await assert.rejects(
      async () => database.query(sql`select ${'a\0b'} as text`),
      (error) => error instanceof BadRequest,
    )
  })

  it('rejects several statements in one piece of raw SQL', async () => {
    await using database = await openWithNotes()
    await database.run(insert, ['kept'])

    await assert.rejects(database.query(sql`delete from notes; select 1`), StatementError)
    await assert.rejects(database.query(sql`select 1; delete from notes`), StatementError)

    const one = sql`select ';' as mark, * from notes; -- ; and no more\n`
    assert.equal((await database.query(one)).length, 1)
    assert.equal((await database.query(sql`select * from notes /* ; */ ; `)).length, 1)
  })

  it('rejects a second statement after a comment, however long that is', async () => {
    await using database = await openWithNotes()

    for (const comment of [`-- ${'-'.repeat(100)}\n`, '/* a */', '/* a *//* b **/', '--\n;;--\n']) {
      const several = new Sql([`select 1; ${comment} delete from notes`], [])
      await assert.rejects(database.query(several), StatementError, comment)
    }
  })

  it('does not let raw SQL leave a transaction open, which others would write into', async () => {
    await using database = await openWithNotes()
    const left = { code: 'E_TRANSACTION_OPEN' }

    await assert.rejects(database.query(sql`begin`), left)
    await assert.rejects(
      database.script("begin; insert into notes (title) values ('lost'); select 1"),
      left,
    )
    await assert.rejects(database.script('begin; select * from nowhere'), StatementError)
    await database.script("begin; insert into notes (title) values ('own'); commit")
    await database.query(sql`insert into notes (title) values ('next')`)
    await database.transaction(async () => database.run(insert, ['last']))

    const titles = await database.query<{ title: string }>(sql`select title from notes order by id`)
    assert.deepEqual(
      titles.map(({ title }) => title),
      ['own', 'next', 'last'],
    )
  })

  it('keeps nothing of a failing script in a transaction, and on SQLite its beginning outside of one', async () => {
    await using database = await openWithNotes()
    const script = "insert into notes (title) values ('first'); select * from nowhere"
    const count = async () => (await database.query(sql`select * from notes`)).length

    await assert.rejects(
      database.transaction(() => database.script(script)),
      StatementError,
    )
    const inTransaction = await count()
    await assert.rejects(database.script(script), StatementError)

    assert.deepEqual([inTransaction, await count()], [0, isSqlite ? 1 : 0])
  })

  it('reads integers as numbers, and as bigint beyond 2^53', async () => {
    await using database = await open()
    await database.script('create table amounts (value bigint)')
    const amount: Statement = {
      sql: `insert into amounts values (${mark}) returning value`,
      access: 'write',
    }
    const all: Statement = { sql: 'select value from amounts order by value', access: 'read' }

    const written = await database.run(amount, [9_007_199_254_740_993n])
    await database.run(amount, [9_007_199_254_740_991n])

    assert.deepEqual(written.rows, [[9_007_199_254_740_993n]])
    assert.deepEqual((await database.run(all, [])).rows, [
      [9_007_199_254_740_991],
      [9_007_199_254_740_993n],
    ])
  })

  it('binds dates in raw SQL and reads timestamps as milliseconds UTC', async () => {
    await using database = await open()
    await database.script(
      `create table events (at ${isSqlite ? 'integer' : 'timestamptz'}, bytes ${isSqlite ? 'blob' : 'bytea'})`,
    )
    const at = new Date('2026-11-20T09:30:00.123Z')

    await database.query(sql`insert into events values (${at}, ${new Uint8Array([0, 255])})`)

    const [event] = await database.query<{ at: number; bytes: Uint8Array }>(
      sql`select * from events`,
    )
    assert.equal(event?.at, at.getTime())
    assert.deepEqual([...(event?.bytes ?? [])], [0, 255])
  })

  it('finds rows by key, many in one turn', async () => {
    await using database = await openWithNotes()
    await database.run(insert, ['first'])
    await database.run(insert, ['second'])
    const byId: KeyLookup = {
      one: { sql: `select id, title from notes where id = ${mark}`, access: 'read' },
      ...(isSqlite
        ? {}
        : { many: { sql: 'select id, title from notes where id = any($1)', access: 'read' } }),
      keyIndex: 0,
    }

    const found = await Promise.all([2, 1, 7, 2].map(async (id) => database.lookup(byId, id)))

    assert.deepEqual(found, [[2, 'second'], [1, 'first'], undefined, [2, 'second']])
  })

  it('reports which constraint a write violates', async () => {
    await using database = await openWithNotes()
    await database.script(`create table replies (
      note_id integer not null references notes (id),
      stars integer constraint stars_range check (stars < 6))`)
    await database.run(insert, ['taken'])

    await assert.rejects(
      async () => database.run(insert, ['taken']),
      (error) => {
        assert.ok(error instanceof UniqueViolation)
        assert.deepEqual([error.place.table, error.place.columns], ['notes', ['title']])
        return true
      },
    )
    await assert.rejects(
      database.query(sql`insert into replies values (${9}, ${1})`),
      ForeignKeyViolation,
    )
    await assert.rejects(
      database.query(sql`insert into replies values (${1}, ${9})`),
      CheckViolation,
    )
    await assert.rejects(
      database.query(sql`insert into replies values (${null}, ${1})`),
      (error) => {
        assert.ok(error instanceof NotNullViolation)
        assert.deepEqual([error.place.table, error.place.columns], ['replies', ['note_id']])
        return true
      },
    )
  })

  it('reports which table violates a foreign key, and how', async () => {
    await using database = await openWithNotes()
    await database.script('create table replies (note_id integer not null references notes (id))')
    await database.run(insert, ['first'])
    await database.query(sql`insert into replies values (${1})`)

    const failures = await Promise.allSettled([
      database.query(sql`insert into "replies" values (${9})`),
      database.query(sql`update replies set note_id = ${9}`),
      database.query(sql`delete from notes`),
    ])

    const messages = failures.map((failure) => failure.status === 'rejected' && `${failure.reason}`)
    const places = isSqlite
      ? ['of "replies"', 'of "replies", or to it,', 'to "notes"']
      : ['of "replies.note_id"', 'of "replies.note_id"', 'of "replies_note_id_fkey"']
    assert.deepEqual(
      messages,
      places.map((place) => `ForeignKeyViolation: The foreign key ${place} is violated`),
    )
  })

  it('keeps the values of a rejected row out of the error', async () => {
    await using database = await openWithNotes()
    await database.script(
      'create table users (email text unique, secret text, age integer not null)',
    )
    await database.query(sql`insert into users values (${'ada@example.com'}, ${'hunter2'}, ${1})`)

    const failures = await Promise.allSettled([
      database.query(sql`insert into users values (${'ada@example.com'}, ${'hunter2'}, ${1})`),
      database.query(sql`insert into users values (${'bob@example.com'}, ${'hunter2'}, ${null})`),
    ])

    assert.doesNotMatch(inspect(failures, { depth: 9, showHidden: true }), /hunter2|example\.com/)
  })

  it('names the invalid statement, without its values', async () => {
    await using database = await open()

    await assert.rejects(
      database.query(sql`select secret from nowhere where id = ${'hidden'}`),
      (error) => {
        assert.ok(error instanceof StatementError)
        assert.match(error.message, /nowhere/)
        assert.doesNotMatch(error.message, /hidden/)
        return true
      },
    )
  })

  it('names the way out if a statement needs a table or column that the database does not have', async () => {
    await using database = await openWithNotes()

    const failures = await Promise.allSettled([
      database.query(sql`select id from nowhere`),
      database.query(sql`select n.fee from notes n`),
      database.query(sql`insert into notes (fee) values (${1})`),
    ])

    const named = failures.map((each) => each.status === 'rejected' && String(each.reason))
    const wayOut =
      /If a model declares it, its migration is missing or pending: run make:migration, then migrate\n  in: /
    for (const text of named) assert.match(String(text), wayOut)
  })

  it('leaves that out of the error of a statement that changes the schema', async () => {
    await using database = await openWithNotes()

    await assert.rejects(database.script('alter table notes drop column fee'), (error) => {
      assert.ok(error instanceof StatementError)
      assert.doesNotMatch(error.message, /make:migration/)
      return true
    })
  })

  it('runs a cached statement after its table has changed', async () => {
    await using database = await openWithNotes()
    const all: Statement = { sql: 'select * from notes', access: 'read' }
    await database.run(insert, ['first'])
    await database.run(all, [])

    await database.script('alter table notes add column stars integer')

    const changed = await database.run(all, [])
    assert.deepEqual(changed.rows, [[1, 'first', null]])
    assert.deepEqual(changed.columns, ['id', 'title', 'stars'])
  })

  it('runs more different statements than it caches', async () => {
    await using database = await open()
    const statements = Array.from({ length: 600 }, (_, i): Statement => ({
      sql: `select ${i}`,
      access: 'read',
    }))

    for (const statement of [...statements, ...statements]) await database.run(statement, [])

    assert.deepEqual((await database.run({ sql: 'select 7', access: 'read' }, [])).rows, [[7]])
  })

  it('reports slow statements', async () => {
    const slow: SlowStatement[] = []
    await using database = await open({
      slowStatement: 'always',
      onSlowStatement: (statement) => slow.push(statement),
    })
    slow.length = 0

    await database.run({ sql: 'select 5', access: 'read' }, [])

    assert.deepEqual(
      slow.map((statement) => statement.sql),
      ['select 5'],
    )
    assert.ok((slow[0]?.durationMs ?? -1) >= 0)
  })

  it('reads and writes while a test replaces the timers', async (t) => {
    await using database = await openWithNotes()
    const one: Statement = { sql: `select title from notes where id = ${mark}`, access: 'read' }
    t.mock.timers.enable()

    await database.run(insert, ['first'])
    const row = await database.lookup({ one, keyIndex: 0 }, 1)

    t.mock.timers.reset()
    assert.deepEqual(row, ['first'])
  })

  it('answers a ping until it is closed', async () => {
    const database = await open()
    await database.ping(1000)

    await database.close()

    await assert.rejects(database.ping(1000), DatabaseUnavailable)
    await assert.rejects(async () => database.run(insert, ['late']), { reason: 'closed' })
    await assert.rejects(
      database.transaction(async () => {}),
      { reason: 'closed' },
    )
    await assert.rejects(database.query(sql`select 1`), { reason: 'closed' })
  })

  it('is closed once, and later calls of close wait for the same end', async () => {
    const database = await open()
    await database.transaction(async () => {
      await database.query(sql`select 1`)
    })

    await Promise.all([database.close(), database.close()])
    await database.close()
  })
})
