import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'
import { pullScript } from '../pull/pulled-application.ts'
import { copyTodo } from './scaffold.ts'

const shop = `
  create table "Artist" ("ArtistId" integer primary key, "Name" text not null unique, "Mood" text not null
    default 'it''s fine' check ("Mood" in ('it''s fine', 'sad "blue"')));
  create table "Album" ("AlbumId" integer primary key, "Title" text not null, "Price" integer check ("Price" >= 0),
    "Live" boolean not null, "Sold" boolean not null default true, "Loud" boolean default false,
    "ArtistId" integer not null references "Artist" ("ArtistId"));
  create table t_day (id integer primary key, name text not null, artist integer references "Artist" ("ArtistId"));
  create view artist_ids as select "ArtistId" as id, "Name" from "Artist";
  insert into "Artist" ("ArtistId", "Name") values (1, 'Ada');`

forEachDialect('tenon make resource', (open) => {
  it('serves models that db:pull has written: compiles, passes the linter and its own tests', async () => {
    await using pulled = await pullScript(open, shop)
    const { app } = pulled
    await app.tenon('make', 'factory', 'Artist')
    const factory = app.read('database/factories/artist.ts')
    app.write('database/factories/artist.ts', `${factory}\n// Changed since.\n`)
    const before = app.tree()

    const made = [
      await app.tenon('make', 'resource', 'Artist'),
      await app.tenon('make', 'resource', 'Album'),
      await app.tenon('make', 'resource', 'TDay'),
    ]
    const refused = await app.tenon('make', 'resource', 'ArtistId')
    const passed = [
      await app.compile(),
      await app.lint('--allow', 'import/no-cycle'),
      await app.test(),
    ]
    for (const { exitCode, output } of made) assert.equal(exitCode, 0, output)
    const request = app.read('app/requests/artist-request.ts')
    const form = app.read('resources/components/AlbumForm.tsx')
    const list = app.read('resources/pages/Artists/Index.tsx')
    await app.tenon('destroy', 'resource', 'TDay')
    await app.tenon('destroy', 'resource', 'Album')
    await app.tenon('destroy', 'resource', 'Artist')

    for (const { exitCode, output } of [...made, ...passed]) assert.equal(exitCode, 0, output)
    assert.match(request, /Name: unique\(Artist, 'Name', \{ message: 'Name is taken' \}\)/)
    assert.match(
      refused.output,
      /ArtistId is a view of the database, whose records are only read\./,
    )
    assert.match(form, /Sold: album\?\.Sold \?\? true,/)
    assert.match(form, /Loud: album === null \? false : album\.Loud,/)
    assert.match(list, /<tr key=\{artist\.ArtistId\}>/)
    assert.deepEqual(app.tree(), before)
  })
})

onDialect(
  'postgres',
  'tenon make resource of a model whose records refer to others by a text',
  (open) => {
    it('compiles, passes the linter and its own tests', async () => {
      await using pulled = await pullScript(open, contracts)
      const { app } = pulled

      const made = await app.tenon('make', 'resource', 'Contract')
      const passed = [
        await app.compile(),
        await app.lint('--allow', 'import/no-cycle'),
        await app.test(),
      ]

      for (const { exitCode, output } of [made, ...passed]) assert.equal(exitCode, 0, output)
    })
  },
)

const contracts = `
  create table company (company_no varchar(10) primary key, name text not null);
  create table place (id uuid primary key default gen_random_uuid(), name text not null);
  create table depot (id bigserial primary key, name text not null);
  create table contract (id serial primary key, company_no varchar(10) not null references company,
    place_id uuid not null references place, depot_id bigint not null references depot, title text not null);`

onDialect('postgres', 'tenon make resource of a model whose columns have defaults', (open) => {
  it('shows all of them, and has fields for those that neither the database nor a hook sets', async () => {
    await using pulled = await pullScript(open, withDefaults)
    const { app } = pulled

    const made = await app.tenon('make', 'resource', 'Term')
    const passed = [await app.compile(), await app.lint(), await app.test()]

    for (const { exitCode, output } of [made, ...passed]) assert.equal(exitCode, 0, output)
    const [form, show, request] = [
      app.read('resources/components/TermForm.tsx'),
      app.read('resources/pages/Terms/Show.tsx'),
      app.read('app/requests/term-request.ts'),
    ]
    const terms = [...show.matchAll(/<dt>(.*)<\/dt>/g)].map(([, term]) => term)
    assert.deepEqual(terms, [...sentTerms, 'Created (UTC)', 'Words'])
    assert.equal([...form.matchAll(/\n {8}label="/g)].length, sentTerms.length)
    assert.match(form, /currency: term\?\.currency \?\? 'EUR',/)
    assert.match(request, /remark: z\.string\(.*\)\.trim\(\)\.optional\(\),/)
    assert.doesNotMatch(request, /created|words/)
  })
})

// oxfmt-ignore
const sentTerms = [
  'Title', 'Phase', 'Currency', 'Total', 'Days', 'Weight', 'Remark', 'Extra', 'More', 'Starts on', 'Ended (UTC)', 'Held',
]

const withDefaults = `
  create type phase as enum ('draft', 'in force');
  create table terms (id serial primary key, title text not null, phase phase not null default 'draft',
    currency char(3) not null default 'EUR', total numeric(14, 2) not null default 0, days bigint not null default 30,
    weight real default 1.5, remark text not null default '', extra jsonb not null default '{"a": 1}', more jsonb default '[]',
    starts_on date not null default '2026-01-31', ended timestamptz default '2026-01-31 10:00:00Z',
    held daterange not null default daterange(current_date, null), created timestamptz not null default now(),
    words integer generated always as (length(title)) stored);`

describe('tenon make resource of a model with a hidden column', () => {
  it('neither shows it nor changes it', async () => {
    using app = copyTodo()
    app.write('app/models/guest.ts', guestWithPin)
    app.write('main.ts', withGuest(app.read('main.ts')))
    await app.main('make:migration', 'create_guests')

    const made = await app.tenon('make', 'resource', 'Guest')
    app.write('tests/pins.test.ts', testOfPins)

    assert.equal(made.exitCode, 0, made.output)
    for (const { exitCode, output } of [await app.compile(), await app.test()])
      assert.equal(exitCode, 0, output)
    assert.doesNotMatch(app.read('resources/components/GuestForm.tsx'), /pin/)
  })
})

describe('tenon make resource of a model that belongs to its own, by a UUID', () => {
  it('refuses a record of itself, also if the key is sent in capitals', async () => {
    using app = copyTodo()
    app.write('app/models/guest.ts', guestWithHost)
    app.write('main.ts', withGuest(app.read('main.ts')))
    await app.main('make:migration', 'create_guests')

    const made = await app.tenon('make', 'resource', 'Guest')
    app.write('tests/hosts.test.ts', testOfHosts)

    assert.equal(made.exitCode, 0, made.output)
    for (const { exitCode, output } of [await app.compile(), await app.test()])
      assert.equal(exitCode, 0, output)
  })
})

describe('tenon make resource of a model that forms cannot create', () => {
  const refusals: readonly [columns: string, reason: RegExp][] = [
    [`code: c.stringId(),\n  name: c.text(),`, /its key code is a text, for which forms have no/],
    [
      `id: c.id(),\n  tags: c.array(c.text()),`,
      /each has a value in tags, for which forms have no/,
    ],
    [
      `id: c.id(),\n  pin: c.text().hidden(),`,
      /each has a value in pin, a hidden column; a default\(\) or nullable\(\) helps/,
    ],
    [`a: c.integer(),\n  b: c.integer(),`, /it has no key that is a single column/],
  ]
  for (const [columns, reason] of refusals) {
    it(`says that ${reason.source}`, async () => {
      using app = copyTodo()
      const model = `import { c, Model } from 'tenon/models'

export class Label extends Model('labels', {
  ${columns}
}) {}
`
      app.write('app/models/label.ts', model)
      const before = app.tree()

      const refused = await app.tenon('make', 'resource', 'Label')

      assert.equal(refused.exitCode, 1)
      assert.match(refused.output, reason)
      assert.match(refused.output, /Begin with "tenon make controller labels" instead\./)
      assert.deepEqual(app.tree(), before)
    })
  }
})

const guestWithPin = `import { c, Model } from 'tenon/models'

export class Guest extends Model('guests', {
  id: c.id(),
  name: c.text(),
  pin: c.text().nullable().hidden(),
}) {}
`

const guestWithHost = `import { belongsTo, c, Model } from 'tenon/models'

export class Guest extends Model('guests', {
  id: c.uuidId(),
  name: c.text(),
  host_id: c.uuid().nullable().references('guests.id', { onDelete: 'set null' }).index(),
}) {
  static host = belongsTo(() => Guest, 'host_id')
}
`

const testOfHosts = `import { it } from 'node:test'
import { testApp } from 'tenon/testing'
import { Guest } from '../app/models/guest.ts'

it('a guest cannot be their own host', async () => {
  await using app = await testApp()
  const { id } = await Guest.create({ name: 'Ada', host_id: null })

  for (const host_id of [id, id.toUpperCase()]) {
    const response = await app.put('/guests/' + id, { name: 'Ada', host_id })
    response.assertStatus(422).assertErrors({ host_id: 'A guest cannot be its own host' })
  }
})
`

function withGuest(main: string): string {
  return main
    .replace('models: { Todo }', 'models: { Todo, Guest }')
    .replace('import { web }', `import { Guest } from './app/models/guest.ts'\nimport { web }`)
}

const testOfPins = `import assert from 'node:assert/strict'
import { it } from 'node:test'
import { reveal } from 'tenon/models'
import { testApp } from 'tenon/testing'
import { Guest } from '../app/models/guest.ts'

it('a change that sends a pin leaves the one that is there', async () => {
  await using app = await testApp()
  const { id } = await Guest.create({ name: 'Ada', pin: '1234' })

  await app.put('/guests/' + id, { name: 'Grace', pin: null })

  const { name, pin } = await Guest.findOrFail(id)
  assert.deepEqual([name, reveal(pin)], ['Grace', '1234'])
})
`
