import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { after, afterEach, before, describe, it } from 'node:test'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { createFirstTables } from '../own-tables/first-tables.ts'
import { fromSources, tenonCommand } from '../support/bundled-program.ts'
import { until } from '../support/until.ts'
import { startDevelopment, type DevelopedApplication } from './start-development.ts'

const root = join(import.meta.dirname, '../../fixtures/development')

describe('tenon dev', { timeout: 480_000 }, () => {
  let app: DevelopedApplication

  before(async () => {
    app = await startDevelopment(root)
  })
  afterEach(() => app.restore())
  after(() => app?.[Symbol.asyncDispose]())

  const get = (path: string, headers = {}) => fetch(app.origin + path, { headers })
  const text = async (path: string, headers = {}) => (await get(path, headers)).text()
  const html = { accept: 'text/html' }

  it('finishes a request with the old code, and answers the next one with the saved code', async () => {
    await text('/slow?ms=0')
    const begun = text('/slow?ms=6000')
    await setTimeout(2000) // time: the request has come
    app.edit('app/notes.ts', "'Hello'", "'Good day'")
    await app.logged('Reloaded app/notes.ts')

    assert.equal(await text('/slow?ms=0'), 'slow: Good day')
    assert.equal(await begun, 'slow: Hello')
  })

  it('notices saves that follow each other at once', { timeout: 20_000 }, async () => {
    const served = async (greeting: string): Promise<void> => {
      await until(async () => (await text('/slow?ms=0')) === `slow: ${greeting}`)
    }

    app.edit('app/notes.ts', "'Hello'", "'First'")
    await served('First')
    app.edit('app/notes.ts', "'First'", "'Second'")
    await served('Second')
    app.edit('app/notes.ts', "'Second'", "'Third'")
    await served('Third')
  })

  it('serves routes that were added', async () => {
    app.edit('app/routes.ts', "'/slow'", "'/renamed'")
    await app.logged('Reloaded app/routes.ts')

    assert.equal(await text('/renamed?ms=0'), 'slow: Hello')
  })

  it('rejects syntax that Node does not run, with its place', async () => {
    app.edit('app/notes.ts', 'const greeting =', 'enum Kind { a }\nconst greeting =')

    const message = await app.logged('app/notes.ts:5:')

    assert.match(message, /TypeScript enum is not supported in strip-only mode$/)
    assert.match(await text('/notes'), /^SourceError: TypeScript enum .*\n.*app\/notes\.ts:5:/)
  })

  it('reports an import of a missing file', async () => {
    app.edit('app/routes.ts', './notes.ts', './nowhere.ts')

    const message = await app.logged('app/routes.ts:2:')

    assert.match(message, /\.\/nowhere\.ts\. There is no such file\.$/)
  })

  it('recovers once the missing file of an import is created', async () => {
    app.edit('app/routes.ts', './notes.ts', './later.ts')
    await app.logged('app/routes.ts:2:')

    app.write('app/later.ts', `export * from './notes.ts'\n`)
    await app.logged('Reloaded app/later.ts')

    assert.equal(await text('/slow?ms=0'), 'slow: Hello')
  })

  it('rejects a file name that Node would not find, and suggests the full one', async () => {
    app.edit('app/routes.ts', './notes.ts', './notes')

    const message = await app.logged('app/routes.ts:2:')

    assert.match(
      message,
      /^app\/routes\.ts:2:24 Node cannot find ".\/notes": write "\.\/notes\.ts"\.$/,
    )
    assert.match(await text('/notes', html), /app\/routes\.ts/)
  })

  it('rejects an import of a name that a file does not export', async () => {
    app.edit('app/notes.ts', '{ Note }', '{ Nota as Note }')

    const message = await app.logged('app/notes.ts:3:')

    assert.match(message, /"\/app\/note\.ts" has no export "Nota"\./)
  })

  it('rejects an import of a name that a package does not export, with its place', async () => {
    app.edit('app/notes.ts', 'page, redirect }', 'page, redirekt as redirect }')

    const message = await app.logged('app/notes.ts:1:')

    assert.match(message, /"tenon" has no export "redirekt"\./)
    assert.match(await text('/notes'), /^SourceError: "tenon" has .*\n.*app\/notes\.ts:1:/)
  })

  it('names the right door for a name that another one exports', async () => {
    app.edit(
      'app/note.ts',
      `import { c, Model }`,
      `import { c } from 'tenon/models'\nimport { Model }`,
    )
    app.edit('app/note.ts', `{ Model } from 'tenon/models'`, `{ Model } from 'tenon'`)

    const message = await app.logged('app/note.ts:2:')

    assert.match(message, /^app\/note\.ts:2:1 "Model" is in "tenon\/models", not in "tenon"\.$/m)
  })

  it('reports an import of a missing package', async () => {
    app.edit('app/notes.ts', `from './note.ts'`, `from 'nowhere'`)

    const message = await app.logged('app/notes.ts:3:')

    assert.match(message, /Cannot find module 'nowhere'\. Is it installed\?$/)
  })

  it('reports where a module has thrown', async () => {
    app.edit('app/notes.ts', "= 'Hello'", "= JSON.parse('{')")

    const message = await app.logged('app/notes.ts:5:')

    assert.match(message, /^app\/notes\.ts:5:\d+ SyntaxError: /)
  })

  it('reports the place of an invalid declaration', async () => {
    app.edit('app/routes.ts', "get('/slow'", "get('slow' as '/slow'")

    const message = await app.logged('app/routes.ts:4:')

    assert.match(message, /^app\/routes\.ts:4:\d+ The path "slow" must start with "\/"\.$/)
  })

  it('continues after an unhandled rejection, and reports where it came from', async () => {
    app.edit('app/notes.ts', 'await Note.create({ title:', 'Note.create({ titel:')
    await app.logged('Reloaded app/notes.ts')

    await fetch(`${app.origin}/notes`, { method: 'POST', redirect: 'manual' })

    await app.logged(
      'Uncaught exception, an await may be missing: app/notes.ts:12:8 The table "notes" has no column "titel".',
    )
    assert.equal(await text('/slow?ms=0'), 'slow: Hello')
  })

  it('reports an invalid declaration with its own message', async () => {
    app.edit('app/routes.ts', "'notes.store'", "'notes.index'")

    const message = await app.logged('The route name "notes.index" is declared twice')

    assert.match(message, /at app\/routes\.ts:5:3 .* and at app\/routes\.ts:6:3/)
    assert.match(await text('/notes', html), /is declared twice/)
  })

  it('applies changes to .env, except for what the process keeps open', async () => {
    const variables = [`APP_KEY=${'k'.repeat(32)}`, 'REDIS_URL=redis://localhost', 'LOG_LEVEL=info']
    app.write('.env', `${variables.join('\n')}\n`)

    await app.logged('Reloaded .env')
    await app.logged('Restart tenon dev to apply the changed APP_KEY, REDIS_URL, LOG_LEVEL')
  })

  it('answers health checks even if the application does not start', async () => {
    app.edit('app/routes.ts', './notes.ts', './nowhere.ts')
    await app.logged('app/routes.ts:2:')

    assert.equal((await get('/_app/health')).status, 200)
  })

  it('shows a browser an error with its source, the route, statements and props', async () => {
    const response = await get('/notes/7/broken', { ...html, cookie: 'key=secret' })
    const page = await response.text()

    assert.equal(response.status, 500)
    assert.match(page, /Note 7 is broken/)
    assert.match(page, /app\/notes\.ts/)
    assert.match(page, /notes\.broken/)
    assert.match(page, /Props of Home/)
    assert.match(page, /select &quot;notes&quot;|select "notes"/)
    assert.equal(page.includes('key=secret'), false)
  })

  it('keeps the error of a page visit at a URL', async () => {
    const response = await get('/notes/7/broken', { ...html, 'x-inertia': 'true' })
    const address = response.headers.get('x-tenon-error') ?? ''
    const kept = await get(address)

    assert.equal(response.headers.get('x-inertia'), null)
    assert.match(address, /^\/@tenon\/errors\//)
    assert.equal(await kept.text(), await response.text())
  })

  it("names a model's column that no migration has created", async () => {
    app.edit(
      'app/note.ts',
      'c.text().hidden(),',
      'c.text().hidden(),\n  due_at: c.timestamp().nullable(),',
    )
    await app.logged('Reloaded app/note.ts')

    assert.match(
      await text('/notes', html),
      /The models have changes that the migrations lack: addColumn\(.*due_at.*\)\. Run: node main\.ts make:migration/,
    )
  })

  it('tells JSON clients what they get in production, and what has failed and where', async () => {
    const response = await get('/notes/7/broken', { accept: 'application/json' })

    const { requestId, ...told } = Object(await response.json())
    assert.equal(response.status, 500)
    assert.match(requestId, /./)
    assert.deepEqual(told, {
      message: 'Internal Server Error',
      debug: { message: 'RangeError: Note 7 is broken', location: 'app/notes.ts:19:11' },
    })
  })

  it('tells JSON clients nothing more of an error that is theirs', async () => {
    const response = await get('/notes/x/failing/3', { accept: 'application/json' })

    assert.equal(response.status, 400)
    assert.deepEqual(Object.keys(Object(await response.json())), ['message'])
  })

  it('answers tools a path without a route as production does, and logs the near ones', async () => {
    const response = await get('/note')

    assert.equal(response.status, 404)
    assert.equal(await response.text(), '404 Not Found')
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8')
    await app.logged(
      'No route for GET /note. Near: GET /notes (notes.index), POST /notes (notes.store)',
    )
  })

  it('shows a browser the near ones, and tells a page client where to find that page', async () => {
    const shown = await get('/note', html)
    const visited = await get('/note', { 'x-inertia': 'true' })
    const kept = await get(visited.headers.get('x-tenon-error') ?? '')

    assert.equal(shown.status, 404)
    assert.match(await shown.text(), /GET \/note<.*<a href="\/notes"><code>GET \/notes \(/s)
    assert.equal(await visited.text(), '404 Not Found')
    assert.match(await kept.text(), /No route for <code>GET \/note<\/code>/)
  })

  const addFallback = async (handler: string): Promise<void> => {
    const imports = "import { fallback } from 'tenon'\nimport { NotFound } from 'tenon/errors'"
    const list = 'export const web = routes(['
    app.edit('app/routes.ts', list, `${imports}\n${list}\n  fallback(${handler}),`)
    await app.logged('Reloaded app/routes.ts')
  }

  it('shows a browser the near ones also if the fallback answers with NotFound', async () => {
    await addFallback('() => { throw new NotFound() }')

    const shown = await get('/note', html)
    const asked = await get('/note', { accept: 'application/json' })

    assert.equal(shown.status, 404)
    assert.match(
      await shown.text(),
      /GET \/notes \(notes\.index\).*your <code>fallback\(\)<\/code>/s,
    )
    assert.deepEqual(await asked.json(), { message: 'Not Found' })
  })

  it('shows a browser the page of a fallback that has one', async () => {
    await addFallback("() => new Response('<h1>Nothing here</h1>', { status: 404 })")

    const shown = await get('/note', html)

    assert.equal(await shown.text(), '<h1>Nothing here</h1>')
  })
})

describe('tenon dev in a folder without an application', () => {
  it('ends with one sentence', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-empty-'))
    const args = [...fromSources(), tenonCommand(), 'dev']

    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder.path,
      encoding: 'utf8',
    })

    assert.equal(status, 1)
    assert.match(stdout + stderr, /^There is no "main\.ts" or "main\.js" in [^\n]*\n$/)
  })
})

describe('tenon dev with a separate database', { timeout: 480_000 }, () => {
  const onFile = { DATABASE_URL: 'sqlite:./database.sqlite' }
  const second = 'database/migrations/2026_01_02_000001_add_stars.ts'
  const addStars = `import { addColumn, c, migration } from 'tenon/migrations'
export default migration([addColumn('notes', 'stars', c.integer().default(0))])
`

  it('migrates a new one at startup, and logs it', async () => {
    await using app = await startDevelopment(root, onFile)

    const response = await fetch(`${app.origin}/notes`)

    assert.equal(response.status, 200)
    await app.logged('Migrated 2026_01_01_000001_create_notes')
  })

  it('shows browsers the pending migrations, until a button runs them', async () => {
    await using app = await startDevelopment(root, onFile)
    const visit = () => fetch(`${app.origin}/notes`, { headers: { accept: 'text/html' } })
    app.write(second, addStars)

    const behind = await visit()
    const order = await fetch(`${app.origin}/_app/dev/migrate`, {
      method: 'POST',
      headers: { referer: `${app.origin}/notes` },
      redirect: 'manual',
    })
    const after = await visit()

    await app.logged('Migrations are pending: 2026_01_02_000001_add_stars. Run them on the page')
    assert.equal(behind.status, 503)
    assert.match(await behind.text(), /2026_01_02_000001_add_stars.*Run migrations/s)
    assert.deepEqual([order.status, order.headers.get('location')], [303, '/notes'])
    assert.equal(after.status, 200)
    await app.logged('Migrated 2026_01_02_000001_add_stars')
  })

  it('tells JSON clients the pending migrations, as the hint of an error', async () => {
    await using app = await startDevelopment(root, onFile)
    app.write(second, addStars)
    app.edit('app/note.ts', 'c.text().hidden(),', 'c.text().hidden(),\n  stars: c.integer(),')
    await app.logged('Reloaded app/note.ts')

    const headers = { accept: 'application/json' }
    const answer = await fetch(`${app.origin}/notes`, { headers })

    const { debug } = Object(await answer.json())
    assert.equal(answer.status, 500)
    assert.match(debug.message, /no such column.*stars/)
    assert.match(debug.location, /^app\/notes\.ts:\d+:\d+$/)
    assert.match(debug.hint, /2026_01_02_000001_add_stars/)
  })

  it('offers the button for tables of our own that an older version has made', async () => {
    await using app = await startDevelopment(root, onFile)
    await using database = createDatabase(`sqlite:${join(app.folder, 'database.sqlite')}`)
    await createFirstTables(database)

    const behind = await fetch(`${app.origin}/notes`, { headers: { accept: 'text/html' } })
    await fetch(`${app.origin}/_app/dev/migrate`, { method: 'POST', redirect: 'manual' })

    assert.equal(behind.status, 503)
    assert.match(await behind.text(), /tenon_jobs to version 2.*Run migrations/s)
    await app.logged('Migrated tenon_sessions to version 2')
  })

  it('does not run migrations at the request of another site', async () => {
    await using app = await startDevelopment(root, onFile)
    app.write(second, addStars)

    const order = await fetch(`${app.origin}/_app/dev/migrate`, {
      method: 'POST',
      headers: { origin: 'http://evil.example' },
    })

    const sent = request(`${app.origin}/_app/dev/migrate`, {
      method: 'POST',
      headers: { host: 'evil.example', origin: 'http://evil.example' },
    })
    sent.end()
    const [rebound] = await once(sent, 'response')

    assert.notEqual(order.status, 303)
    assert.notEqual(rebound.statusCode, 303)
    const visit = await fetch(`${app.origin}/notes`, { headers: { accept: 'text/html' } })
    assert.equal(visit.status, 503)
  })

  it('names the pending migrations to other clients if a request fails', async () => {
    await using app = await startDevelopment(root, onFile)
    app.write('database/migrations/2026_01_02_000001_rename.ts', rename)
    const ask = async () => (await fetch(`${app.origin}/notes/1/failing/3`)).text()
    await fetch(`${app.origin}/notes`, { method: 'POST', redirect: 'manual' })

    assert.match(await ask(), /Migrations are pending: .*\. Run: node main\.ts migrate/)
  })
})

const rename = `import { migration, renameColumn } from 'tenon/migrations'
export default migration([renameColumn('notes', 'secret', 'hidden')])
`
