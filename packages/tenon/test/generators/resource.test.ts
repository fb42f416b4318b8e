import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { pullScript } from '../pull/pulled-application.ts'
import { copyTodo } from './scaffold.ts'

const shop = `
  create table "Artist" ("ArtistId" integer primary key, "Name" text not null unique, "Mood" text not null
    default 'it''s fine' check ("Mood" in ('it''s fine', 'sad "blue"')));
  create table "Album" ("AlbumId" integer primary key, "Title" text not null, "Price" integer check ("Price" >= 0),
    "Live" boolean not null,
    "ArtistId" integer not null references "Artist" ("ArtistId"));
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
    ]
    const passed = [
      await app.compile(),
      await app.lint('--allow', 'import/no-cycle'),
      await app.test(),
    ]
    const request = app.read('app/requests/artist-request.ts')
    const list = app.read('resources/pages/Artists/Index.tsx')
    await app.tenon('destroy', 'resource', 'Album')
    await app.tenon('destroy', 'resource', 'Artist')

    for (const { exitCode, output } of [...made, ...passed]) assert.equal(exitCode, 0, output)
    assert.match(request, /Name: unique\(Artist, 'Name', \{ message: 'Name is taken' \}\)/)
    assert.match(list, /<tr key=\{artist\.ArtistId\}>/)
    assert.deepEqual(app.tree(), before)
  })
})

describe('tenon make resource of a model that forms cannot create', () => {
  const refusals: readonly [columns: string, reason: RegExp][] = [
    [`code: c.stringId(),\n  name: c.text(),`, /its key code is a text, for which forms have no/],
    [
      `id: c.id(),\n  tags: c.array(c.text()),`,
      /each has a value in tags, for which forms have no/,
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
