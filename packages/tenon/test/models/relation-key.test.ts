import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'
import { createTables } from '../support/create-tables.ts'
import { belongsTo, c, hasMany, hasOne, Model, view } from '../../src/models.ts'
import { audited } from '../../src/audit.ts'
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

class Seat extends Model(
  'seats',
  { hall: c.text({ max: 3 }), kind: c.enum(['gallery', 'stalls']), price: c.integer() },
  { primaryKey: ['hall', 'kind'] },
) {
  static tickets = hasMany(() => Ticket, ['hall', 'kind'])
}

class Ticket extends Model('tickets', { id: c.id(), hall: c.text(), kind: c.text() }) {
  static seat = belongsTo(() => Seat, ['hall', 'kind'])
}

const seatAudit = audited(Seat)

forEachDialect(
  'a relation by values that another program has stored and the model would not write',
  (open) => {
    const withSeats = async (body: () => Promise<void>) => {
      const database = await open()
      await createTables(database, Seat, Ticket)
      await withDatabase(database, async () => {
        const check =
          open.dialect === 'sqlite'
            ? 'pragma ignore_check_constraints = on'
            : 'alter table seats drop constraint seats_kind_check'
        await database.script(check)
        await database.script(`insert into seats (hall, kind, price) values ('north', 'box', 10)`)
        await Ticket.createMany([
          { hall: 'north', kind: 'box' },
          { hall: 'north', kind: 'stalls' },
        ])
        await body()
      })
    }

    it('is loaded from both sides, also of a record', () =>
      withSeats(async () => {
        const seats = await Seat.with('tickets').all()
        const tickets = await Ticket.with('seat').orderBy('id').all()

        assert.deepEqual(
          seats.map((seat) => seat.tickets.map(({ id }) => id)),
          [[1]],
        )
        assert.deepEqual(
          tickets.map(({ seat }) => seat?.price),
          [10, undefined],
        )
        assert.equal((await tickets[0]?.load(Ticket.seat))?.price, 10)
      }))

    it('does not keep the record from being refreshed, updated and deleted', () =>
      withSeats(async () => {
        const [seat] = await Seat.all()
        assert.ok(seat)

        await Seat.query().update({ price: 11 })
        assert.equal((await seat.refresh()).price, 11)
        await seat.update({ price: 12 })
        assert.equal(await Seat.query().sum('price'), 12)
        assert.equal(await seat.delete(), true)
        assert.equal(await Seat.count(), 0)
      }))

    it('is counted for records that a view shows', () =>
      withSeats(async () => {
        const counted = await view(Seat, ['kind'])
          .withCount('tickets')
          .fromAll(await Seat.all())

        assert.deepEqual(counted, [{ kind: 'box', tickets_count: 1 }])
      }))

    it('does not keep an audited model from a write of many records', () =>
      withSeats(async () => {
        const [seat] = await Seat.all()

        await Seat.where('price', 10).update({ price: 12 })

        assert.ok(seat)
        const [entry] = await seatAudit.of(seat)
        assert.deepEqual(entry?.changes, { price: { from: 10, to: 12 } })
      }))

    it('is loaded by a moment after the year 9999', async () => {
      const database = await open()
      await createTables(database, Slot, Booking)
      await withDatabase(database, async () => {
        const at = open.dialect === 'sqlite' ? '253402300800000' : `'10000-01-01Z'`
        await database.script(
          `insert into slots (at) values (${at}); insert into bookings (slot_at) values (${at})`,
        )

        const [slot] = await Slot.with('bookings').all()
        const [booking] = await Booking.with('slot').all()

        assert.deepEqual(
          slot?.bookings.map(({ id }) => id),
          [1],
        )
        assert.equal(booking?.slot?.id, 1)
      })
    })
  },
)

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

onDialect('sqlite', 'a record whose key is a text, but not a UUID', (open) => {
  it('is refreshed, updated and deleted', async () => {
    class Device extends Model('devices', { id: c.uuidId(), name: c.text() }) {}
    const database = await open()
    await createTables(database, Device)
    await database.script(`insert into devices (id, name) values ('printer-1', 'Printer')`)
    await withDatabase(database, async () => {
      const device = await Device.query().firstOrFail()

      await Device.query().update({ name: 'Scanner' })
      assert.equal((await device.refresh()).name, 'Scanner')
      await device.update({ name: 'Copier' })
      assert.equal(await device.delete(), true)
      await assert.rejects(device.refresh(), { name: 'NotFound' })
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
