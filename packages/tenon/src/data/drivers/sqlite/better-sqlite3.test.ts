import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import { createDatabase } from '../create-database.ts'
import type { Statement } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { resolveSqliteUrl } from '../../database/database-url.ts'
import { openSqlite } from './open-sqlite.ts'

const URL_OF_MEMORY = 'sqlite::memory:?driver=better-sqlite3'
const skip =
  !isInstalled() &&
  'better-sqlite3 is not installed: npm install --no-save --ignore-scripts better-sqlite3'

describe('better-sqlite3 instead of node:sqlite', () => {
  it('accepts and returns the same values', { skip }, async () => {
    await using database = createDatabase(URL_OF_MEMORY)
    await database.script(
      'create table things (id integer primary key, flag, big integer, bytes blob)',
    )
    const insert: Statement = {
      sql: 'insert into things (flag, big, bytes) values (?, ?, ?) returning *',
      access: 'write',
    }

    const { rows, columns } = await database.run(insert, [true, 2n ** 60n, new Uint8Array([1, 2])])

    const [[id, flag, big, bytes] = []] = rows
    assert.deepEqual(columns, ['id', 'flag', 'big', 'bytes'])
    assert.deepEqual([id, flag, big], [1, 1, 2n ** 60n])
    assert.deepEqual(bytes, Buffer.from([1, 2]))
    const byId: Statement = { sql: 'select id, big from things where id = ?', access: 'read' }
    assert.deepEqual(await database.lookup({ one: byId, keyIndex: 0 }, 1), [1, 2n ** 60n])
    assert.equal(await database.lookup({ one: byId, keyIndex: 0 }, 2), undefined)
    const numbered: Statement = { sql: 'insert into things (flag) values (0)', access: 'write' }
    assert.equal((await database.run(numbered, [])).insertId, 2)
    assert.equal(
      (await database.run({ sql: 'delete from things', access: 'write' }, [])).affected,
      2,
    )
  })

  it('fails with the same errors, and keeps transactions apart', { skip }, async () => {
    await using database = createDatabase(URL_OF_MEMORY)
    await database.script('create table things (id integer primary key)')
    const insert = () => database.query(sql`insert into things values (${1})`)

    const twice = database.transaction(async () => {
      await insert()
      await insert()
    })

    await assert.rejects(twice, {
      name: 'UniqueViolation',
      place: { table: 'things', columns: ['id'], constraint: undefined },
    })
    assert.deepEqual(await database.query(sql`select * from things`), [])
  })

  for (const [library, url] of [
    ['better-sqlite3', URL_OF_MEMORY],
    ['node:sqlite', 'sqlite::memory:'],
  ] as const) {
    it(`opens the image of a database in memory, with ${library}`, { skip }, async () => {
      await using original = openSqlite(resolveSqliteUrl(url), {})
      await original.script('create table things (id integer primary key)')
      await using copy = openSqlite(resolveSqliteUrl(url), {}, original.serialize())

      await copy.query(sql`insert into things values (${1})`)

      assert.equal((await copy.query(sql`select * from things`)).length, 1)
      assert.equal((await original.query(sql`select * from things`)).length, 0)
    })
  }
})

// Not a skipped test: if the driver is installed, its absence cannot be tested.
if (!isInstalled()) {
  it('a driver that is not installed is named in the error', () => {
    assert.throws(() => createDatabase(URL_OF_MEMORY), {
      code: 'E_DATABASE_DRIVER',
      message: /npm install better-sqlite3/,
    })
  })
}

function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('better-sqlite3')
    return true
  } catch {
    return false
  }
}
