import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { startBuilt, type BuiltApplication } from './start-built.ts'

describe('the page protocol in Chromium', { timeout: 180_000 }, () => {
  let app: BuiltApplication
  let browser: Browser

  before(async () => {
    app = await startBuilt(join(import.meta.dirname, '../../fixtures/browser'))
    browser = await launchChromium()
  })
  after(async () => {
    await browser.close()
    await app[Symbol.asyncDispose]()
  })

  /** A page of a fresh profile; `complaints` are what its console says against it. */
  async function open(path: string) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(app.origin + path)
    return Object.assign(page, {
      complaints,
      [Symbol.asyncDispose]: () => context.close(),
    })
  }

  const path = (page: Page) => new URL(page.url()).pathname
  const text = (page: Page, selector: string) => page.locator(selector).textContent()

  it('shows the page of the document, its style under the policy, and its title', async () => {
    await using page = await open('/notes/create')

    await page.waitForSelector('#hint')

    assert.equal(await text(page, '#hint'), 'A hint')
    assert.equal(await page.title(), 'Create · Notes')
    assert.deepEqual(page.complaints, [])
  })

  it('fetches deferred props after the page is shown', async () => {
    await using page = await open('/notes')

    await page.locator('#slow', { hasText: 'loaded later' }).waitFor()

    assert.deepEqual(page.complaints, [])
  })

  it('shows the errors of a form, which keeps its state, its address and its history', async () => {
    await using page = await open('/notes/create')
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.method()} ${request.resourceType()}`))
    await page.click('#count')
    const before = await page.evaluate('history.length')

    await page.click('#save')
    await page.locator('#error', { hasText: 'Title is required' }).waitFor()

    assert.equal(path(page), '/notes/create')
    assert.equal(await text(page, '#count'), '1')
    assert.equal(await text(page, '#hint'), 'A hint')
    assert.equal(await page.evaluate('history.length'), before)
    assert.deepEqual(requests, ['POST xhr'])
    assert.deepEqual(await page.evaluate('seen'), ['error'])
  })

  it('finds the page of the form also after an instant visit', async () => {
    await using page = await open('/notes/create')

    await page.click('#instant')
    await page.locator('#told', { hasText: 'Title is required' }).waitFor()

    assert.equal(path(page), '/notes/create')
    assert.equal(await text(page, '#hint'), 'A hint')
  })

  it('shows flash data once, after the redirect', async () => {
    await using page = await open('/notes/create')
    await page.fill('#title', 'First')

    await page.click('#save')
    await page.locator('#toast', { hasText: 'Saved First' }).waitFor()
    const isListed = await page.locator('li', { hasText: 'First' }).count()
    await page.reload()
    await page.waitForSelector('#toast', { state: 'attached' })

    assert.equal(isListed, 1)
    assert.equal(path(page), '/notes')
    assert.equal(await text(page, '#toast'), '')
  })

  it('goes back and forward over a form that failed', async () => {
    await using page = await open('/notes')
    await page.click('#create')
    await page.click('#save')
    await page.locator('#error', { hasText: 'Title is required' }).waitFor()

    await page.goBack()
    await page.waitForSelector('#feed')
    await page.goForward()
    await page.waitForSelector('#title')

    assert.equal(path(page), '/notes/create')
    assert.equal(await text(page, '#hint'), 'A hint')
  })

  it('loads more of a list while it is scrolled, each part once', async () => {
    await using page = await open('/feed')
    await page.waitForSelector('.item')

    for (let seen = 20; seen <= 60; seen += 20) {
      await page.locator('.item', { hasText: new RegExp(`^${seen - 1}$`) }).scrollIntoViewIfNeeded()
      await page
        .locator('.item')
        .nth(seen - 1)
        .waitFor()
    }

    const ids = await page.locator('.item').allTextContents()
    assert.deepEqual(
      ids,
      Array.from({ length: 60 }, (_, i) => String(i)),
    )
  })

  it('keeps a once-prop over visits', async () => {
    await using page = await open('/plans/a')
    const first = await text(page, '#plans')

    await page.click('#other')
    await page.waitForURL('**/plans/b')

    assert.equal(await text(page, '#plans'), first)
    assert.equal(await text(page, '#log'), first)
  })

  it('shows a page that was prefetched', async () => {
    await using page = await open('/notes')
    const prefetched = page.waitForRequest((request) => request.headers()['purpose'] === 'prefetch')

    await page.hover('#hover')
    await (await prefetched).response()
    await page.click('#hover')
    await page.waitForSelector('#title')

    assert.equal(path(page), '/notes/create')
  })

  it('shows the Error page, and nothing of the server, when a visit fails', async () => {
    await using page = await open('/notes')

    await page.click('#fail')
    await page.locator('#status', { hasText: '500' }).waitFor()

    assert.equal(path(page), '/notes')
    assert.equal((await page.content()).includes('secret'), false)
  })

  it('follows a redirect to a fragment', async () => {
    await using page = await open('/notes')

    await page.click('#bare')
    await page.waitForURL('**/notes#end')

    assert.equal(path(page), '/notes')
  })

  it('loads the address anew when another version was deployed', async () => {
    await using page = await open('/notes')
    await page.waitForSelector('#create')
    appendFileSync(join(app.folder, 'public/.vite/manifest.json'), '\n')
    await app.restart({})

    const document = page.waitForRequest((request) => request.resourceType() === 'document')
    await page.click('#create')
    await document
    await page.waitForSelector('#title')

    assert.equal(path(page), '/notes/create')
  })

  it('keeps what was typed when the server is away', async () => {
    await using page = await open('/notes/create')
    await page.fill('#title', 'Kept')
    await app.stop()

    await page.click('#save')
    await page.waitForTimeout(300)

    assert.equal(await page.inputValue('#title'), 'Kept')
    await app.restart({})
  })
})
