import assert from 'node:assert/strict'
import { it } from 'node:test'
import { UniqueViolation, withDatabase } from 'tenon/database'
import { c, manyToMany, Model } from 'tenon/models'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Play extends Model('plays', { id: c.id() }) {
  static guests = manyToMany(() => Guest, {
    through: () => Place,
    local: 'play_id',
    target: 'guest_id',
  })
}

class Guest extends Model('guests', { id: c.id() }) {}

class Place extends Model(
  'places',
  { play_id: c.integer(), guest_id: c.integer(), seat: c.integer().unique() },
  { primaryKey: ['play_id', 'guest_id'] },
) {}

forEachDialect('a pair whose further column must be unique', (open) => {
  const withGuests = async (body: (play: Play, ada: Guest, bob: Guest) => Promise<void>) => {
    const database = await open()
    await createTables(database, Play, Guest, Place)
    await withDatabase(database, async () => {
      await body(await Play.create({}), await Guest.create({}), await Guest.create({}))
    })
  }

  it('is refused with an error if another pair has the value', () =>
    withGuests(async (play, ada, bob) => {
      await play.attach(Play.guests, [ada.id], { seat: 7 })

      await assert.rejects(play.attach(Play.guests, [bob.id], { seat: 7 }), UniqueViolation)
      await assert.rejects(play.sync(Play.guests, [ada.id, bob.id], { seat: 7 }), UniqueViolation)

      assert.deepEqual(await Place.query().pluck('guest_id'), [ada.id])
    }))

  it('is not added without the other pairs of the same call', () =>
    withGuests(async (play, ada, bob) => {
      await assert.rejects(play.attach(Play.guests, [ada.id, bob.id], { seat: 7 }), UniqueViolation)

      assert.equal(await Place.query().count(), 0)
    }))

  it('is left as it is if it exists', () =>
    withGuests(async (play, ada, bob) => {
      await play.attach(Play.guests, [ada.id], { seat: 7 })

      assert.equal(await play.attach(Play.guests, [ada.id, bob.id], { seat: 8 }), 1)

      assert.deepEqual(await Place.query().orderByKey().pluck('seat'), [7, 8])
    }))

  it('is added once by calls at the same time', () =>
    withGuests(async (play, ada) => {
      const calls = Array.from({ length: 4 }, () => play.attach(Play.guests, [ada.id], { seat: 7 }))

      const added = await Promise.allSettled(calls)

      assert.deepEqual(
        added.map(({ status }) => status),
        ['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'],
      )
      assert.equal(await Place.query().count(), 1)
    }))
})
