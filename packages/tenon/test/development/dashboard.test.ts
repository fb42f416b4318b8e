import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { request as send } from 'node:http'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { fromSources } from '../support/bundled-program.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { startDevelopment, type DevelopedApplication } from './start-development.ts'

const root = join(import.meta.dirname, '../../fixtures/development')
const html = { accept: 'text/html' }

forEachDialect('the dashboard of tenon dev', (open) => {
  let app: DevelopedApplication

  before(async () => {
    const environment = { DATABASE_URL: await open.url(), APP_KEY: 'only-for-my-eyes' }
    app = await startDevelopment(root, environment)
    await promisify(execFile)(process.execPath, [...fromSources(), 'main.ts', 'migrate'], {
      cwd: app.folder,
      env: { ...process.env, ...environment },
    })
  })
  after(() => app?.[Symbol.asyncDispose]())

  const show = async (path = ''): Promise<string> =>
    (await fetch(`${app.origin}/_app/dev${path}`)).text()

  /** Sends a request, and returns the page about it. */
  const record = async (path: string, options: RequestInit = {}): Promise<string> => {
    await (await fetch(app.origin + path, { redirect: 'manual', ...options })).text()
    return show(await latest())
  }

  const latest = async (): Promise<string> =>
    /href="\/_app\/dev(\/requests\/\d+)"/.exec(await show())?.[1] ?? ''

  it('lists the latest requests, the newest first, without its own', async () => {
    await fetch(`${app.origin}/notes`, { headers: html })
    await fetch(`${app.origin}/slow?ms=1`)

    const page = await show()

    const targets = Array.from(
      page.matchAll(/<code>(\/[^<]*)<\/code><\/a>/g),
      ([, target]) => target,
    )
    assert.deepEqual(targets.slice(0, 2), ['/slow?ms=1', '/notes'])
    assert.ok(targets.every((target) => target?.startsWith('/_app') === false))
  })

  it('shows what does not fit together', async () => {
    const page = await show('/check')

    assert.match(page, /<h1>Check<\/h1>/)
    assert.match(page, />hint<.*Nothing in the application leads to GET \/slow/s)
  })

  it('shows what a request did: handler, bindings, statements, page and status', async () => {
    await fetch(`${app.origin}/notes`, { method: 'POST', redirect: 'manual' })

    const list = await record('/notes', { headers: html })
    const failing = await record('/notes/1/failing/3', { headers: html })

    assert.match(list, />Handler<.*<code>notes\.index<.*>SQL<.*>Page<.*<code>Home</s)
    assert.match(failing, />Bindings<.*<code>note, by</s)
    assert.match(failing, /<dt>Binds note<\/dt><dd><code>Note</)
    assert.match(failing, /class="badge bad">500<.*RangeError: A note fails 3 times/s)
  })

  it("does not count the framework's own statements", async () => {
    const page = await record('/notes', { headers: html })

    assert.match(page, /· 1 statement</)
  })

  it('explains a statement without its values', async () => {
    await record('/notes/1/failing/3')

    const page = await show(`${await latest()}?explain=1`)

    const plan = /aria-label="Plan">([^<]*)</.exec(page)?.[1] ?? ''
    assert.match(plan, /SEARCH notes|Scan .*on notes/)
  })

  it('links the error page and the page about its request with each other', async () => {
    const errorPage = await (await fetch(`${app.origin}/notes/7/broken`, { headers: html })).text()
    const path = /id="request-link" href="\/_app\/dev([^"]*)"/.exec(errorPage)?.[1] ?? ''

    const page = await show(path)

    const back = /<a href="(\/@tenon\/errors\/[^"]*)"/.exec(page)?.[1] ?? ''
    assert.match(page, /<code>\/notes\/7\/broken</)
    assert.match(await (await fetch(app.origin + back)).text(), /Note 7 is broken/)
  })

  it('writes no lines about itself into the log', async () => {
    await show('/routes')
    await fetch(`${app.origin}/slow?ms=0`)
    await app.logged('GET /slow 200')

    assert.deepEqual(
      app.messages.filter((message) => message.startsWith('GET /_app/dev')),
      [],
    )
  })

  it('escapes what clients send', async () => {
    const attack = '<script>alert(1)</script>'
    const page = await record(`/nowhere?x=${attack}"onclick=`, { headers: { 'x-note': attack } })

    assert.doesNotMatch(page + (await show()), /<script>alert|"onclick/)
    assert.match(page, /&lt;script&gt;alert\(1\)/)
  })

  it('shows neither bodies nor cookies nor credentials', async () => {
    const page = await record('/notes?ok=1', {
      method: 'POST',
      headers: {
        cookie: 'session=hush-cookie',
        authorization: 'Bearer hush-bearer',
        'x-api-key': 'hush-key',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'password=hush-password',
    })

    assert.match(page, /ok=1/)
    assert.doesNotMatch(page, /hush/)
  })

  it('shows the configuration without secrets', async () => {
    const page = await show('/configuration')

    assert.match(page, /APP_KEY<.*\(hidden\)<.*>set</s)
    assert.doesNotMatch(page, /only-for-my-eyes/)
  })

  it('lists routes, and filters them', async () => {
    const all = await show('/routes')
    const some = await show('/routes?filter=BROKEN')

    assert.match(all, />slow<.*app\/routes\.ts:\d+/s)
    assert.match(some, />1 of 5</)
    assert.doesNotMatch(some, />slow</)
  })

  it('lists migrations with their state', async () => {
    assert.match(
      await show('/migrations'),
      /2026_01_01_000001_create_notes<.*class="badge good">applied</s,
    )
  })

  it('says where cached values are kept', async () => {
    assert.match(await show('/cache'), /the memory of this process/)
  })

  it('is named in the lines that tenon dev prints when it starts', async () => {
    const line = await app.logged('Requests, routes and settings: ')

    assert.ok(line.endsWith(`${app.origin}/_app/dev`))
    assert.equal(await app.logged('Mails: '), `Mails: ${app.origin}/_app/mail`)
  })

  it('answers 404 for a page that it does not have', async () => {
    const responses = await Promise.all(
      ['/nothing', '/cache/more', '/requests/0'].map((path) =>
        fetch(`${app.origin}/_app/dev${path}`),
      ),
    )

    assert.deepEqual(
      responses.map(({ status }) => status),
      [404, 404, 404],
    )
  })

  it('keeps the latest 100 requests', async () => {
    await record('/slow?ms=0')
    const oldest = await latest()

    await Promise.all(Array.from({ length: 100 }, () => fetch(`${app.origin}/slow?ms=0`)))

    const response = await fetch(`${app.origin}/_app/dev${oldest}`)
    const rows = Array.from((await show()).matchAll(/<tr data-key=/g))
    assert.equal(response.status, 404)
    assert.equal(rows.length, 100)
  })

  it('does not answer under the name of another site', async () => {
    const request = send(`${app.origin}/_app/dev`, { headers: { host: 'tunnel.example' } }).end()
    const [response] = await once(request, 'response')

    assert.doesNotMatch(await readText(response), /Requests/)
    assert.notEqual(response.statusCode, 200)
  })
})

describe('the dashboard of an application with a schedule', { timeout: 480_000 }, () => {
  it('lists its tasks with the next and the last run', async () => {
    await using app = await startDevelopment(root)
    app.edit('main.ts', 'export const', `${tasks}\nexport const`)
    await app.logged('Reloaded main.ts')
    app.edit('main.ts', 'models:', 'tasks, models:')
    await app.logged('Reloaded main.ts')

    const page = await (await fetch(`${app.origin}/_app/dev/schedule`)).text()

    assert.match(page, /<b>sweep<\/b>.*<time datetime="[^"]+".*never ran/s)
  })
})

const tasks = `import { task } from 'tenon/schedule'
const tasks = [task('sweep').daily().run(() => {})]`

describe('the dashboard of an application with jobs', { timeout: 480_000 }, () => {
  it('lists them, and shows the input and the error of one that failed', async () => {
    await using app = await startDevelopment(root)
    app.edit('main.ts', 'export const', `${jobs}\nexport const`)
    await app.logged('Reloaded main.ts')
    app.edit('main.ts', 'models:', 'jobs: [resize], middleware: [dispatch], models:')
    await app.logged('Reloaded main.ts')
    const show = async (path: string) => (await fetch(`${app.origin}/_app/dev${path}`)).text()

    await fetch(`${app.origin}/notes?resize=yes`)
    let list = await show('/jobs')
    while (!list.includes('>failed<')) list = await show('/jobs')
    const [, path = ''] = /href="\/_app\/dev(\/jobs\/\d+)"/.exec(list) ?? []
    const details = await show(path)

    assert.match(list, /<b>resize<\/b>.*No such image/s)
    assert.match(details, /Retry.*Forget.*&quot;image&quot;: &quot;a&lt;b&quot;.*No such image/s)
    assert.match(await show('/jobs/999'), /There is no such page/)

    const id = path.slice('/jobs/'.length)
    const press = async (act: string, on: string, headers: Record<string, string> = {}) => {
      const body = new URLSearchParams({ act, on })
      const init = { method: 'POST', body, headers, redirect: 'manual' } as const
      return (await fetch(`${app.origin}/_app/dev/jobs`, init)).status
    }
    const paused = [await press('pause', 'default'), await press('retry', id)]
    const waiting = await show('/jobs')
    const wrong = [
      await press('pause', 'other', { origin: 'https://evil.example' }),
      await press('delete', id),
      await press('cancel', '1 or 1=1'),
      await press('pause', 'no queue!'),
    ]
    const ended = [await press('cancel', id), await press('resume', 'default')]
    const after = await show('/jobs')

    assert.deepEqual(
      [paused, wrong, ended],
      [
        [303, 303],
        [403, 400, 400, 400],
        [303, 303],
      ],
    )
    assert.match(
      waiting,
      />ready<.*value="cancel".*<code class="whole">default<\/code>.*>paused<.*value="resume"/s,
    )
    assert.doesNotMatch(after, /<b>resize<\/b>|>paused</)
    assert.match(after, />open<.*no limit.*value="pause"/s)
  })
})

const jobs = `import { job } from 'tenon/jobs'
import { z } from 'zod'
import type { Middleware } from 'tenon'
const resize = job('resize', z.object({ image: z.string() })).attempts(1).run(() => {
  throw new Error('No such image')
})
const dispatch: Middleware = async (request, next) => {
  if (request.query.has('resize')) await resize.dispatch({ image: 'a<b' })
  return next()
}`

describe('the dashboard of an application that does not start', { timeout: 480_000 }, () => {
  it('still answers', async () => {
    await using app = await startDevelopment(root)
    app.edit('app/routes.ts', './notes.ts', './nowhere.ts')
    await app.logged('app/routes.ts:2:')

    const response = await fetch(`${app.origin}/_app/dev`)

    assert.equal(response.status, 200)
  })
})
