import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { it } from 'node:test'
import { sql, withDatabase } from 'tenon/database'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'
import { type PulledApplication, pullScript } from './pulled-application.ts'

/** More than the smallest range has numbers. */
const RECORDS = 8

const tables = {
  postgres: `
    create domain year as integer check (value >= 1901 and value <= 2155);
    create domain percent as smallint not null check (value between 0 and 100);
    create table stores (store_id serial primary key, code varchar(3) not null unique, floor smallint not null);
    create table countries (country_code varchar(6) primary key);
    create table films (film_id serial primary key, store_id integer not null references stores (store_id),
      title varchar(20) not null, released year not null, share percent, rating integer not null check (rating between 1 and 5),
      stars smallint not null check (stars > 0 and stars < 6), kind text not null check (kind in ('a', 'b')),
      code char(2) not null, country_code varchar(6) not null references countries (country_code), price numeric(6, 2) not null check (price > 0), born date not null, depth integer check (depth < -10),
      sequel_of integer references films (film_id));`,
  sqlite: `
    create table stores (store_id integer primary key, code varchar(3) not null unique, floor smallint not null);
    create table films (film_id integer primary key, store_id integer not null references stores (store_id),
      title varchar(20) not null, released integer not null check (released >= 1901 and released <= 2155),
      rating integer not null check (rating between 1 and 5), kind text not null check (kind in ('a', 'b')), born date not null,
      depth integer check (depth < -10), sequel_of integer references films (film_id));`,
}
const tags = `create table film_tags (film_id integer not null references films (film_id), tag varchar(30) not null,
    weight integer not null check (weight >= 10), primary key (film_id, tag));`

forEachDialect('factories of models that tenon db:pull has written (X7)', (open) => {
  it('make records that domains, checks, lengths and foreign keys allow', async () => {
    await using pulled = await pullScript(open, tables[open.dialect] + tags)
    for (const model of ['Store', 'Film', 'FilmTag']) {
      const made = await pulled.app.tenon('make', 'factory', model)
      assert.equal(made.exitCode === 0 || made.output.includes('exist'), true, made.output)
    }

    const compiled = await pulled.app.compile()
    assert.equal(compiled.exitCode, 0, compiled.output)
    assert.match(
      pulled.pulled.output,
      /check .*rating.* of films stays in the database, and c\.integer\(\{ min: 1, max: 5 \}\) validates the values\./,
    )
    await createAll(pulled, RECORDS)
    const { films, stores, tags: tagged } = await counts(pulled)
    assert.deepEqual([tagged, films, stores], [RECORDS, 2 * RECORDS, 3 * RECORDS])
  })
})

onDialect('postgres', 'factories of models that need each other', (open) => {
  const script = `
    create table stores (id serial primary key, manager_id integer not null);
    create table staff (id serial primary key, name text not null, store_id integer not null references stores (id) deferrable initially deferred);
    alter table stores add foreign key (manager_id) references staff (id) deferrable initially deferred;
    create table folders (id serial primary key, parent_id integer not null references folders (id));`

  it('compile, and name the column that a test has to give', async () => {
    await using pulled = await pullScript(open, script)
    for (const model of ['Staff', 'Folder']) await pulled.app.tenon('make', 'factory', model)

    const compiled = await pulled.app.compile()

    assert.equal(compiled.exitCode, 0, compiled.output)
    await assert.rejects(
      createAll(pulled, 1),
      /Give it \w+_id: a factory of \w+ would need this one/,
    )
  })
})

onDialect('postgres', 'a domain that limits cannot express', (open) => {
  it('is listed as something to decide', async () => {
    await using pulled = await pullScript(
      open,
      `create domain country as char(2) check (value ~ '^[A-Z]{2}$');
       create table shops (id serial primary key, country country not null)`,
    )

    assert.match(
      pulled.pulled.output,
      /\[ \] the check .*\^\[A-Z\]\{2\}\$.* of the domain of shops\.country stays in the database/,
    )
  })
})

interface AnyFactory {
  create(): Promise<unknown>
}

async function createAll({ app, database }: PulledApplication, count: number): Promise<void> {
  const folder = join(app.root, 'database/factories')
  const files = readdirSync(folder).filter((file) => file !== 'todo.ts')
  await withDatabase(database, async () => {
    for (const file of files) {
      const found = (await import(pathToFileURL(join(folder, file)).href)) as object
      const [factory] = Object.values(found) as AnyFactory[]
      for (let i = 0; i < count; i++) await factory?.create()
    }
  })
}

async function counts({ database }: PulledApplication) {
  const [row] = await database.query<{ films: number; stores: number; tags: number }>(
    sql`select (select count(*) from films) as films, (select count(*) from stores) as stores, (select count(*) from film_tags) as tags`,
  )
  return { films: Number(row?.films), stores: Number(row?.stores), tags: Number(row?.tags) }
}
