import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { c } from '../../columns/columns.ts'
import { createDatabase } from '../../drivers/create-database.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { migration } from '../migration.ts'
import { createMigrator } from '../migrator.ts'
import type { Operation } from '../operation.ts'
import { createTable, dropColumn, dropTable, execute } from '../operations.ts'
import { createSearchIndex } from '../search-index.ts'

describe('dropping on SQLite', () => {
  const refusals: Readonly<Record<string, readonly [Operation, RegExp]>> = {
    'a view names the column': [
      dropColumn('things', 'size'),
      /The view "sizes" .+: no such column: size\. Drop it first/,
    ],
    'a trigger names the column': [
      dropColumn('things', 'code'),
      /The trigger "logging" .+: no such column: new\.code\./,
    ],
    'a view names the table': [
      dropTable('things'),
      /The view "sizes" .+: no such table: main\.things\./,
    ],
    'a trigger of another table names the table': [
      dropTable('notes'),
      /The trigger "logging" .+: no such table: main\.notes\./,
    ],
    'the column belongs to the primary key': [
      dropColumn('things', 'b'),
      /"things"\."b" belongs to the primary key/,
    ],
  }
  for (const [why, [operation, message]] of Object.entries(refusals)) {
    it(`changes nothing if ${why}`, async () => {
      await using database = await withThings()
      const before = await readSchema(database)

      await assert.rejects(migrate(database, [operation]), { message })

      assert.deepEqual(await readSchema(database), before)
      await database.script(`insert into things values (2, 2, 'y', 2)`)
      assert.deepEqual(await database.query(sql`select size from sizes`), [
        { size: 1 },
        { size: 2 },
      ])
    })
  }

  it('drops what a view names after the view', async () => {
    await using database = await withThings()
    const views = { sqlite: 'drop view sizes', postgres: '' }

    await migrate(database, [
      dropColumn('things', 'size'),
      execute(views, { ...views, sqlite: '' }),
    ])

    assert.deepEqual(await database.query(sql`select * from things`), [{ a: 1, b: 1, code: 'x' }])
  })

  it('leaves a view alone that named something missing before', async () => {
    await using database = await withThings()
    await database.script(`
      create view lost as select * from gone;
      create view unknown as select unheard(1);
      create table others (text text)`)

    await migrate(database, [dropTable('others')])

    const views = await database.query(
      sql`select name from sqlite_schema where name in ('lost', 'unknown') order by name`,
    )
    assert.deepEqual(views, [{ name: 'lost' }, { name: 'unknown' }])
  })

  it('finds what it breaks beside a view that was broken before', async () => {
    await using database = await withThings()
    await database.script('create view lost as select * from gone')

    const dropping = migrate(database, [dropTable('things')])

    await assert.rejects(dropping, /The view "sizes" would name .+: no such table: main\.things\./)
    assert.deepEqual(await database.query(sql`select * from sizes`), [{ size: 1 }])
  })

  it('says how to drop the search index of a column', async () => {
    await using database = createDatabase('sqlite::memory:')
    const columns = { id: c.id(), title: c.text(), body: c.text() }
    const tables = [createTable('books', columns), createSearchIndex('books', ['title', 'body'])]
    await migrate(database, tables)

    const dropping = migrate(database, [dropColumn('books', 'body')], 2)

    await assert.rejects(dropping, {
      message:
        /The search index "books_title_body_search" would name .+ Drop it first with dropSearchIndex\(\)/,
    })
  })
})

async function withThings(): Promise<Database> {
  const database = createDatabase('sqlite::memory:')
  await database.script(`
    create table notes (text text);
    create table things (a integer, b integer, code text unique, size integer unique, primary key (a, b));
    insert into things values (1, 1, 'x', 1);
    create view sizes as select size from things;
    create trigger logging after insert on things begin insert into notes values (new.code); end`)
  return database
}

function readSchema(database: Database): Promise<unknown[]> {
  return database.query(sql`select sql from sqlite_schema where name <> 'migrations' order by name`)
}

async function migrate(database: Database, up: readonly Operation[], number = 1): Promise<void> {
  const named = { name: `2026_11_20_00000${number}_drop`, migration: migration(up, { down: [] }) }
  await createMigrator(database, [named]).migrate()
}
