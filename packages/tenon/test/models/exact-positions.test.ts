import assert from 'node:assert/strict'
import { it } from 'node:test'
import { c, type Column, type CursorPage, Model } from 'tenon/models'
import { type Database, type Dialect, sql, withDatabase } from 'tenon/database'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'

/** A column as another program declared it, and the SQL of its value in row `n`. */
interface Declared {
  readonly column: Column<unknown, 'decimal' | 'notText'>
  readonly type: string
  readonly value: string
}

const moment = `timestamptz '2026-11-20 09:30:00Z' + n % 13 * interval '1 microsecond' + n % 5 * interval '1 millisecond'`
const beforeEpoch = `timestamptz '1931-11-20 09:30:00Z' - n % 7 * interval '1.5 microseconds'`
const text = (i: string) => `chr(97 + (${i}) % 5)`

const onPostgres: Readonly<Record<string, Declared>> = {
  timestamptz: { column: c.timestamp(), type: 'timestamptz', value: moment },
  'timestamptz, one moment': { column: c.timestamp(), type: 'timestamptz', value: 'now()' },
  'timestamptz before 1970': { column: c.timestamp(), type: 'timestamptz', value: beforeEpoch },
  'timestamptz(5)': { column: c.timestamp(), type: 'timestamptz(5)', value: moment },
  'timestamptz(4)': { column: c.timestamp(), type: 'timestamptz(4)', value: moment },
  'timestamptz(3)': { column: c.timestamp(), type: 'timestamptz(3)', value: moment },
  'timestamptz(0)': { column: c.timestamp(), type: 'timestamptz(0)', value: moment },
  timestamp: { column: c.timestamp(), type: 'timestamp', value: moment },
  'timestamp(3)': { column: c.timestamp(), type: 'timestamp(3)', value: moment },
  time: { column: c.time(), type: 'time', value: `(${moment})::time` },
  date: { column: c.date(), type: 'date', value: `date '2026-01-01' + n % 9` },
  smallint: { column: c.integer(), type: 'smallint', value: 'n % 7 - 3' },
  integer: { column: c.integer(), type: 'integer', value: 'n % 7 - 3' },
  bigint: { column: c.bigint(), type: 'bigint', value: '9007199254740990 + n % 7' },
  real: { column: c.real(), type: 'real', value: '(n % 7) / 10.0' },
  'double precision': { column: c.real(), type: 'double precision', value: '(n % 7) / 3.0' },
  numeric: { column: c.decimal(12, 4), type: 'numeric(12, 4)', value: '(n % 11) / 7.0' },
  text: { column: c.text(), type: 'text', value: text('n') },
  char: { column: c.text(), type: 'char(5)', value: text('n') },
  varchar: { column: c.text(), type: 'varchar(50)', value: text('n') },
  enum: { column: c.enum(['b', 'a', 'c']), type: 'mood', value: `('{b,a,c}'::mood[])[n % 3 + 1]` },
  boolean: { column: c.boolean(), type: 'boolean', value: 'n % 3 = 0' },
  uuid: { column: c.uuid(), type: 'uuid', value: `md5((n % 9)::text)::uuid` },
  inet: { column: c.text(), type: 'inet', value: `'10.0.0.0'::inet + n % 9` },
  interval: { column: c.text(), type: 'interval', value: `n % 9 * interval '1 day 2.5 hours'` },
  int4range: { column: c.text(), type: 'int4range', value: 'int4range(n % 5, n % 5 + n % 3 + 1)' },
  tstzrange: {
    column: c.text(),
    type: 'tstzrange',
    value: `tstzrange(${moment}, case when n % 2 = 0 then null else ${moment} + interval '1 day' end)`,
  },
  cidr: { column: c.text(), type: 'cidr', value: `set_masklen('10.0.0.0'::cidr, 8 + n % 3)` },
}

const onSqlite: Readonly<Record<string, Declared>> = {
  timestamp: { column: c.timestamp(), type: 'integer', value: '1763631000123 + n % 13' },
  date: { column: c.date(), type: 'text', value: `date('2026-01-01', (n % 9) || ' days')` },
  time: {
    column: c.time(),
    type: 'text',
    value: `printf('%02d:30:00', n % 5) || substr('.25', 1, n % 2 * 3)`,
  },
  integer: { column: c.integer(), type: 'integer', value: 'n % 7 - 3' },
  bigint: { column: c.bigint(), type: 'integer', value: '9007199254740990 + n % 7' },
  real: { column: c.real(), type: 'real', value: '(n % 7) / 3.0' },
  decimal: { column: c.decimal(12, 4), type: 'integer', value: 'n % 11 * 1234' },
  text: { column: c.text(), type: 'text', value: 'char(97 + n % 5)' },
  'text without case': {
    column: c.text(),
    type: 'text collate nocase',
    value: `char(65 + n % 2 * 32 + n % 5)`,
  },
  enum: { column: c.enum(['b', 'a', 'c']), type: 'text', value: `substr('bac', n % 3 + 1, 1)` },
  boolean: { column: c.boolean(), type: 'integer', value: 'n % 3 = 0' },
  uuid: {
    column: c.uuid(),
    type: 'text',
    value: `printf('%08x-0000-4000-8000-000000000000', n % 9)`,
  },
}

const declared: Readonly<Record<Dialect, Readonly<Record<string, Declared>>>> = {
  sqlite: onSqlite,
  postgres: onPostgres,
}

const COUNT = 60

const rowsOf: Readonly<Record<Dialect, string>> = {
  sqlite: `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${COUNT}) select n from n`,
  postgres: `select n from generate_series(1, ${COUNT}) n`,
}

/** The orders of each column, with the key after it in the same direction or the other one. */
const orders = [
  ['asc', 'asc'],
  ['asc', 'desc'],
  ['desc', 'asc'],
  ['desc', 'desc'],
] as const

forEachDialect('a column of another program', (open) => {
  for (const [name, { column, type, value }] of Object.entries(declared[open.dialect])) {
    it(`gives pages, batches and keys that agree with plain SQL: ${name}`, async () => {
      const database = await open()
      const { Entry, Keyed } = modelsOf(column)
      if (open.dialect === 'postgres')
        await database.script(`create type mood as enum ('b', 'a', 'c')`)
      await fill(
        database,
        'entries',
        `id integer primary key, value ${type}, other ${type} not null`,
        value,
      )
      await fill(
        database,
        'keyed',
        `id integer, value ${type}, other ${type} not null, primary key (other, id)`,
        value,
      )
      await withDatabase(database, async () => {
        for (const by of ['value', 'other'] as const) {
          for (const [direction, keyDirection] of orders) {
            const expected = await idsInOrder(database, by, direction, keyDirection)
            const query = Entry.orderBy(by, direction).orderByKey(keyDirection)
            await assertWalks(query, expected)
            const keyed = Keyed.orderBy(by, direction).orderBy('id', keyDirection)
            await assertWalks(keyed, expected)
          }
        }
        await assertFound({ Entry, Keyed }, database)
      })
    })
  }
})

forEachDialect('a column of our own', (open) => {
  it('stores moments in milliseconds, so that each is found again', async () => {
    class Event extends Model('events', { id: c.id(), at: c.timestamp().index() }) {}
    const database = await open()
    await createTables(database, Event)
    await withDatabase(database, async () => {
      const now = open.dialect === 'postgres' ? sql`clock_timestamp()` : sql`1763631000123`
      for (let i = 0; i < 9; i++) await database.query(sql`insert into events (at) values (${now})`)

      const events = await Event.orderBy('at').all()

      for (const { id, at } of events) {
        const found = [at, new Date(at)].map((each) => Event.where('at', each).where('id', id))
        const counts = await Promise.all(found.map((query) => query.count()))
        assert.deepEqual(counts, [1, 1], at.toJSON())
      }
    })
  })
})

onDialect('postgres', 'a moment with microseconds', (open) => {
  class Rental extends Model('rentals', { id: c.id(), at: c.timestamp() }) {}
  const withRental = async (body: (rental: Rental, database: Database) => Promise<void>) => {
    const database = await open()
    await database.script(`create table rentals (id serial primary key, at timestamptz not null);
      insert into rentals (at) values ('2026-11-20 09:30:00.123456+00'), ('2026-11-20 09:30:00.123999+00')`)
    await withDatabase(database, async () => body(await Rental.findOrFail(1), database))
  }

  it('is an ordinary date, whose copy has milliseconds', () =>
    withRental(async ({ at }) => {
      assert.deepEqual(at, new Date('2026-11-20T09:30:00.123Z'))
      assert.equal(JSON.stringify(at), '"2026-11-20T09:30:00.123Z"')
      assert.equal(await Rental.where('at', new Date(at)).count(), 0)
    }))

  it('is compared and written as it is in the row', () =>
    withRental(async (rental, database) => {
      const copy = await Rental.create({ at: rental.at })

      assert.equal(await Rental.where('at', rental.at).count(), 2)
      assert.equal(await Rental.where('at', '>', rental.at).count(), 1)
      assert.equal(await Rental.where('at', 'in', [rental.at]).count(), 2)
      assert.equal(await Rental.where('at', copy.at).count(), 2)
      assert.equal(await Rental.where(sql`at = ${rental.at}`).count(), 2)
      const [row] = await database.query<{ same: boolean }>(
        sql`select count(distinct at) = 1 as same from rentals where id <> 2`,
      )
      assert.equal(row?.same, true)
    }))

  it('is milliseconds in raw SQL, and the same as in a record among chosen columns', () =>
    withRental(async (rental) => {
      const [row] = await Rental.query()
        .select('at')
        .compute({ raw: sql<number>`at` })
        .orderBy('at')
        .all()

      assert.equal(row?.raw, rental.at.getTime())
      assert.equal(await Rental.where('at', row.at).count(), 1)
      assert.equal(
        await Rental.where('at', (await Rental.query().max('at')) ?? rental.at).count(),
        1,
      )
    }))

  it('forgets its microseconds when the date is set', () =>
    withRental(async (rental) => {
      rental.at.setTime(Date.parse('2026-11-20T09:30:00.124Z'))

      assert.equal(await Rental.where('at', '<', rental.at).count(), 2)
      assert.equal(await Rental.where('at', rental.at).count(), 0)
    }))

  it('is refused if it is infinity, which a date cannot be', () =>
    withRental(async (rental, database) => {
      await database.script(`update rentals set at = 'infinity'`)

      await assert.rejects(rental.refresh(), {
        code: 'E_COLUMN_STORED',
        message:
          'The column "at" holds Infinity, which a Date cannot be. Leave the column out of the model and read it as text: compute({ … }) with sql.',
      })
    }))
})

function modelsOf(column: Column<unknown, 'decimal' | 'notText'>) {
  const columns = { id: c.integer(), value: column.nullable(), other: column }
  class Entry extends Model('entries', { ...columns, id: c.id() }) {}
  class Keyed extends Model('keyed', columns, { primaryKey: ['other', 'id'] }) {}
  return { Entry, Keyed }
}

/** Every fourth row has null, and the values of both columns differ. */
async function fill(database: Database, table: string, columns: string, value: string) {
  const other = value.replaceAll(/\bn\b/g, '(n + 4)')
  await database.script(`create table ${table} (${columns});
    insert into ${table} (id, value, other)
    select n, case when n % 4 = 0 then null else ${value} end, ${other} from (${rowsOf[database.dialect]}) as numbers`)
}

async function idsInOrder(
  database: Database,
  by: string,
  direction: 'asc' | 'desc',
  keyDirection: 'asc' | 'desc',
): Promise<readonly number[]> {
  const { rows } = await database.execute({
    sql: `select id from entries order by ${by} ${direction} nulls ${direction === 'asc' ? 'last' : 'first'}, id ${keyDirection}`,
    parameters: [],
  })
  return rows.map(([id]) => Number(id))
}

async function assertWalks(query: Ordered, expected: readonly number[]): Promise<void> {
  const forwards = await walk(query, 'nextCursor')
  const last = forwards.at(-1)
  const backwards = await walk(query, 'previousCursor', last?.previousCursor)
  const batched: AnyRecord[] = []
  for await (const batch of query.batches(17)) {
    batched.push(...batch)
    assert.ok(batched.length <= expected.length, String(idsOf(batch)))
  }
  const single: AnyRecord[] = []
  for await (const record of query) single.push(record)

  assert.deepEqual(idsOf(forwards.flatMap(({ data }) => data)), expected)
  assert.deepEqual(
    idsOf([...backwards.toReversed(), last].flatMap((page) => page?.data ?? [])),
    expected,
  )
  assert.deepEqual(idsOf(batched), expected)
  assert.deepEqual(idsOf(single), expected)
}

interface AnyRecord {
  readonly id: number
}

/** What is read in the order of a query. */
interface Ordered {
  cursorPaginate(options: {
    perPage: number
    cursor?: string | null | undefined
  }): Promise<CursorPage<AnyRecord>>
  batches(size: number): AsyncIterable<AnyRecord[]>
  [Symbol.asyncIterator](): AsyncIterator<AnyRecord>
}

async function walk(
  query: Ordered,
  direction: 'nextCursor' | 'previousCursor',
  from?: string | null,
) {
  const pages: CursorPage<AnyRecord>[] = []
  let cursor = from
  do {
    const page = await query.cursorPaginate({ perPage: 7, cursor })
    pages.push(page)
    cursor = page[direction]
    assert.ok(pages.length <= COUNT)
  } while (cursor !== null)
  return pages
}

function idsOf(records: readonly AnyRecord[]): number[] {
  return records.map(({ id }) => id)
}

type Models = ReturnType<typeof modelsOf>

/** Each record is found by its values and by its key, which may have the column. */
async function assertFound({ Entry, Keyed }: Models, database: Database): Promise<void> {
  const { rows } = await database.execute({
    sql: 'select a.id, count(b.id) from entries a left join entries b on a.value = b.value group by a.id',
    parameters: [],
  })
  const counts = new Map(rows.map(([id, count]) => [Number(id), Number(count)]))
  for (const { id, value } of await Entry.all()) {
    if (value === null || value === undefined) continue
    assert.equal(await Entry.where('value', value).count(), counts.get(id))
    assert.equal(await Entry.where('value', 'in', [value]).count(), counts.get(id))
    assert.equal(await Entry.where('value', 'between', [value, value]).count(), counts.get(id))
  }
  for (const record of await Keyed.all()) {
    const key = { other: record.other, id: record.id }
    const id = (await Keyed.find(key))?.id
    const updated = (await record.update({ value: null })).value
    const stored = (await record.refresh()).value
    const outcome = [id, updated, stored, await record.delete()]
    assert.deepEqual(outcome, [record.id, null, null, true])
  }
  assert.equal(await Keyed.count(), 0)
}
