import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { createTables } from '../support/create-tables.ts'
import { c, type Json, Model } from '../../src/models.ts'
import { currentDatabase, kyselyFor, sql, withDatabase } from '../../src/database.ts'

class Note extends Model('notes', {
  id: c.id(),
  needed: c.json(),
  optional: c.json().nullable(),
}) {}

/** JSON's null, where it is not the same as no value. */
const NO_VALUE = { json: 'null' } as const

class TellingNote extends Model('notes', {
  id: c.id(),
  needed: c.json(),
  optional: c
    .json()
    .nullable()
    .cast<Json>({
      fromStored: (stored) => stored ?? NO_VALUE,
      toStored: (value) => (value === NO_VALUE ? null : value) as NonNullable<Json>,
    }),
}) {}

const db = kyselyFor({ Note })

forEachDialect('null in a JSON column (X13)', (open) => {
  const withNotes = async (body: () => Promise<void>) => {
    const database = await open()
    await createTables(database, Note)
    await withDatabase(database, body)
  }
  const stored = async () => {
    const rows = await currentDatabase().query<{ needed: string | null; optional: string | null }>(
      sql`select cast(needed as text) as needed, cast(optional as text) as optional from notes order by id`,
    )
    return rows.map(({ needed, optional }) => [needed, optional])
  }

  it('is JSON’s null where the column has no null, and SQL’s null where it has', () =>
    withNotes(async () => {
      const note = await Note.create({ needed: null, optional: null })
      const other = await Note.create({ needed: 1, optional: 1 })
      await other.update({ needed: null, optional: null })
      await Note.createMany([{ needed: null, optional: null }])

      assert.deepEqual(await stored(), [
        ['null', null],
        ['null', null],
        ['null', null],
      ])
      const read = await Note.findOrFail(note.id)
      assert.deepEqual([read.needed, read.optional], [null, null])
      assert.equal(await Note.where('optional', null).count(), 3)
    }))

  it('is found by a condition wherever it is read', () =>
    withNotes(async () => {
      await currentDatabase().script(
        `insert into notes (needed, optional) values ('null', 'null'), ('1', null), ('"null"', '{"a": null}')`,
      )

      const notes = await Note.orderBy('id').all()
      assert.deepEqual(
        notes.map(({ needed, optional }) => [needed, optional]),
        [
          [null, null],
          [1, null],
          ['null', { a: null }],
        ],
      )
      const byId = Note.orderBy('id')
      assert.deepEqual(await byId.where('optional', null).pluck('id'), [1, 2])
      assert.deepEqual(await byId.where({ optional: null }).pluck('id'), [1, 2])
      assert.deepEqual(await byId.where('optional', '!=', null).pluck('id'), [3])
    }))

  it('can be written back as what it was: a cast tells the two apart', () =>
    withNotes(async () => {
      await currentDatabase().script(
        `insert into notes (needed, optional) values ('1', 'null'), ('1', null), ('1', '2')`,
      )

      const notes = await TellingNote.orderBy('id').all()
      assert.deepEqual(
        notes.map(({ optional }) => optional),
        [NO_VALUE, null, 2],
      )
      for (const note of notes) await note.update({ optional: 3 })
      for (const [i, note] of notes.entries())
        await note.update({ optional: [NO_VALUE, null, 2][i] })

      assert.deepEqual(await stored(), [
        ['1', 'null'],
        ['1', null],
        ['1', '2'],
      ])
      assert.deepEqual(await TellingNote.where('optional', null).pluck('id'), [2])
    }))

  it('is the value of the column in what Kysely reads, as in records', () =>
    withNotes(async () => {
      await currentDatabase().script(`insert into notes (needed, optional) values ('null', null)`)

      const read = await db().selectFrom('notes').select(['needed', 'optional']).execute()

      assert.deepEqual(read, [{ needed: null, optional: null }])
    }))
})
