import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../../test/support/for-each-dialect.ts'
import { c, softDeletes } from '../../columns/columns.ts'
import { withDatabase } from '../../database/current-database.ts'
import { Model } from '../model.ts'

class Team extends Model('teams', { id: c.id(), name: c.text() }) {}

class Label extends Model('labels', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  slug: c.text().unique(),
  total: c.decimal(10, 2).default('0.00'),
  seen_at: c.timestamp().nullable(),
  ...softDeletes(),
}) {}

forEachDialect('a write that returns columns', (open) => {
  const withLabels = async (body: (red: Team, blue: Team) => Promise<void>) => {
    const database = await open()
    await createTables(database, Team, Label)
    await withDatabase(database, async () => {
      await body(await Team.create({ name: 'Red' }), await Team.create({ name: 'Blue' }))
    })
  }

  it('inserts, updates, increments, deletes and restores with the values of models', () =>
    withLabels(async (red) => {
      const labels = Label.of(red)
      const at = new Date('2026-11-23T12:00:00.123Z')

      const made = await labels.createMany([{ slug: 'a' }, { slug: 'b' }], {
        returning: ['id', 'slug'],
      })
      const seen = await labels
        .where('slug', 'a')
        .update({ seen_at: at }, { returning: ['slug', 'seen_at'] })
      const summed = await labels
        .where('slug', 'b')
        .increment('total', '1.25', { returning: ['total'] })
      const deleted = await labels.where('slug', 'b').delete({ returning: ['slug'] })
      const restored = await labels.restore({ returning: ['slug'] })
      const removed = await labels.where('slug', 'b').forceDelete({ returning: ['id', 'total'] })
      const none = await labels.where('slug', 'c').update({ seen_at: at }, { returning: ['id'] })

      assert.deepEqual(made.map(({ slug }) => slug).toSorted(), ['a', 'b'])
      assert.deepEqual(seen, [{ slug: 'a', seen_at: at }])
      assert.deepEqual(summed, [{ total: '1.25' }])
      assert.deepEqual(deleted, [{ slug: 'b' }])
      assert.deepEqual(restored, [{ slug: 'b' }])
      const [b] = made.filter(({ slug }) => slug === 'b')
      assert.deepEqual(removed, [{ id: b?.id, total: '1.25' }])
      assert.deepEqual(none, [])
      assert.equal(await labels.update({ seen_at: null }), 1)
    }))

  it('returns many rows, of more than one statement', () =>
    withLabels(async () => {
      const rows = Array.from({ length: 5_200 }, (_, i) => ({ name: `team ${i}` }))

      const made = await Team.createMany(rows, { returning: ['id'] })

      assert.equal(new Set(made.map(({ id }) => id)).size, 5_200)
    }))

  it('upserts within an owner, and never a row of another one', () =>
    withLabels(async (red, blue) => {
      await Label.of(blue).create({ slug: 'a', total: '5.00' })
      const [first] = await Label.of(red).upsert([{ slug: 'a', total: '1.00' }], {
        by: ['slug'],
        returning: ['id', 'team_id'],
      })

      const again = await Label.of(red).upsert(
        [
          { slug: 'a', total: '2.00' },
          { slug: 'b', total: '3.00' },
        ],
        { by: ['slug'], returning: ['slug', 'total'] },
      )

      assert.equal(first?.team_id, red.id)
      assert.deepEqual(
        again.toSorted((one, other) => one.slug.localeCompare(other.slug)),
        [
          { slug: 'a', total: '2.00' },
          { slug: 'b', total: '3.00' },
        ],
      )
      assert.deepEqual(await Label.of(blue).pluck('total'), ['5.00'])
      assert.equal(await Label.of(red).count(), 2)
    }))

  it('refuses an upsert by what identifies rows of all owners', () =>
    withLabels(async (red) => {
      const rows = [{ slug: 'a' }]
      await assert.rejects(Label.of(red).upsert(rows, { by: ['id'] }), {
        code: 'E_COLUMN_NOT_UNIQUE',
      })
      await assert.rejects(Label.of(red).createMany(rows, { returning: ['x' as 'id'] }), {
        code: 'E_COLUMN_UNKNOWN',
      })
    }))
})
