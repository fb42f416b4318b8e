import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { CheckViolation, type Database, sql, withDatabase } from '../../src/database.ts'
import { type Column, type ColumnTrait, Model } from '../../src/models.ts'
import {
  addColumn,
  alterColumn,
  c,
  createMigrator,
  createTable,
  findDrift,
  makeMigration,
  migration,
  type Operation,
  renameColumn,
  renameTable,
} from '../../src/migrations.ts'

forEachDialect('a migration of column types', (open) => {
  it('changes the digits of a decimal, rounding half away from zero, and back', async () => {
    const database = await open()
    const cents = c.decimal(10, 2)
    const tenths = c.decimal(10, 1)
    class Price extends Model('prices', { id: c.id(), amount: cents }) {}
    class RoundPrice extends Model('prices', { id: c.id(), amount: tenths }) {}
    const create = createTable('prices', { id: c.id(), amount: cents })
    const change = alterColumn('prices', 'amount', { from: cents, to: tenths })
    await migrateAll(database, [[create]])

    await withDatabase(database, async () => {
      await Price.createMany([{ amount: '-1.25' }, { amount: '1.25' }, { amount: '1.99' }])
      const migrator = await migrateAll(database, [[create], [change]])
      const rounded = await RoundPrice.orderBy('id').all()
      await migrator.rollback({ step: 1 })
      const back = await Price.orderBy('id').all()

      assert.deepEqual(amountsOf(rounded), ['-1.3', '1.3', '2.0'])
      assert.deepEqual(amountsOf(back), ['-1.30', '1.30', '2.00'])
    })
  })

  it('keeps a column of another program whose name every object has a member of', async () => {
    const database = await open()
    const create = createTable('cars', { id: c.id(), title: c.text() })
    await migrateAll(database, [[create]])
    await database.script(`alter table cars add column "constructor" text`)
    await database.script(`insert into cars (title, "constructor") values ('5', 'Lotus')`)

    const change = alterColumn('cars', 'title', { from: c.text(), to: c.integer() })
    await migrateAll(database, [[create], [change]])

    assert.deepEqual(await database.query(sql`select title, "constructor" from cars`), [
      { title: 5, constructor: 'Lotus' },
    ])
  })

  it('changes the values of an enum, even after its table and column were renamed', async () => {
    const database = await open()
    const before = c.enum(['open', 'paid'])
    await migrateAll(database, [
      [createTable('bills', { id: c.id(), state: before })],
      [renameTable('bills', 'invoices'), renameColumn('invoices', 'state', 'status')],
      [alterColumn('invoices', 'status', { from: before, to: c.enum(['open', 'void']) })],
      [alterColumn('invoices', 'status', { from: c.enum(['open', 'void']), to: c.text() })],
      [alterColumn('invoices', 'status', { from: c.text(), to: c.enum(['open', 'late']) })],
    ])

    await database.script(`insert into invoices (status) values ('late')`)
    await assert.rejects(
      database.script(`insert into invoices (status) values ('paid')`),
      CheckViolation,
    )
  })

  it('rejects text that is not in the list of an enum', async () => {
    const database = await open()
    const before = c.enum(['open', 'paid', 'late'])
    const change = { from: before, to: c.enum(['open', 'void']) }
    const create = createTable('bills', { id: c.id(), state: before })
    await migrateAll(database, [[create]])
    await database.script(`insert into bills (state) values ('open'), ('paid'), ('late')`)

    const migrating = migrateAll(database, [[create], [alterColumn('bills', 'state', change)]])

    const message =
      database.dialect === 'sqlite'
        ? /"bills"\."state" cannot become one of "open", "void": 2 rows have a value that does not fit, such as "(?:paid|late)"/
        : /bills_state_check/
    await assert.rejects(migrating, { name: 'MigrationFailed', message })
  })

  it('adds columns whose defaults are dates, bytes, decimals and values of an enum', async () => {
    const database = await open()
    await migrateAll(database, [
      [createTable('notes', { id: c.id() })],
      [
        addColumn('notes', 'due_on', c.date().default('2026-11-20')),
        addColumn('notes', 'opens_at', c.time().default('09:30')),
        addColumn('notes', 'seal', c.bytes().default(new Uint8Array([7, 255]))),
        addColumn('notes', 'amount', c.decimal(4, 2).default('1.5')),
        addColumn('notes', 'state', c.enum(["it's", 'b']).default("it's")),
      ],
    ])
    await database.script('insert into notes (id) values (1)')

    const [note] = await database.query<{ seal: Uint8Array }>(
      sql`select due_on, opens_at, seal, cast(amount as text) as amount, state from notes`,
    )

    const amount = open.dialect === 'sqlite' ? '150' : '1.50'
    assert.partialDeepStrictEqual(note, {
      due_on: '2026-11-20',
      opens_at: '09:30:00',
      amount,
      state: "it's",
    })
    assert.deepEqual([...(note?.seal ?? [])], [7, 255])
  })

  it('changes text to times and back, and refuses other text', async () => {
    const database = await open()
    const create = createTable('shops', { id: c.id(), opens_at: c.text() })
    const change = alterColumn('shops', 'opens_at', { from: c.text(), to: c.time() })
    await migrateAll(database, [[create]])
    await database.script(`insert into shops (opens_at) values ('09:30:00')`)

    const migrator = await migrateAll(database, [[create], [change]])
    await assert.rejects(database.script(`insert into shops (opens_at) values ('noon')`))
    await migrator.rollback({ step: 1 })
    await database.script(`insert into shops (opens_at) values ('noon')`)

    await assert.rejects(migrator.migrate(), { name: 'MigrationFailed' })
    assert.deepEqual(await database.query(sql`select opens_at from shops order by id`), [
      { opens_at: '09:30:00' },
      { opens_at: 'noon' },
    ])
  })

  it('rejects text that cannot become an integer', async () => {
    const database = await open()
    const change = { from: c.text(), to: c.integer() }
    const create = createTable('notes', { id: c.id(), size: c.text() })
    await migrateAll(database, [[create]])
    await database.script(`insert into notes (size) values (' 12 '), ('-3')`)

    const migrator = await migrateAll(database, [[create], [alterColumn('notes', 'size', change)]])
    assert.deepEqual(await database.query(sql`select size from notes order by size`), [
      { size: -3 },
      { size: 12 },
    ])

    await migrator.rollback({ step: 1 })
    await database.script(`insert into notes (size) values ('abc')`)
    await assert.rejects(migrator.migrate(), { name: 'MigrationFailed', message: /"abc"/ })
    await database.script(`delete from notes; insert into notes (size) values ('2147483648')`)
    await assert.rejects(migrator.migrate(), { name: 'MigrationFailed' })
    await database.script(`delete from notes; insert into notes (size) values ('1.5')`)
    await assert.rejects(migrator.migrate(), { name: 'MigrationFailed', message: /"1.5"/ })
  })
})

type AnyColumn = Column<unknown, ColumnTrait>

/** What texts become in columns of other types, and which texts cannot. */
const conversions: readonly {
  readonly to: AnyColumn
  readonly texts: readonly string[]
  readonly values: readonly unknown[]
  readonly refused: readonly string[]
}[] = [
  {
    to: c.timestamp(),
    texts: [
      '2026-11-20',
      ' 2026-11-20 09:30:00.125',
      '2026-11-20T09:30:00+02:00',
      '0001-01-01T00:00Z',
    ],
    values: [
      new Date('2026-11-20T00:00:00Z'),
      new Date('2026-11-20T09:30:00.125Z'),
      new Date('2026-11-20T07:30:00Z'),
      new Date('0001-01-01T00:00:00Z'),
    ],
    refused: ['soon', '', '2026-02-30', '2026-11-20 soon'],
  },
  {
    to: c.date(),
    texts: ['2026-11-20', ' 2026-11-20 23:30:00 ', '2026-11-20T23:30:00Z'],
    values: ['2026-11-20', '2026-11-20', '2026-11-20'],
    refused: ['soon', '', '2026-02-30'],
  },
  {
    to: c.time(),
    texts: ['09:30', ' 09:30:15', '09:30:15.500', '09:30:15.000'],
    values: ['09:30:00', '09:30:15', '09:30:15.5', '09:30:15'],
    refused: ['soon', '', '25:00'],
  },
  {
    to: c.boolean(),
    texts: ['t', 'FALSE', ' 1 ', 'off'],
    values: [true, false, true, false],
    refused: ['2', '', 'maybe'],
  },
  {
    to: c.json(),
    texts: ['{"a":1}', '[true]', '"text"'],
    values: [{ a: 1 }, [true], 'text'],
    refused: ['{', '', 'text'],
  },
  {
    to: c.real(),
    texts: ['1.5', ' -2e3 ', '007'],
    values: [1.5, -2000, 7],
    refused: ['1,5', '', '1e999'],
  },
  {
    to: c.uuid(),
    texts: ['0197A1B2-0000-7000-8000-00000000000A'],
    values: ['0197a1b2-0000-7000-8000-00000000000a'],
    refused: ['0197a1b2', ''],
  },
  {
    to: c.bytes(),
    texts: ['abc', String.raw`\x0102`],
    values: [new Uint8Array([97, 98, 99]), new Uint8Array([1, 2])],
    refused: [String.raw`\x0`],
  },
]

/** What values become in a column of another type. */
const others: readonly {
  readonly from: AnyColumn
  readonly to: AnyColumn
  readonly values: readonly unknown[]
  readonly became: readonly unknown[]
}[] = [
  { from: c.boolean(), to: c.text(), values: [true, false], became: ['true', 'false'] },
  { from: c.integer(), to: c.boolean(), values: [0, 5], became: [false, true] },
  {
    from: c.real(),
    to: c.integer(),
    values: [1.75, -2.25, 0.5, 1.5, 2.5, -1.5, -2.5, 123_456_789.4],
    became: [2, -2, 0, 2, 2, -2, -2, 123_456_789],
  },
  {
    from: c.timestamp(),
    to: c.date(),
    values: [new Date('2026-11-20T23:30:00.999Z')],
    became: ['2026-11-20'],
  },
  {
    from: c.date(),
    to: c.timestamp(),
    values: ['2026-11-20'],
    became: [new Date('2026-11-20T00:00:00Z')],
  },
  {
    from: c.bytes(),
    to: c.text(),
    values: [new Uint8Array([97, 255])],
    became: [String.raw`\x61ff`],
  },
]

/** Numbers that fit into the other type, what they become there, and numbers that do not fit. */
const numbers: readonly {
  readonly from: AnyColumn
  readonly to: AnyColumn
  readonly fits: readonly unknown[]
  readonly became: readonly unknown[]
  readonly refused: readonly unknown[]
}[] = [
  {
    from: c.decimal(18, 0),
    to: c.decimal(18, 4),
    fits: ['99999999999999', '-99999999999999'],
    became: ['99999999999999.0000', '-99999999999999.0000'],
    refused: ['100000000000000', '-123456789012345678'],
  },
  {
    from: c.decimal(18, 2),
    to: c.decimal(5, 1),
    fits: ['9999.94', '-9999.94'],
    became: ['9999.9', '-9999.9'],
    refused: ['9999.95', '-9999.95', '9999999999999999.99'],
  },
  {
    from: c.decimal(10, 2),
    to: c.decimal(4, 2),
    fits: ['99.99', '-99.99'],
    became: ['99.99', '-99.99'],
    refused: ['100.00', '-100.00'],
  },
  {
    from: c.integer(),
    to: c.decimal(5, 2),
    fits: [999, -999],
    became: ['999.00', '-999.00'],
    refused: [1000, -1000],
  },
  {
    from: c.decimal(12, 1),
    to: c.integer(),
    fits: ['2147483647.4', '-2147483648.4'],
    became: [2147483647, -2147483648],
    refused: ['2147483647.5', '-2147483648.5'],
  },
  {
    from: c.bigint(),
    to: c.integer(),
    fits: [2147483647n, -2147483648n],
    became: [2147483647, -2147483648],
    refused: [2147483648n, -2147483649n],
  },
  { from: c.real(), to: c.integer(), fits: [1.75], became: [2], refused: [3e9, -1e300] },
  { from: c.real(), to: c.bigint(), fits: [-1.75], became: [-2n], refused: [1e19] },
]

forEachDialect('a migration that changes the type of a column', (open) => {
  const create = (column: AnyColumn) => createTable('notes', { id: c.id(), value: column })
  const change = (from: AnyColumn, to: AnyColumn) => alterColumn('notes', 'value', { from, to })
  const values = async (column: AnyColumn): Promise<unknown[]> => {
    class Note extends Model('notes', { id: c.id(), value: column as Column<string> }) {}
    return (await Note.orderBy('id').all()).map(({ value }) => value)
  }

  const unlike: readonly (readonly [AnyColumn, AnyColumn])[] = [
    [c.integer(), c.timestamp()],
    [c.uuid(), c.integer()],
    [c.boolean(), c.bigint()],
    [c.bigint(), c.boolean()],
    [c.json(), c.timestamp()],
  ]
  for (const [from, to] of unlike) {
    it(`refuses to make ${to.definition.type} of ${from.definition.type}`, async () => {
      const database = await open()
      const migrating = migrateAll(database, [[create(from)], [change(from, to)]])

      await assert.rejects(migrating, { name: 'MigrationFailed', message: /cannot (?:be|cast)/ })
    })
  }

  for (const { to, texts, values: expected, refused } of conversions) {
    const { type } = to.definition
    const text = c.text().nullable()

    it(`makes each text a value of ${type}, and back`, async () => {
      class Note extends Model('notes', { id: c.id(), value: text }) {}
      const database = await open()
      await migrateAll(database, [[create(text)]])
      await withDatabase(database, async () => {
        await Note.createMany([...texts, null].map((value) => ({ value })))
        const migrator = await migrateAll(database, [[create(text)], [change(text, to.nullable())]])
        assert.deepEqual(await values(to.nullable()), [...expected, null])

        await migrator.rollback({ step: 1 })
        await migrator.migrate()
        assert.deepEqual(await values(to.nullable()), [...expected, null])
      })
    })

    it(`changes nothing if a text is none of ${type}`, async () => {
      class Note extends Model('notes', { id: c.id(), value: text }) {}
      for (const wrong of refused) {
        const database = await open()
        await migrateAll(database, [[create(text)]])
        await withDatabase(database, async () => {
          await Note.createMany([{ value: texts[0] }, { value: wrong }, { value: wrong }])
          const migrated = migrateAll(database, [[create(text)], [change(text, to.nullable())]])
          const message =
            open.dialect === 'postgres' ? /./ : /2 rows have a value that does not fit, such as/
          await assert.rejects(migrated, { name: 'MigrationFailed', message }, `for "${wrong}"`)
          assert.deepEqual(await values(text), [texts[0], wrong, wrong], wrong)
        })
      }
    })
  }

  for (const { from, to, fits, became, refused } of numbers) {
    const name = `${nameOf(from)} to ${nameOf(to)}`

    it(`changes ${name}, and nothing if a number does not fit`, async () => {
      class Note extends Model('notes', { id: c.id(), value: from as Column<unknown> }) {}
      for (const wrong of refused) {
        const database = await open()
        await migrateAll(database, [[create(from)]])
        await withDatabase(database, async () => {
          await Note.createMany([...fits, wrong].map((value) => ({ value })))
          const migrated = migrateAll(database, [[create(from)], [change(from, to)]])
          const message =
            open.dialect === 'postgres' ? /./ : /: 1 row has a value that does not fit/
          await assert.rejects(
            migrated,
            { name: 'MigrationFailed', message },
            `for ${String(wrong)}`,
          )
          assert.deepEqual(await values(from), [...fits, wrong], String(wrong))

          await database.script(`delete from notes where id = ${fits.length + 1}`)
          await migrateAll(database, [[create(from)], [change(from, to)]])
          assert.deepEqual(await values(to), became, String(wrong))
        })
      }
    })
  }

  for (const { from, to, values: given, became } of others) {
    it(`makes ${to.definition.type} of ${from.definition.type}`, async () => {
      class Note extends Model('notes', { id: c.id(), value: from as Column<unknown> }) {}
      const database = await open()
      await migrateAll(database, [[create(from)]])
      await withDatabase(database, async () => {
        await Note.createMany(given.map((value) => ({ value })))
        await migrateAll(database, [[create(from)], [change(from, to)]])
        assert.deepEqual(await values(to), became)
      })
    })
  }
})

describe('make:migration', () => {
  it('writes column types as they were declared, and finds no difference afterwards', async () => {
    class Invoice extends Model('invoices', {
      id: c.id(),
      amount: c.decimal(10, 2).default('1.50'),
      due_on: c.date(),
      opens_at: c.time().nullable().default('09:30'),
      seal: c.bytes().default(new Uint8Array([1, 2])),
      state: c.enum(['open', "it's"]).default('open'),
    }) {}
    const root = await mkdtemp(join(tmpdir(), 'tenon-types-'))
    mkdirSync(join(root, 'node_modules'))
    symlinkSync(join(import.meta.dirname, '../..'), join(root, 'node_modules/tenon'))
    const folder = join(root, 'migrations')
    const sources = { models: [Invoice], folder, snapshot: join(root, 'schema.json') }

    const made = await makeMigration({ ...sources, name: 'create invoices' })

    const text = readFileSync(made?.path ?? '', 'utf8')
    const drift = await findDrift(sources)
    rmSync(root, { recursive: true })
    assert.match(text, /amount: c\.decimal\(10, 2\)\.default\('1\.50'\),/)
    assert.match(text, /due_on: c\.date\(\),/)
    assert.match(text, /opens_at: c\.time\(\)\.nullable\(\)\.default\('09:30'\),/)
    assert.match(text, /seal: c\.bytes\(\)\.default\(new Uint8Array\(\[1, 2\]\)\),/)
    assert.match(text, /state: c\.enum\(\['open', "it's"\]\)\.default\('open'\),/)
    assert.deepEqual(drift, [])
  })
})

function nameOf({ definition }: AnyColumn): string {
  const { type, digits } = definition
  return digits === undefined ? type : `${type}(${digits.precision}, ${digits.scale})`
}

function amountsOf(prices: readonly { readonly amount: string }[]): string[] {
  return prices.map(({ amount }) => amount)
}

async function migrateAll(database: Database, steps: readonly (readonly Operation[])[]) {
  const migrations = steps.map((operations, i) => ({
    name: `2026_11_20_${String(i + 1).padStart(6, '0')}_step`,
    migration: migration(operations),
  }))
  const migrator = createMigrator(database, migrations)
  await migrator.migrate()
  return migrator
}
