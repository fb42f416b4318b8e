import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get, handler, routes } from 'tenon'
import { c, Model } from 'tenon/models'
import { withDatabase } from 'tenon/database'
import { createMigrator, createTable, migration } from 'tenon/migrations'
import { createRouter } from '../../src/web/routing/router.ts'
import { createRequest } from '../support/create-request.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Small extends Model('smalls', { id: c.id(), note: c.text() }) {}
class Large extends Model('larges', { id: c.bigId(), note: c.text() }) {}
class Word extends Model('words', { id: c.stringId(), note: c.text() }) {}
class Unique extends Model('uniques', { id: c.uuidId(), note: c.text() }) {}

const tables = {
  name: '2026_11_21_000001_create_keys',
  migration: migration([
    createTable('smalls', { id: c.id(), note: c.text() }),
    createTable('larges', { id: c.bigId(), note: c.text() }),
    createTable('words', { id: c.stringId(), note: c.text() }),
    createTable('uniques', { id: c.uuidId(), note: c.text() }),
  ]),
}

const router = createRouter(
  routes([
    get(
      '/smalls/{small}',
      handler({ small: Small }).run(({ small }) => small),
    ),
    get(
      '/larges/{large}',
      handler({ large: Large }).run(({ large }) => large),
    ),
    get(
      '/words/{word}',
      handler({ word: Word }).run(({ word }) => word),
    ),
    get(
      '/uniques/{unique}',
      handler({ unique: Unique }).run(({ unique }) => unique),
    ),
    get(
      '/all/{small}/{large}/{word}/{unique}',
      handler({ small: Small, large: Large, word: Word, unique: Unique }).run((bound) =>
        Object.values(bound).map(({ note }) => note),
      ),
    ).unscoped(),
  ]),
)

const uuid = '0192f0c1-7c3a-7b1e-8f00-0a1b2c3d4e5f'
const int64 = 9007199254740993n

forEachDialect('a record bound by its key', (open) => {
  async function answer(path: string) {
    const database = await open()
    await createMigrator(database, [tables]).migrate()
    return withDatabase(database, async () => {
      await Small.create({ note: 'small' })
      await Large.create({ id: int64, note: 'large' })
      await Word.create({ id: 'a/b ü', note: 'word' })
      await Unique.create({ id: uuid, note: 'unique' })
      const reply = await router.dispatch(createRequest(path))
      return [reply.statusCode, reply.body]
    })
  }

  describe('with 32 bits', () => {
    it('is found, or answered with 404 or 400', async () => {
      assert.deepEqual(await answer('/smalls/1'), [200, '{"id":1,"note":"small"}'])
      assert.equal((await answer('/smalls/2'))[0], 404)
      assert.equal((await answer('/smalls/2147483648'))[0], 400)
    })
  })

  describe('with 64 bits', () => {
    it('is found beyond 2^53 and sent as a decimal string, or answered with 404 or 400', async () => {
      assert.deepEqual(await answer(`/larges/${int64}`), [
        200,
        '{"id":"9007199254740993","note":"large"}',
      ])
      assert.equal((await answer('/larges/9007199254740992'))[0], 404)
      assert.equal((await answer('/larges/9223372036854775808'))[0], 400)
    })
  })

  describe('that is text', () => {
    it('is found by its decoded form, or answered with 404', async () => {
      assert.deepEqual(await answer('/words/a%2Fb%20%C3%BC'), [200, '{"id":"a/b ü","note":"word"}'])
      assert.equal((await answer('/words/A%2Fb'))[0], 404)
    })
  })

  describe('that is a UUID', () => {
    it('is found in any case, or answered with 404 or 400', async () => {
      assert.deepEqual(await answer(`/uniques/${uuid.toUpperCase()}`), [
        200,
        `{"id":"${uuid}","note":"unique"}`,
      ])
      assert.equal((await answer('/uniques/0192f0c1-7c3a-7b1e-8f00-000000000000'))[0], 404)
      assert.equal((await answer('/uniques/0192f0c1'))[0], 400)
    })
  })

  describe('of any kind', () => {
    it('is found together with the others in one handler', async () => {
      const path = `/all/1/${int64}/a%2Fb%20%C3%BC/${uuid}`

      assert.deepEqual(await answer(path), [200, '["small","large","word","unique"]'])
    })
  })
})
