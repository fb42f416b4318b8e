import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page, Request } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { openPage } from './open-page.ts'
import { startBuilt, type BuiltApplication } from './start-built.ts'

describe('an answer that comes late', { timeout: 240_000 }, () => {
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

  it('does not show the rows of the query before', async () => {
    await using page = await openTabs()
    const visit = await hold(page, /tab=b$/)
    const reload = await hold(page, /tab=a$/)

    await page.click('#other')
    await visit.sent
    await page.click('#reload')
    await reload.sent
    await visit.answer()
    await page.locator('#tab', { hasText: 'b' }).waitFor()
    await reload.answer()

    assert.deepEqual(await shown(page), ['/tabs?tab=b', 'b', 'row of b', 'slow of b'])
  })

  it('does not lead back from where a later one has led', async () => {
    await using page = await openTabs()
    const earlier = await hold(page, /tab=b$/)

    await page.click('#b')
    await earlier.sent
    await page.click('#c')
    await page.locator('#tab', { hasText: 'c' }).waitFor()
    await earlier.answer()

    assert.deepEqual(await shown(page), ['/tabs?tab=c', 'c', 'row of c', 'slow of a'])
  })

  it('leaves the address as the page has set it since', async () => {
    await using page = await openTabs()
    const reload = await hold(page, /tab=a$/)
    const entries = await page.evaluate('history.length')

    await page.click('#reload')
    await reload.sent
    await page.click('#replace')
    await page.waitForURL(/open=1$/)
    await reload.answer()

    assert.deepEqual(await shown(page), ['/tabs?tab=a&open=1', 'a', 'row of a', 'slow of a'])
    assert.equal(await page.evaluate('history.length'), entries)
  })

  it('shows what the page still waits for, and the later of two answers', async () => {
    await using page = await openPage(browser, 'about:blank')
    const deferred = await hold(page, /tab=a$/, isPartial)
    const later = await hold(page, /tab=c$/)
    await page.goto(`${app.origin}/tabs?tab=a`)
    await deferred.sent

    await page.click('#c')
    await later.sent
    await page.click('#b')
    await page.locator('#tab', { hasText: 'b' }).waitFor()
    await deferred.answer()
    await page.locator('#slow', { hasText: 'slow of a' }).waitFor()

    assert.deepEqual(await shown(page), ['/tabs?tab=b', 'b', 'row of b', 'slow of a'])
  })

  it('of a prefetch does not replace the page that was clicked since', async () => {
    await using page = await openTabs()
    const prefetch = await hold(page, /notes.create$/)

    await page.hover('#hover')
    await prefetch.sent
    await page.click('#hover')
    await page.click('#other')
    await page.locator('#tab', { hasText: 'b' }).waitFor()
    await prefetch.answer()

    assert.deepEqual(await shown(page), ['/tabs?tab=b', 'b', 'row of b', 'slow of b'])
    await page.click('#hover')
    await page.waitForSelector('#title')
  })

  it('of a prefetch does not lead away after the user has gone back', async () => {
    await using page = await openTabs()
    await page.click('#other')
    await page.locator('#slow', { hasText: 'slow of b' }).waitFor()
    const prefetch = await hold(page, /notes.create$/)

    await page.hover('#hover')
    await prefetch.sent
    await page.click('#hover')
    await page.goBack()
    await page.locator('#tab', { hasText: 'a' }).waitFor()
    await prefetch.answer()

    assert.deepEqual(await shown(page), ['/tabs?tab=a', 'a', 'row of a', 'slow of a'])
  })

  it('of a prefetch is shown if the user has clicked the same link again', async () => {
    await using page = await openTabs()
    const prefetch = await hold(page, /notes.create$/)
    const other = await hold(page, /tab=b$/)

    await page.hover('#hover')
    await prefetch.sent
    await page.click('#hover')
    await page.click('#other')
    await other.sent
    await page.click('#hover')
    await prefetch.answer()

    await page.waitForSelector('#title')
  })

  it('is asked for again if the prefetch that a click waits for gets none', async () => {
    await using page = await openTabs()
    const sent = Promise.withResolvers<void>()
    const lost = Promise.withResolvers<void>()
    await page.route(/notes.create$/, async (route) => {
      sent.resolve()
      await lost.promise
      await route.abort()
    })

    await page.hover('#hover')
    await sent.promise
    await page.click('#hover')
    lost.resolve()
    await page.getByRole('dialog', { name: 'The server cannot be reached' }).waitFor()
    await page.unroute(/notes.create$/)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.click('#hover')

    await page.waitForSelector('#title')
  })

  const openTabs = async () => {
    const page = await openPage(browser, `${app.origin}/tabs?tab=a`)
    await page.locator('#slow', { hasText: 'slow of a' }).waitFor()
    return page
  }
})

interface HeldAnswer {
  readonly sent: Promise<void>
  /** Lets the answer through, and waits until the client has had time to show it. */
  answer(): Promise<void>
}

/** Holds back the answer to the first request to a URL. */
async function hold(
  page: Page,
  url: RegExp,
  isMeant: (request: Request) => boolean = () => true,
): Promise<HeldAnswer> {
  const sent = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  let isFirst = true
  await page.route(url, async (route) => {
    if (!isFirst || !isMeant(route.request())) return route.fallback()
    isFirst = false
    sent.resolve()
    await held.promise
    await route.fulfill({ response: await route.fetch() })
    answered.resolve()
  })
  return {
    sent: sent.promise,
    answer: async () => {
      held.resolve()
      await answered.promise
      await page.evaluate(twoFrames)
    },
  }
}

const twoFrames =
  'new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(shown))))'

function isPartial(request: Request): boolean {
  return request.headers()['x-inertia-partial-data'] !== undefined
}

/** The address, the heading, the rows and the deferred prop of the page. */
async function shown(page: Page): Promise<readonly (string | null)[]> {
  const { pathname, search } = new URL(page.url())
  const texts = ['#tab', '#rows', '#slow'].map((selector) => page.locator(selector).textContent())
  return [pathname + search, ...(await Promise.all(texts))]
}
