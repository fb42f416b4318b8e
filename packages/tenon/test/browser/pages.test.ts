import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { openPage } from './open-page.ts'
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

  const open = (path: string) => openPage(browser, app.origin + path)
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

  it('finds the page of the form where the browser sends no referrer', async () => {
    await using page = await open('/notes/create?draft=1')
    const sent = page.waitForRequest((request) => request.method() === 'POST')

    await page.click('#save')
    await page.locator('#error', { hasText: 'Title is required' }).waitFor()

    assert.equal((await sent).headers()['referer'] ?? '', '')
    // The convention of names would have led to a page without the query.
    assert.equal(page.url(), `${app.origin}/notes/create?draft=1`)
  })

  it('finds the page of the form also after an instant visit', async () => {
    await using page = await open('/notes/create?draft=1')

    await page.click('#instant')
    await page.locator('#told', { hasText: 'Title is required' }).waitFor()

    assert.equal(page.url(), `${app.origin}/notes/create?draft=1`)
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

  it('shows a page that was prefetched without asking for it again', async () => {
    await using page = await open('/notes')
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'xhr') requests.push(request.headers()['purpose'] ?? 'visit')
    })
    const prefetched = page.waitForRequest((request) => request.headers()['purpose'] === 'prefetch')

    await page.hover('#hover')
    await (await prefetched).response()
    await page.click('#hover')
    await page.waitForSelector('#title')

    assert.equal(path(page), '/notes/create')
    assert.deepEqual(
      requests.filter((purpose) => purpose === 'prefetch'),
      ['prefetch'],
    )
    assert.equal(requests.at(-1), 'prefetch')
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

  it('loads anew, once, when a file of a page is gone', async () => {
    await using page = await open('/notes')
    await page.waitForSelector('#plans')
    const loads: string[] = []
    page.on('load', () => loads.push(path(page)))
    await page.route(/Plans-.*\.js$/, (route) => route.fulfill({ status: 404 }))

    await page.click('#plans')
    await page.waitForEvent('load')
    await page.click('#plans')
    await page.waitForTimeout(300)
    await page.unroute(/Plans-.*\.js$/)
    await page.goto(`${app.origin}/plans/a`)

    assert.deepEqual(loads, ['/notes', '/plans/a'])
    assert.notEqual(await text(page, '#plans'), '')
  })

  it('keeps what was typed while the network is away, and sends it afterwards', async () => {
    await using page = await open('/notes/create')
    await page.fill('#title', 'Kept offline')

    await page.context().setOffline(true)
    await page.click('#save')
    await page.waitForFunction('seen.includes("network")')
    const kept = await page.inputValue('#title')
    const isWaiting = await page.isDisabled('#save')
    await page.context().setOffline(false)
    await page.click('#save')
    await page.locator('#toast', { hasText: 'Saved Kept offline' }).waitFor()

    assert.deepEqual([kept, isWaiting], ['Kept offline', false])
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
