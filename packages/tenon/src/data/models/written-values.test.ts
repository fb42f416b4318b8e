import assert from 'node:assert/strict'
import { it } from 'node:test'
import { z } from 'zod'
import { createTables } from '../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { c, softDeletes, versions } from '../columns/columns.ts'
import { transaction, withDatabase } from '../database/current-database.ts'
import { SerializationFailure } from '../database/database-error.ts'
import { belongsTo } from '../relations/relation.ts'
import { Model } from './model.ts'

class Author extends Model('authors', { id: c.id(), name: c.text() }) {}

class Page extends Model('pages', {
  id: c.id(),
  title: c.text(),
  loud: c.text().generated({ sqlite: `title || '!'`, postgres: `title || '!'` }),
  author_id: c.integer(),
  ...softDeletes(),
  ...versions(),
}) {
  static readonly author = belongsTo(() => Author, 'author_id')
}

forEachDialect('a record whose transaction is rolled back', (open) => {
  async function withPage(body: (page: Page) => Promise<void>): Promise<void> {
    const database = await open()
    await createTables(database, Author, Page)
    await withDatabase(database, async () => {
      await Author.createMany([{ name: 'Ada' }, { name: 'Bob' }])
      await body(await Page.create({ title: 'one', author_id: 1 }))
    })
  }

  const stateOf = ({ title, loud, author_id, version, deleted_at, changes }: Page) => {
    return { title, loud, author_id, version, deleted_at, changes }
  }

  it('is again what it was, however often it was written, and can be updated', () =>
    withPage(async (page) => {
      const before = stateOf(await page.update({ title: 'two' }))

      const failing = transaction(async () => {
        await page.update({ title: 'three' })
        await page.update({ title: 'four', author_id: 2 })
        await page.load(Page.author)
        await page.delete()
        throw new Error('no')
      })
      await assert.rejects(failing, /no/)

      assert.deepEqual(stateOf(page), before)
      assert.ok(!('author' in page))
      await page.update({ title: 'five' })
      assert.deepEqual(stateOf(await Page.findOrFail(page.id)), { ...stateOf(page), changes: {} })
    }))

  it('keeps what was written outside of the savepoint that is rolled back', () =>
    withPage(async (page) => {
      await transaction(async () => {
        await page.update({ title: 'two' })
        const nested = transaction(async () => {
          await page.update({ title: 'three' })
          throw new Error('no')
        })
        await nested.catch(() => {})
        await page.update({ author_id: 2 })
      })

      assert.deepEqual([page.title, page.loud, page.version], ['two', 'two!', 3])
      assert.deepEqual(stateOf(await Page.findOrFail(page.id)), { ...stateOf(page), changes: {} })
    }))

  it('is written again by another attempt of the transaction', () =>
    withPage(async (page) => {
      let attempts = 0

      await transaction(
        async () => {
          await page.update({ title: `${page.title}, two` })
          if (++attempts === 1) throw new SerializationFailure('no')
        },
        { retries: 1 },
      )

      assert.deepEqual([attempts, page.title, page.version], [2, 'one, two', 2])
    }))
})

class EarlierShop extends Model('shops', {
  id: c.id(),
  settings: c.json(z.object({ theme: z.string() })),
  stars: c.integer(),
  kind: c.text(),
}) {}

/** The same table, with stricter rules. */
class Shop extends Model('shops', {
  id: c.id(),
  settings: c.json(z.object({ theme: z.string(), locale: z.string() })),
  stars: c.integer({ min: 0, max: 5 }),
  kind: c.enum(['a', 'b']),
}) {
  static readonly heard: unknown[] = []

  static {
    this.on('updated', ({ changes }) => void this.heard.push(changes))
  }
}

forEachDialect('an update of a value that is older than the rules of its column', (open) => {
  it('stores the new one, tells what changed and fails only for a new one that is wrong', async () => {
    const database = await open()
    await createTables(database, EarlierShop)
    await withDatabase(database, async () => {
      await EarlierShop.create({ settings: { theme: 'dark' }, stars: 10, kind: 'old' })
      const shop = await Shop.findOrFail(1)
      const settings = { theme: 'light', locale: 'de' }

      await shop.update({ settings })
      await shop.update({ stars: 5 })
      await shop.update({ kind: 'a' })
      await assert.rejects(shop.update({ stars: 6 }), { status: 422 })

      assert.deepEqual(Shop.heard.splice(0), [
        { settings: { from: { theme: 'dark' }, to: settings } },
        { stars: { from: 10, to: 5 } },
        { kind: { from: 'old', to: 'a' } },
      ])
      const { id, ...stored } = await Shop.findOrFail(1)
      assert.deepEqual(stored, { settings, stars: 5, kind: 'a' })
      assert.deepEqual([shop.id, shop.settings, shop.stars, shop.kind], [id, settings, 5, 'a'])
    })
  })
})
