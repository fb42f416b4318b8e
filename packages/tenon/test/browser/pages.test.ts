import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page, Request } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { resetElements, toDistanceFromMiddle } from '../support/element-reset.ts'
import { answerOnceFocusIsLost } from './lost-focus.ts'
import { openPage, routeOnce } from './open-page.ts'
import { startBuilt, type BuiltApplication } from './start-built.ts'

/** What the form of the fixture is answered with for the title `status 403`, and so on. */
const refusals = [
  [403, 'Forbidden'],
  [419, 'Expired'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [503, 'Service Unavailable'],
] as const

describe('the page protocol in Chromium', { timeout: 480_000 }, () => {
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
  const isPrefetch = (sent: { request(): Request }) =>
    sent.request().headers()['purpose'] === 'prefetch'
  /** Until its answer is shown. */
  const logIn = async (page: Page) => {
    const shown = page.waitForResponse((response) => response.request().redirectedFrom() !== null)
    await page.click('#login')
    await (await shown).finished()
    await page.locator('#login:enabled').waitFor()
  }
  const text = (page: Page, selector: string) => page.locator(selector).textContent()

  it('shows the page in the document, its styles under the policy, and its title', async () => {
    await using page = await open('/notes/create')

    await page.waitForSelector('#hint')

    assert.equal(await text(page, '#hint'), 'A hint')
    assert.equal(await page.title(), 'Create · Notes')
    assert.deepEqual(page.complaints, [])
  })

  it('fetches deferred props after showing the page', async () => {
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

  it('gives the focus back to a button that was disabled while its form was sent', async () => {
    await using page = await open('/notes/create')
    await answerOnceFocusIsLost(page)

    await page.click('#save')
    await page.locator('#error', { hasText: 'Title is required' }).waitFor()

    await page.locator('#save:focus').waitFor()
  })

  it('leaves the focus where the user has moved it while a form was sent', async () => {
    await using page = await open('/notes/create')
    await answerOnceFocusIsLost(page, () => page.focus('#title'))

    await page.click('#save')
    await page.locator('#error', { hasText: 'Title is required' }).waitFor()
    await page.locator('#save:enabled').waitFor()

    assert.equal(await page.evaluate('document.activeElement.id'), 'title')
  })

  it('gives the focus back to a button when the dialog over its failed form is closed', async () => {
    await using page = await open('/notes/create')
    await answerOnceFocusIsLost(page)
    await page.fill('#title', 'status 500')

    await page.click('#save')
    await page.getByRole('dialog', { name: 'Internal Server Error' }).waitFor()
    await page.keyboard.press('Escape')

    await page.locator('#save:focus').waitFor()
  })

  it('gives the focus to the heading of the page that a link, the history or a form leads to', async () => {
    await using page = await open('/notes')
    assert.equal(await page.evaluate('document.activeElement === document.body'), true)

    await page.click('#create')
    await page.locator('h1:focus', { hasText: 'New note' }).waitFor()
    const hasRing = await page.locator('h1:focus-visible').count()
    await page.goBack()
    await page.locator('h1:focus', { hasText: 'Notes' }).waitFor()
    await page.focus('#create')
    await page.keyboard.press('Enter')
    await page.locator('h1:focus-visible', { hasText: 'New note' }).waitFor()
    const outline = await page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`)
    await page.fill('#title', 'By the keyboard')
    await page.keyboard.press('Enter')

    await page.locator('h1:focus', { hasText: 'Notes' }).waitFor()
    assert.equal(hasRing, 0)
    assert.equal(outline, 'none')
  })

  it('finds the page of the form if the browser sends no referrer', async () => {
    await using page = await open('/notes/create?draft=1')
    const sent = page.waitForRequest((request) => request.method() === 'POST')

    await page.click('#save')
    await page.locator('#error', { hasText: 'Title is required' }).waitFor()

    assert.equal((await sent).headers()['referer'] ?? '', '')
    // The naming convention would have led to a page without the query.
    assert.equal(page.url(), `${app.origin}/notes/create?draft=1`)
  })

  it('finds the page of the form after an instant visit, too', async () => {
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

  it('goes back and forward over a failed form', async () => {
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

  it('loads more of a list while scrolling, each part once', async () => {
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

  it('keeps a once-prop across visits', async () => {
    await using page = await open('/plans/a')
    const first = await text(page, '#plans')

    await page.click('#other')
    await page.waitForURL('**/plans/b')

    assert.equal(await text(page, '#plans'), first)
    assert.equal(await text(page, '#log'), first)
  })

  it('shows a prefetched page without requesting it again', async () => {
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

  it('does not show a user what was prefetched before the login', async () => {
    await using page = await open('/notes')
    const prefetched = page.waitForResponse(isPrefetch)
    await page.hover('#hover')
    await (await prefetched).finished()

    await logIn(page)
    await page.click('#hover')

    await page.locator('#hint', { hasText: 'A hint for Ada' }).waitFor()
  })

  it('does not show a user what was on its way at the login', async () => {
    await using page = await open('/notes')
    const fetched = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    await routeOnce(page, '**/notes/create', async (route) => {
      const response = await route.fetch()
      fetched.resolve()
      await held.promise
      await route.fulfill({ response })
    })
    await page.hover('#hover')
    await fetched.promise

    await logIn(page)
    await page.click('#hover')
    held.resolve()

    await page.locator('#hint', { hasText: 'A hint for Ada' }).waitFor()
  })

  it('asks again for a page whose prefetch has failed', async () => {
    await using page = await open('/notes')
    await routeOnce(page, '**/notes/create', (route) => route.fulfill({ status: 502 }))
    const prefetched = page.waitForResponse(isPrefetch)
    await page.hover('#hover')
    await (await prefetched).finished()

    await page.click('#hover')

    await page.locator('#hint', { hasText: 'A hint' }).waitFor()
  })

  it('shows the Error page, and no server details, if a visit fails', async () => {
    await using page = await open('/notes')

    await page.click('#gone')
    await page.locator('#status', { hasText: '500' }).waitFor()

    assert.equal(path(page), '/notes/7/gone')
    assert.equal((await page.content()).includes('secret'), false)
  })

  it('keeps the page whose deferred props cannot be loaded, and says why over it', async () => {
    await using page = await open('/notes?slow=fails')

    await page.getByRole('dialog', { name: 'Internal Server Error' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('heading', { name: 'Notes' }).waitFor()
    assert.equal(await text(page, '#slow'), 'waiting')
    assert.equal((await page.content()).includes('secret'), false)
  })

  it('keeps the page of a visit that writes and fails, and says why over it', async () => {
    await using page = await open('/notes')
    await resetElements(page)

    await page.click('#fail')
    const dialog = page.getByRole('dialog', { name: 'Internal Server Error' })
    await dialog.waitFor()
    assert.equal(await toDistanceFromMiddle(page, dialog), 0)
    await page.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Notes' }).waitFor()
    assert.equal(path(page), '/notes')
    assert.equal((await page.content()).includes('secret'), false)
  })

  it('shows what a button without a form is refused for, and does not speak of input', async () => {
    await using page = await open('/notes')

    await page.click('#lock')
    const dialog = page.getByRole('dialog', { name: 'The note is locked' })
    await dialog.waitFor()

    assert.equal(await dialog.getByText('The page is still as you left it').count(), 0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Notes' }).waitFor()
  })

  it('keeps the page of a visit whose query is invalid, and names the field over it', async () => {
    await using page = await open('/notes')

    await page.click('#wrong')
    await page.getByRole('dialog', { name: 'page: Not a number' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Notes' }).waitFor()
    assert.equal(path(page), '/notes')
  })

  it('offers to reload the page of a form whose record is gone', async () => {
    await using page = await open('/notes/create')
    await page.click('#count')
    await page.fill('#title', 'status 404')

    await page.click('#save')
    await page.getByRole('dialog', { name: 'Not Found' }).waitFor()
    assert.equal(await page.inputValue('#title'), 'status 404')
    await page.getByRole('button', { name: 'Reload the page' }).click()

    await page.locator('#count', { hasText: '0' }).waitFor()
    assert.equal(path(page), '/notes/create')
    assert.equal(await page.getByRole('dialog').count(), 0)
  })

  for (const [status, message] of refusals) {
    it(`keeps what was typed in a form that is answered ${status}`, async () => {
      await using page = await open('/notes/create')
      await page.click('#count')
      await page.fill('#title', `status ${status}`)

      await page.click('#save')
      await page.getByRole('dialog', { name: message }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      assert.equal(await page.inputValue('#title'), `status ${status}`)
      assert.equal(await text(page, '#count'), '1')
      assert.equal(await page.isDisabled('#save'), false)
      await page.fill('#title', 'Sent again')
      await page.click('#save')
      await page.locator('#toast', { hasText: 'Saved Sent again' }).waitFor()
    })
  }

  it('keeps what was typed when a proxy answers in the place of the server', async () => {
    await using page = await open('/notes/create')
    await page.fill('#title', 'Kept')
    const body = '<html><head><title>502 Bad Gateway</title></head><body></body></html>'
    await page.route('**/notes', (route) =>
      route.fulfill({ status: 502, body, contentType: 'text/html' }),
    )

    await page.click('#save')
    await page.getByRole('dialog', { name: '502 Bad Gateway' }).waitFor()

    assert.equal(await page.inputValue('#title'), 'Kept')
    assert.equal(await page.locator('iframe').count(), 0)
  })

  it('follows a redirect to a fragment', async () => {
    await using page = await open('/notes')

    await page.click('#bare')
    await page.waitForURL('**/notes#end')

    assert.equal(path(page), '/notes')
  })

  it('reloads the page if another version was deployed', async () => {
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

  it('loads the page that a form leads to as a document if its file cannot be loaded', async () => {
    await using page = await open('/notes/create')
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
    })
    await routeOnce(page, /Index-.*\.js$/, (route) => route.fulfill({ status: 502 }))
    await page.fill('#title', 'Saved once')

    await page.click('#save')

    await page.locator('li', { hasText: 'Saved once' }).waitFor()
    assert.deepEqual(documents, ['/notes'])
  })

  it('says that the network has failed, also after the user has stayed where a file was missing', async () => {
    await using page = await open('/notes')
    const stayed = new Promise<void>((resolve) => {
      page.once('dialog', (dialog) => void dialog.dismiss().then(resolve))
    })
    await page.evaluate("addEventListener('beforeunload', (event) => event.preventDefault())")
    await routeOnce(page, /Create-.*\.js$/, (route) => route.fulfill({ status: 502 }))
    await page.click('#create')
    await stayed

    await page.route('**/notes/7/fail', (route) => route.abort())
    await page.click('#fail')

    await page.getByRole('dialog').waitFor()
  })

  it('loads a document twice at most if the file of a page is gone', async () => {
    await using page = await open('/notes')
    await page.waitForSelector('#plans')
    const loads: string[] = []
    page.on('load', () => loads.push(path(page)))
    const isGone = page.waitForEvent('pageerror')
    await page.route(/Plans-.*\.js$/, (route) => route.fulfill({ status: 404 }))

    await page.click('#plans')
    await isGone
    await page.unroute(/Plans-.*\.js$/)
    await page.goto(`${app.origin}/plans/a`)

    assert.deepEqual(loads, ['/plans/a', '/plans/a', '/plans/a'])
    assert.notEqual(await text(page, '#plans'), '')
  })

  it('keeps the input while the network is down, and sends it afterwards', async () => {
    await using page = await open('/notes/create')
    await page.fill('#title', 'Kept offline')

    await page.context().setOffline(true)
    await page.click('#save')
    await page.getByRole('dialog', { name: 'The server cannot be reached' }).waitFor()
    await page.keyboard.press('Escape')
    const kept = await page.inputValue('#title')
    const isWaiting = await page.isDisabled('#save')
    await page.context().setOffline(false)
    await page.click('#save')
    await page.locator('#toast', { hasText: 'Saved Kept offline' }).waitFor()

    assert.deepEqual([kept, isWaiting], ['Kept offline', false])
  })

  it('keeps the input if the server is down', async () => {
    await using page = await open('/notes/create')
    await page.fill('#title', 'Kept')
    await app.stop()

    await page.click('#save')
    await page.getByRole('dialog', { name: 'The server cannot be reached' }).waitFor()

    assert.equal(await page.inputValue('#title'), 'Kept')
    await app.restart({})
  })
})
