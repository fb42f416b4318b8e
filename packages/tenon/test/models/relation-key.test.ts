import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { createTables } from '../support/create-tables.ts'
import { belongsTo, c, hasMany, hasOne, Model, view } from '../../src/models.ts'
import { withDatabase } from '../../src/database.ts'

class Country extends Model('countries', { id: c.id(), code: c.text().unique(), name: c.text() }) {
  static cities = hasMany(() => City, 'country_code', { key: 'code' })
  static flag = hasOne(() => Flag, 'country_code', { key: 'code' })
}

class City extends Model('cities', {
  id: c.id(),
  name: c.text(),
  country_code: c.text().nullable().references('countries.code', { onUpdate: 'cascade' }),
}) {
  static country = belongsTo(() => Country, 'country_code', { key: 'code' })
}

class Flag extends Model('flags', { id: c.id(), country_code: c.text() }) {}

class Slot extends Model('slots', { id: c.id(), at: c.timestamp().unique() }) {
  static bookings = hasMany(() => Booking, 'slot_at', { key: 'at' })
}

class Booking extends Model('bookings', { id: c.id(), slot_at: c.timestamp().nullable() }) {
  static slot = belongsTo(() => Slot, 'slot_at', { key: 'at' })
}

class Upload extends Model('uploads', { id: c.id(), hash: c.bytes().unique() }) {
  static uses = hasMany(() => Use, 'hash', { key: 'hash' })
}

class Use extends Model('uses', { id: c.id(), hash: c.bytes() }) {
  static upload = belongsTo(() => Upload, 'hash', { key: 'hash' })
}

class Visit extends Model(
  'visits',
  { room: c.integer(), at: c.timestamp(), seal: c.bytes() },
  { primaryKey: ['room', 'at', 'seal'] },
) {
  static guests = hasMany(() => Guest, ['room', 'at', 'seal'])
}

class Guest extends Model('guests', {
  id: c.id(),
  room: c.integer(),
  at: c.timestamp(),
  seal: c.bytes(),
}) {}

forEachDialect('a relation by dates or bytes', (open) => {
  it('is loaded from both sides by dates', async () => {
    const database = await open()
    await createTables(database, Slot, Booking)
    await withDatabase(database, async () => {
      const [early, late] = [new Date(1), new Date(2)] as const
      await Slot.createMany([{ at: early }, { at: late }])
      await Booking.createMany([{ slot_at: late }, { slot_at: null }, { slot_at: late }])

      const slots = await Slot.with('bookings').orderBy('id').all()
      const bookings = await Booking.with('slot').orderBy('id').all()
      const created = await Booking.create({ slot_at: new Date(early) })

      assert.deepEqual(
        slots.map((slot) => slot.bookings.map(({ id }) => id)),
        [[], [1, 3]],
      )
      assert.deepEqual(
        bookings.map(({ slot }) => slot?.id),
        [2, undefined, 2],
      )
      assert.equal((await created.load(Booking.slot))?.id, 1)
    })
  })

  it('is loaded from both sides by bytes, which are no text', async () => {
    const database = await open()
    await createTables(database, Upload, Use)
    await withDatabase(database, async () => {
      const [first, second] = [Uint8Array.of(255, 0), Uint8Array.of(254, 0)]
      await Upload.createMany([{ hash: first }, { hash: second }])
      await Use.createMany([{ hash: second }, { hash: first }, { hash: second }])

      const uploads = await Upload.with('uses').orderBy('id').all()
      const uses = await Use.with('upload').orderBy('id').all()
      const created = await Use.create({ hash: Buffer.from(first) })

      assert.deepEqual(
        uploads.map((upload) => upload.uses.map(({ id }) => id)),
        [[2], [1, 3]],
      )
      assert.deepEqual(
        uses.map(({ upload }) => upload.id),
        [2, 1, 2],
      )
      assert.equal((await created.load(Use.upload)).id, 1)
    })
  })
})

forEachDialect('a relation by several columns, of which some are dates or bytes', (open) => {
  it('is loaded, and counted for records that a view shows', async () => {
    const database = await open()
    await createTables(database, Visit, Guest)
    await withDatabase(database, async () => {
      const [early, late] = [new Date(1), new Date(2)]
      const [first, second] = [Uint8Array.of(255, 0), Uint8Array.of(254, 0)]
      const visits = [
        { room: 1, at: early, seal: first },
        { room: 1, at: early, seal: second },
        { room: 1, at: late, seal: first },
      ]
      await Visit.createMany(visits)
      await Guest.createMany(visits.flatMap((visit, i) => Array.from({ length: i }, () => visit)))

      const loaded = await Visit.with('guests').all()
      const counted = await view(Visit, ['room']).withCount('guests').fromAll(loaded)

      assert.deepEqual(new Set(loaded.map(({ guests }) => guests.length)), new Set([0, 1, 2]))
      assert.deepEqual(
        counted.map((each) => each.guests_count),
        loaded.map(({ guests }) => guests.length),
      )
    })
  })
})

forEachDialect('a relation by another column than the key', (open) => {
  it('is loaded, counted and asked after from both sides', async () => {
    const database = await open()
    await createTables(database, Country, City, Flag)
    await withDatabase(database, async () => {
      await seed()

      const countries = await Country.with('cities')
        .with('flag')
        .withCount('cities')
        .orderBy('id')
        .all()
      const cities = await City.with('country').orderBy('id').all()
      const norwegian = City.query().whereHas('country', (all) => all.where('name', 'Norway'))

      assert.deepEqual(
        countries.map((country) => [country.cities_count, country.cities.length, country.flag?.id]),
        [
          [2, 2, 1],
          [0, 0, undefined],
        ],
      )
      assert.deepEqual(
        cities.map(({ country }) => country?.name),
        ['Norway', 'Norway', undefined],
      )
      assert.deepEqual(await norwegian.orderBy('id').pluck('name'), ['Oslo', 'Bergen'])
    })
  })

  it('is read again after the column has changed', async () => {
    const database = await open()
    await createTables(database, Country, City, Flag)
    await withDatabase(database, async () => {
      await seed()
      const country = await Country.by('code').find('no')
      const city = await City.query().with('country').firstOrFail()

      await country?.load(Country.cities)
      await country?.update({ code: 'nor' })
      await city.update({ country_code: null })

      assert.deepEqual(
        (await country?.load(Country.cities))?.map(({ name }) => name),
        ['Bergen'],
      )
      assert.equal(await city.load(City.country), null)
    })
  })
})

it('a relation needs a column that names one record', () => {
  class Loose extends Model('loose', { id: c.id(), country_name: c.text() }) {
    // @ts-expect-error: the name is not unique
    static country = belongsTo(() => Country, 'country_name', { key: 'name' })
  }

  assert.throws(() => Loose.query().whereHas('country'), { code: 'E_COLUMN_NOT_UNIQUE' })
})

async function seed(): Promise<void> {
  await Country.createMany([
    { code: 'no', name: 'Norway' },
    { code: 'se', name: 'Sweden' },
  ])
  await City.createMany([
    { name: 'Oslo', country_code: 'no' },
    { name: 'Bergen', country_code: 'no' },
    { name: 'Atlantis', country_code: null },
  ])
  await Flag.create({ country_code: 'no' })
}
