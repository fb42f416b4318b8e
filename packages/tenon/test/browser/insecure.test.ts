import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { openPage } from './open-page.ts'
import { startBuilt, type BuiltApplication } from './start-built.ts'

// Only localhost counts as secure without https. The fixture encrypts every page under this name.
const host = 'encrypted.test'

describe('encrypted pages where Chromium cannot encrypt', { timeout: 480_000 }, () => {
  let app: BuiltApplication
  let browser: Browser

  before(async () => {
    app = await startBuilt(join(import.meta.dirname, '../../fixtures/browser'))
    browser = await launchChromium([`--host-resolver-rules=MAP ${host} 127.0.0.1`])
  })
  after(async () => {
    await browser.close()
    await app[Symbol.asyncDispose]()
  })

  const open = (path: string) => {
    const url = new URL(path, app.origin)
    url.hostname = host
    return openPage(browser, url.href)
  }

  it('can be used: a form is answered, with its errors first', async () => {
    await using page = await open('/notes/create')
    assert.equal(await page.evaluate('typeof crypto.subtle'), 'undefined')

    await page.click('#save')
    await page.locator('#error', { hasText: 'Title is required' }).waitFor()
    await page.fill('#title', 'Milk')
    await page.click('#save')
    await page.locator('#slow', { hasText: 'loaded later' }).waitFor()

    assert.equal(new URL(page.url()).pathname, '/notes')
  })

  it('are not kept in the history, and are requested again after going back', async () => {
    await using page = await open('/notes/create')
    await page.fill('#title', 'Bread')
    await page.click('#save')
    await page.locator('#slow', { hasText: 'loaded later' }).waitFor()
    const stored = await page.evaluate('history.state.page')
    const requested = page.waitForRequest((request) => request.url().endsWith('/notes/create'))

    await page.goBack()

    await requested
    await page.locator('#hint', { hasText: 'A hint' }).waitFor()
    const storedAgain = await page.evaluate('history.state.page')
    assert.deepEqual([stored, storedAgain], [undefined, undefined])
  })

  it('say so once in the console', async () => {
    await using page = await open('/notes/create')
    const warnings: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })

    await page.reload()
    await page.click('#save')
    await page.locator('#error', { hasText: 'Title is required' }).waitFor()

    assert.equal(warnings.length, 1)
    assert.match(
      warnings.join(),
      /^Pages are not kept in the history .* Use https, or localhost\.$/,
    )
  })
})
