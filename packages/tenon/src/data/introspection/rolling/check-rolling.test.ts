import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect, onDialect } from '../../../../test/support/for-each-dialect.ts'
import { c } from '../../columns/columns.ts'
import type { Column, ColumnTrait } from '../../columns/column.ts'
import type { Database } from '../../database/database.ts'
import { sql as sqlText } from '../../database/sql.ts'
import { searchIndexName } from '../../queries/search.ts'
import type { ModelTable } from '../../migrations/difference/schema.ts'
import { migration } from '../../migrations/migration.ts'
import { createMigrator } from '../../migrations/migrator.ts'
import { describeOperation, type Operation } from '../../migrations/operation.ts'
import {
  addColumn,
  addForeignKey,
  alterColumn,
  createIndex,
  createTable,
  dropColumn,
  dropForeignKey,
  dropIndex,
  dropTable,
  execute,
  renameColumn,
  renameTable,
} from '../../migrations/operations.ts'
import { createSearchIndex, dropSearchIndex } from '../../migrations/search-index.ts'
import type { RollingVerdictKind } from './judge-operation.ts'
import { checkRolling } from './check-rolling.ts'
import { recordRunningModels, type UsedColumns } from './running-models.ts'

const team = { id: c.id(), name: c.text() }
const ticket = {
  id: c.id(),
  title: c.text(),
  slug: c.text().unique(),
  code: c.text().nullable(),
  state: c.enum(['open', 'closed']).default('open'),
  stars: c.integer().default(0),
  label: c.text().generated({ sqlite: 'lower(title)', postgres: 'lower(title)' }),
  price: c.decimal(10, 2).nullable(),
  note: c.text().nullable().index(),
  team_id: c.integer().nullable().references('teams.id'),
  group_id: c.integer().nullable(),
}
const legacy = c.text().nullable()
const old = ['title', 'legacy']
const shelf = { id: c.id(), label: c.text() }

/** What the version before the running one has left: `tickets.legacy` and `shelves` have no model now. */
const deployed = [
  createTable('teams', team),
  createTable('tickets', { ...ticket, legacy }),
  createTable('shelves', shelf),
  createTable('visits', { id: c.id(), path: c.text() }),
  createIndex('tickets', ['title', 'stars']),
  createIndex('tickets', ['title', 'slug'], { unique: true }),
  createSearchIndex('tickets', ['title', 'code']),
]

const models = (columns: typeof ticket | (typeof ticket & { legacy: typeof legacy })) => [
  { table: 'teams', columns: team },
  { table: 'tickets', columns },
]

type Case = readonly [
  operations: readonly Operation[],
  onSqlite: RollingVerdictKind,
  onPostgres?: RollingVerdictKind,
]

const alter = (
  name: keyof typeof ticket,
  to: Column<unknown, ColumnTrait>,
): readonly Operation[] => [alterColumn('tickets', name, { from: ticket[name], to })]
const add = (column: Column<unknown, ColumnTrait>): Operation =>
  addColumn('tickets', 'extra', column)
const sql = (text: string): Operation => execute({ sqlite: text, postgres: text }, none)
const none = { sqlite: '', postgres: '' }
const lower = { sqlite: 'lower(title)', postgres: 'lower(title)' }
const upper = { sqlite: 'upper(title)', postgres: 'upper(title)' }
const random = { sqlite: 'hex(randomblob(8))', postgres: 'md5(random()::text)' }
const later = { concurrently: true }

// oxfmt-ignore
const cases: readonly Case[] = [
  // Tables
  [[createTable('labels', { id: c.id(), name: c.text().unique() })], 'safe'],
  [[createTable('labels', { id: c.id(), ticket_id: c.integer().references('tickets.id') })], 'safe'],
  [[createTable('labels', { id: c.id() }), dropTable('labels', { id: c.id() })], 'safe'],
  [[createTable('labels', { id: c.id() }), renameTable('labels', 'tags')], 'safe'],
  [[createTable('labels', { id: c.id() }), addColumn('labels', 'name', c.text())], 'safe'],
  [[createTable('labels', { id: c.id(), name: c.text() }), createIndex('labels', 'name', { unique: true })], 'safe'],
  [[dropTable('tickets', ticket)], 'breaks'],
  [[dropTable('visits', { id: c.id(), path: c.text() })], 'breaks'],
  [[dropTable('shelves', shelf)], 'safe'],
  [[renameTable('teams', 'groups')], 'breaks'],
  [[renameTable('visits', 'views')], 'breaks'],
  [[renameTable('shelves', 'racks')], 'safe'],

  // New columns
  [[add(c.text().nullable())], 'safe'],
  [[add(c.text().default('none'))], 'safe'],
  [[add(c.boolean().default(false))], 'safe'],
  [[add(c.integer().nullable().references('teams.id'))], 'safe'],
  [[add(c.enum(['low', 'high']).default('low'))], 'safe', 'locks'],
  [[add(c.text().nullable().index())], 'safe', 'locks'],
  [[add(c.text().nullable().unique())], 'safe', 'locks'],
  [[add(c.text().generated(lower))], 'safe', 'locks'],
  [[add(c.text().nullable()), createIndex('tickets', 'extra', { unique: true })], 'safe', 'locks'],
  [[add(c.text().nullable()), createIndex('tickets', ['title', 'extra'], { unique: true })], 'safe', 'locks'],
  [[add(c.text().nullable()), dropColumn('tickets', 'extra', c.text().nullable())], 'safe'],
  [[add(c.text().nullable()), renameColumn('tickets', 'extra', 'more')], 'safe'],
  [[addColumn('shelves', 'height', c.integer().default(1))], 'safe'],

  // New columns that rows of the running version cannot fill
  [[sql('delete from tickets'), add(c.text())], 'breaks'],
  [[sql('delete from tickets'), add(c.text().unique())], 'breaks'],
  [[sql('delete from tickets'), add(c.integer().references('teams.id'))], 'breaks'],
  [[sql('delete from tickets'), add(c.text().default('none').unique())], 'breaks'],
  [[add(c.text().default('none')), createIndex('tickets', 'extra', { unique: true, name: 'once' })], 'breaks'],

  // Columns that go or move
  [[dropColumn('tickets', 'note', ticket.note)], 'breaks'],
  [[dropColumn('tickets', 'stars', ticket.stars)], 'breaks'],
  [[dropColumn('visits', 'path', c.text())], 'breaks'],
  [[dropColumn('tickets', 'legacy', legacy)], 'safe'],
  [[dropColumn('shelves', 'label', c.text())], 'safe'],
  [[renameColumn('tickets', 'note', 'remark')], 'breaks'],
  [[renameColumn('visits', 'path', 'url')], 'breaks'],
  [[renameColumn('tickets', 'legacy', 'ancient')], 'safe'],

  // Changed columns
  [alter('title', c.text().nullable()), 'safe'],
  [[sql("update tickets set note = ''"), ...alter('note', c.text().index())], 'breaks'],
  [[sql("update tickets set code = ''"), ...alter('code', c.text().default('none'))], 'breaks'],
  [alter('stars', c.integer().default(5)), 'safe'],
  [alter('label', c.text().generated(upper)), 'safe', 'locks'],
  [alter('stars', c.integer()), 'breaks'],
  [alter('state', c.enum(['open', 'closed'])), 'breaks'],
  [alter('stars', c.text().default('0')), 'breaks'],
  [alter('price', c.decimal(12, 2).nullable()), 'safe'],
  [alter('price', c.decimal(10, 3).nullable()), 'breaks'],
  [alter('state', c.enum(['open', 'closed', 'spam']).default('open')), 'safe', 'locks'],
  [alter('state', c.enum(['open']).default('open')), 'breaks'],
  [alter('state', c.text().default('open')), 'safe'],
  [alter('code', c.text().nullable().unique()), 'breaks'],
  [alter('slug', c.text()), 'breaks'],
  [alter('slug', c.text().unique({ caseInsensitive: true })), 'breaks'],
  [[addColumn('tickets', 'deleted_at', c.timestamp().nullable()), ...alter('slug', c.text().unique({ ignoreDeleted: true }))], 'breaks'],
  [alter('code', c.text().nullable().index()), 'safe', 'locks'],
  [alter('note', c.text().nullable()), 'safe'],
  [alter('group_id', c.integer().nullable().references('teams.id')), 'safe', 'locks'],
  [alter('team_id', c.integer().nullable()), 'safe'],
  [[alterColumn('tickets', 'legacy', { from: legacy, to: c.integer().nullable() })], 'safe', 'locks'],

  // Indexes and keys
  [[createIndex('tickets', 'code')], 'safe', 'locks'],
  [[createIndex('tickets', 'code', later)], 'safe'],
  [[createIndex('tickets', 'stars', { unique: true })], 'breaks'],
  [[createIndex('tickets', 'stars', { ...later, unique: true })], 'breaks'],
  [[createIndex('shelves', 'label', { unique: true })], 'safe'],
  [[dropIndex('tickets', ['title', 'stars'])], 'safe'],
  [[dropIndex('tickets', ['title', 'slug'], { unique: true })], 'breaks'],
  [[addForeignKey('tickets', 'group_id', 'teams.id')], 'safe', 'locks'],
  [[dropForeignKey('tickets', 'team_id', 'teams.id')], 'safe'],
  [[createSearchIndex('tickets', ['note'])], 'safe', 'locks'],
  [[dropSearchIndex('tickets', ['title', 'code'])], 'breaks', 'safe'],
  [[createSearchIndex('tickets', old), dropSearchIndex('tickets', old)], 'safe', 'locks'],

  // Own SQL
  [[sql("update tickets set code = 'x'")], 'unknown'],
  [[execute({ sqlite: '', postgres: "comment on table tickets is 'x'" }, none)], 'safe', 'unknown'],
  [[add(c.text().defaultSql(random))], 'safe', 'locks'],
]

/** What the running version still does, whatever its models are. */
const running = [
  'select id, title, slug, code, state, stars, price, note, team_id, group_id from tickets where id = 0',
  "insert into tickets (title, slug) values ('same', 'short-1'), ('same', 'short-2')",
  `insert into tickets (title, slug, code, state, stars, price, note, team_id, group_id)
    values ('same', 'long-1', 'c', 'closed', 1, null, null, null, null),
      ('same', 'long-2', 'c', 'closed', 1, null, null, null, null)`,
  "insert into tickets (title, slug, code) values ('other', 'short-1', null) on conflict (slug) do update set title = excluded.title",
  "insert into tickets (title, slug) values ('same', 'long-2') on conflict (title, slug) do update set stars = 9",
  'update tickets set code = null, note = null',
  "update tickets set state = 'closed'",
  'select name from teams',
  'select path from visits',
]

forEachDialect('the check of pending migrations', (open) => {
  it('knows at least 60 kinds of changes', () => {
    assert.ok(cases.length >= 60)
  })

  it('finds nothing to break in a database that no version has migrated', async () => {
    const database = await open()
    const create = { sqlite: 'create table old (id int)', postgres: 'create table old (id int)' }
    const operations = [execute(create, none), dropTable('old', { id: c.integer() })]
    const first = { name: '2030_01_01_000001_first', migration: migration(operations) }

    const judged = await checkRolling(database, [first])

    assert.deepEqual(
      judged.map(({ kind }) => kind),
      ['unknown', 'safe'],
    )
  })

  it('names the command that writes the steps', async () => {
    const database = await open()
    const changed = [
      ...alter('code', c.text()),
      ...alter('price', c.text().nullable()),
      ...alter('title', c.text().unique()),
      renameColumn('tickets', 'stars', 'points'),
      dropColumn('tickets', 'note', ticket.note),
    ]
    const migrations = await deploy(database, changed)

    const judged = await checkRolling(database, migrations)

    assert.deepEqual(
      judged.map(
        ({ text }) => /"tenon make migration --expand (.*)" writes the steps\.$/.exec(text)?.[1],
      ),
      [
        'required tickets.code',
        'type tickets.price <new name>:<type>',
        'unique tickets.title',
        'rename tickets.stars points',
        'drop tickets.note',
      ],
    )
  })

  it('says of an index that covers fewer rows that upserts need it, and of one that covers more what they may write', async () => {
    const database = await open()
    const caseless = c.text().unique({ caseInsensitive: true })
    const live = c.text().unique({ caseInsensitive: true, ignoreDeleted: true })
    const changed = [
      addColumn('tickets', 'deleted_at', c.timestamp().nullable()),
      alterColumn('tickets', 'slug', { from: ticket.slug, to: caseless }),
      alterColumn('tickets', 'slug', { from: caseless, to: live }),
      alterColumn('tickets', 'slug', { from: live, to: caseless }),
    ]

    const judged = await checkRolling(database, await deploy(database, changed))

    assert.deepEqual(
      judged.map(
        ({ text }) => /^(?:Upserts|The running version may write duplicate)|^$/.exec(text)?.[0],
      ),
      [
        '',
        'The running version may write duplicate',
        'Upserts',
        'The running version may write duplicate',
      ],
    )
  })

  for (const [index, [operations, onSqlite, onPostgres = onSqlite]] of cases.entries()) {
    const expected = open.dialect === 'sqlite' ? onSqlite : onPostgres
    const name = operations.map(describeOperation).join(', ')
    it(`says ${expected} of ${name} (${index + 1}), as the running version's statements do`, async () => {
      const database = await open()
      const migrations = await deploy(database, operations)

      const judged = await checkRolling(database, migrations)
      const before = await read(database)
      await createMigrator(database, migrations).migrate()
      const isWorking = (await works(database)) && isSame(before, await read(database))

      const kind = worst(judged.map((each) => each.kind))
      assert.equal(kind, expected, JSON.stringify(judged))
      assert.equal(isWorking, kind !== 'breaks')
    })
  }
})

onDialect('postgres', 'the check of pending migrations', (open) => {
  it('knows a check that has excluded null, after which PostgreSQL reads no rows for it', async () => {
    const database = await open()
    const required = alterColumn('tickets', 'legacy', { from: legacy, to: c.text() })
    const migrations = await deploy(database, [required])
    const check = `alter table tickets add constraint filled check (legacy is not null)`
    const kinds = async () => (await checkRolling(database, migrations)).map(({ kind }) => kind)

    const without = await kinds()
    await database.script("update tickets set legacy = ''")
    await database.script(`${check} not valid`)
    const notValid = await kinds()
    await database.script('alter table tickets validate constraint filled')

    assert.deepEqual([without, notValid, await kinds()], [['locks'], ['locks'], ['safe']])
  })

  it('says how many rows a table has that is locked', async () => {
    const database = await open()
    const migrations = await deploy(database, [createIndex('tickets', 'title')])
    await database.script(
      `insert into tickets (title, slug) select n::text, n::text from generate_series(1, 2499) n`,
    )
    const before = await checkRolling(database, migrations)
    await database.script('analyze tickets')

    const [judged] = await checkRolling(database, migrations)

    assert.doesNotMatch(before[0]?.text ?? '', /rows\.$/)
    assert.equal(judged?.kind, 'locks')
    assert.match(judged.text, /in a migration of its own\. It has about 2,500 rows\.$/)
  })
})

onDialect('postgres', 'the check of new values of an enum type', (open) => {
  const wanted = ['open', 'closed', 'spam']
  const change = { from: ticket.state, to: c.enum(wanted).default('open') }
  const checkWith = async (labels: readonly string[]) => {
    const database = await open()
    const migrations = await deploy(database, [alterColumn('tickets', 'state', change)])
    await database.script(`
      create type states as enum (${labels.map((label) => `'${label}'`).join(', ')});
      alter table tickets drop constraint tickets_state_check, alter column state drop default,
        alter column state type states using state::states, alter column state set default 'open'`)
    return checkRolling(database, migrations)
  }

  it('says that they are safe, because no row is read', async () => {
    assert.deepEqual(
      (await checkWith(['open', 'closed'])).map(({ kind }) => kind),
      ['safe'],
    )
  })

  it('says that a check of rows locks, which excludes other values of the type', async () => {
    assert.deepEqual(
      (await checkWith(['open', 'closed', 'lost'])).map(({ kind }) => kind),
      ['locks'],
    )
  })
})

/** A database that the version before and the running one have migrated, and the next migration. */
async function deploy(database: Database, operations: readonly Operation[]) {
  const first = { name: '2030_01_01_000001_first', migration: migration(deployed, { down: [] }) }
  const next = { name: '2030_01_01_000002_next', migration: migration(operations, { down: [] }) }
  await createMigrator(database, [first]).migrate()
  const shelves = { table: 'shelves', columns: shelf }
  await recordRunningModels(database, used([...models({ ...ticket, legacy }), shelves]))
  await recordRunningModels(database, used(models(ticket)))
  await database.script("insert into tickets (title, slug, price) values ('first', 'first', 1)")
  return [first, next]
}

function used(tables: readonly ModelTable[]): UsedColumns {
  return new Map(tables.map(({ table, columns }) => [table, Object.keys(columns)]))
}

function read(database: Database): Promise<unknown> {
  return database
    .query(sqlText`select stars, price from tickets order by id limit 1`)
    .catch(() => undefined)
}

function isSame(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) === JSON.stringify(after) || JSON.stringify(after) === '[]'
}

async function works(database: Database): Promise<boolean> {
  const index = searchIndexName('tickets', ['title', 'code'])
  const search = database.dialect === 'sqlite' ? [`select rowid from "${index}"`] : []
  for (const statement of [...running, ...search]) {
    try {
      await database.script(statement)
    } catch {
      return false
    }
  }
  return true
}

function worst(kinds: readonly RollingVerdictKind[]): RollingVerdictKind | undefined {
  const order = ['breaks', 'unknown', 'locks', 'safe'] as const
  return order.find((kind) => kinds.includes(kind))
}
