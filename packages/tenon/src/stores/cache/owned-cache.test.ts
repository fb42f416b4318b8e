import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { c } from '../../data/columns/columns.ts'
import { withDatabase } from '../../data/database/current-database.ts'
import { Model } from '../../data/models/model.ts'
import { toOwnedCache, type OwnedCache } from './owned-cache.ts'

class Team extends Model('teams', { id: c.id(), name: c.text() }) {}
class Club extends Model('clubs', { id: c.id(), name: c.text() }) {}

forEachDialect('the cache of an owner', (open) => {
  it('has keys that no other owner reads', async () => {
    const database = await open()
    await createTables(database, Team, Club)
    await withDatabase(database, async () => {
      const [red, blue] = [await Team.create({ name: 'Red' }), await Team.create({ name: 'Blue' })]
      const club = await Club.create({ name: 'Club' })
      const { cache, keys } = recording()

      for (const owner of [red, blue, club]) {
        await toOwnedCache(cache, owner).set('report', 1, { ttl: '1m' })
        await toOwnedCache(cache, owner).get('report')
      }

      assert.equal(red.id, club.id)
      assert.equal(new Set(keys).size, 3)
    })
  })

  it('needs a saved record', () => {
    const { cache } = recording()

    for (const owner of [undefined, null, {}, { id: 1 }, 1]) {
      assert.throws(() => toOwnedCache(cache, owner as Team), { code: 'E_OWNER' })
    }
  })
})

/** A cache that notes its keys. */
function recording(): { readonly cache: OwnedCache; readonly keys: readonly string[] } {
  const keys: string[] = []
  const note = (key: string): Promise<never> => {
    keys.push(key)
    return Promise.resolve(undefined as never)
  }
  const cache = { fetch: note, get: note, has: note, set: note, delete: note, increment: note }
  return { cache, keys }
}
