import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { runAxe } from '../browser/axe.ts'
import { openPage, type OpenPage } from '../browser/open-page.ts'
import { launchChromium } from '../support/chromium.ts'
import { startDevelopment, type DevelopedApplication } from './start-development.ts'

const sections = ['', '/routes', '/api', '/schedule', '/migrations', '/cache', '/configuration']

describe('the dashboard of tenon dev in Chromium', { timeout: 480_000 }, () => {
  let app: DevelopedApplication
  let browser: Browser

  before(async () => {
    app = await startDevelopment(join(import.meta.dirname, '../../fixtures/development'))
    browser = await launchChromium()
    await visit('/notes')
    await visit('/notes/7/broken')
  })
  after(async () => {
    await browser?.close()
    await app?.[Symbol.asyncDispose]()
  })

  const visit = (path: string): Promise<Response> =>
    fetch(app.origin + path, { headers: { accept: 'text/html' } })

  const open = (path: string, options = {}): Promise<OpenPage> =>
    openPage(browser, `${app.origin}/_app/dev${path}`, options)

  it('has no accessibility problem that axe finds, in light and in dark', async () => {
    const found: string[] = []
    for (const path of [...sections, '/requests/2', '/requests/1?explain=1', '/nothing']) {
      // axe is added to the page, which the policy of the dashboard forbids.
      await using page = await open(path, { bypassCSP: true })
      found.push(...(await runAxe(page)).map((violation) => `${path} ${violation}`))
    }

    assert.deepEqual(found, [])
  })

  it('has none on the error page either', async () => {
    await using page = await openPage(browser, `${app.origin}/notes/7/broken`, {
      bypassCSP: true,
    })

    assert.deepEqual(await runAxe(page), [])
  })

  it('breaks no rule of its policy', async () => {
    const complaints: string[] = []
    for (const path of [...sections, '/requests/1']) {
      await using page = await open(path)
      complaints.push(...page.complaints)
    }

    assert.deepEqual(complaints, [])
  })

  it('leads to what a request did with the keyboard alone', async () => {
    await using page = await open('')

    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter') // the link that skips the navigation
    await page.keyboard.press('Tab') // the table, which may have to be scrolled
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: 'GET /notes/7/broken' }).waitFor()
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  })

  it('filters routes while you type', async () => {
    await using page = await open('/routes')

    await page.getByLabel('Filter').fill('slow')

    assert.equal(await page.locator('tbody tr:visible').count(), 1)
    assert.equal(await page.locator('output').textContent(), '1 of 5')
  })

  it('adds new requests to the list, and keeps the focus', async () => {
    await using page = await open('')
    await page
      .getByRole('link', { name: /broken/ })
      .first()
      .focus()

    await visit('/slow?ms=0')
    await page.getByRole('link', { name: /slow/ }).waitFor()

    assert.match((await page.locator(':focus').textContent()) ?? '', /broken/)
  })

  it('breaks no path of a table on a phone', async () => {
    await using page = await open('/routes', { viewport: { width: 360, height: 640 } })

    const broken = await page.evaluate(`[...document.querySelectorAll('td:nth-child(2) code')]
      .filter((code) => code.getClientRects().length > 1)
      .map((code) => code.textContent)`)

    assert.deepEqual(broken, [])
  })

  it('needs no horizontal scrolling of the page on a phone', async () => {
    const widths: number[] = []
    for (const path of [...sections, '/requests/1']) {
      await using page = await open(path, { viewport: { width: 360, height: 640 } })
      widths.push(await page.evaluate('document.documentElement.scrollWidth'))
    }

    assert.deepEqual(
      widths.filter((width) => width > 360),
      [],
    )
  })
})
