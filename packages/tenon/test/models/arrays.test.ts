import assert from 'node:assert/strict'
import { it } from 'node:test'
import { c, Model } from 'tenon/models'
import { type Database, sql, withDatabase } from 'tenon/database'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'
import { createTables } from '../support/create-tables.ts'

class Film extends Model('films', {
  id: c.id(),
  tags: c.array(c.text()),
  parts: c.array(c.integer()).default([1]),
  sizes: c.array(c.bigint()).nullable(),
  prices: c.array(c.decimal(10, 2)).default([]),
  flags: c.array(c.boolean()).default([]),
  days: c.array(c.timestamp()).default([]),
  moods: c.array(c.enum(['sad', 'happy'])).default([]),
  notes: c.array(c.text().nullable()).default([]),
}) {}

forEachDialect('a list of values', (open) => {
  const withFilms = async (body: (database: Database) => Promise<void>) => {
    const database = await open()
    await createTables(database, Film)
    await withDatabase(database, () => body(database))
  }

  it('is read as it was written', () =>
    withFilms(async () => {
      const values = {
        tags: ['a "b"', String.raw`c\d`, '{e,f}', 'NULL', '', ' g\n', "o'h"],
        parts: [1, -2],
        sizes: [9_007_199_254_740_993n, -1n],
        prices: ['12.50', '-0.05'],
        flags: [true, false],
        days: [new Date('2026-11-20T09:30:00.123Z')],
        moods: ['happy', 'sad'] as const,
        notes: ['x', null],
      }

      const created = await Film.create(values)
      const read = await Film.findOrFail(created.id)

      assert.deepEqual(Object.fromEntries(Object.entries(created)), { id: created.id, ...values })
      assert.deepEqual(Object.fromEntries(Object.entries(read)), { id: created.id, ...values })
      assert.deepEqual(read.toJSON().sizes, ['9007199254740993', '-1'])
    }))

  it('has defaults, null, and is changed', () =>
    withFilms(async () => {
      const film = await Film.create({ tags: [] })
      await film.update({ tags: ['x'], sizes: [1n] })
      const [{ tags, parts, sizes, prices }] = [await Film.findOrFail(film.id)]

      assert.deepEqual([tags, parts, sizes, prices], [['x'], [1], [1n], []])
      assert.deepEqual(film.changes.tags, { from: [], to: ['x'] })
      assert.equal(await Film.where('sizes', '!=', null).count(), 1)
    }))

  it('is searched for a value, whatever its type', () =>
    withFilms(async () => {
      await Film.create({ tags: ['news', 'a"b'], parts: [1, 2], sizes: [2n ** 60n], flags: [true] })
      await Film.create({ tags: ['new'], parts: [3], prices: ['1.50'], moods: ['sad'] })
      const day = new Date(0)
      await Film.create({ tags: [], parts: [], days: [day], notes: [null] })
      const query = Film.query()

      assert.deepEqual(await query.whereIncludes('tags', 'news').pluck('id'), [1])
      assert.deepEqual(await query.whereIncludes('tags', 'a"b').pluck('id'), [1])
      assert.deepEqual(
        await query.whereIncludes('tags', ['x', 'new', 'news']).orderBy('id').pluck('id'),
        [1, 2],
      )
      assert.deepEqual(await query.whereIncludes('tags', []).pluck('id'), [])
      assert.deepEqual(await query.whereIncludes('parts', 3).pluck('id'), [2])
      assert.deepEqual(await query.whereIncludes('sizes', 2n ** 60n).pluck('id'), [1])
      assert.deepEqual(await query.whereIncludes('prices', '1.50').pluck('id'), [2])
      assert.deepEqual(await query.whereIncludes('flags', true).pluck('id'), [1])
      assert.deepEqual(await query.whereIncludes('moods', 'sad').pluck('id'), [2])
      assert.deepEqual(await query.whereIncludes('days', day).pluck('id'), [3])
      assert.deepEqual(await query.whereIncludes('notes', 'x').pluck('id'), [])
    }))

  it('is written in any number of rows', () =>
    withFilms(async () => {
      for (const count of [1, 100, 10_000]) {
        const rows = Array.from({ length: count }, (_, i) => ({
          tags: [`t${i}`, 'all'],
          parts: i % 2 === 0 ? [] : [i],
        }))
        assert.equal(await Film.createMany(rows), count)
      }
      await Film.upsert([{ id: 1, tags: ['upserted'] }], { by: ['id'] })

      assert.equal(await Film.query().whereIncludes('tags', 'all').count(), 10_100)
      assert.deepEqual((await Film.findOrFail(1)).tags, ['upserted'])
      assert.deepEqual((await Film.query().whereIncludes('tags', 't9999').first())?.parts, [9999])
    }))

  it('refuses what its items refuse, as a mistake of the client or of the programmer', () =>
    withFilms(async () => {
      const create = (values: object) => Film.create({ tags: [], ...values })

      await assert.rejects(create({ tags: ['a\0'] }), {
        name: 'ValidationFailed',
        errors: { tags: 'The tags contains a character that is not allowed' },
      })
      await assert.rejects(create({ parts: [2 ** 40] }), { name: 'ValidationFailed' })
      await assert.rejects(create({ moods: ['odd'] }), { name: 'ValidationFailed' })
      await assert.rejects(create({ tags: ['a', null] }), { code: 'E_COLUMN_VALUE' })
      await assert.rejects(create({ tags: 'a' }), { code: 'E_COLUMN_VALUE' })
      const query = Film.query()
      await assert.rejects(async () => query.whereIncludes('tags', 'a\0').all(), {
        name: 'ValidationFailed',
      })
      assert.throws(() => query.whereIncludes('id' as 'tags', 'a'), { code: 'E_QUERY_VALUE' })
      assert.throws(() => query.whereIncludes('tags', Array.from({ length: 10_001 }, String)), {
        name: 'ValidationFailed',
      })
    }))
})

onDialect('postgres', 'an array of another program', (open) => {
  const withShelf = async (body: (database: Database) => Promise<void>) => {
    const database = await open()
    await database.script(`create type mood as enum ('sad', 'happy');
      create table shelves (id serial primary key, moods mood[], days date[], amounts numeric(10, 2)[], at timestamptz[], grid int[][], holes text[]);
      create index on shelves using gin (moods);
      insert into shelves (moods, days, amounts, at, grid, holes)
        values ('{sad,happy}', '{2026-11-20}', '{1.10}', '{2026-11-20 09:30:00+02}', '{{1,2},{3,4}}', '{a,NULL}')`)
    await withDatabase(database, () => body(database))
  }
  class Shelf extends Model('shelves', {
    id: c.id(),
    moods: c.array(c.text()),
    days: c.array(c.date()),
    amounts: c.array(c.decimal(10, 2)),
    at: c.array(c.timestamp()),
  }) {}

  it('is read without loss, searched by its index, and written in many rows', () =>
    withShelf(async (database) => {
      const { id, ...read } = await Shelf.findOrFail(1)
      await Shelf.createMany(Array.from({ length: 200 }, () => read))
      await database.script('set enable_seqscan = off')
      const plan = await Shelf.query().whereIncludes('moods', 'sad').explain()

      assert.deepEqual(
        [id, { ...read }],
        [
          1,
          {
            moods: ['sad', 'happy'],
            days: ['2026-11-20'],
            amounts: ['1.10'],
            at: [new Date('2026-11-20T07:30:00Z')],
          },
        ],
      )
      assert.equal(await Shelf.query().whereIncludes('moods', 'happy').count(), 201)
      assert.match(JSON.stringify(plan), /shelves_moods_idx/)
    }))

  it('says so if its items are not those of the model', () =>
    withShelf(async () => {
      class Grid extends Model('shelves', { id: c.id(), grid: c.array(c.integer()) }) {}
      class Holes extends Model('shelves', { id: c.id(), holes: c.array(c.text()) }) {}

      await assert.rejects(Grid.all(), { code: 'E_COLUMN_STORED' })
      await assert.rejects(Holes.all(), { code: 'E_COLUMN_STORED', message: /nullable/ })
    }))

  it('is read by raw SQL with exact items', () =>
    withShelf(async (database) => {
      const [row] = await database.query(
        sql`select amounts, days, array[9007199254740993::bigint, null] as big from shelves`,
      )

      assert.deepEqual(
        { ...row },
        { amounts: ['1.10'], days: ['2026-11-20'], big: [9_007_199_254_740_993n, null] },
      )
    }))
})
