import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createDatabase, type Database, sql } from 'tenon/database'
import { addColumn, createMigrator, createMirror, fillMirror, migration } from 'tenon/migrations'
import { c } from 'tenon/models'
import { createOwnerPolicy } from '../../src/data/migrations/difference/owner-policy.ts'
import { isTested, onBoundPostgres, onDialect } from '../support/for-each-dialect.ts'
import { type PgBouncer, skipWithoutPgBouncer, startPgBouncer } from '../support/pgbouncer.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'

onDialect('postgres', 'fillMirror on a large table', (open) => {
  it('fills all rows, each portion in a transaction of its own', async () => {
    const database = await open()
    await database.script(largeTable)

    await createMigrator(database, [...rename]).migrate()

    assert.deepEqual(await read(database), { missing: 0, transactions: 4 })
  })

  it('goes on with what is left if it has failed', async () => {
    const database = await open()
    await database.script(`${largeTable}; update tickets set title = 'x' where id = 3000`)
    const migrator = createMigrator(database, [...toNumber])

    await assert.rejects(migrator.migrate(), /2030_01_01_000002_fill/)
    const halfWay = await read(database)
    await database.script(
      `alter table tickets disable trigger user; update tickets set title = '1' where id = 3000;
        alter table tickets enable trigger user`,
    )
    await migrator.migrate()

    assert.ok(halfWay.missing > 0 && halfWay.missing < 3000, String(halfWay.missing))
    assert.equal((await read(database)).missing, 0)
  })
})

onBoundPostgres('fillMirror on a large table', (open) => {
  it('fills the rows of all owners', async () => {
    const database = await open()
    await database.script(largeTable)
    const guard = createOwnerPolicy('tickets', { column: 'team_id', owner: 'teams' })
    const guarded = { name: '2029_01_01_000001_guard', migration: migration([guard]) }

    await createMigrator(database, [guarded, ...rename]).migrate()

    const visible = await database.query(sql`select id from tickets`)
    await database.script('alter table tickets no force row level security')
    assert.deepEqual(visible, [])
    assert.deepEqual(await read(database), { missing: 0, transactions: 4 })
  })
})

const skip = isTested('postgres') ? skipWithoutPgBouncer : 'TEST_DATABASES leaves postgres out'

describe('fillMirror behind PgBouncer', { skip }, () => {
  let server: PostgresServer
  let pgBouncer: PgBouncer
  before(async () => {
    server = await startPostgres()
    pgBouncer = await startPgBouncer(server.url)
  })
  after(async () => {
    await pgBouncer[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  it('fills all rows, each portion in a transaction of its own', async () => {
    await using database = createDatabase(`${pgBouncer.url}?pgbouncer=true`)
    await database.script(largeTable)

    await createMigrator(database, [...rename]).migrate()

    assert.deepEqual(await read(database), { missing: 0, transactions: 4 })
  })
})

/** Eight rows in a page: 375 pages, of which a portion has 100. */
const largeTable = `create table tickets (id serial primary key, team_id integer, title text, filler text);
  insert into tickets (team_id, title, filler)
    select n % 7, n::text, repeat('x', 950) from generate_series(1, 3000) n`

const rename = [
  {
    name: '2030_01_01_000001_rename',
    migration: migration([
      addColumn('tickets', 'subject', c.text().nullable()),
      createMirror('tickets', 'title', 'subject'),
    ]),
  },
  {
    name: '2030_01_01_000002_fill',
    migration: migration([fillMirror('tickets', 'title', 'subject')]),
  },
] as const

const values = { to: { subject: 'cast(title as integer)' }, back: 'cast(subject as text)' }

/** The SQL fails for a text that is not a number. */
const toNumber = [
  {
    name: '2030_01_01_000001_rename',
    migration: migration([
      addColumn('tickets', 'subject', c.integer().nullable()),
      createMirror('tickets', 'title', values),
    ]),
  },
  {
    name: '2030_01_01_000002_fill',
    migration: migration([fillMirror('tickets', 'title', values)]),
  },
] as const

/** How many rows have no value, and how many transactions have written the others. */
async function read(database: Database) {
  const [row] = await database.query<{ missing: number; transactions: number }>(sql`
    select count(*) filter (where subject is null)::int as missing,
      count(distinct xmin::text)::int as transactions from tickets`)
  return row ?? { missing: -1, transactions: -1 }
}
