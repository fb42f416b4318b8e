import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { afterCommit, transaction, withDatabase } from '../current-database.ts'
import { SerializationFailure, UniqueViolation } from '../database-error.ts'
import type { Database, Statement } from '../database.ts'
import { sql } from '../sql.ts'

forEachDialect('a transaction', (open) => {
  const mark = open.dialect === 'sqlite' ? '?' : '$1'
  const insert: Statement = { sql: `insert into notes values (${mark})`, access: 'write' }
  const select: Statement = { sql: 'select title from notes order by title', access: 'read' }

  async function openWithNotes(): Promise<Database> {
    const database = await open()
    await database.script('create table notes (title text primary key)')
    return database
  }
  async function titles(database: Database): Promise<unknown[]> {
    return (await database.run(select, [])).rows.map(([title]) => title)
  }

  it('keeps what it wrote, and gives what its body gives', async () => {
    await using database = await openWithNotes()

    const result = await database.transaction(async () => {
      await database.run(insert, ['a'])
      return 'done'
    })

    assert.equal(result, 'done')
    assert.deepEqual(await titles(database), ['a'])
  })

  it('that rolls back is never seen, loses nobody else’s write and keeps no reader waiting', async () => {
    await using database = await openWithNotes()
    const inserted = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const failing = database.transaction(async () => {
      await database.run(insert, ['A'])
      inserted.resolve()
      await goOn.promise
      throw new Error('changed my mind')
    })
    const isUndone = assert.rejects(failing, /changed my mind/)
    await inserted.promise

    const other = (async () => database.run(insert, ['B']))()
    const seen = await titles(database)
    goOn.resolve()
    await Promise.all([isUndone, other])

    assert.ok(!seen.includes('A'))
    assert.deepEqual(await titles(database), ['B'])
  })

  it('holds against fifty requests at once', async () => {
    await using database = await openWithNotes()
    const seen: unknown[] = []
    const request = async (i: number) => {
      if (i % 2 === 0) {
        await database.run(insert, [`kept ${i}`])
        seen.push(...(await titles(database)))
        return
      }
      const failing = database.transaction(async () => {
        await database.run(insert, [`dropped ${i}`])
        await delay(1)
        assert.ok((await titles(database)).includes(`dropped ${i}`))
        throw new Error('dropped')
      })
      await assert.rejects(failing, /dropped/)
    }

    await Promise.all(Array.from({ length: 50 }, (_, i) => request(i)))

    assert.ok(!seen.some((title) => String(title).startsWith('dropped')))
    assert.equal((await titles(database)).length, 25)
  })

  it('inside another is a savepoint', async () => {
    await using database = await openWithNotes()

    await database.transaction(async () => {
      await database.run(insert, ['a'])
      const inner = database.transaction(async () => {
        await database.run(insert, ['b'])
        await database.transaction(() => Promise.resolve(database.run(insert, ['c'])))
        await database.run(insert, ['a'])
      })
      await assert.rejects(inner, UniqueViolation)
      await database.transaction(() => Promise.resolve(database.run(insert, ['d'])))
    })

    assert.deepEqual(await titles(database), ['a', 'd'])
  })

  it('keeps savepoints apart that run at once, and the statements beside them', async () => {
    await using database = await openWithNotes()

    await database.transaction(async () => {
      const save = (title: string, fails: boolean) =>
        database.transaction(async () => {
          await database.run(insert, [title])
          await delay(2)
          if (fails) throw new Error('dropped')
        })
      await Promise.allSettled([
        save('a', false),
        save('b', true),
        database.run(insert, ['beside']),
        save('c', false),
      ])
    })

    assert.deepEqual(await titles(database), ['a', 'beside', 'c'])
  })

  it('takes no statement of a savepoint that goes on after it', async () => {
    await using database = await openWithNotes()
    const left = await leaveBehind(database, insert)

    await database.transaction(async () => {
      await database.run(insert, ['a'])
      const ended = database.transaction(async () => {
        await database.run(insert, ['b'])
        assert.match(String(await left.goOn()), /after its transaction had ended/)
      })
      await ended
      await database.run(insert, ['c'])
    })

    assert.deepEqual(await titles(database), ['a', 'b', 'c'])
  })

  it('takes no statement of a savepoint that goes on after the savepoint around it', async () => {
    await using database = await openWithNotes()

    await database.transaction(async () => {
      const left = await leaveBehind(database, insert)
      assert.match(String(await left.goOn()), /after its transaction had ended/)
      await database.run(insert, ['a'])
    })

    assert.deepEqual(await titles(database), ['a'])
  })

  it('takes no statement after its end', async () => {
    await using database = await openWithNotes()
    const { promise: late, resolve } = Promise.withResolvers<unknown>()

    await database.transaction(async () => {
      setTimeout(() => resolve(settle(() => database.run(insert, ['late']))), 20)
    })

    assert.match(String(await late), /after its transaction had ended/)
    assert.deepEqual(await titles(database), [])
  })

  it('calls back after the commit, outside of it', async () => {
    await using database = await openWithNotes()
    const events: string[] = []

    await withDatabase(database, () =>
      transaction(async () => {
        await afterCommit(async () => {
          events.push(`committed ${(await titles(database)).join()}`)
        })
        await transaction(() => afterCommit(() => void events.push('inner')))
        const undone = transaction(async () => {
          await afterCommit(() => void events.push('undone'))
          throw new Error('undone')
        })
        await assert.rejects(undone, /undone/)
        await database.run(insert, ['a'])
        events.push('body ends')
      }),
    )
    await database.afterCommit(() => void events.push('at once'))

    assert.deepEqual(events, ['body ends', 'committed a', 'inner', 'at once'])
  })

  it('does not call back after a rollback', async () => {
    await using database = await openWithNotes()
    const events: string[] = []

    const failing = database.transaction(async () => {
      await database.afterCommit(() => void events.push('called'))
      throw new Error('no')
    })

    await assert.rejects(failing)
    assert.deepEqual(events, [])
  })

  it('runs again after a serialization failure, as often as it was asked to', async () => {
    await using database = await openWithNotes()
    let runs = 0

    await database.transaction(
      async () => {
        runs++
        await database.run(insert, [`run ${runs}`])
        if (runs < 3) throw new SerializationFailure('in the way')
      },
      { retries: 2 },
    )

    assert.deepEqual(await titles(database), ['run 3'])
  })

  it('does not run again because of what a callback throws: it has committed', async () => {
    await using database = await openWithNotes()
    let runs = 0

    const failing = database.transaction(
      async () => {
        runs++
        await database.run(insert, [`run ${runs}`])
        await database.afterCommit(() => {
          throw new SerializationFailure('in a callback')
        })
      },
      { retries: 2 },
    )

    await assert.rejects(failing, /in a callback/)
    assert.deepEqual(await titles(database), ['run 1'])
  })

  it('lets no change get lost between two that read before they write', async () => {
    await using database = await open()
    await database.script('create table counters (value integer)')
    await database.query(sql`insert into counters values (${0})`)
    const increment = () =>
      database.transaction(
        async () => {
          const [row] = await database.query<{ value: number }>(sql`select value from counters`)
          await database.query(sql`update counters set value = ${(row?.value ?? 0) + 1}`)
        },
        { isolation: 'serializable', retries: 50 },
      )

    await Promise.all(Array.from({ length: 8 }, increment))

    assert.deepEqual(await database.query(sql`select value from counters`), [{ value: 8 }])
  })

  it('inside another cannot ask for an isolation of its own', async () => {
    await using database = await openWithNotes()

    const nested = database.transaction(() =>
      database.transaction(async () => {}, { isolation: 'serializable' }),
    )

    await assert.rejects(nested, { code: 'E_NESTED_ISOLATION' })
  })

  it('on one database leaves another alone', async () => {
    await using first = await openWithNotes()
    await using second = await openWithNotes()

    const failing = first.transaction(async () => {
      await first.run(insert, ['a'])
      await second.run(insert, ['kept'])
      await second.transaction(() => Promise.resolve(first.run(insert, ['b'])))
      throw new Error('no')
    })

    await assert.rejects(failing)
    assert.deepEqual([await titles(first), await titles(second)], [[], ['kept']])
  })
})

/** A level that failed while a savepoint in it went on, which `goOn` has write and gives the end of. */
async function leaveBehind(database: Database, insert: Statement) {
  const released = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  let orphan: Promise<unknown> = Promise.resolve()
  const failing = database.transaction(() => {
    const nested = database.transaction(async () => {
      begun.resolve()
      await released.promise
      await database.run(insert, ['orphan'])
    })
    orphan = settle(() => nested)
    return Promise.all([nested, begun.promise.then(fail)])
  })
  await assert.rejects(failing, /no/)
  return {
    goOn() {
      released.resolve()
      return orphan
    },
  }
}

async function settle(work: () => unknown): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    return error
  }
}

function fail(): never {
  throw new Error('no')
}
