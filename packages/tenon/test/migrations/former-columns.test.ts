import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { kyselyFor, UniqueViolation, withDatabase } from 'tenon/database'
import {
  addColumn,
  createMigrator,
  createMirror,
  createTable,
  fillMirror,
  migration,
  type MirrorValues,
  type Operation,
} from 'tenon/migrations'
import { c, Model, softDeletes, versions } from 'tenon/models'
import type { Columns } from '../../src/data/columns/column.ts'
import { checkDatabase } from '../../src/application/runtime/schema/check-database.ts'
import { findDrift, makeMigration } from '../../src/data/migrations/difference/make-migration.ts'
import type { ModelTable } from '../../src/data/migrations/difference/schema.ts'
import { loadMigrations } from '../../src/data/migrations/migration-source.ts'
import { forEachDialect, type OpenDatabase } from '../support/for-each-dialect.ts'

class Team extends Model('teams', { id: c.id(), name: c.text() }) {}

const same = {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  ...softDeletes(),
  ...versions(),
}

/** The version that runs. */
class Old extends Model(
  'tickets',
  {
    ...same,
    title: c.text(),
    code: c.text().unique(),
    note: c.text().nullable().index(),
    secret: c.text().default('none').hidden(),
    stars: c.integer().default(0),
  },
  { search: ['title'] },
) {}

const renamed = {
  ...same,
  subject: c.text().was('title'),
  handle: c.text().unique().was('code'),
  remark: c.text().nullable().index().was('note'),
  token: c.text().default('none').hidden().was('secret'),
  rating: c.integer().default(0).was('stars'),
}

/** The version that is deployed beside it. */
class New extends Model('tickets', renamed, { search: ['subject'] }) {}

/** The version after that. */
class Last extends Model(
  'tickets',
  {
    ...same,
    subject: c.text(),
    handle: c.text().unique(),
    remark: c.text().nullable().index(),
    token: c.text().default('none').hidden(),
    rating: c.integer().default(0),
  },
  { search: ['subject'] },
) {}

forEachDialect('a column that was another one', (open) => {
  it('has what the version before writes, whichever way it does', async () => {
    await using rolling = await roll(open)
    await withDatabase(rolling.database, async () => {
      const { team } = rolling
      const created = await Old.of(team).create({ title: 'one', code: 'a' })
      await created.update({ title: 'two' })
      await Old.of(team).createMany([{ title: 'three', code: 'b', stars: 3 }])
      await Old.of(team).where('code', '=', 'b').update({ note: 'noted', secret: 'known' })
      await Old.of(team).upsert([{ title: 'four', code: 'b' }], { by: ['code'] })

      const records = await New.of(team).orderBy('subject', 'desc').all()

      assert.deepEqual(
        records.map(({ subject, handle, remark, rating }) => [subject, handle, remark, rating]),
        [
          ['two', 'a', null, 0],
          ['four', 'b', 'noted', 3],
          ['earlier', 'z', null, 4],
        ],
      )
      assert.equal(await New.of(team).where('token', '=', 'known').count(), 1)
      assert.deepEqual(await searched(rolling, 'two'), ['two', 'two'])
      assert.deepEqual(await searched(rolling, 'three'), [])
    })
  })

  it('is read by the version before, whichever way it is written', async () => {
    await using rolling = await roll(open)
    await withDatabase(rolling.database, async () => {
      const { team } = rolling
      const created = await New.of(team).create({ subject: 'one', handle: 'a', remark: 'noted' })
      await created.update({ subject: 'two', remark: null })
      await New.of(team).createMany([{ subject: 'three', handle: 'b' }])
      await New.of(team).where('handle', '=', 'b').update({ rating: 5, token: 'known' })
      const [{ subject } = { subject: '' }] = await New.of(team).upsert(
        [{ subject: 'four', handle: 'b', rating: 6 }],
        { by: ['handle'], returning: ['subject'] },
      )
      await kyselyFor({ New })()
        .updateTable('tickets')
        .set({ remark: 'raw' })
        .where('handle', '=', 'b')
        .execute()
      await New.of(team).where('handle', '=', 'z').delete()

      const records = await Old.of(team).withDeleted().orderBy('title', 'desc').all()

      assert.equal(subject, 'four')
      assert.deepEqual(
        records.map(({ title, code, note, stars }) => [title, code, note, stars]),
        [
          ['two', 'a', null, 0],
          ['four', 'b', 'raw', 6],
          ['earlier', 'z', null, 4],
        ],
      )
      assert.deepEqual(await searched(rolling, 'two'), ['two', 'two'])
      assert.deepEqual(await searched(rolling, 'one'), [])
    })
  })

  it('has the default of its model, and lets neither version store a value twice', async () => {
    await using rolling = await roll(open)
    await withDatabase(rolling.database, async () => {
      const { team } = rolling
      await New.of(team).create({ subject: 'one', handle: 'a' })
      await Old.of(team).create({ title: 'two', code: 'b' })

      assert.equal(await Old.of(team).where('secret', '=', 'none').count(), 3)
      assert.equal(await New.of(team).where('token', '=', 'none').count(), 3)
      await assert.rejects(Old.of(team).create({ title: '', code: 'a' }), UniqueViolation)
      await assert.rejects(New.of(team).create({ subject: '', handle: 'b' }), UniqueViolation)
    })
  })

  it('stands alone after a migration that is safe once its version was deployed, and can be undone', async () => {
    await using rolling = await roll(open)
    const { database, team } = rolling
    assert.deepEqual(await rolling.check(Team, New), [])

    await rolling.make('contract', Team, Last)
    const afterwards = await rolling.check(Team, Last)
    await withDatabase(database, async () => {
      await Last.of(team).create({ subject: 'last', handle: 'l' })
      await assert.rejects(Old.of(team).all())
    })
    await rolling.rollBack()

    assert.deepEqual(afterwards, [])
    assert.deepEqual(await rolling.checkDatabase(Team, New), [])
    await withDatabase(database, async () => {
      await Old.of(team).create({ title: 'again', code: 'g' })
      const titles = (await Old.of(team).orderBy('title').all()).map(({ title }) => title)
      const subjects = (await New.of(team).orderBy('subject').all()).map((each) => each.subject)
      assert.deepEqual(titles, ['again', 'earlier', 'last'])
      assert.deepEqual(subjects, titles)
    })
  })
})

class Before extends Model('people', {
  id: c.id(),
  name: c.text(),
  price: c.decimal(8, 2).default('0.00'),
  state: c.text(),
}) {}

class After extends Model(
  'people',
  {
    id: c.id(),
    first_name: c.text().was('name'),
    last_name: c.text().was('name'),
    euros: c.integer().was('price'),
    level: c.enum(['low', 'high']).was('state'),
  },
  {
    retired: {
      name: c.text().nullable(),
      price: c.decimal(8, 2).default('0.00'),
      state: c.text().nullable(),
    },
  },
) {}

const euros = {
  to: {
    euros: { sqlite: 'cast(round(price / 100.0) as integer)', postgres: 'round(price)::integer' },
  },
  back: { sqlite: 'euros * 100', postgres: 'euros' },
}
const level = {
  to: { level: "case when state in ('low', 'high') then state else 'low' end" },
  back: 'level',
}
const names = {
  to: {
    first_name: {
      sqlite: "substr(name, 1, instr(name || ' ', ' ') - 1)",
      postgres: "split_part(name, ' ', 1)",
    },
    last_name: {
      sqlite: "trim(substr(name, instr(name || ' ', ' ') + 1))",
      postgres: "trim(substr(name, length(split_part(name, ' ', 1)) + 2))",
    },
  },
  back: "first_name || ' ' || last_name",
}

forEachDialect('columns whose values are computed from others', (open) => {
  it('keep what each version has written, even if the other cannot say it', async () => {
    const database = await open()
    await database.script(peopleSql[database.dialect])
    await createMigrator(database, [
      { name: '2030_01_01_000001_a', migration: migration(mirrored(createMirror)) },
      { name: '2030_01_01_000002_b', migration: migration(filled('name', names)) },
      { name: '2030_01_01_000003_c', migration: migration(filled('price', euros)) },
      { name: '2030_01_01_000004_d', migration: migration(filled('state', level)) },
    ]).migrate()

    await withDatabase(database, async () => {
      const old = await Before.create({ name: 'Ada  King', price: '1.40', state: 'odd' })
      await old.update({ price: '2.60' })
      const added = await After.create({
        first_name: 'Ada Maria',
        last_name: 'King',
        euros: 7,
        level: 'high',
      })
      await added.update({ euros: 8 })
      const before = await Before.orderBy('id').all()
      const after = await After.orderBy('id').all()

      assert.deepEqual(
        before.map(({ name, price, state }) => [name, price, state]),
        [
          ['Grace Hopper', '3.20', 'low'],
          ['Ada  King', '2.60', 'odd'],
          ['Ada Maria King', '8.00', 'high'],
        ],
      )
      assert.deepEqual(
        after.map((each) => [each.first_name, each.last_name, each.euros, each.level]),
        [
          ['Grace', 'Hopper', 3, 'low'],
          ['Ada', 'King', 3, 'low'],
          ['Ada Maria', 'King', 8, 'high'],
        ],
      )
    })
  })

  it('get SQL from make:migration that splits a text and casts a number', async () => {
    await using rolling = await roll(open)
    await rolling.make('create people', Team, New, Before)
    await withDatabase(rolling.database, () =>
      Before.create({ name: 'Grace Brewster Hopper', price: '3.00', state: 'odd' }),
    )

    await rolling.make('people', Team, New, Halves)

    assert.deepEqual(await rolling.check(Team, New, Halves), [])
    await withDatabase(rolling.database, async () => {
      await Before.create({ name: 'Ada', price: '2.00', state: 'high' })
      const people = await Halves.orderBy('id').all()
      assert.deepEqual(
        people.map((each) => [each.first_name, each.last_name, each.level]),
        [
          ['Grace', 'Brewster Hopper', 'low'],
          ['Ada', '', 'high'],
        ],
      )
    })
  })
})

class Halves extends Model(
  'people',
  {
    id: c.id(),
    first_name: c.text().was('name'),
    last_name: c.text().was('name'),
    price: c.decimal(8, 2).default('0.00'),
    level: c.enum(['low', 'high']).was('state'),
  },
  { retired: { name: c.text().nullable(), state: c.text().nullable() } },
) {}

describe('a column with was()', () => {
  it('is refused if two versions could not work side by side', () => {
    const id = c.id()
    const title = c.text()
    const declare = (columns: Columns) => () => Model<string, Columns>('tickets', columns)

    assert.throws(declare({ id, title, subject: c.text().was('title') }), {
      code: 'E_COLUMN_WAS',
      message: /^The column "tickets"\."subject" was "title", but "title" is still a column/,
    })
    assert.throws(declare({ id, one: title.was('title'), two: title.was('title') }), {
      code: 'E_COLUMN_WAS',
      message: /Declare "title" as it is in the table: { retired: { title: … } }/,
    })
    assert.throws(declare({ id: c.id().was('key') }), /identifies records/)
    assert.throws(
      declare({ id, subject: c.text().nullable().default('').was('title') }),
      /nullable\(\) and has a default/,
    )
    assert.throws(
      declare({ id, subject: c.text().defaultSql({ sqlite: "''", postgres: "''" }).was('title') }),
      /the database computes it/,
    )
  })
})

forEachDialect('migrate:fresh', (open) => {
  it('also drops what keeps two columns the same', async () => {
    const database = await open()
    const people = migration([
      createTable('people', {
        id: c.id(),
        name: c.text().nullable(),
        price: c.integer().nullable(),
        state: c.text().nullable(),
      }),
      ...mirrored(createMirror),
    ])
    const migrator = createMigrator(database, [{ name: '2030_01_01_000001_a', migration: people }])
    await migrator.migrate()

    await migrator.fresh()

    assert.deepEqual(await migrator.pending(), [])
  })
})

const peopleSql = {
  sqlite: `create table people (id integer primary key, name text, price integer default 0, state text);
    insert into people (name, price, state) values ('Grace Hopper', 320, 'low')`,
  postgres: `create table people (id serial primary key, name text, price numeric(8, 2) default 0, state text);
    insert into people (name, price, state) values ('Grace Hopper', 3.20, 'low')`,
}

function mirrored(create: typeof createMirror): readonly Operation[] {
  return [
    addColumn('people', 'first_name', c.text().nullable()),
    addColumn('people', 'last_name', c.text().nullable()),
    addColumn('people', 'euros', c.integer().nullable()),
    addColumn('people', 'level', c.text().nullable()),
    create('people', 'name', names),
    create('people', 'price', euros),
    create('people', 'state', level),
  ]
}

function filled(from: string, values: MirrorValues): readonly Operation[] {
  return [fillMirror('people', from, values)]
}

/** The titles and the subjects that a search finds. */
async function searched({ team }: Rolling, word: string): Promise<readonly string[]> {
  const old = await Old.of(team).whereSearch(word).all()
  const found = await New.of(team).whereSearch(word).all()
  return [...old.map(({ title }) => title), ...found.map(({ subject }) => subject)]
}

interface Rolling extends AsyncDisposable {
  readonly database: Awaited<ReturnType<OpenDatabase>>
  readonly team: Team
  make(name: string, ...models: readonly ModelTable[]): Promise<void>
  rollBack(): Promise<void>
  /** What differs between models, migrations and database. */
  check(...models: readonly ModelTable[]): Promise<readonly unknown[]>
  /** What differs between models and database. */
  checkDatabase(...models: readonly ModelTable[]): Promise<readonly unknown[]>
}

/** A database with a row of the old version, and the schema that the new one needs. */
async function roll(open: OpenDatabase): Promise<Rolling> {
  const root = mkdtempSync(join(tmpdir(), 'tenon-former-'))
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(join(import.meta.dirname, '../..'), join(root, 'node_modules/tenon'))
  const folder = join(root, 'migrations')
  const snapshot = join(root, 'schema.json')
  const database = await open()
  const make: Rolling['make'] = async (name, ...models) => {
    await makeMigration({ models, folder, snapshot, name })
    await createMigrator(database, await loadMigrations(folder)).migrate()
  }
  const compare: Rolling['checkDatabase'] = async (...models) =>
    (await checkDatabase({ models, folder, snapshot }, database)).differences
  await make('create', Team, Old)
  const team = await withDatabase(database, async () => {
    const saved = await Team.create({ name: 'one' })
    await Old.of(saved).create({ title: 'earlier', code: 'z', stars: 4 })
    return saved
  })
  await make('rename', Team, New)
  return {
    database,
    team,
    make,
    check: async (...models) => [
      ...(await findDrift({ models, folder, snapshot })),
      ...(await compare(...models)),
    ],
    checkDatabase: compare,
    async rollBack() {
      await createMigrator(database, await loadMigrations(folder)).rollback()
    },
    [Symbol.asyncDispose]: async () => rmSync(root, { recursive: true }),
  }
}
