import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'
import { readIndexes } from '../../src/data/migrations/sql/catalog.ts'
import { Model } from '../../src/models.ts'
import { sql, withDatabase } from '../../src/database.ts'
import {
  addColumn,
  alterColumn,
  c,
  createIndex,
  createMigrator,
  createTable,
  findDrift,
  makeMigration,
  migration,
  type Operation,
} from '../../src/migrations.ts'

const token = c.text().defaultSql({ sqlite: `'t' || (1 + 1)`, postgres: `'t' || (1 + 1)` })
const total = c.integer().generated({ sqlite: 'price * count', postgres: 'price * count' })
const sum = c.integer().generated({ sqlite: 'price + count', postgres: 'price + count' })

class Line extends Model('lines', {
  id: c.id(),
  price: c.integer(),
  total,
  count: c.integer(),
  token,
}) {}

const createLines = createTable('lines', Line.columns)

forEachDialect('a column whose value the database computes', (open) => {
  const withLines = async (body: () => Promise<void>) => {
    const database = await open()
    await createMigrator(database, [step(1, [createLines])]).migrate()
    await withDatabase(database, body)
  }

  it('is read back by create, and computed again by update', () =>
    withLines(async () => {
      const line = await Line.create({ price: 3, count: 2 })
      const own = await Line.create({ price: 1, count: 1, token: 'own' })

      assert.deepEqual([line.id, line.total, line.token, own.token], [1, 6, 't2', 'own'])
      assert.equal((await line.update({ count: 5 })).total, 15)
      assert.equal((await Line.where('total', '>', 10).first())?.id, line.id)
    }))

  it('is computed for each of many rows, including those that set it', () =>
    withLines(async () => {
      const rows = [
        { price: 1, count: 1 },
        { price: 2, count: 2, token: 'own' },
        { price: 3, count: 3 },
      ]

      assert.equal(await Line.createMany(rows), 3)

      const lines = await Line.orderBy('price').all()
      assert.deepEqual(
        lines.map((line) => [line.total, line.token]),
        [
          [1, 't2'],
          [4, 'own'],
          [9, 't2'],
        ],
      )
    }))

  it('cannot be written if it is generated', () =>
    withLines(async () => {
      const line = await Line.create({ price: 1, count: 1 })
      const refused = { code: 'E_COLUMN_GENERATED' }

      // @ts-expect-error -- generated
      await assert.rejects(async () => Line.create({ price: 1, count: 1, total: 5 }), refused)
      // @ts-expect-error -- generated
      await assert.rejects(line.update({ total: 5 }), refused)
    }))

  it('can be added to a table with rows, and removed', async () => {
    const database = await open()
    const migrator = createMigrator(database, [
      step(1, [createTable('lines', { id: c.id(), price: c.integer(), count: c.integer() })]),
      step(2, [addColumn('lines', 'total', total), addColumn('lines', 'token', token)]),
    ])
    await createMigrator(database, [
      step(1, [createTable('lines', { id: c.id(), price: c.integer(), count: c.integer() })]),
    ]).migrate()
    await database.script('insert into lines (price, count) values (2, 4)')

    await migrator.migrate()

    assert.deepEqual(await database.query(sql`select total, token from lines`), [
      { total: 8, token: 't2' },
    ])
    await migrator.rollback({ step: 1 })
    assert.deepEqual(await database.query(sql`select * from lines`), [
      { id: 1, price: 2, count: 4 },
    ])
  })

  it('can be computed otherwise, as another type, and keeps its indexes and constraints', async () => {
    const database = await open()
    const text = { sqlite: 'price || count', postgres: 'price::text || count::text' }
    const other = c.text().generated(text)
    const migrator = createMigrator(database, [
      step(1, [createTable('lines', { ...Line.columns, total: total.unique() })]),
      step(2, [
        createIndex('lines', [], {
          name: 'per_total',
          unique: true,
          expressions: ['price'],
          where: `total is not null`,
        }),
      ]),
      step(3, [
        alterColumn('lines', 'total', { from: total.unique(), to: total.unique().index() }),
      ]),
      step(4, [alterColumn('lines', 'total', { from: total.unique().index(), to: sum.unique() })]),
      step(5, [
        alterColumn('lines', 'total', { from: sum.unique(), to: other.nullable().index() }),
      ]),
    ])
    await createMigrator(database, [
      step(1, [createTable('lines', { ...Line.columns, total: total.unique() })]),
    ]).migrate()
    await database.script('insert into lines (price, count) values (2, 4)')
    const values = () => database.query<{ total: unknown }>(sql`select total from lines`)

    await migrator.migrate()
    const after = await values()
    await migrator.rollback({ step: 1 })
    const before = await values()

    assert.deepEqual([before, after], [[{ total: 6 }], [{ total: '24' }]])
    await assert.rejects(database.script('insert into lines (price, count) values (1, 5)'))
    await assert.rejects(database.script('insert into lines (price, count) values (2, 9)'))
    await migrator.rollback({ step: 3 })
    assert.deepEqual(await values(), [{ total: 8 }])
  })

  it('keeps its indexes and constraints if a column that it uses gets another type', async () => {
    const database = await open()
    const twice = c.integer().generated({ sqlite: 'price + price', postgres: 'price + price' })
    const columns = { ...Line.columns, total: total.unique(), twice: twice.nullable().index() }
    const create = step(1, [createTable('lines', columns)])
    const migrator = createMigrator(database, [
      create,
      step(2, [createIndex('lines', ['total', 'twice'])]),
      step(3, [alterColumn('lines', 'price', { from: c.integer(), to: c.bigint() })]),
    ])
    await createMigrator(database, [create]).migrate()
    await database.script('insert into lines (price, count) values (2, 4)')
    const read = async () => ({
      rows: await database.query(sql`select total, twice from lines`),
      indexes: (await readIndexes(database, 'lines')).map(({ name }) => name),
    })

    await migrator.migrate()
    const after = await read()
    await migrator.rollback({ step: 1 })

    assert.deepEqual(after.rows, [{ total: 8, twice: 4 }])
    assert.ok(after.indexes.includes('lines_total_twice_index'), after.indexes.join())
    assert.deepEqual(await read(), after)
    await assert.rejects(database.script('insert into lines (price, count) values (1, 8)'))
    await assert.rejects(database.script('insert into lines (count) values (8)'))
  })

  it('can change its default, but not become generated or stop being so', async () => {
    const database = await open()
    const constant = c.text().default('constant')
    const migrator = createMigrator(database, [
      step(1, [createLines]),
      step(2, [alterColumn('lines', 'token', { from: token, to: constant })]),
      step(3, [alterColumn('lines', 'total', { from: total, to: c.integer() })]),
    ])

    await assert.rejects(migrator.migrate(), { message: /_step" failed.*Drop the column/ })

    await database.script('insert into lines (price, count) values (2, 4)')
    assert.deepEqual(await database.query(sql`select token from lines`), [{ token: 'constant' }])
  })
})

forEachDialect('the month of a date', (open) => {
  it('can be a column that the database computes', async () => {
    const month = c.date().nullable().generated({
      sqlite: `date("issued_on", 'start of month')`,
      postgres: `date_trunc('month', "issued_on"::timestamp)::date`,
    })
    class Invoice extends Model('invoices', { id: c.id(), issued_on: c.date(), month }) {}
    const database = await open()
    await createMigrator(database, [step(1, [createTable('invoices', Invoice.columns)])]).migrate()

    await withDatabase(database, async () => {
      const invoice = await Invoice.create({ issued_on: '2026-11-20' })

      assert.equal(invoice.month, '2026-11-01')
    })
  })
})

onDialect('postgres', 'the month of a date', (open) => {
  it('is refused with the cure if it would depend on the time zone', async () => {
    const month = c.date().nullable().generated({
      sqlite: `date("issued_on", 'start of month')`,
      postgres: `date_trunc('month', "issued_on")::date`,
    })
    const database = await open()
    const create = createTable('invoices', { id: c.id(), issued_on: c.date(), month })

    await assert.rejects(createMigrator(database, [step(1, [create])]).migrate(), {
      message: /is not immutable\. It would depend on the time zone .*::timestamp after a date$/m,
    })
  })
})

describe('make:migration with computed columns', () => {
  it('finds no difference afterwards', async () => {
    const root = mkdtempSync(join(tmpdir(), 'tenon-computed-'))
    mkdirSync(join(root, 'node_modules'))
    symlinkSync(join(import.meta.dirname, '../..'), join(root, 'node_modules/tenon'))
    const sources = {
      models: [Line],
      folder: join(root, 'migrations'),
      snapshot: join(root, 'schema.json'),
    }

    await makeMigration({ ...sources, name: 'create lines' })
    const drift = await findDrift(sources)
    rmSync(sources.snapshot)
    const driftWithoutSnapshot = await findDrift(sources)

    rmSync(root, { recursive: true })
    assert.deepEqual([drift, driftWithoutSnapshot], [[], []])
  })
})

function step(number: number, operations: readonly Operation[]) {
  return { name: `2026_11_20_00000${number}_step`, migration: migration(operations) }
}
