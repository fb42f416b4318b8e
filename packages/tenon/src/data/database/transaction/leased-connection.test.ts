import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { forEachDialect, onDialect } from '../../../../test/support/for-each-dialect.ts'
import { SerializationFailure } from '../database-error.ts'
import type { Database, DatabaseOptions, IdleTransaction } from '../database.ts'
import { sql } from '../sql.ts'

const tooIdle = {
  name: 'DatabaseUnavailable',
  reason: 'timeout',
  message: /^The transaction was idle for 0\.\d s and was rolled back/,
}

forEachDialect('a transaction that is idle for longer than its limit', (open) => {
  async function openWithNotes(options: DatabaseOptions = {}): Promise<Database> {
    const database = await open({ idleTimeout: '100ms', ...options })
    await database.script('create table notes (title text)')
    return database
  }

  it('is rolled back, blocks no one, and is reported once', async () => {
    const told: IdleTransaction[] = []
    await using database = await openWithNotes({
      onIdleTransaction: (transaction) => told.push(transaction),
    })
    void database.transaction(async () => {
      await write(database, 'idle')
      await new Promise(() => {})
    })

    await untilIdle(database)
    await write(database, 'other')
    await delay(250)

    assert.deepEqual(await titles(database), ['other'])
    assert.equal(told.length, 1)
    assert.match(told[0]?.lastSql ?? '', /^insert into notes/)
    assert.ok((told[0]?.idleMs ?? 0) >= 100)
    assert.ok(database.pools().every(({ busy, waiting }) => busy + waiting === 0))
  })

  it('rejects later statements, and its commit', async () => {
    await using database = await openWithNotes()
    const called: string[] = []

    const transaction = database.transaction(async () => {
      await write(database, 'idle')
      await database.afterCommit(() => void called.push('committed'))
      await delay(300)
      await assert.rejects(write(database, 'late'), tooIdle)
      await assert.rejects(database.script('select 1'), tooIdle)
      await assert.rejects(
        database.transaction(() => write(database, 'nested')),
        tooIdle,
      )
      await assert.rejects(
        database.afterCommit(() => {}),
        tooIdle,
      )
    })

    await assert.rejects(transaction, tooIdle)
    assert.deepEqual([await titles(database), called], [[], []])
  })

  it('is rolled back as a whole if it is idle in a savepoint', async () => {
    await using database = await openWithNotes()

    const transaction = database.transaction(async () => {
      await write(database, 'outer')
      const hung = database.transaction(() => new Promise(() => {}))
      await Promise.race([hung, delay(300)])
      await write(database, 'beside')
    })

    await assert.rejects(transaction, tooIdle)
    assert.deepEqual(await titles(database), [])
  })

  it('wakes a caller that waits for a savepoint which waits for that caller', async () => {
    await using database = await openWithNotes()

    const transaction = database.transaction(async () => {
      const begun = Promise.withResolvers<void>()
      const beside = begun.promise.then(() => write(database, 'beside'))
      await database.transaction(() => {
        begun.resolve()
        return beside
      })
    })

    await assert.rejects(transaction, tooIdle)
    assert.deepEqual(await titles(database), [])
  })

  it('stays rolled back if its body catches the error of a savepoint', async () => {
    await using database = await openWithNotes()

    const transaction = database.transaction(async () => {
      await write(database, 'outer')
      await database.transaction(() => delay(300)).catch(() => {})
    })

    await assert.rejects(transaction, tooIdle)
    assert.deepEqual(await titles(database), [])
  })

  it('throws what its body throws', async () => {
    await using database = await openWithNotes()

    const transaction = database.transaction(async () => {
      await delay(300)
      throw new Error('changed my mind')
    })

    await assert.rejects(transaction, /changed my mind/)
  })

  it('leaves later transactions on its connection alone, even when it ends', async () => {
    await using database = await openWithNotes({ idleTimeout: '300ms' })
    const idle = database.transaction(() => delay(700))
    const isRefused = assert.rejects(idle, tooIdle)
    await untilIdle(database)

    for (let i = 0; i < 10; i++) {
      await database.transaction(async () => {
        await write(database, `kept ${i}`)
        await delay(60)
      })
    }
    await isRefused

    assert.equal((await titles(database)).length, 10)
  })

  it('is not started again by retries, each of which has a new clock', async () => {
    await using database = await openWithNotes({ idleTimeout: '300ms' })
    let runs = 0
    const run = (breakMs: number) =>
      database.transaction(
        async () => {
          runs++
          await write(database, `run ${runs}`)
          await delay(breakMs)
          if (runs < 4) throw new SerializationFailure('in the way')
        },
        { retries: 5 },
      )

    await run(100)
    await assert.rejects(run(700), tooIdle)

    assert.equal(runs, 5)
    assert.deepEqual(await titles(database), ['run 4'])
  })
})

forEachDialect('a transaction that is busy', (open) => {
  it('may last longer than the idle limit', async () => {
    await using database = await open({ idleTimeout: '300ms' })
    await database.script('create table notes (title text)')

    await database.transaction(async () => {
      for (let i = 0; i < 8; i++) {
        await write(database, `${i}`)
        await delay(60)
      }
    })

    assert.equal((await titles(database)).length, 8)
  })

  it('has no limit if it is `false`', async () => {
    await using database = await open({ idleTimeout: false })

    await database.transaction(async () => {
      await delay(50)
      await database.query(sql`select 1`)
    })
  })
})

onDialect('postgres', 'a statement', (open) => {
  it('may run a statement longer than the idle limit, which starts again after it', async () => {
    await using database = await open({ idleTimeout: '300ms' })

    await database.transaction(async () => {
      await database.query(sql`select pg_sleep(0.5)`)
      await delay(100)
      await assert.rejects(
        database.transaction(() => database.script('select pg_sleep(0.5); select 1/0')),
        /division/,
      )
      await delay(100)
      await database.query(sql`select 1`)
    })
  })
})

describe('the clock of a transaction', () => {
  it('does not keep the process alive', async () => {
    const createDatabase = new URL('../../drivers/create-database.ts', import.meta.url).href
    const program = `
      const { createDatabase } = await import('${createDatabase}')
      const database = createDatabase('sqlite::memory:')
      void database.transaction(() => new Promise(() => {}))`
    const argv = ['--conditions=source', '--input-type=module', '--eval', program]

    await promisify(execFile)(process.execPath, argv, { timeout: 20_000 })
  })
})

async function write(database: Database, title: string): Promise<void> {
  await database.query(sql`insert into notes values (${title})`)
}

async function titles(database: Database): Promise<unknown[]> {
  const notes = await database.query<{ title: string }>(sql`select title from notes`)
  return notes.map(({ title }) => title)
}

/** Waits until no connection is in exclusive use. */
async function untilIdle(database: Database): Promise<void> {
  await delay(50)
  while (database.pools().some(({ busy }) => busy > 0)) await delay(10)
}
