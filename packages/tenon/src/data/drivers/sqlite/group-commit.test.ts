import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Statement } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { createDatabase } from '../create-database.ts'

const insert: Statement = { sql: 'insert into hits values (?)', access: 'write' }
const select: Statement = { sql: 'select id from hits order by id', access: 'read' }

for (const [durability, synchronous] of [
  ['normal', 1],
  ['full', 2],
] as const) {
  describe(`durability=${durability}`, () => {
    it('stores the writes of one turn together, each with its own outcome', async () => {
      using folder = temporaryFolder()
      await using database = createDatabase(
        `sqlite:${folder.path}/a.sqlite?durability=${durability}`,
      )
      await database.script('create table hits (id integer primary key)')

      const outcomes = await Promise.all(
        [1, 2, 2, 3].map((id) => outcome(() => database.run(insert, [id]))),
      )

      assert.deepEqual(outcomes, [undefined, undefined, 'UniqueViolation', undefined])
      assert.deepEqual((await database.run(select, [])).rows, [[1], [2], [3]])
      assert.deepEqual(await database.query(sql`pragma synchronous`), [{ synchronous }])
    })

    it('shows no write of a turn to others before all of them are committed', async () => {
      using folder = temporaryFolder()
      await using database = createDatabase(
        `sqlite:${folder.path}/a.sqlite?durability=${durability}`,
      )
      await database.script('create table hits (id integer primary key)')

      const writes = Promise.all([1, 2].map(async (id) => database.run(insert, [id])))
      const before = await database.run(select, [])
      await writes

      assert.deepEqual(before.rows, [])
    })

    for (const count of [1, 2]) {
      it(`stores a group of ${count} once another connection has given up its lock, with what has joined`, async () => {
        using folder = temporaryFolder()
        const url = `sqlite:${folder.path}/a.sqlite?durability=${durability}`
        await using database = createDatabase(url)
        await using other = createDatabase(url)
        await database.script('create table hits (id integer primary key)')
        const ids = Array.from({ length: count }, (_, id) => id)
        const writes: Promise<unknown>[] = []

        await other.transaction(async () => {
          await other.run(insert, [10])
          writes.push(...ids.map(async (id) => database.run(insert, [id])))
          await nextTurn()
          writes.push((async () => database.run(insert, [20]))())
          await nextTurn()
        })
        await Promise.all(writes)

        const stored = [...ids, 10, 20].map((id) => [id])
        assert.deepEqual((await database.run(select, [])).rows, stored)
      })
    }

    it('stores the writes one by one if one of them rolls back the whole group', async () => {
      using folder = temporaryFolder()
      await using database = createDatabase(
        `sqlite:${folder.path}/a.sqlite?durability=${durability}`,
      )
      await database.script(`create table hits (id integer primary key);
        create trigger no_two before insert on hits when new.id = 2
        begin select raise(rollback, 'not two'); end`)

      const outcomes = await Promise.all(
        [1, 2, 3].map((id) => outcome(() => database.run(insert, [id]))),
      )

      assert.deepEqual(outcomes, [undefined, 'StatementError', undefined])
      assert.deepEqual((await database.run(select, [])).rows, [[1], [3]])
    })

    it('stores the writes one by one if a foreign key is only checked with the commit', async () => {
      using folder = temporaryFolder()
      await using database = createDatabase(
        `sqlite:${folder.path}/a.sqlite?durability=${durability}`,
      )
      await database.script(`create table known (id integer primary key);
        insert into known values (1), (3);
        create table hits (id integer primary key references known deferrable initially deferred)`)

      const outcomes = await Promise.all(
        [1, 2, 3].map((id) => outcome(() => database.run(insert, [id]))),
      )

      assert.deepEqual(outcomes, [undefined, 'ForeignKeyViolation', undefined])
      assert.deepEqual((await database.run(select, [])).rows, [[1], [3]])
    })
  })
}

describe('writes that follow each other', () => {
  const follow = async (url: string): Promise<boolean[]> => {
    await using database = createDatabase(url)
    await database.script('create table hits (id integer primary key)')
    const waited: boolean[] = []
    for (let id = 0; id < 103; id++) {
      const stored = database.run(insert, [id])
      waited.push(stored instanceof Promise)
      await stored
    }
    return waited
  }

  it('do not wait for the turn to end, but one in a hundred, which looks for others', async () => {
    using folder = temporaryFolder()

    const waited = await follow(`sqlite:${folder.path}/a.sqlite`)

    assert.deepEqual(
      waited.flatMap((hasWaited, index) => (hasWaited ? [index] : [])),
      [0, 101],
    )
  })

  it('wait with durability=full, because they wait for the disk anyway', async () => {
    using folder = temporaryFolder()

    const waited = await follow(`sqlite:${folder.path}/a.sqlite?durability=full`)

    assert.ok(waited.every(Boolean))
  })
})

function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'tenon-groups-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

/** How a call failed; `undefined` if it succeeded. */
async function outcome(work: () => unknown): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.name : String(error)
  }
}
