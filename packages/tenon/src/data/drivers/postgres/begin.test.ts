import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onDialect, type OpenDatabase } from '../../../../test/support/for-each-dialect.ts'
import { createDatabase } from '../create-database.ts'
import { InvalidValue } from '../../database/database-error.ts'
import type { Database, Statement } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'

const insert: Statement = { sql: 'insert into notes values ($1)', access: 'write' }
const fail: Statement = { sql: 'select 1 / 0', access: 'read' }
const all: Statement = { sql: 'select title from notes order by title', access: 'read' }

onDialect('postgres', 'a transaction that begins with its first statement', (open) => {
  it('takes no statement of its own for that, once its connection knows it', async () => {
    const { database, sent } = await openOne(open)
    const write = (title: string) =>
      database.transaction(async () => {
        await database.run(insert, [title])
        await database.run(insert, [title])
      })
    await write('a')
    sent.length = 0

    await write('b')

    assert.deepEqual(sent, [insert.sql, insert.sql, 'commit'])
    assert.deepEqual(await titles(database), ['a', 'a', 'b', 'b'])
  })

  it('sends nothing if it has no statement', async () => {
    const { database, sent } = await openOne(open)
    await database.transaction(async () => database.run(insert, ['a']))
    sent.length = 0

    const result = await database.transaction(async () => 'done')

    assert.equal(result, 'done')
    assert.deepEqual(sent, [])
  })

  it('rolls back all that it did, whatever came first and however much at the same time', async () => {
    const { database } = await openOne(open)
    const run = (title: string) => async () => database.run(insert, [title])
    const bodies: Record<string, () => Promise<unknown>> = {
      statement: run('a'),
      several: () => Promise.all([run('a')(), run('b')(), database.query(sql`select 1`)]),
      'raw SQL': () => database.query(sql`insert into notes values (${'a'})`),
      script: () => database.script(`insert into notes values ('a')`),
      savepoint: () => database.transaction(run('a')),
      'savepoints at the same time': () =>
        Promise.all([database.transaction(run('a')), database.transaction(run('b'))]),
    }
    const left: Record<string, readonly unknown[]> = {}
    await database.transaction(run('kept'))

    for (const [name, body] of Object.entries(bodies)) {
      await assert.rejects(
        database.transaction(async () => {
          await body()
          throw new Error('undo')
        }),
        /undo/,
        name,
      )
      left[name] = await titles(database)
    }

    assert.deepEqual(left, Object.fromEntries(Object.keys(bodies).map((name) => [name, ['kept']])))
  })

  it('undoes what still waits for its first statement when its body fails', async () => {
    const { database } = await openOne(open)
    const run = (title: string) => async () => database.run(insert, [title])
    await database.transaction(run('kept'))
    const waiting: Promise<unknown>[] = []

    const failed = database.transaction(async () => {
      waiting.push(run('a')(), run('b')(), database.query(sql`insert into notes values (${'c'})`))
      throw new Error('undo')
    })

    await assert.rejects(failed, /undo/)
    await Promise.allSettled(waiting)
    assert.deepEqual(await titles(database), ['kept'])
  })

  it('is aborted by a first statement that fails, as by any other', async () => {
    const { database } = await openOne(open)
    await database.transaction(async () => database.run(insert, ['a']))

    const failed = database.transaction(async () => {
      await assert.rejects(async () => database.run(fail, []))
      await database.run(insert, ['b'])
    })

    await assert.rejects(failed, /earlier statement of this transaction failed/)
    assert.deepEqual(await titles(database), ['a'])
  })

  it('names the column of a value that its first statement has refused', async () => {
    const { database } = await openOne(open)
    await database.script('create table counts (id integer primary key, number smallint)')
    const count: Statement = {
      sql: 'insert into counts (id, number) values (1, $1)',
      access: 'write',
    }
    await database.transaction(async () => database.run(insert, ['a']))

    const refused = await database
      .transaction(async () => database.run(count, ['many']))
      .catch((error: unknown) => error)

    assert.ok(refused instanceof InvalidValue)
    assert.deepEqual(refused.place?.columns, ['number'])
  })

  it('runs nothing outside of a transaction if it could not begin', async () => {
    const { database } = await openOne(open)
    await database.transaction(async () => database.run(insert, ['a']))
    await database.script('deallocate all')
    const write = () =>
      database.transaction(async () => {
        const written = await Promise.allSettled([
          database.query(sql`insert into notes values (${'b'})`),
          database.query(sql`insert into notes values (${'c'})`),
          // Known to no connection.
          database.run({ ...insert }, ['d']),
        ])
        return written.map(({ status }) => status)
      })

    await assert.rejects(write(), { code: 'E_TRANSACTION_CONTROL' })
    const left = await titles(database).catch(() => titles(database))
    const next = await write()

    assert.deepEqual(left, ['a'])
    assert.deepEqual(next, ['fulfilled', 'fulfilled', 'fulfilled'])
  })
})

/** A database of one connection, and the statements that it sends. */
async function openOne(open: OpenDatabase) {
  const sent: string[] = []
  const database = createDatabase(`${await open.url()}&pool=1`, {
    slowStatement: 'always',
    onSlowStatement: ({ sql: text }) => void sent.push(text),
  })
  await database.script('create table notes (title text)')
  return { database, sent }
}

async function titles(database: Database): Promise<readonly unknown[]> {
  const { rows } = await database.run(all, [])
  return rows.map(([title]) => title)
}
