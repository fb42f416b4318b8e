import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withDatabase } from '../../src/data/database/current-database.ts'
import { readLiveSchema } from '../../src/data/introspection/live-schema.ts'
import { createSearchIndex } from '../../src/data/migrations/search-index.ts'
import { forEachDialect, type OpenDatabase } from '../support/for-each-dialect.ts'
import { findDifferences, pullScript } from './pulled-application.ts'

const tables = `create table articles (id integer primary key, "order" text not null, body varchar(90));
  create table notes (number integer primary key, title text not null);
  insert into articles values (1, 'A house', null);`

const script = ({ dialect }: OpenDatabase) =>
  [
    tables,
    createSearchIndex('articles', ['order', 'body'], { language: 'english' }).up[dialect],
    createSearchIndex('notes', ['title'], { key: 'number' }).up[dialect],
  ].join(';\n')

forEachDialect('a search index that tenon db:pull finds', (open) => {
  it('is declared by the model, with its language, and created by the migration', async () => {
    await using pulled = await pullScript(open, script(open))
    const empty = await open()
    const differences = await findDifferences(pulled, empty)
    const { schema } = await readLiveSchema(empty)
    const article = await pulled.model('article')
    const found = await withDatabase(pulled.database, () =>
      article.query().whereSearch('houses').count(),
    )
    const made = await pulled.app.main('make:migration', 'nothing')
    await pulled.app.main('migrate')
    const checked = await pulled.app.main('schema:check', '--database')
    const compiled = await pulled.app.compile()

    assert.equal(pulled.pulled.exitCode, 0, pulled.pulled.output)
    assert.doesNotMatch(pulled.pulled.output, /_search|createIndex/)
    assert.match(
      pulled.app.read('app/models/article.ts') ?? '',
      /\}, \{ search: \{ columns: \['order', 'body'\], language: 'english' \} \}\) \{\}/,
    )
    assert.match(
      pulled.app.read('app/models/note.ts') ?? '',
      /\}, \{ search: \['title'\] \}\) \{\}/,
    )
    assert.equal(found, 1)
    assert.match(made.output, /match the models/)
    assert.equal(checked.exitCode, 0, checked.output)
    assert.equal(compiled.exitCode, 0, compiled.output)
    assert.deepEqual(differences, [])
    assert.deepEqual(
      [schema.get('articles')?.searches, schema.get('notes')?.searches],
      [[{ columns: ['order', 'body'], language: 'english' }], [{ columns: ['title'] }]],
    )
  })

  it('stays a thing to do if another program wrote it', async () => {
    const index = {
      sqlite: `create virtual table words using fts5(title, content="notes")`,
      postgres: `create index words on notes using gin (to_tsvector('english', title))`,
    }
    await using pulled = await pullScript(open, `${tables}${index[open.dialect]}`)

    assert.match(pulled.pulled.output, /words .*stays in the database.* declare \{ search: /)
    assert.doesNotMatch(pulled.app.read('app/models/note.ts') ?? '', /search/)
  })
})
