import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { openPage } from '../browser/open-page.ts'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'
import { startDevelopment, type DevelopedApplication } from './start-development.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')

/** The local state that a changed component shows: Svelte creates the component again. */
const adapters = [
  { adapter: 'vue', count: '1' },
  { adapter: 'svelte', count: '0' },
]

for (const { adapter, count } of adapters) {
  describe(`tenon dev in Chromium, with pages in ${adapter}`, { timeout: 480_000 }, () => {
    let app: DevelopedApplication
    let browser: Browser

    before(async () => {
      app = await startDevelopment(join(fixtures, adapter), {}, ['notes'])
      browser = await launchChromium()
      // The first page of a server may reload once, when Vite discovers a package.
      await using first = await openPage(browser, `${app.origin}/create`)
      await first.untilMounted()
      await first.waitForLoadState('networkidle')
    })
    afterEach(() => app.restore())
    after(async () => {
      await browser?.close()
      await app?.[Symbol.asyncDispose]()
    })

    /** Waits for the change that restores the previous test's files, so that it does not reach this page. */
    async function untilRestored(): Promise<void> {
      await until(async () => {
        const served = await fetch(`${app.origin}/resources/pages/Create.${adapter}`)
        return !(await served.text()).includes('Store')
      })
    }

    /** The form's page, with something typed and clicked. */
    async function open() {
      await untilRestored()
      const page = await openPage(browser, `${app.origin}/create?hint=Hello`)
      await page.untilMounted()
      // On a busy machine Vite may find a dependency late, and then loads the document once more.
      await page.waitForLoadState('networkidle')
      await page.untilMounted()
      await page.click('#count')
      await page.fill('#title', 'Typed')
      await page.locator('#count', { hasText: '1' }).waitFor()
      const documents: string[] = []
      page.on('request', (request) => {
        if (request.resourceType() === 'document') documents.push(request.url())
      })
      return Object.assign(page, { documents })
    }

    it('shows a changed component in the open document', async (test) => {
      await using page = await open()

      const savedAt = app.edit(`resources/pages/Create.${adapter}`, '>Save<', '>Store<')
      await page.locator('#save', { hasText: 'Store' }).waitFor()

      test.diagnostic(`page: ${Math.round(performance.now() - savedAt)} ms from saved to seen`)
      assert.equal(await page.textContent('#count'), count)
      assert.deepEqual(page.documents, [])
      assert.deepEqual(page.complaints, [])
    })

    it('shows the answer of a changed handler, and keeps the state of the page', async () => {
      await using page = await open()

      app.edit('../notes/notes.ts', "hint: request.query.get('hint') ??", 'hint:')
      await page.locator('#hint', { hasText: 'A hint' }).waitFor()

      assert.equal(await page.textContent('#count'), '1')
      assert.equal(await page.inputValue('#title'), 'Typed')
      assert.deepEqual(page.documents, [])
    })
  })
}
