import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { after, afterEach, before, describe, it } from 'node:test'
import { startDevelopment, type DevelopedApplication } from './start-development.ts'

const root = join(import.meta.dirname, '../../fixtures/development')

describe('tenon dev', { timeout: 120_000 }, () => {
  let app: DevelopedApplication

  before(async () => {
    app = await startDevelopment(root)
  })
  afterEach(() => app.restore())
  after(() => app?.[Symbol.asyncDispose]())

  const get = (path: string, headers = {}) => fetch(app.origin + path, { headers })
  const text = async (path: string, headers = {}) => (await get(path, headers)).text()
  const html = { accept: 'text/html' }

  it('ends a request as it began, and answers the next one with what was saved', async () => {
    await text('/slow?ms=0')
    const begun = text('/slow?ms=6000')
    await setTimeout(2000)
    app.edit('app/notes.ts', "'Hello'", "'Good day'")
    await app.logged('Reloaded app/notes.ts in')

    assert.equal(await text('/slow?ms=0'), 'slow: Good day')
    assert.equal(await begun, 'slow: Hello')
  })

  it('knows routes that were added', async () => {
    app.edit('app/routes.ts', "'/slow'", "'/renamed'")
    await app.logged('Reloaded app/routes.ts')

    assert.equal(await text('/renamed?ms=0'), 'slow: Hello')
  })

  it('refuses what Node does not run, with its place', async () => {
    app.edit('app/notes.ts', 'const greeting =', 'enum Kind { a }\nconst greeting =')

    const message = await app.logged('app/notes.ts:5:')

    assert.match(message, /TypeScript enum is not supported in strip-only mode$/)
    assert.match(await text('/notes'), /^SourceError: TypeScript enum .*\n.*app\/notes\.ts:5:/)
  })

  it('says which import finds no file', async () => {
    app.edit('app/routes.ts', './notes.ts', './nowhere.ts')

    const message = await app.logged('app/routes.ts:2:')

    assert.match(message, /\.\/nowhere\.ts\. There is no such file\.$/)
  })

  it('answers once the file is made that an import did not find', async () => {
    app.edit('app/routes.ts', './notes.ts', './later.ts')
    await app.logged('app/routes.ts:2:')

    app.write('app/later.ts', `export * from './notes.ts'\n`)
    await app.logged('Reloaded app/later.ts')

    assert.equal(await text('/slow?ms=0'), 'slow: Hello')
  })

  it('refuses a file name that Node would not find, with the whole one', async () => {
    app.edit('app/routes.ts', './notes.ts', './notes')

    const message = await app.logged('app/routes.ts:2:')

    assert.match(
      message,
      /^app\/routes\.ts:2:24 Node finds no ".\/notes": write "\.\/notes\.ts"\.$/,
    )
    assert.match(await text('/notes', html), /app\/routes\.ts/)
  })

  it('refuses an import of what a file does not export', async () => {
    app.edit('app/notes.ts', '{ Note }', '{ Nota as Note }')

    const message = await app.logged('app/notes.ts:3:')

    assert.match(message, /"\/app\/note\.ts" has no export "Nota"\./)
  })

  it('refuses an import of what a package does not export, with its place', async () => {
    app.edit('app/notes.ts', 'redirect, text }', 'redirekt as redirect, text }')

    const message = await app.logged('app/notes.ts:1:')

    assert.match(message, /"tenon" has no export "redirekt"\./)
    assert.match(await text('/notes'), /^SourceError: "tenon" has .*\n.*app\/notes\.ts:1:/)
  })

  it('says which import finds no package', async () => {
    app.edit('app/notes.ts', `from './note.ts'`, `from 'nowhere'`)

    const message = await app.logged('app/notes.ts:3:')

    assert.match(message, /Cannot find module 'nowhere'\. Is it installed\?$/)
  })

  it('says where a module threw something', async () => {
    app.edit('app/notes.ts', "= 'Hello'", "= JSON.parse('{')")

    const message = await app.logged('app/notes.ts:5:')

    assert.match(message, /^app\/notes\.ts:5:\d+ SyntaxError: /)
  })

  it('says where something was declared wrong', async () => {
    app.edit('app/routes.ts', "get('/slow'", "get('slow' as '/slow'")

    const message = await app.logged('app/routes.ts:4:')

    assert.match(message, /^app\/routes\.ts:4:\d+ The path "slow" must start with "\/"\.$/)
  })

  it('goes on after a rejection that nobody waited for, and says where it came from', async () => {
    app.edit('app/notes.ts', 'await Note.create({ title:', 'Note.create({ titel:')
    await app.logged('Reloaded app/notes.ts')

    await fetch(`${app.origin}/notes`, { method: 'POST', redirect: 'manual' })

    await app.logged(
      'Nobody caught this, an await may be missing: app/notes.ts:12:8 The table "notes" has no column "titel".',
    )
    assert.equal(await text('/slow?ms=0'), 'slow: Hello')
  })

  it('says what is declared wrong, in the sentence of the mistake', async () => {
    app.edit('app/routes.ts', "'notes.store'", "'notes.index'")

    const message = await app.logged('The route name "notes.index" is declared twice')

    assert.match(message, /at app\/routes\.ts:5:3 .* and at app\/routes\.ts:6:3/)
    assert.match(await text('/notes', html), /is declared twice/)
  })

  it('takes over what an .env says, but for what the process holds open', async () => {
    app.write('.env', 'LOG_LEVEL=info\n')

    await app.logged('Reloaded .env')
    await app.logged('Start tenon dev anew for the changed LOG_LEVEL')
  })

  it('answers its health also while the application does not start', async () => {
    app.edit('app/routes.ts', './notes.ts', './nowhere.ts')
    await app.logged('app/routes.ts:2:')

    assert.equal((await get('/_app/health')).status, 200)
  })

  it('tells a browser of an error with its source, the route, statements and props', async () => {
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

  it('keeps the error of a page visit under an address', async () => {
    const response = await get('/notes/7/broken', { ...html, 'x-inertia': 'true' })
    const address = response.headers.get('x-tenon-error') ?? ''
    const kept = await get(address)

    assert.equal(response.headers.get('x-inertia'), null)
    assert.match(address, /^\/@tenon\/errors\//)
    assert.equal(await kept.text(), await response.text())
  })

  it('names the column of a model that no migration has made', async () => {
    app.edit(
      'app/note.ts',
      'c.text().hidden(),',
      'c.text().hidden(),\n  due_at: c.timestamp().nullable(),',
    )
    await app.logged('Reloaded app/note.ts')

    assert.match(
      await text('/notes', html),
      /The migrations lack what the models have: addColumn\(.*due_at.*\)\. Run: node main\.ts make:migration/,
    )
  })

  it('tells JSON clients no more than production does', async () => {
    const response = await get('/notes/7/broken', { accept: 'application/json' })

    assert.equal(response.status, 500)
    assert.match(
      await response.text(),
      /^\{"message":"Internal Server Error","requestId":"[^"]+"\}$/,
    )
  })

  it('answers a path without a route as production does, and logs the near ones', async () => {
    const response = await get('/note', html)

    assert.equal(await response.text(), '404 Not Found')
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8')
    await app.logged(
      'No route for GET /note. Near: GET /notes (notes.index), POST /notes (notes.store)',
    )
  })
})

describe('tenon dev, on a database that is behind', { timeout: 60_000 }, () => {
  it('names the pending migrations, until they ran', async () => {
    await using app = await startDevelopment(root, { DATABASE_URL: 'sqlite:./database.sqlite' })
    const get = async () => (await fetch(`${app.origin}/notes`)).text()

    await app.logged('Migrations are pending: 2026_01_01_000001_create_notes.')
    const before = await get()
    await promisify(execFile)(process.execPath, ['--conditions=source', 'main.ts', 'migrate'], {
      cwd: app.folder,
      env: { ...process.env, DATABASE_URL: 'sqlite:./database.sqlite' },
    })
    const after = await get()

    assert.match(before, /Migrations are pending: .*\. Run: node main\.ts migrate/)
    assert.match(after, /^<!DOCTYPE html>/)
  })
})
