import assert from 'node:assert/strict'
import { it } from 'node:test'
import { belongsTo, c, hasMany, Model } from 'tenon/models'
import { type Database, type Dialect, withDatabase } from 'tenon/database'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Thing extends Model('things', {
  id: c.bigId(),
  small: c.integer(),
  big: c.bigint(),
  single: c.real(),
  double: c.real(),
  price: c.decimal(10, 2),
  amount: c.text(),
  ok: c.boolean(),
  mood: c.enum(['sad', 'ok']),
  address: c.text(),
  network: c.text(),
  device: c.text(),
  code: c.text(),
  name: c.text(),
  email: c.text(),
  day: c.date(),
  hour: c.time(),
  at: c.timestamp(),
  local: c.timestamp(),
  uuid: c.uuid(),
  seal: c.bytes(),
  note: c.text(),
  old: c.json<readonly number[]>(),
  extra: c.json<readonly number[]>().nullable(),
}) {}

const tables: Readonly<Record<Dialect, string>> = {
  sqlite: `create table things (id integer primary key, small smallint, big bigint, single real,
    double double, price integer, amount text, ok boolean, mood varchar(5), address text,
    network text, device text, code char(3), name varchar(50), email text, day date, hour text,
    at integer, local integer, uuid char(36), seal blob, note text, old json, extra json)`,
  postgres: `create type mood as enum ('sad', 'ok');
    create domain email as text check (value like '%@%');
    create table things (id bigserial primary key, small smallint, big bigint, single real,
    double double precision, price numeric(10, 2), amount numeric, ok boolean, mood mood not null, address inet,
    network cidr, device macaddr, code char(3), name varchar(50), email email not null, day date, hour time,
    at timestamptz, local timestamp, uuid uuid, seal bytea, note xml, old json, extra jsonb)`,
}

const thing = (i: number) => ({
  id: BigInt(i),
  small: i % 100,
  big: 9_007_199_254_740_993n,
  single: 0.5,
  double: i / 3,
  price: '12.50',
  amount: '12.5',
  ok: i % 2 === 0,
  mood: i % 2 === 0 ? ('sad' as const) : ('ok' as const),
  address: '10.0.0.1',
  network: '10.0.0.0/8',
  device: '08:00:2b:01:02:03',
  code: 'abc',
  name: `"it's" {${i}}`,
  email: 'ada@example.com',
  day: '2026-11-20',
  hour: '09:30:00.123456',
  at: new Date('2026-11-20T09:30:00.123Z'),
  local: new Date('2026-11-20T09:30:00Z'),
  uuid: '00000000-0000-4000-8000-000000000000',
  seal: new Uint8Array([0, 1, 255]),
  note: '<a/>',
  old: [i],
  extra: i % 3 === 0 ? null : [i],
})

forEachDialect('columns of every type', (open) => {
  const withThings = async (body: (database: Database) => Promise<void>) => {
    const database = await open()
    await database.script(tables[open.dialect])
    await withDatabase(database, () => body(database))
  }

  for (const count of [1, 100, 10_000]) {
    it(`are created and upserted, ${count} at once`, () =>
      withThings(async () => {
        const things = Array.from({ length: count }, (_, i) => thing(i + 1))

        assert.equal(await Thing.createMany(things), count)
        const created = await Thing.findOrFail(BigInt(count))
        const upserted = things.map((each) => ({ ...each, mood: 'ok' as const, address: '::1' }))
        assert.equal(await Thing.upsert(upserted, { by: ['id'] }), count)

        assert.deepEqual(fieldsOf(created), thing(count))
        assert.deepEqual(fieldsOf(await created.refresh()), upserted.at(-1))
        assert.equal(await Thing.where('mood', 'ok').where('address', '::1').count(), count)
      }))
  }
})

const fieldsOf = (record: Thing) => Object.fromEntries(Object.entries(record))

class Shelf extends Model(
  'shelves',
  { mood: c.enum(['sad', 'ok']), at: c.timestamp(), name: c.text() },
  { primaryKey: ['mood', 'at'] },
) {
  static readonly books = hasMany(() => Book, ['shelf_mood', 'shelf_at'])
}
class Book extends Model('books', {
  id: c.id(),
  shelf_mood: c.enum(['sad', 'ok']),
  shelf_at: c.timestamp(),
}) {
  static readonly shelf = belongsTo(() => Shelf, ['shelf_mood', 'shelf_at'])
}

const shelves: Readonly<Record<Dialect, string>> = {
  sqlite: `create table shelves (mood text, at integer, name text, primary key (mood, at));
    create table books (id integer primary key, shelf_mood text, shelf_at integer);
    insert into shelves values ('ok', 123, 'first'), ('ok', 124, 'second');
    insert into books (shelf_mood, shelf_at) values ('ok', 123), ('ok', 124), ('ok', 124)`,
  postgres: `create type mood as enum ('sad', 'ok');
    create table shelves (mood mood, at timestamptz, name text, primary key (mood, at));
    create table books (id serial primary key, shelf_mood mood, shelf_at timestamptz);
    insert into shelves values ('ok', '2026-11-20 09:30:00.123456Z', 'first'), ('ok', '2026-11-20 09:30:00.123457Z', 'second');
    insert into books (shelf_mood, shelf_at) select mood, at from shelves;
    insert into books (shelf_mood, shelf_at) select mood, at from shelves where name = 'second'`,
}

forEachDialect('a relation by columns that only the database knows exactly', (open) => {
  it('is loaded from both sides', async () => {
    const database = await open()
    await database.script(shelves[open.dialect])
    await withDatabase(database, async () => {
      const all = await Shelf.with('books').orderBy('name').all()
      const books = await Book.with('shelf').orderByKey().all()

      assert.deepEqual(
        all.map((shelf) => [shelf.name, shelf.books.length]),
        [
          ['first', 1],
          ['second', 2],
        ],
      )
      assert.deepEqual(
        books.map(({ shelf }) => shelf?.name),
        ['first', 'second', 'second'],
      )
    })
  })
})
