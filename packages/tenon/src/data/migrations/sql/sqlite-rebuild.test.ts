import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { c } from '../../columns/columns.ts'
import { createDatabase } from '../../drivers/create-database.ts'
import type { Database } from '../../database/database.ts'
import { ForeignKeyViolation } from '../../database/database-error.ts'
import { sql } from '../../database/sql.ts'
import { migration } from '../migration.ts'
import { createMigrator } from '../migrator.ts'
import type { Operation } from '../operation.ts'
import {
  alterColumn,
  createTable,
  dropForeignKey,
  dropTable,
  execute,
  renameTable,
} from '../operations.ts'

describe('an SQLite table that is rebuilt', () => {
  it('keeps what operations cannot express: collations, checks, generated columns, strict', async () => {
    await using database = createDatabase('sqlite::memory:')
    await database.script(`
      create table things (
        id integer primary key, -- the key, not more
        name text collate nocase check (name <> ''),
        loud text generated always as (name || '!') stored,
        size integer
      ) strict;
      insert into things (name, size) values ('a', 1)`)

    await migrate(database, [alterColumn('things', 'size', toDefault(5))])
    await database.script(`insert into things (name) values ('B')`)

    const rows = await database.query(sql`select * from things order by name`)
    assert.deepEqual(rows, [
      { id: 1, name: 'a', loud: 'a!', size: 1 },
      { id: 2, name: 'B', loud: 'B!', size: 5 },
    ])
    await assert.rejects(database.script(`insert into things (name) values ('')`))
    await assert.rejects(database.script(`insert into things (name, size) values ('c', 'big')`))
  })

  it('keeps its comments, and what stands after them', async () => {
    await using database = createDatabase('sqlite::memory:')
    await database.script(`
      create table things (
        id integer primary key -- it's the key
        , name text not null -- its references
        , size integer -- the last column
        , check (length(name) > 1) -- the last one
      ) -- done`)

    await migrate(database, [alterColumn('things', 'size', toDefault(5))])
    await database.script(`insert into things (name) values ('ab')`)

    assert.deepEqual(await database.query(sql`select size from things`), [{ size: 5 }])
    await assert.rejects(database.script(`insert into things (name) values ('a')`), /length/)
  })

  it('keeps what the altered column itself has: its collation, check and uniqueness', async () => {
    await using database = createDatabase('sqlite::memory:')
    await database.script(`
      create table things (
        code varchar(9) default 'a' collate nocase unique constraint short check (length(code) < 5),
        state text not null default 'open' check (state = 'open' or state in ('shut'))
      )`)
    const states = ['open', 'shut'] as const

    await migrate(database, [
      alterColumn('things', 'code', { from: c.text().nullable(), to: c.text().default('b') }),
      alterColumn('things', 'state', {
        from: c.enum(states).default('open'),
        to: c.enum([...states, 'ajar']).default('ajar'),
      }),
    ])
    await database.script(`insert into things (code) values ('x')`)

    assert.deepEqual(await database.query(sql`select * from things where code = 'X'`), [
      { code: 'x', state: 'ajar' },
    ])
    const refused = [`('X', 'open')`, `('abcde', 'open')`, `('y', 'gone')`]
    for (const values of refused) {
      await assert.rejects(database.script(`insert into things values ${values}`), Error, values)
    }
  })

  it('keeps what the altered column has and the operation does not change', async () => {
    await using database = createDatabase('sqlite::memory:')
    await database.script(`
      create table owners (id integer primary key);
      create table things (
        size varchar(9) constraint "no null" not null on conflict replace default 1 -- not the default
          references owners (id) match full on delete set null not deferrable,
        owner integer not null references owners on update cascade deferrable initially deferred,
        half real as (size / 2.0) virtual
      )`)

    await migrate(database, [
      alterColumn('things', 'size', { from: c.integer().default(1), to: c.integer().default(5) }),
      alterColumn('things', 'owner', { from: c.integer(), to: c.integer().nullable() }),
    ])
    await database.script(`insert into owners values (5); insert into things (size) values (null)`)

    const rows = await database.query(sql`select size, owner, half from things`)
    assert.deepEqual(rows, [{ size: '5', owner: null, half: 2.5 }])
    const [table] = await database.query<{ sql: string }>(
      sql`select sql from sqlite_schema where name = 'things'`,
    )
    const kept = ['match full on delete set null not deferrable', 'deferrable initially deferred']
    for (const clause of kept) assert.ok(table?.sql.includes(clause), clause)
  })

  it('keeps the values of its other columns, whatever they are called', async () => {
    await using database = createDatabase('sqlite::memory:')
    await database.script(`
      create table things ("a""b" text, größe text, [c d] text, \`e\`\`f\` text, Ä text, ä text, "check" text, size integer);
      insert into things values ('1', '2', '3', '4', '5', '6', '7', 8)`)

    await migrate(database, [alterColumn('things', 'size', toDefault(5))])

    const row = { 'a"b': '1', größe: '2', 'c d': '3', 'e`f': '4', Ä: '5', ä: '6', check: '7' }
    assert.deepEqual(await database.query(sql`select * from things`), [{ ...row, size: 8 }])
  })

  it('keeps its triggers, the views on it and the rows that refer to it', async () => {
    await using database = createDatabase('sqlite::memory:')
    await database.script(`
      create table things (id integer primary key, size integer);
      create table parts (thing_id integer references things (id) on delete cascade);
      create view big as select * from things where size > 3;
      create trigger grow after insert on things begin update things set size = size + 1; end;
      insert into things (size) values (1);
      insert into parts (thing_id) values (1)`)

    await migrate(database, [alterColumn('things', 'size', toDefault(5))])
    await database.script('insert into things default values')

    assert.deepEqual(await database.query(sql`select * from big`), [{ id: 2, size: 6 }])
    assert.deepEqual(await database.query(sql`select * from parts`), [{ thing_id: 1 }])
    await database.script('delete from things')
    assert.deepEqual(await database.query(sql`select * from parts`), [])
  })

  it('has its own name in the error if a row does not fit, and stays unchanged', async () => {
    await using database = createDatabase('sqlite::memory:')
    await database.script(`
      create table things (id integer primary key, size integer, check (size <> 7));
      insert into things (size) values (null)`)

    const change = { from: c.integer().nullable(), to: c.integer().default(5) }
    const migrating = migrate(database, [alterColumn('things', 'size', change)])

    await assert.rejects(migrating, /"things\.size" must not be null$/)
    const tables = await database.query(
      sql`select name from sqlite_schema where name like '%things'`,
    )
    assert.deepEqual(tables, [{ name: 'things' }])
    assert.deepEqual(await database.query(sql`select size from things`), [{ size: null }])
  })

  it('may be named in its own checks', async () => {
    await using database = createDatabase('sqlite::memory:')
    await database.script(`
      create table things (id integer primary key autoincrement, size integer, check (things.size <> 7));
      insert into things (id, size) values (8, 1), (9, 1);
      delete from things where id = 9`)

    await migrate(database, [alterColumn('things', 'size', toDefault(5))])
    await database.script('insert into things default values')

    assert.deepEqual(await database.query(sql`select * from things`), [
      { id: 8, size: 1 },
      { id: 10, size: 5 },
    ])
    await assert.rejects(database.script('insert into things (size) values (7)'), /size <> 7/)
    const tables = await database.query(
      sql`select name from sqlite_schema where name like 'tenon%' union all select name from sqlite_sequence`,
    )
    assert.deepEqual(tables, [{ name: 'things' }])
  })

  it('keeps values of other types than its columns, and a second name of a constraint', async () => {
    await using database = createDatabase('sqlite::memory:')
    await database.script(`
      create table things (
        code text default 'a' constraint one constraint two check (code <> 'b'), any blob, size integer);
      insert into things values (x'00', '5', 'none'), ('c', 5.0, 7.5)`)
    const rows = sql`select typeof(code) as code, typeof("any") as "any", typeof(size) as size from things`
    const before = await database.query(rows)

    const change = { from: c.text().nullable().default('a'), to: c.text().nullable().default('d') }
    await migrate(database, [alterColumn('things', 'code', change)])

    assert.deepEqual(await database.query(rows), before)
    const [table] = await database.query<{ sql: string }>(
      sql`select sql from sqlite_schema where name = 'things'`,
    )
    assert.match(table?.sql ?? '', /constraint one constraint two check/)
    await assert.rejects(database.script(`insert into things (code) values ('b')`), /"two"/)
  })

  it('is rejected if the foreign key to drop does not exist', async () => {
    await using database = createDatabase('sqlite::memory:')
    await database.script('create table parts (thing_id integer)')

    const dropping = migrate(database, [dropForeignKey('parts', 'thing_id', 'things.id')])

    await assert.rejects(dropping, /"parts"\."thing_id" does not have a separate foreign key/)
  })
})

describe('an SQLite table that is dropped', () => {
  for (const action of ['cascade', 'set null', 'restrict']) {
    it(`leaves rows alone that refer to it with on delete ${action}, if another takes its place`, async () => {
      await using database = await withParts(action)
      const copy = 'insert into things_new select * from things'

      await migrate(database, [
        createTable('things_new', { id: c.bigId(), size: c.integer() }),
        execute({ sqlite: copy, postgres: copy }, { sqlite: '', postgres: '' }),
        dropTable('things', { id: c.id(), size: c.integer() }),
        renameTable('things_new', 'things'),
      ])

      const parts = await database.query(sql`select thing_id from parts`)
      assert.deepEqual(parts, [{ thing_id: 1 }])
      await assert.rejects(database.script('insert into parts values (2)'), ForeignKeyViolation)
    })

    it(`is not dropped while rows refer to it with on delete ${action}, also by a rollback`, async () => {
      await using database = await withParts(action)
      const drop = dropTable('things', { id: c.id(), size: c.integer() })
      const name = '2026_11_20_000002_nothing'
      const nothing = { name, migration: migration([], { down: [drop] }) }
      const refused = /would leave 1 rows that refer to missing rows/

      await assert.rejects(migrate(database, [drop]), refused)
      await createMigrator(database, [nothing]).migrate()
      await assert.rejects(createMigrator(database, [nothing]).rollback(), refused)

      const parts = await database.query(
        sql`select thing_id, size from parts join things on thing_id = id`,
      )
      assert.deepEqual(parts, [{ thing_id: 1, size: 7 }])
    })
  }
})

async function withParts(action: string): Promise<Database> {
  const database = createDatabase('sqlite::memory:')
  await database.script(`
    create table things (id integer primary key, size integer not null);
    create table parts (thing_id integer references things (id) on delete ${action});
    insert into things (size) values (7);
    insert into parts (thing_id) values (1)`)
  return database
}

const toDefault = (value: number) => ({
  from: c.integer().nullable(),
  to: c.integer().nullable().default(value),
})

async function migrate(database: Database, operations: readonly Operation[]): Promise<void> {
  const named = { name: '2026_11_20_000001_step', migration: migration(operations) }
  await createMigrator(database, [named]).migrate()
}
