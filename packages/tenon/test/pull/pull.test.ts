import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../src/data/database/sql.ts'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'
import type { Scaffold } from '../generators/scaffold.ts'
import { findDifferences, pullScript, readScript } from './pulled-application.ts'

forEachDialect('tenon db:pull of Chinook', (open) => {
  const chinook = readScript(`chinook.${open.dialect}`)

  it('writes code that compiles, passes the linter and reads every table', async () => {
    await using pulled = await pullScript(open, `${chinook}; ${rows[open.dialect]}`)

    assert.equal(pulled.pulled.exitCode, 0, pulled.pulled.output)
    await assertSound(pulled.app)
    const counts = await pulled.readAll()
    assert.equal(Object.keys(counts).length, 10)
    assert.deepEqual(
      [counts['Artist'], counts['Album'], counts['Track'], counts['Genre']],
      [2, 3, 1, 0],
    )
  })

  it('names relations after foreign keys and pivot tables', async () => {
    await using pulled = await pullScript(open, chinook)
    const { app } = pulled
    const fields = (file: string): string[] =>
      [...app.read(`app/models/${file}.ts`).matchAll(/static (\w+) = (\w+)/g)].map(
        ([, name, kind]) => `${kind} ${name}`,
      )
    const style = (name: string): string =>
      open.dialect === 'sqlite'
        ? name
        : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

    assert.deepEqual(fields('track'), [
      'belongsTo album',
      `belongsTo ${style('mediaType')}`,
      'belongsTo genre',
      `hasMany ${style('invoiceLines')}`,
      'manyToMany playlists',
    ])
    assert.deepEqual(fields('customer'), [`belongsTo ${style('supportRep')}`, 'hasMany invoices'])
    assert.deepEqual(fields('employee'), [
      `belongsTo ${style('reportsToEmployee')}`,
      'hasMany customers',
      'hasMany employees',
    ])
  })

  it('records its migration, which builds the same schema in an empty database', async () => {
    await using pulled = await pullScript(open, chinook)

    assert.deepEqual(await findDifferences(pulled, await open()), [])
    const migrated = await pulled.app.main('migrate')
    assert.match(migrated.output, /^Migrated 2026_11_20_000001_create_todos \(\d+ ms\)\n$/)
    const [files, live] = [
      await pulled.app.main('schema:check'),
      await pulled.app.main('schema:check', '--database'),
    ]
    assert.deepEqual([files.exitCode, live.exitCode], [0, 0], files.output + live.output)
  })
})

onDialect('postgres', 'tenon db:pull of Pagila', (open) => {
  const pagila = readScript('pagila.postgres')

  it('writes code that compiles, passes the linter and reads every table', async () => {
    await using pulled = await pullScript(open, `${pagila}; ${films}`)

    assert.equal(pulled.pulled.exitCode, 0, pulled.pulled.output)
    await assertSound(pulled.app)
    const counts = await pulled.readAll()
    assert.deepEqual([counts['Film'], counts['Actor'], counts['Store']], [1, 1, 0])
    assert.match(
      pulled.app.read('app/models/language.ts'),
      /static films = .*\n {2}static original_language_films = /,
    )
  })

  it('reads arrays as lists', async () => {
    await using pulled = await pullScript(open, pagila)

    assert.match(
      pulled.app.read('app/models/film.ts'),
      /special_features: c\.array\(c\.text\(\)\)\.nullable\(\),/,
    )
  })

  it('hides columns that are named like secrets', async () => {
    await using pulled = await pullScript(open, pagila)

    assert.match(
      pulled.app.read('app/models/staff.ts'),
      /password: c\.text\(\)\.nullable\(\)\.hidden\(\),/,
    )
  })

  it('lists what it cannot express', async () => {
    await using pulled = await pullScript(open, pagila)

    const { output } = pulled.pulled
    for (const expected of [
      /\[ \] film\.fulltext is left out: .* tsvector.* trigger that sets it/,
      /\[ \] the index film_fulltext_idx of film stays in the database/,
      /\[ \] the view film_list has no model, because none of its columns is a key named id/,
      /\[ \] the materialized view rental_by_category has no model/,
      /\[ \] the trigger last_updated of actor stays in the database/,
      /\[ \] the function touch_last_update stays/,
      /\[ \] the aggregate comma_list stays/,
      /\[ \] the table payment is partitioned/,
      /\[ \] the columns of film have other types .* rating mpaa_rating → text with a check/,
    ])
      assert.match(output, expected)
  })

  it('gives a table whose key has several columns a model, and one that only joins two none', async () => {
    await using pulled = await pullScript(open, pagila)

    assert.match(
      pulled.app.read('app/models/payment.ts'),
      /\}, \{ primaryKey: \['payment_date', 'payment_id'\] \}\) \{/,
    )
    assert.doesNotMatch(pulled.pulled.output, /film_actor has no model|models\/film-actor/)
  })

  it('records its migration, which builds the same schema in an empty database', async () => {
    await using pulled = await pullScript(open, pagila)

    assert.deepEqual(await findDifferences(pulled, await open()), [])
    await pulled.app.main('migrate')
    const [files, live] = [
      await pulled.app.main('schema:check'),
      await pulled.app.main('schema:check', '--database'),
    ]
    assert.deepEqual([files.exitCode, live.exitCode], [0, 0], files.output + live.output)
  })
})

describe('tenon db:pull', () => {
  forEachDialect('of any database', (open) => {
    it('says how to write the relation of a foreign key with several columns', async () => {
      await using pulled = await pullScript(
        open,
        `create table line (order_id integer not null, number integer not null, primary key (order_id, number));
        create table parcel (
          id integer primary key, order_id integer, number integer,
          foreign key (order_id, number) references line (order_id, number)
        )`,
      )

      assert.match(
        pulled.pulled.output,
        /foreign key of parcel \(order_id, number\) to line is left out: .* belongsTo\(\(\) => …, \['order_id', 'number'\]\)/,
      )
    })

    it('writes nothing and records nothing if a file exists', async () => {
      await using first = await pullScript(open, 'create table todo (id integer primary key)')

      assert.equal(first.pulled.exitCode, 1)
      assert.match(
        first.pulled.output,
        /Nothing was written, because these files already exist:\n {2}app\/models\/todo\.ts/,
      )
      assert.ok(!first.app.has('database/schema.json'))
      assert.match((await first.app.main('migrate:status')).output, /create_todos +pending/)
    })

    it('never drops what was there, whatever is rolled back', async () => {
      await using pulled = await pullScript(open, 'create table artists (id integer primary key)')
      await pulled.app.main('migrate')

      const first = await pulled.app.main('migrate:rollback', '--force')
      const again = await pulled.app.main('migrate:rollback', '--force')
      const steps = await pulled.app.main('migrate:rollback', '--force', '--step=9')

      assert.match(first.output, /create_todos/)
      assert.equal(again.output + steps.output, 'Nothing to do.\n'.repeat(2))
      assert.deepEqual(await pulled.database.query(sql`select * from artists`), [])
    })

    it('pulls only the tables that the migrations do not create', async () => {
      await using pulled = await pullScript(open, 'create table artists (id integer primary key)')
      await pulled.database.script('create table albums (id integer primary key)')

      const again = await pulled.app.tenon('db:pull')
      const nothing = await pulled.app.tenon('db:pull')

      assert.match(again.output, /Wrote app\/models\/album\.ts\n/)
      assert.doesNotMatch(again.output, /artist/)
      assert.equal(nothing.exitCode, 1)
      assert.match(
        nothing.output,
        /no tables or views that your migrations or models do not have already/,
      )
      assert.equal((await pulled.app.main('schema:check')).exitCode, 0)
    })

    it('rejects a table of migrations that belongs to another tool', async () => {
      await using pulled = await pullScript(
        open,
        'create table migrations (id integer primary key, migration text)',
      )

      assert.equal(pulled.pulled.exitCode, 1)
      assert.match(pulled.pulled.output, /belongs to another tool.* rename to old_migrations/)
    })
  })
})

async function assertSound(app: Scaffold): Promise<void> {
  const compiled = await app.compile()
  assert.equal(compiled.exitCode, 0, compiled.output)
  const linted = await app.lint('--allow=import/no-cycle')
  assert.equal(linted.exitCode, 0, linted.output)
}

const rows = {
  sqlite: `insert into Artist values (1, 'One'), (2, 'Two');
    insert into Album values (1, 'First', 1), (2, 'Second', 1), (3, 'Third', 2);
    insert into MediaType values (1, 'Tape');
    insert into Track values (1, 'Song', 1, 1, null, null, 1000, 5, 0.99);
    insert into Playlist values (1, 'Mine');
    insert into PlaylistTrack values (1, 1);`,
  postgres: `insert into artist (name) values ('One'), ('Two');
    insert into album (title, artist_id) values ('First', 1), ('Second', 1), ('Third', 2);
    insert into media_type (name) values ('Tape');
    insert into track (name, album_id, media_type_id, milliseconds, unit_price) values ('Song', 1, 1, 1000, 0.99);`,
}

const films = `insert into language (name) values ('English');
  insert into actor (first_name, last_name) values ('Ada', 'Lovelace');
  insert into film (title, language_id, special_features) values ('Alone', 1, '{Trailers}');
  insert into film_actor (actor_id, film_id) values (1, 1);`
