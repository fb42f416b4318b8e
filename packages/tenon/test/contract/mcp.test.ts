import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { promisify } from 'node:util'
import { startDevelopment } from '../development/start-development.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { runApi } from './start-api.ts'

const workspace = join(import.meta.dirname, '../../../..')
const fixture = join(import.meta.dirname, '../../fixtures/api')

interface Seen {
  readonly tools: ReadonlyArray<{ readonly name: string }>
  readonly results: ReadonlyArray<{
    readonly isError: boolean
    readonly content: ReadonlyArray<{ readonly text: string }>
  }>
}

forEachDialect('tenon mcp', (open) => {
  let databaseUrl: string
  let folder: string

  before(async () => {
    mkdirSync(join(workspace, '.tmp'), { recursive: true })
    folder = mkdtempSync(join(workspace, '.tmp/mcp-'))
    cpSync(fixture, folder, { recursive: true })
    const scripts = { check: 'node -e "console.log(6 * 7)"', test: 'node --test' }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }))
    writeFileSync(
      join(folder, 'some.test.js'),
      "import { it } from 'node:test'\nit('wins', () => {})\nit('loses', () => { throw new Error('No') })\n",
    )
    databaseUrl = await open.url()
    await runApi(['migrate'], { DATABASE_URL: databaseUrl })
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  /** Connects with the client of the official SDK over stdio. */
  const ask = async (
    calls: ReadonlyArray<readonly [string, object]>,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Seen> => {
    const argv = [join(import.meta.dirname, 'developer-agent.ts'), folder, JSON.stringify(calls)]
    const { TEST_PROGRAMS } = process.env
    const env = { ...bareEnvironment, TEST_PROGRAMS, DATABASE_URL: databaseUrl, ...environment }
    const { stdout } = await promisify(execFile)(process.execPath, argv, { env })
    return JSON.parse(stdout)
  }

  const textOf = (seen: Seen, i: number): string => seen.results[i]?.content[0]?.text ?? ''

  it('tells an agent about routes, models, the document and the documentation', async () => {
    const seen = await ask([
      ['routes', {}],
      ['schema', {}],
      ['openapi', {}],
      ['docs', { query: 'idempotent migrations lock' }],
      ['openapi', { operation: 'shelf.lend' }],
      ['openapi', { operation: 'shelf.sell' }],
    ])

    assert.deepEqual(
      seen.tools.map(({ name }) => name),
      ['routes', 'schema', 'openapi', 'query', 'check', 'test', 'docs', 'requests'],
    )
    assert.match(textOf(seen, 0), /"name": "books\.store"/)
    const [author] = JSON.parse(textOf(seen, 1))
    assert.partialDeepStrictEqual(author, {
      name: 'Author',
      table: 'authors',
      relations: [{ name: 'books', kind: 'hasMany', model: 'Book' }],
    })
    assert.equal(JSON.parse(textOf(seen, 2)).openapi, '3.1.1')
    assert.notEqual(textOf(seen, 3), '')
    const { openapi, paths, components } = JSON.parse(textOf(seen, 4))
    assert.deepEqual([openapi, Object.keys(paths)], ['3.1.1', ['/shelf/{book}']])
    assert.deepEqual(Object.keys(components.schemas).toSorted(), ['Author', 'Book', 'Error'])
    assert.deepEqual(Object.keys(components.securitySchemes), ['bearer'])
    assert.match(textOf(seen, 5), /There is no operation "shelf\.sell".*books\.store/)
  })

  it('reads the database and changes nothing', async () => {
    const seen = await ask([
      ['query', { sql: 'select id from authors' }],
      ['query', { sql: "insert into authors (name) values ('Eve')" }],
      ['query', { sql: 'delete from authors' }],
      ['query', { sql: 'commit; delete from authors' }],
      ['query', { sql: 'select 1; delete from authors' }],
      ['query', { sql: 'with numbers(n) as (select 1) select n from numbers' }],
      ['query', { sql: 'select count(*) as total from authors' }],
      [
        'query',
        {
          sql: 'select a.id from authors a, (values (1),(2),(3),(4),(5)) b, (values (1),(2),(3),(4),(5)) c, (values (1),(2),(3),(4),(5)) d',
        },
      ],
    ])

    assert.deepEqual(JSON.parse(textOf(seen, 0)), { rows: [{ id: 1 }], isCut: false })
    assert.deepEqual(
      [1, 2, 3].map((i) => seen.results[i]?.isError),
      [true, true, true],
    )
    assert.deepEqual(JSON.parse(textOf(seen, 5)).rows, [{ n: 1 }])
    assert.match(textOf(seen, 6), /"total": "?1"?/)
    const { rows, isCut } = JSON.parse(textOf(seen, 7))
    assert.deepEqual([rows.length, isCut], [100, true])
  })

  it('checks and tests as package.json says', async () => {
    const seen = await ask([
      ['check', {}],
      ['test', { pattern: 'wins' }],
      ['test', {}],
      ['nothing', {}],
    ])

    assert.match(textOf(seen, 0), /42/)
    assert.deepEqual(
      seen.results.map(({ isError }) => isError),
      [false, false, true, true],
    )
    assert.match(textOf(seen, 2), /loses/)
  })

  it('lists the requests to a running tenon dev', async () => {
    await using app = await startDevelopment(fixture, { DATABASE_URL: databaseUrl })
    await fetch(`${app.origin}/books/999`, { headers: { accept: 'application/json' } })

    const seen = await ask([['requests', {}]], { SERVER_PORT: new URL(app.origin).port })
    const none = await ask([['requests', {}]], { SERVER_PORT: '1' })

    assert.partialDeepStrictEqual(JSON.parse(textOf(seen, 0))[0], {
      target: '/books/999',
      status: 404,
    })
    assert.equal(none.results[0]?.isError, true)
  })

  it('does not run in production', async () => {
    await assert.rejects(ask([], { APP_ENV: 'production' }))
  })
})
