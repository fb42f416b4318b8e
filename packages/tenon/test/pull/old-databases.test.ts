import assert from 'node:assert/strict'
import { it } from 'node:test'
import { c } from '../../src/data/columns/columns.ts'
import type { Dialect } from '../../src/data/database/database.ts'
import { withDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { compareSchemas } from '../../src/data/introspection/comparison/compare-schemas.ts'
import { readLiveSchema } from '../../src/data/introspection/live-schema.ts'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'
import { copyTodo } from '../generators/scaffold.ts'
import { pullScript } from './pulled-application.ts'

/** Ways of other programs to keep an email unique ignoring case. */
const foldings: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    'create table users (id integer primary key, email text not null collate nocase unique)',
    `create table users (id integer primary key, email text not null);
     create unique index by_email on users (email collate nocase)`,
    `create table users (id integer primary key, email text not null);
     create unique index by_email on users (lower(email))`,
  ],
  postgres: [
    `create table users (id serial primary key, email text not null);
     create unique index by_email on users (lower(email))`,
    `create table users (id serial primary key, email varchar(80) not null);
     create unique index by_email on users (lower(email))`,
  ],
}

forEachDialect('a database of another program', (open) => {
  for (const [i, script] of foldings[open.dialect].entries()) {
    it(`is unique ignoring case by an index of its own, in way ${i + 1}`, async () => {
      await using database = await open()
      await database.script(script)
      const live = await readLiveSchema(database)
      const compare = (email = c.text().unique({ caseInsensitive: true })) => {
        const columns = { id: c.id().definition, email: email.definition }
        const schema = new Map([['users', { columns, primaryKey: undefined, hasModel: true }]])
        return compareSchemas({ schema, indexes: [] }, live, open.dialect)
      }

      assert.deepEqual(await compare(), [])
      const [missing] = await compare(c.text().unique())
      assert.match(missing?.text ?? '', /its unique index is (?:missing|there with)/)
    })
  }

  it('sets null where that is impossible, which the model does not say', async () => {
    await using pulled = await pullScript(
      open,
      `create table makers (id integer primary key);
       create table cars (id integer primary key, maker_id integer not null references makers (id) on delete set null,
         owner_id integer references makers (id) on delete set null)`,
    )

    assert.equal(pulled.pulled.exitCode, 0, pulled.pulled.output)
    const model = pulled.app.read('app/models/car.ts')
    assert.match(model, /maker_id: c\.integer\(\)\.references\('makers\.id'\)/)
    assert.match(
      model,
      /owner_id: c\.integer\(\)\.nullable\(\)\.references\('makers\.id', \{ onDelete: 'set null' \}\)/,
    )
    assert.match(
      pulled.pulled.output,
      /\[ \] the foreign key of cars \(maker_id\) to makers sets null here, where the column cannot be null/,
    )
    assert.equal((await pulled.readAll())['Car'], 0)
    await pulled.app.main('migrate')
    const checked = await pulled.app.main('schema:check', '--database')
    assert.equal(checked.exitCode, 0, checked.output)
  })

  it('has tables of its own with the names that those of Tenon had', async () => {
    await using pulled = await pullScript(
      open,
      `create table sessions (id integer primary key, title text not null, starts_on date);
       create table queue_jobs (id integer primary key, lease_until integer, unique_key text, lane text);
       create view queue_rates as select id, 'mail' as queue, 1 as empty_at from sessions`,
    )

    assert.match(
      pulled.pulled.output,
      /^Left out the tables "queue_jobs", "queue_rates": Tenon, or an earlier version of it, keeps them/m,
    )
    assert.match(pulled.app.read('app/models/session.ts'), /extends Model\('sessions'/)
    assert.ok(!pulled.app.has('app/models/queue-job.ts'))
    await pulled.database.script('drop table queue_jobs')
    await pulled.app.main('migrate')
    const checked = await pulled.app.main('schema:check', '--database')
    assert.equal(checked.exitCode, 0, checked.output)
  })
})

onDialect('postgres', 'a database of another program', (open) => {
  it('has texts that ignore case, of which the pull says what differs in tests', async () => {
    await using pulled = await pullScript(
      open,
      `create extension citext;
       create table readers (id serial primary key, email citext not null unique)`,
    )

    assert.match(
      pulled.pulled.output,
      /\[ \] readers\.email ignores case, as a citext, .* Write and look up the text in lower case\./,
    )
    await pulled.app.main('migrate')
    const checked = await pulled.app.main('schema:check', '--database')
    assert.equal(checked.exitCode, 0, checked.output)
  })

  it('may keep tables from the role that pulls, which are left out', async () => {
    const url = await open.url()
    await using database = createDatabase(url)
    const role = `pulls_${Date.now()}`
    await database.script(`create table salaries (id serial primary key, notes text[] not null);
      create table staff (id serial primary key, tags text[] not null, salary_id integer references salaries (id));
      create role ${role} login password 'pulls';
      do $$ begin execute format('grant usage, create on schema %I to ${role}', current_schema()); end $$;
      grant select, insert, update, delete on staff to ${role}`)
    try {
      const { href } = Object.assign(new URL(url), { username: role, password: 'pulls' })
      using app = copyTodo([], href)
      const pulled = await app.tenon('db:pull')

      assert.equal(pulled.exitCode, 0, pulled.output)
      assert.match(
        pulled.output,
        /\[ \] the table salaries is left out: the role of the connection may not read it/,
      )
      assert.match(pulled.output, /\[ \] the foreign key of staff\.salary_id is left out/)
      assert.match(app.read('app/models/staff.ts'), /tags: c\.array\(c\.text\(\)\)/)
      assert.ok(!app.has('app/models/salary.ts'))
    } finally {
      await database.script(`drop owned by ${role} cascade; drop role ${role}`)
    }
  })

  it('may refuse keys that are given, which is listed', async () => {
    await using pulled = await pullScript(
      open,
      `create table always (id integer generated always as identity primary key);
       create table usual (id integer generated by default as identity primary key, number integer generated always as identity)`,
    )

    const { output } = pulled.pulled
    assert.match(
      output,
      /\[ \] always\.id is generated always as identity, .* alter table "always" alter "id" set generated by default/,
    )
    assert.match(output, /\[ \] usual\.number is generated always as identity/)
    assert.doesNotMatch(output, /usual\.id is generated/)
  })
})

onDialect('sqlite', 'a database of Prisma', (open) => {
  it('has moments that records read and write as milliseconds', async () => {
    await using pulled = await pullScript(
      open,
      `create table "User" ("id" integer not null primary key autoincrement, "email" text not null,
         "createdAt" datetime not null default current_timestamp, "bornAt" datetime);
       create unique index "User_email_key" on "User" ("email");
       insert into "User" ("email", "createdAt", "bornAt") values
         ('a@example.com', 1767225600000, 68000000000), ('b@example.com', 1767312000123, -300000000000), ('c@example.com', 1767398400000, 500000000000)`,
    )

    assert.equal(pulled.pulled.exitCode, 0, pulled.pulled.output)
    assert.match(
      pulled.app.read('app/models/user.ts'),
      /createdAt: c\.timestamp\(\)\.defaultSql\(.*\)\.onCreate\(\(\) => new Date\(\)\),\n\s+bornAt: c\.timestamp\(\)\.nullable\(\),/,
    )
    const User = await pulled.model('user')
    await withDatabase(pulled.database, async () => {
      const [, second] = await User.query().all()
      assert.partialDeepStrictEqual(JSON.parse(JSON.stringify(second)), {
        createdAt: '2026-01-02T00:00:00.123Z',
        bornAt: '1960-06-29T18:40:00.000Z',
      })
      await User.create({ email: 'd@example.com' })
    })
    assert.deepEqual(
      await pulled.database.query(sql`select distinct typeof("createdAt") as stored from "User"`),
      [{ stored: 'integer' }],
    )
    await pulled.app.main('migrate')
    const checked = await pulled.app.main('schema:check', '--database')
    assert.equal(checked.exitCode, 0, checked.output)
    assert.equal((await pulled.app.compile()).exitCode, 0)
  })
})
