import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { createTables } from '../support/create-tables.ts'
import { c, Model } from '../../src/models.ts'
import { withDatabase } from '../../src/database.ts'

class Note extends Model('notes', { id: c.id(), slug: c.text().unique(), text: c.text() }) {}

forEachDialect('the plan of a query', (open) => {
  it('says which index serves, without running the query', async () => {
    const database = await open()
    await createTables(database, Note)
    await withDatabase(database, async () => {
      const bySlug = await Note.where('slug', 'a').explain()
      const byText = await Note.where('text', 'a').explain()
      const grouped = await Note.query().groupBy('text').count().explain()

      assert.match(bySlug, /notes_slug_unique/)
      assert.match(byText, /scan/i)
      assert.doesNotMatch(byText, /notes_slug_unique/)
      assert.match(grouped, /group|aggregate/i)
    })
  })
})
