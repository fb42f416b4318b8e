import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { type Database, withDatabase } from 'tenon/database'
import { createMigrator } from 'tenon/migrations'
import { c, Model } from 'tenon/models'
import { findDrift, makeMigration } from '../../src/data/migrations/difference/make-migration.ts'
import type { ModelTable } from '../../src/data/migrations/difference/schema.ts'
import { loadMigrations } from '../../src/data/migrations/migration-source.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const columns = { id: c.id(), title: c.text(), body: c.text().nullable() }
class Plain extends Model('articles', columns, { search: ['title', 'body'] }) {}
class English extends Model('articles', columns, {
  search: { columns: ['title', 'body'], language: 'english' },
}) {}

forEachDialect('the language of a search index', (open) => {
  it('is written by make:migration, which drops and creates the index when it changes', async () => {
    using app = temporaryApplication()
    const database = await open()
    const found = () => English.query().whereSearch('houses').count()
    await withDatabase(database, async () => {
      const first = await app.make(database, 'create', Plain)
      const before = app.snapshot()
      const unchanged = await app.drift(Plain)
      await Plain.create({ title: 'A house' })
      const changed = await app.make(database, 'stem', English)
      const stemmed = await found()
      const drift = [...(await app.drift(English)), ...(await app.drift(Plain))]
      await createMigrator(database, await loadMigrations(app.folder)).rollback()
      const rolledBack = await Plain.query().whereSearch('houses').count()

      assert.match(first, /createSearchIndex\('articles', \['title', 'body'\]\)/)
      assert.deepEqual(unchanged, [])
      assert.match(
        changed,
        /dropSearchIndex\('articles', \['title', 'body'\]\).*createSearchIndex\('articles', \['title', 'body'\], \{ language: 'english' \}\)/s,
      )
      assert.equal(drift.length, 2, drift.join('\n'))
      assert.deepEqual([stemmed, rolledBack], [1, 0])
      // What an application has that knows no languages.
      assert.deepEqual(before, {
        searches: [['title', 'body']],
        searched: ['title', 'body'],
      })
      assert.deepEqual(app.snapshot(), {
        searches: [{ columns: ['title', 'body'], language: 'english' }],
        searched: { columns: ['title', 'body'], language: 'english' },
      })
    })
  })
})

interface Application extends Disposable {
  readonly folder: string
  /** What the snapshot says of searches in the articles. */
  snapshot(): object
  make(database: Database, name: string, model: ModelTable): Promise<string>
  drift(model: ModelTable): Promise<readonly string[]>
}

function temporaryApplication(): Application {
  const root = mkdtempSync(join(tmpdir(), 'tenon-search-'))
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(join(import.meta.dirname, '../..'), join(root, 'node_modules/tenon'))
  const [folder, snapshot] = [join(root, 'migrations'), join(root, 'schema.json')]
  return {
    folder,
    snapshot: () => {
      const { searches, searched } = JSON.parse(readFileSync(snapshot, 'utf8')).tables.articles
      return { searches, searched }
    },
    make: async (database, name, model) => {
      await makeMigration({ models: [model], folder, snapshot, name })
      await createMigrator(database, await loadMigrations(folder)).migrate()
      return readFileSync(join(folder, readdirSync(folder).toSorted().at(-1) ?? ''), 'utf8')
    },
    drift: async (model) => {
      const found = await findDrift({ models: [model], folder, snapshot })
      return found.map((each) => String(each))
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true }),
  }
}
