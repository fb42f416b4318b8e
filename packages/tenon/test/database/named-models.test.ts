import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { accounts, hash } from '../../src/auth.ts'
import { assertModels } from '../../src/data/relations/assertions/assert-models.ts'
import { hasTable } from '../../src/data/database/dialects/has-table.ts'
import { belongsTo, belongsToAny, c, hasMany, manyToMany, Model } from '../../src/models.ts'
import { currentDatabase, type Database, namedDatabase, withDatabase } from '../../src/database.ts'
import { application, body, get, handler, json, post, routes } from '../../src/index.ts'
import { registerStorage } from '../../src/stores/storage/current-storage.ts'
import { findOrphans } from '../../src/stores/storage/sweep.ts'
import { disk } from '../../src/storage.ts'
import { testApp } from '../../src/testing.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const archive = namedDatabase('archive')
const scans = disk('scans')

class Line extends Model(
  'lines',
  { order_id: c.integer(), number: c.integer(), title: c.text(), scan: c.file(scans).nullable() },
  { primaryKey: ['order_id', 'number'], database: archive },
) {
  static parts = hasMany(() => Part, ['order_id', 'number'])
}
class Part extends Model(
  'parts',
  { id: c.id(), order_id: c.integer(), number: c.integer() },
  { database: archive },
) {
  static line = belongsTo(() => Line, ['order_id', 'number'])
  static tags = manyToMany(() => Tag, {
    through: () => PartTag,
    local: 'part_id',
    target: 'tag_id',
  })
}
class Tag extends Model('tags', { id: c.id(), name: c.text() }, { database: archive }) {}
class PartTag extends Model(
  'part_tags',
  { part_id: c.integer(), tag_id: c.integer(), rank: c.integer().default(1) },
  { primaryKey: ['part_id', 'tag_id'], database: archive },
) {}
class Remark extends Model(
  'remarks',
  { id: c.id(), about_id: c.integer(), about: c.text() },
  { database: archive },
) {
  static subject = belongsToAny(() => [Part, Tag], 'about_id', { type: 'about' })
}

// Without a default database, whatever asks for it throws.
forEachDialect('the models of a named database', (open) => {
  it('can have a key of several columns', () =>
    withTables(async () => {
      const line = await Line.create({ order_id: 1, number: 2, title: 'first' })
      await Line.create({ order_id: 1, number: 3, title: 'other' })
      await line.update({ title: 'second' })

      const found = await Line.find({ order_id: 1, number: 2 })
      await found?.refresh()
      const wasDeleted = await Line.delete({ order_id: 1, number: 3 })

      assert.deepEqual([found?.title, wasDeleted, await Line.count()], ['second', true, 1])
    }))

  it('relate by such a key, by a pivot model, and to any of several models', () =>
    withTables(async () => {
      const line = await Line.create({ order_id: 1, number: 2, title: 'line' })
      const part = await Part.create({ order_id: line.order_id, number: line.number })
      const [red, blue] = [await Tag.create({ name: 'red' }), await Tag.create({ name: 'blue' })]
      await part.attach(Part.tags, [red.id])
      const synced = await part.sync(Part.tags, [blue.id])
      await Remark.create({ about_id: blue.id, about: 'tags' })

      const loaded = await Line.with('parts').firstOrFail()
      const [tagged] = await Part.with('line').with('tags').all()
      const remark = await Remark.with('subject').firstOrFail()

      assert.deepEqual(synced, { attached: 1, detached: 1 })
      assert.equal(loaded.parts.length, 1)
      assert.deepEqual([tagged?.line.title, tagged?.tags[0]?.name], ['line', 'blue'])
      assert.equal(tagged?.tags[0]?.pivot.rank, 1)
      assert.ok(remark.subject instanceof Tag)
    }))

  it('have files, which are deleted and swept by the rows of that database', () =>
    withTables(async () => {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'tenon-named-'))
      using _storage = registerStorage(`file:${folder.path}`)
      const put = (text: string) => scans.put(Buffer.from(text))
      const [kept, replaced, orphaned] = [await put('a'), await put('b'), await put('c')]
      const line = await Line.create({ order_id: 1, number: 1, title: '', scan: replaced })

      await archive.transaction(async () => {
        await line.update({ scan: kept })
        assert.notEqual(await scans.find(replaced), null)
      })
      const events: string[] = []
      let undone = ''
      const failing = archive.transaction(async () => {
        undone = await put('d')
        archive.afterRollback(() => void events.push('undone'))
        throw new Error('no')
      })
      await assert.rejects(failing, /no/)
      const orphans: string[] = []
      const soon = new Date(Date.now() + 1000)
      for await (const { name } of findOrphans([Line], soon)) orphans.push(name)

      assert.deepEqual([await scans.find(replaced), await scans.find(undone)], [null, null])
      assert.deepEqual(orphans, [orphaned])
      assert.deepEqual(events, ['undone'])
    }))

  it('can be the users of accounts, whose logins are in the same database', async () => {
    class User extends Model(
      'users',
      { id: c.id(), email: c.text().unique(), password: c.text().hidden() },
      { database: archive },
    ) {}
    const auth = accounts(User, { login: 'email', password: 'password' })
    const form = body(z.object({ email: z.string(), password: z.string() }))
    const app = application({
      root: import.meta.dirname,
      databases: [archive],
      models: { User },
      routes: routes([
        post(
          '/login',
          handler({ form }).run(async ({ form: { email, password } }, request) => {
            await auth.attempt(request, { login: email, password })
            return 'in'
          }),
        ),
        post(
          '/password',
          handler({ form }).run(async ({ form: { password } }, request) => {
            await auth.changePassword(request, password)
            return 'changed'
          }),
        ).middleware(auth.required),
        get('/', async (request) => json(await auth.current(request))),
      ]),
    })
    await using client = await testApp({
      application: app,
      databaseUrls: { archive: await open.url() },
    })
    await createTables(archive.current(), User)
    const ada = { email: 'ada@example.com', password: 'correct horse battery' }
    const user = await User.create({ ...ada, password: await hash.make(ada.password) })
    await auth.tokens.issue(user, { name: 'CI', abilities: [], expires: '1d' })

    const entered = await client.post('/login', ada)
    const changed = await client.post('/password', { ...ada, password: 'another one' })
    const inside = await client.get('/')

    assert.deepEqual([entered.status, changed.status], [200, 200])
    assert.deepEqual(inside.json(), { id: 1, email: ada.email })
    const has = (database: Database) => (table: string) => hasTable(database, table)
    const tables = ['tenon_logins', 'tenon_tokens']
    assert.deepEqual(await Promise.all(tables.map(has(archive.current()))), [true, true])
    assert.deepEqual(await Promise.all(tables.map(has(currentDatabase()))), [false, false])
  })

  it('cannot be users beside others of a table of the same name, which a session could not tell apart', async () => {
    const columns = { id: c.id(), email: c.text().unique(), password: c.text().hidden() }
    class User extends Model('users', columns) {}
    class Archivist extends Model('users', columns, { database: archive }) {}
    for (const model of [User, Archivist]) accounts(model, { login: 'email', password: 'password' })
    const app = application({
      root: import.meta.dirname,
      databases: [archive],
      models: { User, Archivist },
      routes: routes([]),
    })

    await assert.rejects(testApp({ application: app }), {
      code: 'E_ACCOUNTS',
      message: /named "users", one in the default database and one in "archive"/,
    })
  })

  async function withTables(body: () => Promise<void>): Promise<void> {
    const database: Database = await open({ name: 'archive' })
    await createTables(database, Line, Part, Tag, PartTag, Remark)
    await withDatabase(database, body)
  }
})

describe('a relation to any of several models', () => {
  it('cannot lead into another database', () => {
    class Here extends Model('here', { id: c.id() }) {}
    class Lost extends Model(
      'lost',
      { id: c.id(), about_id: c.integer(), about: c.text() },
      { database: archive },
    ) {
      static subject = belongsToAny(() => [Tag, Here], 'about_id', { type: 'about' })
    }

    assert.throws(() => assertModels([Here, Tag, Lost]), {
      code: 'E_RELATION_DATABASE',
      message: /"subject" of "lost" is invalid. "lost" is in the database "archive"/,
    })
  })
})
