import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { openPage } from '../browser/open-page.ts'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'
import { startDevelopment, type DevelopedApplication } from './start-development.ts'

describe('the styles of a page that the server renders, in tenon dev', { timeout: 480_000 }, () => {
  const stack = new AsyncDisposableStack()
  let app: DevelopedApplication
  let browser: Browser
  before(async () => {
    app = stack.use(await startDevelopment(join(import.meta.dirname, '../../fixtures/ssr')))
    app.write('resources/app.css', 'main { padding-left: 11px }')
    app.edit('resources/app.tsx', 'await start', `import './app.css'\nawait start`)
    browser = stack.use(await launchChromium())
  })
  after(() => stack.disposeAsync())

  const paddingOf = `getComputedStyle(document.querySelector('main')).paddingLeft`

  it('are linked in the document, in their order, but not those that the page loads later', async () => {
    const html = await (await fetch(`${app.origin}/files`)).text()

    const links = [...html.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)]
    assert.deepEqual(
      links.map(([, url]) => url),
      ['/resources/app.css', '/resources/files/files.css'],
    )
  })

  it('are there before any script has run', async () => {
    await using page = await openPage(browser, `${app.origin}/files`, { javaScriptEnabled: false })

    assert.equal(await page.evaluate(paddingOf), '11px')
  })

  it('follow their files, and stand in the page once', async () => {
    await using page = await openPage(browser, `${app.origin}/files`)
    await page.locator('#late').waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate('window.before = true')

    app.write('resources/app.css', 'main { padding-left: 12px }')
    await until(async () => (await page.evaluate(paddingOf)) === '12px')

    assert.equal(await page.evaluate('window.before'), true)
    assert.equal(await page.locator('style', { hasText: 'padding-left' }).count(), 0)
    assert.deepEqual(page.complaints, [])
  })
})
