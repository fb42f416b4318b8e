import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { c } from '../columns/columns.ts'
import { sql as fragment } from '../database/sql.ts'
import type { Database } from '../database/database.ts'
import { migration, type MigrationOptions } from './migration.ts'
import { MigrationFailed } from './migration-failed.ts'
import type { NamedMigration } from './migration-source.ts'
import { createMigrator } from './migrator.ts'
import type { Operation } from './operation.ts'
import {
  addColumn,
  alterColumn,
  createIndex,
  createTable,
  renameTable,
  execute,
} from './operations.ts'

const one = step(1, [createTable('one', { id: c.id(), title: c.text() })])
const two = step(2, [createTable('two', { id: c.id() })])
const three = step(3, [addColumn('one', 'done', c.boolean().default(false))])
const failing = step(3, [
  createTable('half', { id: c.id() }),
  execute({ sqlite: 'select nonsense', postgres: 'select nonsense' }, { sqlite: '', postgres: '' }),
])

forEachDialect('the migrator', (open) => {
  it('runs the pending migrations, by name, once', async () => {
    const database = await open()
    const migrator = createMigrator(database, [two, one])

    const completed = await migrator.migrate()
    const again = await migrator.migrate()

    assert.deepEqual(names(completed), [one.name, two.name])
    assert.deepEqual(again, [])
  })

  it('lists the pending migrations', async () => {
    const database = await open()
    await createMigrator(database, [one]).migrate()

    const pending = await createMigrator(database, [one, two, three]).pending()

    assert.deepEqual(pending, [two.name, three.name])
  })

  it('reports the status of every migration: applied, pending, late, missing', async () => {
    const database = await open()
    await createMigrator(database, [one, three]).migrate()

    const status = await createMigrator(database, [two, three, step(4, [])]).status()

    assert.deepEqual(
      status.map(({ name, state, batch, isLate }) => [name, state, batch, isLate]),
      [
        [one.name, 'missing', 1, false],
        [two.name, 'pending', undefined, true],
        [three.name, 'applied', 1, false],
        ['2026_11_20_000004_step', 'pending', undefined, false],
      ],
    )
    assert.ok(Math.abs(Date.now() - (status[0]?.ranAt?.getTime() ?? 0)) < 60_000)
  })

  it('runs a late migration too', async () => {
    const database = await open()
    await createMigrator(database, [one, three]).migrate()

    const completed = await createMigrator(database, [one, two, three]).migrate()

    assert.deepEqual(names(completed), [two.name])
  })

  it('rolls the last batch back, the last migration first', async () => {
    const database = await open()
    await createMigrator(database, [one]).migrate()
    const migrator = createMigrator(database, [one, two, three])
    await migrator.migrate()

    const undone = await migrator.rollback()

    assert.deepEqual(names(undone), [three.name, two.name])
    assert.deepEqual(await tables(database), ['migrations', 'one'])
    assert.deepEqual(await migrator.pending(), [two.name, three.name])
  })

  it('rolls back by steps, across batches', async () => {
    const database = await open()
    await createMigrator(database, [one]).migrate()
    const migrator = createMigrator(database, [one, two])
    await migrator.migrate()

    assert.deepEqual(names(await migrator.rollback({ step: 5 })), [two.name, one.name])
    assert.deepEqual(await migrator.rollback({ step: 1 }), [])
  })

  it('rolls one batch back by its number', async () => {
    const database = await open()
    await createMigrator(database, [one]).migrate()
    const migrator = createMigrator(database, [one, two])
    await migrator.migrate()

    assert.deepEqual(names(await migrator.rollback({ batch: 1 })), [one.name])
    assert.deepEqual(await migrator.rollback({ batch: 7 }), [])
  })

  it('undoes nothing if the file of a migration is missing', async () => {
    const database = await open()
    await createMigrator(database, [one, two]).migrate()

    const rollback = createMigrator(database, [two]).rollback()

    await assert.rejects(rollback, { code: 'E_MIGRATION_MISSING', message: /000001_step/ })
    assert.deepEqual(await tables(database), ['migrations', 'one', 'two'])
  })

  it('keeps nothing of a failing migration, and keeps those before it', async () => {
    const database = await open()
    const migrator = createMigrator(database, [one, two, failing])

    const error = await migrator.migrate().catch((thrown: unknown) => thrown)

    assert.ok(error instanceof MigrationFailed)
    assert.equal(error.migration, failing.name)
    assert.match(error.message, /000003_step.*nonsense/s)
    assert.deepEqual(names(error.completed), [one.name, two.name])
    assert.deepEqual(await tables(database), ['migrations', 'one', 'two'])
    assert.deepEqual(await migrator.pending(), [failing.name])
  })

  it('says what to do if existing rows would have no value for a column', async () => {
    const database = await open()
    const required = step(4, [addColumn('one', 'slug', c.text())])
    await createMigrator(database, [one]).migrate()
    await database.query(fragment`insert into one (title) values ('a')`)

    await assert.rejects(createMigrator(database, [one, required]).migrate(), {
      message:
        /failed\. "one" has rows, which would have no value for "slug"\. Give the column a default\(\)/,
    })
  })

  it('continues once the failing migration is fixed', async () => {
    const database = await open()
    await assert.rejects(createMigrator(database, [one, failing]).migrate(), MigrationFailed)

    const completed = await createMigrator(database, [one, three]).migrate()

    assert.deepEqual(names(completed), [three.name])
  })

  it('drops what execute() has created, twice', async () => {
    const database = await open()
    const make = execute({
      sqlite: 'create table extra (id integer); create view "all" as select * from extra',
      postgres: `create type state as enum ('open', 'done');
        create domain "Short" as varchar(5);
        create type pair as (one state, other "Short");
        create type span as range (subtype = integer);
        create sequence numbers;
        create table extra (id serial primary key, state state not null);
        create function twice(integer, variadic text[]) returns integer language sql as 'select 2 * $1';
        create function twice(state) returns integer language sql as 'select 2';
        create procedure "do"(inout pair) language sql as 'select $1';
        create aggregate total(integer) (sfunc = int4pl, stype = integer);
        create view "all" as select twice(state) from extra;
        create function touch() returns trigger language plpgsql as 'begin return new; end';
        create trigger touching before insert on extra execute function touch()`,
    })
    const migrator = createMigrator(database, [
      { name: '2026_11_20_000001_extra', migration: migration([make], { down: [] }) },
    ])

    await migrator.migrate()
    await migrator.fresh()
    const completed = await migrator.fresh()

    assert.equal(completed.length, 1)
  })

  it('drops every table and view for a fresh start', async () => {
    const database = await open()
    await createMigrator(database, [one]).migrate()
    await database.script(`
      create table parent (id integer primary key);
      create table child (id integer primary key, parent_id integer references parent (id));
      create view stray as select * from child;
      insert into parent (id) values (1);
      insert into child (id, parent_id) values (1, 1)`)

    const completed = await createMigrator(database, [one, two]).fresh()

    assert.deepEqual(names(completed), [one.name, two.name])
    assert.deepEqual(await tables(database), ['migrations', 'one', 'two'])
    await assert.rejects(database.query(fragment`select * from stray`))
  })

  it('returns the SQL of the pending migrations and changes nothing', async () => {
    const database = await open()
    await createMigrator(database, [one]).migrate()
    const nullable = { from: c.text(), to: c.text().nullable() }
    const next = step(2, [
      alterColumn('one', 'title', nullable),
      createIndex('one', 'title'),
      renameTable('one', 'uno'),
    ])
    const migrator = createMigrator(database, [one, next])

    const [pretended] = await migrator.pretend()

    assert.equal(pretended?.name, next.name)
    assert.equal(pretended?.statements[0], 'alter table "one" alter column "title" drop not null')
    assert.ok(pretended?.statements.includes('alter table "one" rename to "uno"'))
    assert.deepEqual(await tables(database), ['migrations', 'one'])
    assert.deepEqual(await migrator.pending(), [next.name])
  })

  it('runs a migration that must not run in a transaction', async () => {
    const database = await open()
    const concurrently = step(
      2,
      [
        execute(
          {
            sqlite: 'create index one_title on one (title)',
            postgres: 'create index concurrently one_title on one (title)',
          },
          { sqlite: 'drop index one_title', postgres: 'drop index concurrently one_title' },
        ),
      ],
      { transactional: false },
    )
    const migrator = createMigrator(database, [one, concurrently, three])

    const completed = await migrator.migrate()
    const [last] = await migrator.status()
    const undone = await migrator.rollback()

    assert.deepEqual(names(completed), [one.name, concurrently.name, three.name])
    assert.equal(last?.batch, 1)
    assert.deepEqual(names(undone), [three.name, concurrently.name, one.name])
  })

  it('creates an index concurrently, in a separate migration', async () => {
    const database = await open()
    const concurrent = createIndex('one', 'title', { concurrently: true })
    const migrator = createMigrator(database, [one, step(2, [concurrent])])

    await migrator.migrate()
    const undone = await migrator.rollback({ step: 1 })

    assert.equal(undone.length, 1)
    assert.throws(() => migration([concurrent, createIndex('one', 'id')]), {
      code: 'E_MIGRATION_CONCURRENTLY',
      message: /^createIndex\('one', 'title'\) is concurrent.*separate migration/,
    })
  })

  it('uses the explicit way back if the migration has one', async () => {
    const database = await open()
    const drop = execute({ sqlite: 'drop table one', postgres: 'drop table one' }, undefined)
    const own = { ...one, migration: migration(one.migration.up, { down: [drop] }) }
    const migrator = createMigrator(database, [own])

    await migrator.migrate()
    await migrator.rollback()

    assert.deepEqual(await tables(database), ['migrations'])
  })
})

function step(
  number: number,
  operations: readonly Operation[],
  options: MigrationOptions = {},
): NamedMigration {
  return { name: `2026_11_20_00000${number}_step`, migration: migration(operations, options) }
}

function names(completed: readonly { readonly name: string }[]): string[] {
  return completed.map(({ name }) => name)
}

async function tables(database: Database): Promise<string[]> {
  const found = await database.query<{ name: string }>(
    database.dialect === 'sqlite'
      ? fragment`select name from sqlite_schema where type = 'table' and name <> 'sqlite_sequence'`
      : fragment`select tablename::text as name from pg_tables where schemaname = current_schema()`,
  )
  return found.map(({ name }) => name).toSorted()
}
