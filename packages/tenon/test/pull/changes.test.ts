import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import type { ColumnDefinition } from '../../src/data/columns/column.ts'
import { c } from '../../src/data/columns/columns.ts'
import type { Database } from '../../src/data/database/database.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { CheckViolation } from '../../src/data/database/database-error.ts'
import { sql } from '../../src/data/database/sql.ts'
import { readLiveSchema } from '../../src/data/introspection/live-schema.ts'
import { columnText } from '../../src/data/columns/written/column-text.ts'
import { migration } from '../../src/data/migrations/migration.ts'
import { createMigrator } from '../../src/data/migrations/migrator.ts'
import type { Operation } from '../../src/data/migrations/operation.ts'
import { alterColumn, dropForeignKey } from '../../src/data/migrations/operations.ts'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'
import { pullScript } from './pulled-application.ts'

const tables = `create table authors (id integer primary key, name text);
  create table books (
    id integer primary key,
    isbn text not null unique,
    title text not null,
    shelf text,
    author_id integer references authors (id) on delete set null,
    editor_id integer,
    constraint books_shelf unique (shelf),
    constraint by_editor foreign key (editor_id) references authors (id)
  );
  create index idx_title on books (title);
  insert into authors values (1, 'Ada');
  insert into books values (1, '978', 'Notes', 'A1', 1, 1);`

forEachDialect('migrations of tables that other tools created', (open) => {
  it('drop indexes, unique constraints and foreign keys under their own names', async () => {
    await using database = await create(await open())

    await change(database, [
      alterColumn('books', 'isbn', { from: c.text().unique(), to: c.text() }),
      alterColumn('books', 'shelf', {
        from: c.text().nullable().unique(),
        to: c.text().nullable(),
      }),
      alterColumn('books', 'title', { from: c.text().index(), to: c.text().nullable() }),
      alterColumn('books', 'author_id', {
        from: c.integer().nullable().references('authors.id', { onDelete: 'set null' }),
        to: c.integer().nullable().references('authors.id', { onDelete: 'cascade' }),
      }),
      dropForeignKey('books', 'editor_id', 'authors.id'),
    ])

    assert.deepEqual(await columnsOf(database), {
      id: 'c.id()',
      isbn: 'c.text()',
      title: 'c.text().nullable()',
      shelf: 'c.text().nullable()',
      author_id: "c.integer().nullable().references('authors.id', { onDelete: 'cascade' })",
      editor_id: 'c.integer().nullable()',
    })
  })

  it('keep the keys and unique constraints of a column that they change otherwise', async () => {
    await using database = await create(await open())
    const author = c.integer().references('authors.id', { onDelete: 'set null' })

    await change(database, [
      alterColumn('books', 'isbn', { from: c.text().unique(), to: c.text().default('x').unique() }),
      alterColumn('books', 'shelf', {
        from: c.text().nullable().unique(),
        to: c.text().nullable().default('B1').unique(),
      }),
      alterColumn('books', 'author_id', {
        from: author.nullable(),
        to: author.nullable().default(1),
      }),
    ])

    assert.deepEqual(await columnsOf(database), {
      id: 'c.id()',
      isbn: "c.text().default('x').unique()",
      title: 'c.text().index()',
      shelf: "c.text().nullable().default('B1').unique()",
      author_id:
        "c.integer().nullable().default(1).references('authors.id', { onDelete: 'set null' })",
      editor_id: "c.integer().nullable().references('authors.id')",
    })
  })
})

forEachDialect('a migration of a column whose values a check of another tool lists', (open) => {
  const from = c.enum(['open', 'paid'])
  const to = c.enum(['open', 'paid', 'late'])
  const changes = [alterColumn('orders', 'state', { from, to })]
  const insert = (state: string) => `insert into orders (state) values ('${state}')`

  const checks: Readonly<Record<string, string>> = {
    'of the table': `state text not null, constraint known check (state in ('open', 'paid'))`,
    'of another column': `paid text check (state = 'open' or state = 'paid'), state text not null`,
    'under a name of its own': `state text not null constraint known check (state in ('paid', 'open'))`,
  }
  for (const [where, columns] of Object.entries(checks)) {
    it(`takes the place of the check ${where}, and back`, async () => {
      await using database = await open()
      await database.script(`create table orders (${columns})`)

      await change(database, changes)
      await database.script(insert('late'))
      await assert.rejects(database.script(insert('lost')), CheckViolation)

      await database.script('delete from orders')
      const named = { name: '2026_11_20_000001_change', migration: migration(changes) }
      await createMigrator(database, [named]).rollback()
      await database.script(insert('paid'))
      await assert.rejects(database.script(insert('late')), CheckViolation)
    })
  }

  it('leaves a check that says more', async () => {
    await using database = await open()
    await database.script(`create table orders (paid integer,
      state text not null check (state = 'open' or (state = 'paid' and paid is not null)))`)

    await change(database, changes)

    await assert.rejects(database.script(insert('paid')), CheckViolation)
    await database.script(insert('open'))
  })
})

forEachDialect('a migration of a column that is unique ignoring case', (open) => {
  it('keeps the index that another tool has named', async () => {
    await using database = await open()
    const folded = open.dialect === 'sqlite' ? 'lower("email")' : 'lower(email collate "C")'
    await database.script(`create table books (id integer primary key, email text not null);
      create unique index one_email on books (${folded})`)
    const email = c.text().unique({ caseInsensitive: true })

    await change(database, [alterColumn('books', 'email', { from: email, to: email.default('x') })])
    assert.match(
      (await columnsOf(database))['email'] ?? '',
      /default\('x'\)\.unique\(\{ caseInsensitive/,
    )
    await change(
      database,
      [alterColumn('books', 'email', { from: email.default('x'), to: c.text() })],
      2,
    )

    assert.equal((await columnsOf(database))['email'], 'c.text()')
  })
})

onDialect('postgres', 'migrations of a column with an enum type', (open) => {
  const tables = `create type state as enum ('open', 'paid');
    create table books (id integer primary key, state state not null default 'open', states state[] not null default array[]::state[])`
  const withBooks = async (body: (database: Database) => Promise<void>) => {
    await using database = await open()
    await database.script(`${tables}; insert into books values (1)`)
    await body(database)
  }
  const toState = (...values: readonly string[]) =>
    alterColumn('books', 'state', { from: enumOf('open', 'paid'), to: enumOf(...values) })
  const enumOf = (...values: readonly string[]) => c.enum(values).default('open')
  const described = async (database: Database) => {
    const [found] = await database.query<{ type: string; labels: string }>(sql`
      select format_type(a.atttypid, a.atttypmod) as type, enum_range(null::state)::text as labels
      from pg_attribute a where a.attrelid = 'books'::regclass and a.attname = 'state'`)
    return [found?.type, found?.labels, (await columnsOf(database))['state']]
  }

  it('add the new values to the type, each in its place', () =>
    withBooks(async (database) => {
      await change(database, [toState("it's new", 'open', 'sent', 'late', 'paid')])

      assert.deepEqual(await described(database), [
        'state',
        `{"it's new",open,sent,late,paid}`,
        `c.enum(["it's new", 'open', 'sent', 'late', 'paid']).default('open')`,
      ])
      await database.script(`update books set state = 'late'`)
    }))

  it('add the new values of the items of a list', () =>
    withBooks(async (database) => {
      const listOf = (...values: readonly string[]) => c.array(c.enum(values)).default([])
      const [from, to] = [listOf('open', 'paid'), listOf('open', 'paid', 'late')]
      await change(database, [alterColumn('books', 'states', { from, to })])
      await database.script(`update books set states = '{late}'`)
      assert.deepEqual((await columnsOf(database))['states'], columnText(to.definition))
    }))

  it('keep the type when a value goes, which a check then excludes, and back', () =>
    withBooks(async (database) => {
      await change(database, [toState('open', 'late')])
      const changed = ['state', '{open,late,paid}', "c.enum(['open', 'late']).default('open')"]
      assert.deepEqual(await described(database), changed)
      await assert.rejects(database.script(`update books set state = 'paid'`), CheckViolation)

      const named = {
        name: '2026_11_20_000001_change',
        migration: migration([toState('open', 'late')]),
      }
      await createMigrator(database, [named]).rollback()
      const [type, , column] = await described(database)
      assert.deepEqual([type, column], ['state', "c.enum(['open', 'paid']).default('open')"])
    }))

  it('say that a new value cannot be the default yet', () =>
    withBooks(async (database) => {
      const to = c.enum(['open', 'paid', 'late']).default('late')
      const operation = alterColumn('books', 'state', { from: enumOf('open', 'paid'), to })
      await assert.rejects(change(database, [operation]), {
        name: 'MigrationFailed',
        message: /"late", which the enum type of "books"\."state" does not have yet/,
      })
      assert.deepEqual((await described(database)).slice(0, 2), ['state', '{open,paid}'])

      await change(database, [toState('open', 'paid', 'late')], 2)
      await change(
        database,
        [alterColumn('books', 'state', { from: enumOf('open', 'paid', 'late'), to })],
        3,
      )
      assert.equal(
        (await described(database))[2],
        "c.enum(['open', 'paid', 'late']).default('late')",
      )
    }))
})

async function create(database: Database): Promise<Database> {
  await database.script(tables)
  return database
}

async function change(
  database: Database,
  operations: readonly Operation[],
  number = 1,
): Promise<void> {
  const named = { name: `2026_11_20_00000${number}_change`, migration: migration(operations) }
  await createMigrator(database, [named]).migrate()
}

async function columnsOf(database: Database): Promise<Record<string, string>> {
  const { schema } = await readLiveSchema(database)
  const columns: [string, ColumnDefinition][] = Object.entries(schema.get('books')?.columns ?? {})
  return Object.fromEntries(columns.map(([name, definition]) => [name, columnText(definition)]))
}

onDialect('postgres', 'a migration that was pulled', (open) => {
  it('also runs on SQLite, for tests without a server', async () => {
    await using pulled = await pullScript(
      open,
      `create table staff (id serial primary key, email varchar(80) not null, active boolean not null, hired timestamptz);
      create unique index staff_email on staff (lower((email)::text));
      create index staff_active on staff (id) where active;
      create index staff_hired on staff (date_trunc('day', hired at time zone 'UTC'));`,
    )
    assert.match(pulled.app.read('app/models/staff.ts'), /email: c\.text\(\{ max: 80 \}\)/)
    await using sqlite = createDatabase('sqlite::memory:')

    await createMigrator(sqlite, join(pulled.app.root, 'database/migrations')).migrate()

    const indexes = await sqlite.query<{ name: string }>(
      sql`select name from sqlite_schema where type = 'index' and name like 'staff%' order by 1`,
    )
    assert.deepEqual(
      indexes.map(({ name }) => name),
      ['staff_active', 'staff_email'],
    )
    const check = await pulled.app.main('schema:check', '--database')
    assert.match(check.output, /^todos: is missing/m)
    assert.doesNotMatch(check.output, /^staff/m)
  })
})

forEachDialect('a second db:pull', (open) => {
  it('keeps foreign keys to tables that were pulled before', async () => {
    await using pulled = await pullScript(
      open,
      'create table authors (id integer primary key, name text)',
    )
    await pulled.database.script(
      'create table books (id integer primary key, author_id integer not null references authors (id))',
    )

    const again = await pulled.app.tenon('db:pull')

    assert.equal(again.exitCode, 0, again.output)
    assert.doesNotMatch(again.output, /foreign key/)
    assert.match(
      pulled.app.read('app/models/book.ts'),
      /author_id: c\.integer\(\)\.references\('authors\.id'\)/,
    )
    const check = await pulled.app.main('schema:check', '--database')
    assert.doesNotMatch(check.output, /author_id/)
  })
})
