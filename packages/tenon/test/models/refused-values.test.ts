import assert from 'node:assert/strict'
import { it } from 'node:test'
import { c, Model } from 'tenon/models'
import {
  CheckViolation,
  type Database,
  InvalidValue,
  NumberOverflow,
  withDatabase,
} from 'tenon/database'
import { toPublicError } from 'tenon/errors'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'

class Member extends Model('members', {
  id: c.id(),
  name: c.text({ max: 5 }),
  floor: c.integer({ min: -2, max: 3 }),
  age: c.integer(),
}) {}

const table = `create table members (id integer primary key, name varchar(5), floor smallint, age integer,
  constraint members_age_check check (age >= 0))`

forEachDialect('a value that a column cannot hold', (open) => {
  const withMembers = async (body: (database: Database) => Promise<void>) => {
    const database = await open()
    await database.script(table)
    await withDatabase(database, () => body(database))
  }
  const member = { id: 1, name: 'Ada', floor: 0, age: 36 }

  it('is a 422 that names the column if the model knows the limits', () =>
    withMembers(async () => {
      await Member.create({ ...member, name: '😀😀😀😀😀', floor: -2 })

      await assert.rejects(Member.create({ ...member, name: 'Augusta' }), {
        status: 422,
        errors: { name: 'The name must be text of at most 5 characters' },
      })
      await assert.rejects(Member.create({ ...member, floor: 4 }), {
        status: 422,
        errors: { floor: 'The floor must be an integer between -2 and 3' },
      })
      assert.equal(await Member.where('name', 'contains', 'a text of any length').count(), 0)
    }))

  it('is a 422 that names the column of a check', () =>
    withMembers(async () => {
      const refused = await Member.create({ ...member, age: -1 }).catch((error: unknown) => error)

      assert.ok(refused instanceof CheckViolation)
      assert.deepEqual(refused.place, {
        table: 'members',
        columns: ['age'],
        constraint: 'members_age_check',
      })
      assert.deepEqual(toPublicError(refused), {
        status: 422,
        message: 'The given data was invalid',
        errors: { age: 'The age is not allowed' },
      })
    }))

  it('is refused when it is declared wrongly', () => {
    const error = { code: 'E_COLUMN_LIMITS' }
    assert.throws(() => c.text({ max: 0 }), error)
    assert.throws(() => c.text({ max: 1.5 }), error)
    assert.throws(() => c.integer({ min: 2, max: 1 }), error)
    assert.throws(() => c.integer({ min: 0, max: 2 ** 31 }), error)
  })
})

onDialect('postgres', 'a value that only the database refuses', (open) => {
  class Host extends Model('hosts', {
    id: c.id(),
    name: c.text(),
    floor: c.integer(),
    address: c.text(),
  }) {}

  it('is a 422 without the text of the database', async () => {
    const database = await open()
    await database.script(
      'create table hosts (id serial primary key, name varchar(5), floor smallint, address inet)',
    )
    await withDatabase(database, async () => {
      const host = { name: 'Ada', floor: 0, address: '::1' }
      const values = [{ name: 'Augusta' }, { address: 'nowhere' }, { floor: 40_000 }]
      for (const value of values) {
        const refused = await Host.create({ ...host, ...value }).catch((error: unknown) => error)

        assert.ok(refused instanceof InvalidValue || refused instanceof NumberOverflow)
        assert.deepEqual(toPublicError(refused), {
          status: 422,
          message: 'A value cannot be stored',
        })
      }
    })
  })
})
