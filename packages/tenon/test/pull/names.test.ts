import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'
import { findDifferences, pullScript, type PulledApplication } from './pulled-application.ts'

forEachDialect('tenon db:pull of names that code could trip over', (open) => {
  it('quotes reserved words, and escapes texts for SQL and for TypeScript', async () => {
    const text = String.raw`it's "x" \ ${'${process.exit(1)}'} ` + '`y` */ // </script>'
    const literal = text.replaceAll("'", "''")
    await using pulled = await pullScript(
      open,
      `create table "order" ("id" integer primary key, "select" text, "class" text not null default '${literal}',
         "Group" text, "table" text check ("table" in ('it''s', 'a\\b', '\${c}')));
       insert into "order" (id) values (1);`,
    )

    await assertSound(pulled)
    assert.deepEqual(await pulled.readAll(), { Order: 1 })
    assert.deepEqual(await findDifferences(pulled, await open()), [])
    const order = await pulled.model('order')
    const [record] = await withDatabase(pulled.database, () => order.query().all())
    assert.equal(Reflect.get(record ?? {}, 'class'), text)
  })

  it('leaves out what a model cannot name, and says so without control characters', async () => {
    await using pulled = await pullScript(
      open,
      `create table "x'; drop table notes; --" (id integer primary key);
       create table "ho\u001b[31mme" (id integer primary key);
       create table empty ("toString" text, "two words" integer);
       create table notes (id integer primary key, "two words" text, "quo""te" text, "it's" text not null,
         "update" text, "constructor" integer references notes (id), "toString" text, "__proto__" text, body text,
         other integer references "x'; drop table notes; --" (id));
       create index notes_words on notes ("two words", body);
       create unique index notes_one on notes ("constructor");
       create index notes_two on notes ("toString", body);`,
    )
    const { output } = pulled.pulled

    assert.match(output, /\[ \] the table empty is left out: none of its columns can be declared/)
    await assertSound(pulled)
    assert.deepEqual(await pulled.readAll(), { Note: 0 })
    assert.deepEqual(await findDifferences(pulled, await open()), [])
    const note = pulled.app.read('app/models/note.ts')
    assert.match(
      note,
      /\{\n {2}id: c\.id\(\),\n {2}body: c\.text\(\)\.nullable\(\),\n {2}other: [^\n]*\n\}/,
    )
    for (const expected of [
      /the table x'; drop table notes; -- is left out: a name may have letters/,
      /the table ho \[31mme is left out/,
      /notes\.two words is left out/,
      /notes\.it's is left out: .* It must not be null and has no default/,
      /notes\.update is left out: every record has a member of that name/,
      /notes\.__proto__ is left out/,
      /the foreign key of notes\.other is left out/,
      /the index notes_words of notes is left out/,
      /the index notes_one of notes is left out/,
      /the index notes_two of notes is left out/,
      /the foreign key of notes \(constructor\) to notes is left out with its column/,
    ]) {
      assert.match(output, expected)
    }
    // oxlint-disable-next-line eslint/no-control-regex
    assert.doesNotMatch(output, /\u001B/)
  })

  it('gives each model and each relation a name that is free', async () => {
    await using pulled = await pullScript(
      open,
      `create table model (id integer primary key);
       create table dates (id integer primary key, model_id integer references model (id));
       create table users (id integer primary key, posts text, "all" integer);
       create table posts (id integer primary key, "user" text, user_id integer references users (id),
         load_id integer references users (id), name_id integer references dates (id));
       create table __ (id integer primary key);`,
    )

    await assertSound(pulled)
    assert.deepEqual(Object.keys(await pulled.readAll()).toSorted(), [
      'DateRecord',
      'ModelRecord',
      'Post',
      'TableRecord',
      'User',
    ])
    const fields = [...pulled.app.read('app/models/post.ts').matchAll(/static (\w+)/g)].map(
      ([, name]) => name,
    )
    assert.deepEqual(fields, ['user_record', 'load_user', 'name_date_record'])
  })

  it('declares each kind of default, generated column, key and index', async () => {
    const { dialect } = open
    const generated = dialect === 'sqlite' ? 'virtual' : 'stored'
    const time =
      dialect === 'sqlite'
        ? 'integer default 1700000000000'
        : `timestamptz default '2026-11-20 09:30:00.123+00'`
    await using pulled = await pullScript(
      open,
      `create table countries (code varchar(2) primary key, name text unique not null);
       create table accounts (
         id integer primary key, email text not null, country_name text references countries (name) on delete set null,
         flag boolean not null default true, ratio double precision default -0.5, count bigint default 9007199254740993,
         happened ${time}, day date default '2026-01-01', token text default (lower('X')), empty text default '',
         state text not null default 'open' check (state in ('open', 'paid')),
         folded text generated always as (lower(email)) ${generated}, deleted_at ${dialect === 'sqlite' ? 'integer' : 'timestamptz'});
       create unique index accounts_email on accounts (${dialect === 'sqlite' ? 'lower("email")' : 'lower(email collate "C")'});
       create unique index accounts_state on accounts (state) where deleted_at is null;
       create index accounts_pair on accounts (state, email);
       create index accounts_some on accounts (email) where state = 'open';
       create index accounts_length on accounts (length(email));
       create index accounts_last on accounts (email desc);`,
    )

    await assertSound(pulled)
    const account = pulled.app.read('app/models/account.ts')
    assert.match(account, /\.\.\.softDeletes\(\)/)
    assert.match(account, /email: c\.text\(\)\.unique\(\{ caseInsensitive: true \}\)/)
    assert.match(
      account,
      /state: c\.enum\(\['open', 'paid'\]\)\.default\('open'\)\.unique\(\{ ignoreDeleted: true \}\)/,
    )
    assert.match(account, /belongsTo\(\(\) => Country, 'country_name', \{ key: 'name' \}\)/)
    assert.match(account, /count: c\.bigint\(\)\.nullable\(\)\.default\(9007199254740993n\)/)
    assert.match(pulled.pulled.output, /the index accounts_last of accounts stays in the database/)
    assert.deepEqual(await findDifferences(pulled, await open()), [])
    await assertChecked(pulled)
  })

  it('leaves a second index of a column in the database, and a check with a text that no enum has', async () => {
    await using pulled = await pullScript(
      open,
      `create table users (
         id integer primary key, email text not null, code integer unique,
         state text not null default '' check (state in ('', 'open')));
       create index users_plain on users (email);
       create unique index users_email on users (${open.dialect === 'sqlite' ? 'lower("email")' : 'lower(email collate "C")'});
       create index users_code on users (code);
       create index users_id on users (id);
       insert into users (id, email) values (1, 'ada@example.com');`,
    )
    const { output } = pulled.pulled

    await assertSound(pulled)
    const user = pulled.app.read('app/models/user.ts')
    assert.match(user, /email: c\.text\(\)\.unique\(\{ caseInsensitive: true \}\),/)
    assert.match(user, /code: c\.integer\(\)\.nullable\(\)\.unique\(\),/)
    assert.match(user, /state: c\.text\(\)\.default\(''\),/)
    for (const expected of [
      /the index users_plain of users stays in the database, because a unique column has no other index\(\)\./,
      /the index users_code of users stays in the database, because a unique column has no other index\(\)\./,
      /the index users_id of users stays in the database, because a key has an index of its own\./,
      /the check .*state.* of users stays in the database/,
    ]) {
      assert.match(output, expected)
    }
    assert.deepEqual(await pulled.readAll(), { User: 1 })
    assert.deepEqual(await findDifferences(pulled, await open()), [])
    await assertChecked(pulled)
  })
})

onDialect('postgres', 'tenon db:pull of what only PostgreSQL has', (open) => {
  it('reads and writes the types that it maps, and leaves out defaults of its own functions', async () => {
    await using pulled = await pullScript(
      open,
      `create function own_token() returns text language sql as $$ select 'x' $$;
       create function own_label(integer) returns text immutable language sql as $$ select 'y' $$;
       create domain percent as numeric(5, 2) check (value >= 0);
       create table "Mixed" (id bigint generated always as identity primary key, address inet, at time, price numeric,
         open interval, pauses interval[], days daterange,
         share percent, small smallint, short varchar(3), code char(4), token text not null default own_token(), number serial,
         made text generated always as (own_label(1)) stored, vector tsvector, length integer generated always as (length(vector)) stored,
         settings jsonb default '{"b": [1], "a": "it''s"}', file bytea default '\\x00ff', key uuid default gen_random_uuid(),
         unique (short, code));
       create table "mixed" (id uuid primary key default gen_random_uuid());
       insert into "Mixed" (address, at, price, share, short, code, open, pauses, days) values
         ('10.0.0.1', '09:30', 1.5, 2.5, 'abc', 'ab', '26 hours 30 minutes', '{1 day,2 mons}', '[2026-01-01,2026-02-01)');`,
    )

    await assertSound(pulled)
    assert.deepEqual(await pulled.readAll(), { Mixed: 1, MixedRecord: 0 })
    for (const expected of [
      /Mixed\.token has a default that needs a sequence or function/,
      /Mixed\.number is numbered by a sequence of this database/,
      /Mixed\.made is left out: a function of this database generates it/,
      /Mixed\.length is left out: it is generated from vector, which is left out/,
    ]) {
      assert.match(pulled.pulled.output, expected)
    }
    const mixed = await pulled.model('mixed')
    const [first] = await withDatabase(pulled.database, () => mixed.query().all())
    const made = await withDatabase(pulled.database, () => mixed.create({}))
    assert.deepEqual([Reflect.get(made, 'token'), Reflect.get(made, 'number')], ['x', 2])
    assert.deepEqual(
      ['address', 'at', 'price', 'share', 'settings'].map((name) => Reflect.get(first ?? {}, name)),
      ['10.0.0.1', '09:30:00', '1.5', '2.50', { a: "it's", b: [1] }],
    )
    assert.deepEqual(
      ['open', 'pauses', 'days'].map((name) => Reflect.get(first ?? {}, name)),
      ['26:30:00', ['1 day', '2 mons'], '[2026-01-01,2026-02-01)'],
    )
    assert.deepEqual(await findDifferences(pulled, await open()), [])
  })

  it('leaves the indexes of lists, and enums with an empty text', async () => {
    await using pulled = await pullScript(
      open,
      `create type mood as enum ('', 'sad');
       create table notes (id serial primary key, tags text[] not null unique, mood mood);
       create index notes_tags on notes using gin (tags);`,
    )
    const { output } = pulled.pulled

    await assertSound(pulled)
    assert.match(pulled.app.read('app/models/note.ts'), /tags: c\.array\(c\.text\(\)\),/)
    assert.match(
      output,
      /the index notes_tags_key of notes stays in the database, because a list has no index\(\) and no unique\(\)\./,
    )
    assert.match(output, /notes\.mood is left out: no column type reads and writes mood/)
    assert.deepEqual(await pulled.readAll(), { Note: 0 })
    assert.deepEqual(await findDifferences(pulled, await open()), [])
  })

  it('reads only the schema of the connection', async () => {
    await using pulled = await pullScript(open, 'create table notes (id serial primary key)')
    const [row] = await pulled.database.query<{ schema: string }>(
      sql`select current_schema() as schema`,
    )

    assert.match(pulled.pulled.output, /Wrote app\/models\/note\.ts\nWrote database\/migrations/)
    assert.notEqual(row?.schema, 'public')
  })
})

/** The models match the migrations, and both the database, after the todo list's own table was created. */
async function assertChecked({ app }: PulledApplication): Promise<void> {
  await app.main('migrate')
  const checked = [await app.main('schema:check'), await app.main('schema:check', '--database')]
  assert.deepEqual(
    checked.map(({ exitCode }) => exitCode),
    [0, 0],
    checked.map(({ output }) => output).join('\n'),
  )
}

async function assertSound({ app, pulled }: PulledApplication): Promise<void> {
  assert.equal(pulled.exitCode, 0, pulled.output)
  const compiled = await app.compile()
  assert.equal(compiled.exitCode, 0, compiled.output)
}
