import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { resetElements, toDistanceFromMiddle } from '../support/element-reset.ts'
import { until } from '../support/until.ts'
import { startDevelopment, type DevelopedApplication } from './start-development.ts'

describe('tenon dev in Chromium', { timeout: 480_000 }, () => {
  let app: DevelopedApplication
  let browser: Browser

  before(async () => {
    app = await startDevelopment(join(import.meta.dirname, '../../fixtures/development'))
    browser = await launchChromium()
  })
  afterEach(() => app.restore())
  after(async () => {
    await browser?.close()
    await app?.[Symbol.asyncDispose]()
  })

  /** The page with its notes, after two clicks. */
  async function open() {
    const context = await browser.newContext()
    const page = await context.newPage()
    const complaints: string[] = []
    const documents: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents.push(request.url())
    })
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    // What is saved before the page is connected is told to nobody.
    const connected = page.waitForEvent('console', (message) =>
      /vite\] connected/.test(message.text()),
    )
    // On a busy machine Vite may find a dependency late, and then loads the document once more.
    await page.goto(`${app.origin}/notes`, { waitUntil: 'networkidle' })
    await connected
    await page.click('#clicks')
    await page.click('#clicks')
    documents.length = 0
    return Object.assign(page, {
      complaints,
      documents,
      shows: (selector: string, text: string) =>
        page.locator(selector, { hasText: text }).waitFor({ timeout: 20_000 }),
      text: (selector: string) => page.locator(selector).textContent(),
      [Symbol.asyncDispose]: () => context.close(),
    })
  }

  /** What a document that is rendered now tells the server of its age. */
  async function readState(): Promise<string | undefined> {
    const document = await (await fetch(`${app.origin}/notes`)).text()
    return /name="tenon-state" content="([^"]+)"/.exec(document)?.[1]
  }

  it('shows a changed component and keeps its state', async (test) => {
    await using page = await open()

    const savedAt = app.edit('resources/pages/Home.tsx', ' clicks\n', ' times\n')
    await page.shows('#clicks', '2 times')

    test.diagnostic(`page: ${Math.round(performance.now() - savedAt)} ms from saved to seen`)
    assert.deepEqual(page.documents, [])
    assert.deepEqual(page.complaints, [])
  })

  it('shows the answer of a changed handler, and keeps state and database', async (test) => {
    await using page = await open()
    await page.click('#store')
    await page.shows('#count', '1 notes')

    const savedAt = app.edit('app/notes.ts', "'Hello'", "'Good day'")
    await page.shows('h1', 'Good day')

    test.diagnostic(`handler: ${Math.round(performance.now() - savedAt)} ms from saved to seen`)
    assert.equal(await page.text('#clicks'), '2 clicks')
    assert.equal(await page.text('#count'), '1 notes')
    assert.deepEqual(page.documents, [])
  })

  it('shows an error over the page, and the page unchanged once it is fixed', async () => {
    await using page = await open()

    app.edit('app/notes.ts', "'Hello'", '')
    const error = page.frameLocator('#tenon-error iframe')
    await error.locator('#error-message', { hasText: 'Expression expected' }).waitFor()
    const place = await error.locator('.stack-frame-filepath').first().textContent()
    app.edit('app/notes.ts', 'greeting = \n', "greeting = 'Hello'\n")
    await page.locator('#tenon-error').waitFor({ state: 'detached' })

    assert.match(place ?? '', /app\/notes\.ts/)
    assert.equal(await page.text('#clicks'), '2 clicks')
    const pages = page.documents.filter((url) => new URL(url).pathname === '/notes')
    assert.deepEqual(
      pages,
      [],
      'only frames of the error were loaded: one for each time the file was read',
    )
  })

  it('shows the error of a visit over the page, with its source', async () => {
    await using page = await open()
    await resetElements(page)

    await page.click('#broken')
    const error = page.frameLocator('#tenon-error iframe')
    await error.locator('#error-message', { hasText: 'Note 7 is broken' }).waitFor()
    assert.equal(await toDistanceFromMiddle(page, page.locator('#tenon-error')), 0)

    const source = error.locator('.stack-frame.expanded .stack-frame-source')
    assert.match((await source.textContent()) ?? '', /throw new RangeError/)
    assert.equal(await page.text('#clicks'), '2 clicks')
  })

  it('shows a component that changed before the page was connected', async () => {
    await using context = await browser.newContext()
    const page = await context.newPage()
    const changed = Promise.withResolvers<void>()
    await page.routeWebSocket(/./, async (socket) => {
      await changed.promise
      socket.connectToServer()
    })
    await page.goto(`${app.origin}/notes`)
    await page.getByText('0 clicks').waitFor()

    app.edit('resources/pages/Home.tsx', ' clicks\n', ' times\n')
    const isServed = async () =>
      (await (await fetch(`${app.origin}/resources/pages/Home.tsx`)).text()).includes(' times')
    await until(() => isServed())
    changed.resolve()

    await page.getByText('0 times').waitFor()
  })

  it('shows an error of a component with its source, until the component is right again', async () => {
    await using page = await open()
    const [from, to] = [
      '  return (',
      `  if (clicks >= 0) throw new RangeError('blank')\n  return (`,
    ]

    const error = page.frameLocator('#tenon-error iframe')
    app.edit('resources/pages/Home.tsx', from, to)
    await error.locator('#error-message', { hasText: 'blank' }).waitFor()
    await page.reload()
    await error.locator('#error-message', { hasText: 'blank' }).waitFor()
    const place = await error.locator('.stack-frame.expanded').textContent()
    const source = await error.locator('.stack-frame.expanded .stack-frame-source').textContent()
    app.edit('resources/pages/Home.tsx', to, from)

    await page.locator('#tenon-error').waitFor({ state: 'detached' })
    await page.shows('#clicks', '0 clicks')
    assert.match(place ?? '', /resources\/pages\/Home\.tsx\s+in\s+Home\s+at line 12:/)
    assert.match(source ?? '', /throw new RangeError\('blank'\)/)
  })

  it('shows the import of server code over the page, until it is gone', async () => {
    await using page = await open()
    const [from, to] = [
      `import { Link } from 'tenon/react'`,
      `import { Link } from 'tenon/react'\nimport { Note } from '../../app/note.ts'\nconsole.log(Note)`,
    ]
    const overlay = page.locator('vite-error-overlay .message')
    const chain = /resources\/pages\/Home\.tsx\s+→ app\/note\.ts\s+→ tenon\/models/

    app.edit('resources/pages/Home.tsx', from, to)
    await overlay.filter({ hasText: chain }).waitFor()
    // A browser does not load the failed module again, and an update removes the error from the page.
    const updated = page.waitForEvent('console', (message) => /hot updated/.test(message.text()))
    app.edit('resources/pages/Home.tsx', ' clicks\n', ' times\n')
    await updated
    await overlay.filter({ hasText: chain }).waitFor()
    app.edit('resources/pages/Home.tsx', ' times\n', ' clicks\n')
    await page.goto(`${app.origin}/notes`)
    await overlay.filter({ hasText: chain }).waitFor()
    await app.logged('    → app/note.ts')
    app.edit('resources/pages/Home.tsx', to, from)

    await page.shows('#clicks', '0 clicks')
    await overlay.waitFor({ state: 'detached' })
  })

  it('loads a page again that was updated before its component failed', async () => {
    await using context = await browser.newContext()
    const page = await context.newPage()
    const mayArrive = Promise.withResolvers<void>()
    await page.route(/pages\/Home\.tsx/, async (route) => {
      await mayArrive.promise
      await route.continue()
    })
    const [from, to] = [
      `import { Link } from 'tenon/react'`,
      `import { Link } from 'tenon/react'\nimport { Note } from '../../app/note.ts'\nconsole.log(Note)`,
    ]
    // A document from before the server knew of the edit would load again, over another socket. It knows only of
    // edits to modules that a browser has asked for.
    await (await open())[Symbol.asyncDispose]()
    const known = await readState()
    app.edit('resources/pages/Home.tsx', from, to)
    await until(async () => (await readState()) !== known)
    const opened = page.waitForEvent('websocket')
    await page.goto(`${app.origin}/notes`, { waitUntil: 'commit' })
    const socket = await opened
    await socket.waitForEvent('framesent', ({ payload }) => /tenon:connected/.test(String(payload)))

    const updated = socket.waitForEvent('framereceived', ({ payload }) =>
      /"type":"update"/.test(String(payload)),
    )
    app.edit('resources/pages/Home.tsx', ' clicks\n', ' times\n')
    await updated
    mayArrive.resolve()
    await page.locator('vite-error-overlay .message', { hasText: 'app/note.ts' }).waitFor()
    app.edit('resources/pages/Home.tsx', to, from)

    await page.locator('#clicks', { hasText: '0 times' }).waitFor({ timeout: 20_000 })
  })

  it('shows it over a page that was not connected yet when its component failed', async () => {
    await using other = await open()
    await using context = await browser.newContext()
    const page = await context.newPage()
    const failed = Promise.withResolvers<void>()
    await page.routeWebSocket(/./, async (socket) => {
      await failed.promise
      socket.connectToServer()
    })
    app.edit(
      'resources/pages/Home.tsx',
      `import { Link } from 'tenon/react'`,
      `import { Link } from 'tenon/react'\nimport { Note } from '../../app/note.ts'\nconsole.log(Note)`,
    )
    // The other page is connected: Vite keeps nothing for a later one.
    await other.locator('vite-error-overlay .message').waitFor()

    const answered = page.waitForResponse(/pages\/Home\.tsx/)
    await page.goto(`${app.origin}/notes`)
    await answered
    failed.resolve()

    const overlay = page.locator('vite-error-overlay .message')
    await overlay.filter({ hasText: 'app/note.ts' }).waitFor()
  })

  it('opens the page of an error at the line of the application, other frames folded', async () => {
    await using page = await open()

    await page.goto(`${app.origin}/notes/7/broken`)

    const frames = page.locator('.stack-frame:visible .stack-frame-filepath')
    const places = (await frames.allTextContents()).map((place) => place.trim())
    assert.deepEqual(new Set(places), new Set(['app/notes.ts']))
    await page.getByText('View All Frames').click()
    assert.ok((await frames.count()) > places.length)
  })

  it('opens it at the handler for a page that is misspelt', async () => {
    await using page = await open()

    app.edit('app/notes.ts', "page('Home', { greeting, count", "page('Homer', { greeting, count")
    await app.logged('Reloaded')
    await page.goto(`${app.origin}/notes`)

    await page.shows('#error-message', 'There is no page "Homer". Did you mean "Home"?')
    await page.shows('.stack-frame.expanded .stack-frame-source', "page('Homer'")
  })

  it('shows the statement that was refused below what the database says of it', async () => {
    await using page = await open()

    app.edit('app/note.ts', "Model('notes'", "Model('notez'")
    await app.logged('Reloaded')
    await page.goto(`${app.origin}/notes`)

    const headline = await page.textContent('#error-message')
    assert.match(
      headline ?? '',
      /no such table: notez\. If a model declares it, [^\n]+ then migrate\s*$/,
    )
    assert.match((await page.textContent('#error-statement')) ?? '', /^select .* from "notez"/)
  })

  it('shows the routes near a path that has none, until there is one', async () => {
    await using page = await open()

    const response = await page.goto(`${app.origin}/notez`)
    const near = await page.locator('li').allTextContents()
    const complaints = page.complaints.length
    app.edit('app/routes.ts', "get('/slow'", "get('/notez'")
    await page.getByText('slow: Hello').waitFor()

    assert.equal(response?.status(), 404)
    assert.deepEqual(near, ['GET /notes (notes.index)', 'POST /notes (notes.store)'])
    assert.equal(complaints, 1, 'the 404 itself')
  })

  it('logs an error of the browser in the terminal, with its place', async () => {
    await using page = await open()

    app.edit(
      'resources/pages/Home.tsx',
      '  return (',
      `  throw new RangeError('blank')\n  return (`,
    )
    await page.reload()

    await app.logged(' > Home resources/pages/Home.tsx:12:')
    const frames = app.messages.filter((message) => message.startsWith(' > '))
    // To find those of React, its bundle's map is read: that blocks for seconds.
    assert.deepEqual(
      frames.filter((frame) => !frame.includes('resources/pages/')),
      [],
    )
  })

  it('answers 500 for a component that cannot be parsed, and does not log a missing route', async () => {
    await using page = await open()

    app.edit('resources/pages/Home.tsx', '  return (', '  return ((')
    await page.locator('vite-error-overlay').waitFor()
    const answer = await fetch(`${app.origin}/resources/pages/Home.tsx`)

    assert.equal(answer.status, 500)
    assert.deepEqual(
      app.messages.filter((message) => message.startsWith('No route for GET /resources')),
      [],
    )
  })

  it('loads a page again that has not started when the server changes', async () => {
    await using context = await browser.newContext()
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    const mayArrive = Promise.withResolvers<void>()
    await page.route(/pages\/Home\.tsx/, async (route) => {
      await mayArrive.promise
      await route.continue().catch(() => {}) // The document that has asked for it is gone.
    })
    const opened = page.waitForEvent('websocket')
    await page.goto(`${app.origin}/notes`, { waitUntil: 'commit' })
    const socket = await opened
    await socket.waitForEvent('framesent', ({ payload }) => /tenon:connected/.test(String(payload)))

    const told = socket.waitForEvent('framereceived', ({ payload }) =>
      /tenon:state/.test(String(payload)),
    )
    app.edit('app/notes.ts', "'Hello'", "'Good day'")
    await told
    mayArrive.resolve()

    await page.locator('h1', { hasText: 'Good day' }).waitFor({ timeout: 20_000 })
    assert.deepEqual(complaints, [])
  })

  it('loads a page again when the server has started again', async () => {
    await using page = await open()

    await app.restart()
    await page.shows('#clicks', '0 clicks')

    const refused = page.complaints.filter((text) => text.includes('Content Security Policy'))
    assert.deepEqual(refused, [])
  })

  it('reloads a document that failed, once it works', async () => {
    await using page = await open()
    app.edit('app/notes.ts', "greeting = 'Hello'", 'greeting = Hello')
    await app.logged('app/notes.ts:5:')
    await page.goto(`${app.origin}/notes`)
    await page.shows('#error-message', 'Hello is not defined')

    app.edit('app/notes.ts', 'greeting = Hello', "greeting = 'Hello'")
    await page.shows('h1', 'Hello')
  })

  it('copies all details of an error as text', async () => {
    await using page = await open()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${app.origin}/notes/7/broken`)

    await page.click('#copy-error-btn')
    await page.waitForSelector('#copy-error-btn.copied')
    const text = await page.evaluate('navigator.clipboard.readText()')

    assert.match(
      String(text),
      /RangeError: Note 7 is broken\n {4}at failing \(.*app\/notes\.ts:19:11\)/,
    )
    assert.match(String(text), /Parameters\n {2}id: 7\n/)
  })
})
