import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { type Database, withDatabase } from 'tenon/database'
import {
  createMigrator,
  createSearchIndex,
  dropSearchIndex,
  migration,
  type Operation,
} from 'tenon/migrations'
import { c, Model } from 'tenon/models'
import {
  checkDatabase,
  type DatabaseCheck,
} from '../../src/application/runtime/schema/check-database.ts'
import { findDrift, makeMigration } from '../../src/data/migrations/difference/make-migration.ts'
import type { ModelTable } from '../../src/data/migrations/difference/schema.ts'
import { loadMigrations } from '../../src/data/migrations/migration-source.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const columns = { id: c.id(), title: c.text(), body: c.text().nullable() }
class Plain extends Model('articles', columns, { search: ['title', 'body'] }) {}
class English extends Model('articles', columns, {
  search: { columns: ['title', 'body'], language: 'english' },
}) {}

class German extends Model('articles', columns, {
  search: { columns: ['title', 'body'], language: 'german' },
}) {}
class Title extends Model('articles', columns, { search: ['title'] }) {}

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

forEachDialect('schema:check --database, of search indexes', (open) => {
  it('finds those in another language, on other columns, and not declared', async () => {
    using app = temporaryApplication()
    const database = await open()
    const check = async (model: ModelTable) =>
      (await app.check(database, model)).differences.map(({ place, text }) => `${place}: ${text}`)
    await withDatabase(database, async () => {
      await app.make(database, 'create', English)
      const same = await app.check(database, English)
      const swap = async (...operations: readonly Operation[]) => {
        const step = { name: '2040_01_01_000001_swap', migration: migration(operations) }
        await createMigrator(database, [step]).migrate()
      }
      await swap(
        dropSearchIndex('articles', ['title', 'body'], { language: 'english' }),
        createSearchIndex('articles', ['title', 'body']),
        createSearchIndex('articles', ['body'], { language: 'english' }),
      )

      const ours = "createSearchIndex('articles', ['body'], { language: 'english' })"
      assert.deepEqual([same.differences, same.notCompared], [[], []])
      assert.deepEqual(await check(English), [
        'articles: the search index on (title, body) is without a language here, and in english as declared. Run migrate if its migration is pending; otherwise drop it with dropSearchIndex(), and create it again.',
        `articles: the search index on (body) is not declared. Declare it in the model with { search }, or in a migration with ${ours}, or drop it with ${ours.replace('create', 'drop')}.`,
      ])
      assert.deepEqual(
        (await check(Title)).map((line) => line.split('. ')[0]),
        [
          'articles: the search index on (title, body) is without a language here, and in english as declared',
          'articles: the search index on (title) is missing',
          'articles: the search index on (body) is not declared',
        ],
      )
    })
  })

  it('compares languages that SQLite does not know with an index without one', async () => {
    using app = temporaryApplication()
    const database = await open()
    await withDatabase(database, async () => {
      await app.make(database, 'create', German)

      assert.deepEqual((await app.check(database, German)).differences, [])
    })
  })
})

interface Application extends Disposable {
  readonly folder: string
  /** What the snapshot says of searches in the articles. */
  snapshot(): object
  make(database: Database, name: string, model: ModelTable): Promise<string>
  drift(model: ModelTable): Promise<readonly string[]>
  check(database: Database, model: ModelTable): Promise<DatabaseCheck>
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
      return findDrift({ models: [model], folder, snapshot })
    },
    check: (database, model) => checkDatabase({ models: [model], folder, snapshot }, database),
    [Symbol.dispose]: () => rmSync(root, { recursive: true }),
  }
}
