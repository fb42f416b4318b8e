import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'
import { answerOnceFocusIsLost } from './lost-focus.ts'
import { openPage, routeOnce } from './open-page.ts'
import { startBuilt, type BuiltApplication } from './start-built.ts'

for (const adapter of ['vue', 'svelte']) {
  describe(`pages in ${adapter}, with its own page client`, { timeout: 480_000 }, () => {
    let app: BuiltApplication
    let browser: Browser

    before(async () => {
      app = await startBuilt(join(import.meta.dirname, '../../fixtures', adapter))
      browser = await launchChromium()
    })
    after(async () => {
      await browser?.close()
      await app?.[Symbol.asyncDispose]()
    })

    async function open(path: string) {
      const page = await openPage(browser, app.origin + path)
      await page.untilMounted()
      return page
    }

    it('are shown, and then their deferred props', async () => {
      await using page = await open('/')

      await page.locator('#slow', { hasText: 'loaded later' }).waitFor()

      assert.equal(await page.title(), 'Notes')
      assert.deepEqual(page.complaints, [])
    })

    it('keep the state of a failed form, and show the flash data of a successful one', async () => {
      await using page = await open('/')
      await page.click('#create')
      await page.click('#count')

      await page.click('#save')
      await page.locator('#error', { hasText: 'Title is required' }).waitFor()
      const kept = await page.textContent('#count')
      await page.fill('#title', 'First')
      await page.click('#save')
      await page.locator('#toast', { hasText: 'Saved First' }).waitFor()

      assert.equal(kept, '1')
      assert.equal(await page.locator('li', { hasText: 'First' }).count(), 1)
    })

    it('show in a form what others store, except in a field that the user has changed', async () => {
      await using page = await open('/rename')
      await using other = await open('/rename')
      await page.fill('#title', 'Mine')
      await other.fill('#title', 'Theirs')
      await other.fill('#author', 'Grace')

      await other.click('#save')
      await until(async () => (await page.inputValue('#author')) === 'Grace')
      const kept = await page.inputValue('#title')
      await page.click('#save')
      await until(async () => (await other.inputValue('#title')) === 'Mine')

      assert.equal(kept, 'Mine')
      assert.deepEqual([page.complaints, other.complaints], [[], []])
    })

    it('give the focus back to a button that was disabled while its form was sent', async () => {
      await using page = await open('/create')
      await answerOnceFocusIsLost(page)

      await page.click('#save')
      await page.locator('#error', { hasText: 'Title is required' }).waitFor()

      await page.locator('#save:focus').waitFor()
    })

    it('keep the address of a failed form if the browser sends no referrer', async () => {
      await using page = await open('/create?hint=Hello')
      const told: string[] = []
      page.on('request', (request) => told.push(request.headers()['referer'] ?? ''))

      await page.click('#save')
      await page.locator('#error', { hasText: 'Title is required' }).waitFor()

      // The naming convention would have led to a page without the query.
      assert.equal(page.url(), `${app.origin}/create?hint=Hello`)
      assert.equal(await page.textContent('#hint'), 'Hello')
      assert.deepEqual(new Set(told), new Set(['']))
    })

    it('are loaded as a document if their file cannot be loaded', async () => {
      await using page = await open('/')
      await page.exposeFunction('see', (name: string) => seen.push(name))
      const seen: string[] = []
      await page.evaluate(`new MutationObserver(() => {
        for (const dialog of document.querySelectorAll('dialog')) see(dialog.textContent)
      }).observe(document.body, { childList: true, subtree: true })`)
      await routeOnce(page, /Create-.*\.js$/, (route) => route.fulfill({ status: 502 }))

      await page.click('#create')

      await page.locator('#hint').waitFor()
      assert.equal(new URL(page.url()).pathname, '/create')
      assert.deepEqual(seen, [])
    })

    it('link to routes by name when rendered on the server', async () => {
      await using silent = await openPage(browser, app.origin, { javaScriptEnabled: false })

      assert.equal(await silent.getAttribute('#create', 'href'), '/create')
    })

    it('are hydrated when rendered on the server', async () => {
      await using silent = await openPage(browser, `${app.origin}/create?hint=Hello`, {
        javaScriptEnabled: false,
      })
      await using page = await open('/create?hint=Hello')

      await page.click('#count')
      await page.locator('#count', { hasText: '1' }).waitFor()

      assert.equal(await silent.textContent('#hint'), 'Hello')
      assert.equal(await page.title(), 'Create')
      assert.equal(await page.locator('title').count(), 1)
      assert.deepEqual(page.complaints, [])
    })

    it('do not mix up two requests that are rendered concurrently', async () => {
      const hints = Array.from({ length: 40 }, (_, i) => `visitor-${i}-of-40`)

      const documents = await Promise.all(
        hints.map(async (hint) => (await fetch(`${app.origin}/create?hint=${hint}`)).text()),
      )

      const found = documents.map((text) => new Set(text.match(/visitor-\d+-of-40/g)))
      const markup = documents.map((text) => /<p id="hint">(.*?)<\/p>/.exec(text)?.[1])
      assert.deepEqual(
        found.map((names) => [...names]),
        hints.map((hint) => [hint]),
      )
      assert.deepEqual(markup, hints)
    })
  })
}
