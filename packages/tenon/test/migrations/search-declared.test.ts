import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { withDatabase } from 'tenon/database'
import { createMigrator } from 'tenon/migrations'
import { c, Model } from 'tenon/models'
import { checkDatabase } from '../../src/application/runtime/schema/check-database.ts'
import { findDrift, makeMigration } from '../../src/data/migrations/difference/make-migration.ts'
import type { ModelTable } from '../../src/data/migrations/difference/schema.ts'
import { loadMigrations } from '../../src/data/migrations/migration-source.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const columns = { number: c.bigId(), title: c.text(), body: c.text().nullable() }
class Article extends Model('articles', columns, { search: ['title', 'body'] }) {}
class Narrow extends Model('articles', columns, { search: ['title'] }) {}
class Plain extends Model('articles', columns) {}
class Renamed extends Model(
  'posts',
  { number: c.bigId(), heading: c.text(), body: c.text().nullable() },
  { search: ['heading', 'body'] },
) {}

forEachDialect('a search index that a model declares', (open) => {
  it('is written by make:migration, renamed with its columns, dropped, and found missing', async () => {
    const root = mkdtempSync(join(tmpdir(), 'tenon-search-'))
    mkdirSync(join(root, 'node_modules'))
    symlinkSync(join(import.meta.dirname, '../..'), join(root, 'node_modules/tenon'))
    const [folder, snapshot] = [join(root, 'migrations'), join(root, 'schema.json')]
    const database = await open()
    const make = async (name: string, model: ModelTable) => {
      const answerRename = async ({ candidates }: { candidates: readonly string[] }) =>
        candidates[0]
      await makeMigration({ models: [model], folder, snapshot, name, answerRename })
      await createMigrator(database, await loadMigrations(folder)).migrate()
      const file = readdirSync(folder).toSorted().at(-1) ?? ''
      return readFileSync(join(folder, file), 'utf8')
    }
    const check = async (model: ModelTable) => [
      ...(await findDrift({ models: [model], folder, snapshot })),
      ...(await checkDatabase({ models: [model], folder, snapshot }, database)).differences,
    ]
    await withDatabase(database, async () => {
      const created = await make('create articles', Article)
      await Article.create({ title: 'Data', body: 'Models of a database' })
      const found = await Article.query().whereSearch('data mod').orderByRelevance('data').all()
      const checked = await check(Article)
      const narrowed = await make('narrow', Narrow)
      const narrow = await Narrow.query().whereSearch('models').count()
      const dropped = await make('drop', Plain)
      const none = await check(Plain)
      await make('again', Article)
      const renamed = await make('rename', Renamed)
      const moved = await Renamed.query().whereSearch('data mod').count()
      const checkedAgain = await check(Renamed)
      await createMigrator(database, await loadMigrations(folder)).rollback()
      const missing = await checkDatabase({ models: [Renamed], folder, snapshot }, database)

      const key = ", { key: 'number' }"
      assert.ok(created.includes(`createSearchIndex('articles', ['title', 'body']${key})`), created)
      assert.ok(narrowed.includes(`dropSearchIndex('articles', ['title', 'body']${key})`), narrowed)
      assert.ok(dropped.includes(`dropSearchIndex('articles', ['title']${key})`), dropped)
      assert.match(
        renamed,
        /dropSearchIndex\('articles'.*renameTable.*createSearchIndex\('posts', \['heading', 'body'\]/s,
      )
      assert.deepEqual([found.length, narrow, moved], [1, 0, 1])
      assert.deepEqual([checked, none, checkedAgain], [[], [], []])
      assert.ok(
        missing.differences.some(({ text }) =>
          text.startsWith('the search index on (heading, body) is missing'),
        ),
        JSON.stringify(missing.differences),
      )
    })
    rmSync(root, { recursive: true })
  })

  it('has to be declared to be searched without naming its columns', async () => {
    const database = await open()
    await withDatabase(database, async () => {
      assert.throws(() => Plain.query().whereSearch('data'), {
        code: 'E_QUERY_VALUE',
        message: /does not say what whereSearch\(\) searches/,
      })
      const options = { search: ['subject' as 'title'] } as const
      assert.throws(() => Model('articles', columns, options), { code: 'E_COLUMN_UNKNOWN' })
    })
  })
})
