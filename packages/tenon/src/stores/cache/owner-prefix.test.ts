import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inspect } from 'node:util'
import { createTables } from '../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { createLog } from '../../base/log/create-log.ts'
import { c } from '../../data/columns/columns.ts'
import { withDatabase } from '../../data/database/current-database.ts'
import { Model } from '../../data/models/model.ts'
import { createStore } from './store.ts'

class Team extends Model('teams', { id: c.id(), name: c.text() }) {}
class Club extends Model('clubs', { id: c.id(), name: c.text() }) {}

const log = createLog({ level: 'silent', format: 'json' })

forEachDialect('the cache of an owner', (open) => {
  it('has keys that no other owner reads', async () => {
    const database = await open()
    await createTables(database, Team, Club)
    await withDatabase(database, async () => {
      const [red, blue] = [await Team.create({ name: 'Red' }), await Team.create({ name: 'Blue' })]
      const club = await Club.create({ name: 'Club' })
      using store = await createStore({ redisUrl: undefined, log })
      const { cache } = store

      await cache.of(red).set('report', 'red', { ttl: '1m' })
      const computed = await cache.of(red).fetch('report', { ttl: '1m' }, () => 'computed')
      const others = [cache.of(blue), cache.of(club), cache].map((each) => each.get('report'))
      await cache.of(blue).delete('report')
      await cache.of(blue).increment('count', { ttl: '1m' })

      assert.equal(red.id, club.id)
      assert.equal(computed, 'red')
      assert.deepEqual(await Promise.all(others), [undefined, undefined, undefined])
      assert.equal(await cache.of(red).has('report'), true)
      assert.equal(await cache.of(red).has('count'), false)
      const sent = `["","teams","${red.id}"]:report`
      assert.equal(await cache.get(sent), undefined, 'a key that a client has sent')
      assert.equal(await cache.fetch(sent, { ttl: '1m' }, () => 'sent'), 'sent')
      assert.equal(await cache.of(red).get('report'), 'red')
    })
  })

  it('needs a saved record', async () => {
    await using _ = await open()
    using store = await createStore({ redisUrl: undefined, log })

    for (const owner of [undefined, null, {}, { id: 1 }, 1]) {
      assert.throws(() => store.cache.of(owner as Team), { code: 'E_OWNER' }, inspect(owner))
    }
  })
})
