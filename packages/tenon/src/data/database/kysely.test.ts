import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Generated, KyselyPlugin } from 'kysely'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import type { Database } from './database.ts'
import { kysely } from './kysely.ts'
import { sql } from './sql.ts'

interface Tables {
  notes: { id: Generated<number>; title: string; written_at: Date | number }
}

forEachDialect('Kysely', (open) => {
  const isSqlite = open.dialect === 'sqlite'
  const at = new Date('2026-11-20T09:30:00.123Z')

  async function openWithNotes(): Promise<Database> {
    const database = await open()
    const id = isSqlite ? 'integer primary key' : 'serial primary key'
    const timestamp = isSqlite ? 'integer' : 'timestamptz'
    await database.script(
      `create table notes (id ${id}, title text not null, written_at ${timestamp})`,
    )
    return database
  }

  it('runs its queries on the database', async () => {
    await using database = await openWithNotes()
    const db = kysely<Tables>(database)

    const written = await db
      .insertInto('notes')
      .values([
        { title: 'a', written_at: at },
        { title: 'b', written_at: at },
      ])
      .returning('id')
      .execute()
    const changed = await db.updateTable('notes').set({ title: 'c' }).executeTakeFirst()
    const found = await db.selectFrom('notes').selectAll().where('id', '=', 2).execute()

    assert.deepEqual(written, [{ id: 1 }, { id: 2 }])
    assert.equal(changed.numUpdatedRows, 2n)
    assert.deepEqual(found, [{ id: 2, title: 'c', written_at: at.getTime() }])
  })

  it('returns the key of an inserted row if the database does', async () => {
    await using database = await openWithNotes()
    const db = kysely<Tables>(database)
    await db.insertInto('notes').values({ title: 'a', written_at: at }).execute()

    const { insertId, numInsertedOrUpdatedRows } = await db
      .insertInto('notes')
      .values({ title: 'b', written_at: at })
      .executeTakeFirstOrThrow()

    assert.equal(insertId, isSqlite ? 2n : undefined)
    assert.equal(numInsertedOrUpdatedRows, 1n)
  })

  it('takes part in the current transaction', async () => {
    await using database = await openWithNotes()
    const db = kysely<Tables>(database)

    const failing = database.transaction(async () => {
      await db.insertInto('notes').values({ title: 'a', written_at: at }).execute()
      assert.equal((await db.selectFrom('notes').selectAll().execute()).length, 1)
      throw new Error('no')
    })

    await assert.rejects(failing, /no/)
    assert.deepEqual(await database.query(sql`select * from notes`), [])
  })

  it('converts values with its plugins', async () => {
    await using database = await openWithNotes()
    const toDates: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => ({
        ...result,
        rows: result.rows.map((row) => ({
          ...row,
          written_at: new Date(Number(row['written_at'])),
        })),
      }),
    }
    const db = kysely<Tables>(database, [toDates])
    await db.insertInto('notes').values({ title: 'a', written_at: at }).execute()

    const note = await db.selectFrom('notes').selectAll().executeTakeFirstOrThrow()

    assert.deepEqual(note.written_at, at)
  })

  it('leaves transactions to transaction()', async () => {
    await using database = await openWithNotes()

    const own = kysely<Tables>(database)
      .transaction()
      .execute(async () => {})

    await assert.rejects(own, { code: 'E_KYSELY_TRANSACTION' })
  })

  it('rejects an object as a value', async () => {
    await using database = await openWithNotes()
    const forged = JSON.parse('{"title":{"$ne":null}}')

    const query = kysely<Tables>(database).selectFrom('notes').where('title', '=', forged.title)

    await assert.rejects(query.selectAll().execute(), { code: 'E_SQL_VALUE' })
  })
})
