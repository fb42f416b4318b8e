import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { it } from 'node:test'
import { c, Model } from 'tenon/models'
import {
  CheckViolation,
  type Database,
  currentDatabase,
  InvalidValue,
  sql,
  withDatabase,
} from 'tenon/database'
import { toPublicError } from 'tenon/errors'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'

class Member extends Model('members', {
  id: c.id(),
  name: c.text({ max: 5 }),
  floor: c.integer({ min: -2, max: 3 }),
  age: c.integer().nullable(),
  weight: c.integer().nullable(),
}) {}

const table = `create table members (id integer primary key, name varchar(5), floor smallint,
  age integer not null, weight integer check (weight > 0),
  constraint "no, thanks" check (age >= 0 and 'floor (' <> ''),
  constraint grown check (age < 10 or weight > 20))`

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
        errors: { name: 'The name must have at most 5 characters' },
      })
      await assert.rejects(Member.create({ ...member, floor: 4 }), {
        status: 422,
        errors: { floor: 'The floor must be between -2 and 3' },
      })
      assert.equal(await Member.where('name', 'contains', 'a text of any length').count(), 0)
    }))

  it('is a 422 that names the column of a check, whatever its name', () =>
    withMembers(async () => {
      const refused = await refusalOf(() => Member.create({ ...member, age: -1 }))
      const unnamed = await refusalOf(() => Member.create({ ...member, age: 5, weight: 0 }))

      assert.ok(refused instanceof CheckViolation)
      assert.deepEqual(refused.place, {
        table: 'members',
        columns: ['age'],
        constraint: 'no, thanks',
      })
      assert.deepEqual(toPublicError(refused), {
        status: 422,
        message: 'The given data was invalid',
        errors: { age: 'The age is not allowed' },
      })
      assert.deepEqual(toPublicError(unnamed).errors, { weight: 'The weight is not allowed' })
    }))

  it('is a 422 that names all columns of a check', () =>
    withMembers(async () => {
      const refused = await refusalOf(() => Member.create({ ...member, age: 12, weight: 5 }))

      const message = 'The age and weight are not allowed together'
      assert.deepEqual(toPublicError(refused).errors, { age: message, weight: message })
    }))

  it('names the column also after a transaction, or one inside of it, was rolled back', () =>
    withMembers(async (database) => {
      const create = () => Member.create({ ...member, age: -1 })
      const outer = await refusalOf(() => database.transaction(create))
      const inner = await database.transaction(async () => {
        const refused = await refusalOf(() => database.transaction(create))
        await Member.create(member)
        return refused
      })

      for (const refused of [outer, inner]) {
        assert.deepEqual(
          toPublicError(refused).errors,
          { age: 'The age is not allowed' },
          String(refused),
        )
      }
      assert.equal(await Member.count(), 1)
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
    alias: c.text(),
    floor: c.integer(),
    price: c.decimal(10, 2),
    address: c.text(),
    open: c.text(),
    floors: c.text(),
    port: c.integer(),
  }) {}

  const table = `create domain port as integer constraint positive check (value > 0);
    create table hosts (id serial primary key, name varchar(5), alias varchar(5), floor smallint,
      price numeric(4, 2), address inet, open interval, floors int4range, port port)`
  const place = { address: '::1', open: '2 hours', floors: '[1,3)' }
  const host = { name: 'Ada', alias: 'Ada', floor: 0, price: '1.00', port: 80, ...place }

  const withHosts = async (body: () => Promise<void>) => {
    const database = await open()
    await database.script(table)
    await withDatabase(database, body)
  }

  it('is a 422 that names the column, but not what the database said', () =>
    withHosts(async () => {
      const created = await Host.create(host)
      const told = async (values: Partial<typeof host>) => {
        const inserted = await refusalOf(() => Host.create({ ...host, ...values }))
        const updated = await refusalOf(() => created.update(values))
        assert.ok(inserted instanceof Error)
        assert.deepEqual(toPublicError(inserted), toPublicError(updated))
        return toPublicError(inserted).errors
      }

      assert.deepEqual(await told({ alias: 'Augusta' }), { alias: 'The alias is not allowed' })
      assert.deepEqual(await told({ address: 'nowhere' }), {
        address: 'The address is not a valid inet',
      })
      assert.deepEqual(await told({ open: 'soon' }), { open: 'The open is not a valid interval' })
      assert.deepEqual(await told({ open: '999999999999999 years' }), {
        open: 'The open is not allowed',
      })
      assert.deepEqual(await told({ floors: '1 to 3' }), {
        floors: 'The floors is not a valid int4range',
      })
      // PostgreSQL does not say which value that was.
      assert.deepEqual(await told({ floors: '[3,1)' }), { _: 'A value cannot be stored' })
      assert.deepEqual(await told({ floor: 40_000 }), { floor: 'The floor is not allowed' })
      assert.deepEqual(await told({ price: '100.00' }), { price: 'The price is not allowed' })
      assert.deepEqual(await told({ port: 0 }), { port: 'The port is not allowed' })
    }))

  it('is a 422 if its text is too long for an index', () =>
    withHosts(async () => {
      class Page extends Model('pages', { id: c.id(), path: c.text(), body: c.text() }) {}
      const pages = `create table pages (id serial primary key, path text, body text);
        create unique index on pages (path, body);
        create index on pages using gin (to_tsvector('simple', body))`
      await currentDatabase().script(pages)
      const words = Array.from({ length: 150_000 }, (_, i) => i.toString(36)).join(' ')
      // Texts that PostgreSQL cannot compress.
      const digits = (seed: string) =>
        createHash('shake256', { outputLength: 2000 }).update(seed).digest('hex')

      const searched = await refusalOf(() => Page.create({ path: '/', body: words }))
      const indexed = await refusalOf(() => Page.create({ path: digits('a'), body: digits('b') }))

      for (const [what, refused] of Object.entries({ searched, indexed })) {
        assert.ok(refused instanceof InvalidValue, what)
        assert.equal(toPublicError(refused).status, 422, what)
      }
    }))

  it('names all columns that may be meant if their values do not tell', () =>
    withHosts(async () => {
      const statement = sql`insert into hosts (name, alias) values (upper(${'Ada'}), upper(${'Augusta'}))`
      const refused = await refusalOf(() => currentDatabase().query(statement))

      const message = 'The name or alias is not allowed'
      assert.deepEqual(toPublicError(refused).errors, { name: message, alias: message })
    }))

  it('is a 422 about the whole if a condition has it', () =>
    withHosts(async () => {
      const refused = await refusalOf(() => Host.where('address', 'nowhere').first())

      assert.ok(refused instanceof InvalidValue)
      assert.deepEqual(toPublicError(refused).errors, { _: 'A value cannot be stored' })
    }))
})

async function refusalOf(write: () => Promise<unknown>): Promise<unknown> {
  const [outcome] = await Promise.allSettled([write()])
  return outcome.status === 'rejected' ? outcome.reason : undefined
}
