import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { createTables } from '../support/create-tables.ts'
import { belongsTo, c, hasMany, hasOne, Model } from '../../src/models.ts'
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
