import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, it } from 'node:test'
import { promisify } from 'node:util'
import { createDatabase, sql } from 'tenon/database'
import { readDocPage } from '../../../../scripts/doc-programs.ts'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const workspace = join(import.meta.dirname, '../../../..')
const page = readFileSync(join(workspace, 'docs/guide/contract.md'), 'utf8')

/** Calls the guide's application with the guide's client, as a page does that the application has sent. */
const program = `
import { InfiniteQueryObserver, MutationObserver, QueryClient } from '@tanstack/query-core'

const [origin, routes] = process.argv.slice(2)
const { fetch } = globalThis
globalThis.fetch = (url, options) => fetch(url.replace('https://books.example', origin), options)
globalThis.document = { querySelector: () => ({ textContent: routes, dataset: {} }) }

const { addBook, listBooks, showBook } = await import('./queries.ts')
const { authorOf } = await import('./client.ts')
const swr = await import('./swr.ts')

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const adding = new MutationObserver(client, addBook)
const { id } = await adding.mutate([{ title: 'Emma', author_id: 1 }])
for (let i = 0; i < 20; i++) await adding.mutate([{ title: 'Book ' + i, author_id: 1 }])
const refused = await adding.mutate([{ title: '', author_id: 1 }]).catch(({ status, errors }) => [status, errors])
const shown = await client.fetchQuery(showBook(id))
const missing = await client.fetchQuery(showBook(999)).catch(({ status }) => status)

const observer = new InfiniteQueryObserver(client, listBooks)
await observer.refetch()
const { data, hasNextPage } = await observer.fetchNextPage()
const [key, load] = swr.showBook(id)

console.log(JSON.stringify({
  shown: [shown.title, shown.author.name],
  refused,
  missing,
  pages: data.pages.map(({ currentPage }) => currentPage),
  hasNextPage,
  author: [await authorOf(id), await authorOf(999)],
  swr: (await load(key)).author.name,
}))
`

forEachDialect('the examples of the guide', (open) => {
  let folder: string

  before(() => {
    mkdirSync(join(workspace, '.tmp'), { recursive: true })
    folder = mkdtempSync(join(workspace, '.tmp/guide-'))
    for (const [name, text] of [...toFiles(), ['program.js', program] as const]) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
  })
  after(() => rmSync(folder, { recursive: true }))

  it('load records with their relations through TanStack Query and SWR', async () => {
    const [environment, file] = [{ DATABASE_URL: await open.url() }, join(folder, 'main.ts')]
    const run = (...argv: string[]) => startBinary(environment, { file, argv }).ended
    const [migrated, listed] = [await run('migrate'), await run('routes', '--json')]
    assert.equal(migrated.code, 0, migrated.stderr)
    await using database = createDatabase(environment.DATABASE_URL)
    await database.query(sql`insert into authors (name, email) values ('Jane', '')`)
    using app = await startServing(environment, { file })
    const origin = `http://127.0.0.1:${app.port}`
    const argv = ['--conditions=source', 'program.js', origin, toTable(listed.stdout)]
    const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: folder })

    assert.deepEqual(JSON.parse(stdout), {
      shown: ['Emma', 'Jane'],
      refused: [422, { title: 'Too small: expected string to have >=1 characters' }],
      missing: 404,
      pages: [1, 2],
      hasNextPage: false,
      author: ['Jane', null],
      swr: 'Jane',
    })
  })
})

/** The files that the page shows at its end, and its calls of SWR, which have no name. */
function toFiles(): readonly (readonly [name: string, text: string])[] {
  const files = new Map<string, string>()
  for (const each of readDocPage(page).programs) {
    for (const [name, { text }] of each)
      files.set(text.includes('createSwr') ? 'swr.ts' : name, text)
  }
  const named = [...files].filter(
    ([name]) => /^(?:app|database)\//.test(name) || used.includes(name),
  )
  return [...named, ['package.json', '{ "type": "module" }']]
}

const used = ['main.ts', 'client.ts', 'queries.ts', 'swr.ts']

/** The table of routes, as it stands in a document. */
function toTable(json: string): string {
  const listed: ReadonlyArray<Readonly<Record<'name' | 'method' | 'path', string>>> =
    JSON.parse(json)
  const entries = listed.map(({ name, method, path }) => [name, `${method} ${path}`])
  return JSON.stringify(Object.fromEntries(entries))
}
