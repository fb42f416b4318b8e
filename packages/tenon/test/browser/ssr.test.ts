import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { startDevelopment } from '../development/start-development.ts'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'
import { openPage } from './open-page.ts'
import { startBuilt, type BuiltApplication } from './start-built.ts'

describe('pages that the server renders', { timeout: 480_000 }, () => {
  let app: BuiltApplication
  let browser: Browser

  before(async () => {
    app = await startBuilt(join(import.meta.dirname, '../../fixtures/ssr'))
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await app?.[Symbol.asyncDispose]()
  })

  const getText = async (path: string) => (await fetch(app.origin + path)).text()

  it('are complete without a script: text, links by name, title and meta tags', async () => {
    await using page = await openPage(browser, `${app.origin}/greet/Ada`, {
      javaScriptEnabled: false,
    })

    assert.equal(await page.textContent('h1'), 'Hello Ada')
    assert.equal(await page.getAttribute('a', 'href'), '/greet/Grace')
    assert.equal(await page.title(), 'Ada · Greetings')
    assert.equal(await page.locator('title').count(), 1)
    assert.equal(await page.getAttribute('meta[name=description]', 'content'), 'About Ada')
  })

  it('are hydrated by the client without errors', async () => {
    await using page = await openPage(browser, `${app.origin}/greet/Ada`)
    await page.evaluate(`document.querySelector('h1').dataset.served = 'yes'`)

    await page.locator('#later', { hasText: 'loaded later' }).waitFor()
    await page.click('button')

    assert.equal(await page.textContent('button'), '1')
    assert.equal(await page.getAttribute('h1', 'data-served'), 'yes')
    assert.deepEqual(page.complaints, [])
  })

  it('are followed by pages that the client renders', async () => {
    await using page = await openPage(browser, `${app.origin}/greet/Ada`)

    await page.click('a')
    await page.locator('h1', { hasText: 'Hello Grace' }).waitFor()

    assert.equal(await page.title(), 'Grace · Greetings')
    assert.deepEqual(page.complaints, [])
  })

  it('are left to the client if rendering fails', async () => {
    await using page = await openPage(browser, `${app.origin}/broken`)

    await page.locator('p', { hasText: 'It throws on the server, not at /broken' }).waitFor()

    assert.match(await getText('/broken'), /<div id="app"><\/div>/)
  })

  it('are only the named ones', async () => {
    assert.match(await getText('/client'), /<div id="app"><\/div>/)
  })

  it('do not show what another visitor sees', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `visitor-${i}-of-40`)

    const documents = await Promise.all(names.map((name) => getText(`/greet/${name}`)))

    assert.deepEqual(
      documents.map((text) => [...new Set(text.match(/visitor-\d+-of-40/g))]),
      names.map((name) => [name]),
    )
  })

  it('do not block other requests in a worker, and time out', async () => {
    await app.restart({ RENDER_IN: 'worker' })
    // On a busy machine a worker needs longer to start than a page may take to be rendered.
    const isGreeted = async () => greeted.test(await getText('/greet/Ada'))
    await until(isGreeted)
    const order: string[] = []
    const follow = async (path: string) => {
      const text = await getText(path)
      order.push(path)
      return text
    }

    const [answered] = await Promise.all([follow('/endless'), follow('/alive')])

    assert.match(answered, /<div id="app"><\/div>/)
    assert.deepEqual(order, ['/alive', '/endless'])
    await until(isGreeted)
  })
})

const greeted = /<h1>Hello <!-- -->Ada<\/h1>/

describe('pages that the server renders in development', { timeout: 480_000 }, () => {
  it('are rendered from their current files', async () => {
    await using app = await startDevelopment(join(import.meta.dirname, '../../fixtures/ssr'))
    const getText = async () => (await fetch(`${app.origin}/greet/Ada`)).text()

    const before = await getText()
    app.edit('resources/pages/Greeting.tsx', 'Hello {name}', 'Welcome, {name}')
    await app.logged('Reloaded')
    const after = await getText()

    assert.match(before, /<h1>Hello <!-- -->Ada<\/h1>/)
    assert.match(after, /<h1>Welcome, <!-- -->Ada<\/h1>/)
  })
})
