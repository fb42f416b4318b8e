import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { startDevelopment, type DevelopedApplication } from './start-development.ts'

describe('tenon dev in Chromium', { timeout: 180_000 }, () => {
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

  /** The page with its notes, two clicks into its state. */
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
    await page.goto(`${app.origin}/notes`)
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

  it('shows a changed component and keeps its state', async (test) => {
    await using page = await open()

    const savedAt = app.edit('resources/pages/Home.tsx', ' clicks\n', ' times\n')
    await page.shows('#clicks', '2 times')

    test.diagnostic(`page: ${Math.round(performance.now() - savedAt)} ms from saved to seen`)
    assert.deepEqual(page.documents, [])
    assert.deepEqual(page.complaints, [])
  })

  it('shows what a changed handler answers: state and database are kept', async (test) => {
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

  it('shows a mistake over the page, and the page as it was once it is mended', async () => {
    await using page = await open()

    app.edit('app/notes.ts', "'Hello'", '')
    const error = page.frameLocator('#tenon-error iframe')
    await error.locator('#error-message', { hasText: 'Expression expected' }).waitFor()
    const place = await error.locator('.stack-frame-filepath').first().textContent()
    app.edit('app/notes.ts', 'greeting = \n', "greeting = 'Hello'\n")
    await page.locator('#tenon-error').waitFor({ state: 'detached' })

    assert.match(place ?? '', /app\/notes\.ts/)
    assert.equal(await page.text('#clicks'), '2 clicks')
    assert.equal(page.documents.length, 1, 'only the frame of the error was loaded')
  })

  it('shows the error of a visit over the page, with its source', async () => {
    await using page = await open()

    await page.click('#broken')
    const error = page.frameLocator('#tenon-error iframe')
    await error.locator('#error-message', { hasText: 'Note 7 is broken' }).waitFor()

    const source = error.locator('.stack-frame.expanded .stack-frame-source')
    assert.match((await source.textContent()) ?? '', /throw new RangeError/)
    assert.equal(await page.text('#clicks'), '2 clicks')
  })

  it('tells the terminal what failed in the browser, with its place', async () => {
    await using page = await open()

    app.edit(
      'resources/pages/Home.tsx',
      '  return (',
      `  throw new RangeError('blank')\n  return (`,
    )
    await page.reload()

    await app.logged(' > Home resources/pages/Home.tsx:12:')
  })

  it('loads a document anew that could not be answered, once it can', async () => {
    await using page = await open()
    app.edit('app/notes.ts', "greeting = 'Hello'", 'greeting = Hello')
    await app.logged('app/notes.ts:5:')
    await page.goto(`${app.origin}/notes`)
    await page.shows('#error-message', 'Hello is not defined')

    app.edit('app/notes.ts', 'greeting = Hello', "greeting = 'Hello'")
    await page.shows('h1', 'Hello')
  })

  it('copies all that is known of an error as text', async () => {
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
