import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { forEachDialect } from '../../../../test/support/for-each-dialect.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { afterCommit, afterRollback, transaction, withDatabase } from '../current-database.ts'
import {
  DatabaseUnavailable,
  SerializationFailure,
  StatementError,
  UniqueViolation,
} from '../database-error.ts'
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

  it('keeps its writes, and returns the result of its body', async () => {
    await using database = await openWithNotes()

    const result = await database.transaction(async () => {
      await database.run(insert, ['a'])
      return 'done'
    })

    assert.equal(result, 'done')
    assert.deepEqual(await titles(database), ['a'])
  })

  it('is never seen if it rolls back, loses no other write and blocks no reader', async () => {
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

  it('does not block raw SQL that only reads, whatever it looks like', async () => {
    await using database = await openWithNotes()
    const goOn = Promise.withResolvers<void>()
    const holding = database.transaction(async () => {
      await database.run(insert, ['unseen'])
      await goOn.promise
    })

    const counted = await Promise.all([
      database.query(sql`/* how many */ select count(*) as n from notes`),
      database.query(
        sql`with all_notes as (select * from notes) select count(*) as n from all_notes where title <> 'delete'`,
      ),
    ])
    goOn.resolve()
    await holding

    assert.deepEqual(counted, [[{ n: 0 }], [{ n: 0 }]])
  })

  it('stays isolated with fifty concurrent requests', async () => {
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
        await nextTurn()
        assert.ok((await titles(database)).includes(`dropped ${i}`))
        throw new Error('dropped')
      })
      await assert.rejects(failing, /dropped/)
    }

    await Promise.all(Array.from({ length: 50 }, (_, i) => request(i)))

    assert.ok(!seen.some((title) => String(title).startsWith('dropped')))
    assert.equal((await titles(database)).length, 25)
  })

  it('is a savepoint inside another', async () => {
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

  it('isolates concurrent savepoints, and the statements beside them', async () => {
    await using database = await openWithNotes()

    await database.transaction(async () => {
      const save = (title: string, fails: boolean) =>
        database.transaction(async () => {
          await database.run(insert, [title])
          await nextTurn()
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

  it('rejects statements of a savepoint that outlives it', async () => {
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

  it('rejects statements of a savepoint that outlives the savepoint around it', async () => {
    await using database = await openWithNotes()

    await database.transaction(async () => {
      const left = await leaveBehind(database, insert)
      assert.match(String(await left.goOn()), /after its transaction had ended/)
      await database.run(insert, ['a'])
    })

    assert.deepEqual(await titles(database), ['a'])
  })

  it('rejects statements after its end', async () => {
    await using database = await openWithNotes()
    const { promise: late, resolve } = Promise.withResolvers<unknown>()

    await database.transaction(async () => {
      setTimeout(() => resolve(settle(() => database.run(insert, ['late']))), 20)
    })

    assert.match(String(await late), /after its transaction had ended/)
    assert.deepEqual(await titles(database), [])
  })

  it('rejects further statements after a caught failure, and is rolled back', async () => {
    await using database = await openWithNotes()
    await database.run(insert, ['taken'])

    const careless = database.transaction(async () => {
      await database.run(insert, ['lost'])
      await assert.rejects(async () => database.run(insert, ['taken']), UniqueViolation)
      await assert.rejects(async () => database.run(insert, ['late']), /nested transaction\(\)/)
    })

    await assert.rejects(careless, /was rolled back: a statement in it failed/)
    assert.deepEqual(await titles(database), ['taken'])
  })

  it('continues after a failure in a savepoint, even if it was caught there', async () => {
    await using database = await openWithNotes()
    await database.run(insert, ['taken'])

    await database.transaction(async () => {
      await assert.rejects(
        database.transaction(async () => database.run(insert, ['taken'])),
        UniqueViolation,
      )
      const careless = database.transaction(async () => {
        await database.run(insert, ['lost'])
        await assert.rejects(async () => database.run(insert, ['taken']), UniqueViolation)
      })
      await assert.rejects(careless, StatementError)
      await database.run(insert, ['kept'])
    })

    assert.deepEqual(await titles(database), ['kept', 'taken'])
  })

  for (const control of ['rollback', 'commit', 'commit; select * from nowhere']) {
    it('fails if raw SQL in it runs "${control}"', async () => {
      await using database = await openWithNotes()

      const controlled = database.transaction(async () => {
        await assert.rejects(database.script(control))
        await database.run(insert, ['late'])
      })

      await assert.rejects(controlled, isOver)
      assert.deepEqual(await titles(database), [])
    })
  }

  it('fails if raw SQL in it begins another one', async () => {
    await using database = await openWithNotes()

    const nested = database.transaction(async () => {
      await database.run(insert, ['lost'])
      await database.query(sql`begin`)
    })

    await assert.rejects(nested)
    await database.transaction(async () => database.run(insert, ['next']))
    assert.deepEqual(await titles(database), ['next'])
  })

  it('runs callbacks after the commit, outside of it', async () => {
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

  it('runs no callbacks after a rollback', async () => {
    await using database = await openWithNotes()
    const events: string[] = []

    const failing = database.transaction(async () => {
      await database.afterCommit(() => void events.push('called'))
      throw new Error('no')
    })

    await assert.rejects(failing)
    assert.deepEqual(events, [])
  })

  it('retries after a serialization failure, as often as requested', async () => {
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

  it('does not retry because of an error in a callback, after it has committed', async () => {
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

  it('does not lose updates of two transactions that read before they write', async () => {
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

  it('cannot set the isolation if it is nested', async () => {
    await using database = await openWithNotes()

    const nested = database.transaction(() =>
      database.transaction(async () => {}, { isolation: 'serializable' }),
    )

    await assert.rejects(nested, { code: 'E_NESTED_ISOLATION' })
  })

  it('runs the callbacks for its rollback after it, and none if it commits', async () => {
    await using database = await openWithNotes()
    const events: string[] = []
    const note = (event: string) => (): void => void events.push(event)

    const failing = withDatabase(database, async () => {
      afterRollback(note('without a transaction'))
      await transaction(() => Promise.resolve(afterRollback(note('committed'))))
      await transaction(async () => {
        afterRollback(note('outer'))
        afterRollback(() => {
          throw new Error('dropped')
        })
        await transaction(() => Promise.resolve(afterRollback(note('inner'))))
        throw new Error('no')
      })
    })

    await assert.rejects(failing, /no/)
    assert.deepEqual(events, ['outer', 'inner'])
  })

  it('runs the callbacks for its rollback if another database did not answer inside it', async () => {
    await using database = await openWithNotes()
    const events: string[] = []
    const unanswered = new DatabaseUnavailable('lost', 'gone', { isOutcomeUnknown: true })

    const failing = withDatabase(database, () =>
      transaction(async () => {
        await database.run(insert, ['a'])
        afterRollback(() => void events.push('rolled back'))
        throw unanswered
      }),
    )

    await assert.rejects(failing, unanswered)
    assert.deepEqual(events, ['rolled back'])
    assert.deepEqual(await titles(database), [])
  })

  it('runs the callbacks of a savepoint that is rolled back alone', async () => {
    await using database = await openWithNotes()
    const events: string[] = []

    await withDatabase(database, () =>
      transaction(async () => {
        afterRollback(() => void events.push('outer'))
        const nested = transaction(() => {
          afterRollback(() => void events.push('inner'))
          return Promise.reject(new Error('no'))
        })
        await nested.catch(() => {})
      }),
    )

    assert.deepEqual(events, ['inner'])
  })

  it('on one database does not affect another', async () => {
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

/** Fails a level whose savepoint goes on; `goOn` makes it write, and returns its end. */
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

/** SQLite cannot distinguish a script that ended the transaction and failed from its own rollback. */
function isOver(error: unknown): boolean {
  return (
    (error instanceof SetupError && error.code === 'E_TRANSACTION_CONTROL') ||
    (error instanceof DatabaseUnavailable && error.reason === 'lost')
  )
}
