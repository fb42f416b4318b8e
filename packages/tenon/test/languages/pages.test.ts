import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { openPage } from '../browser/open-page.ts'
import { startBuilt, type BuiltApplication } from '../browser/start-built.ts'
import { until } from '../support/until.ts'
import { launchChromium } from '../support/chromium.ts'
import { createApplication, type Framework } from './create-application.ts'

const frameworks: readonly Framework[] = ['react', 'vue', 'svelte']

for (const framework of frameworks) {
  describe(`pages of ${framework} in three languages`, { timeout: 480_000 }, () => {
    let app: BuiltApplication
    let browser: Browser
    before(async () => {
      using source = createApplication(framework)
      app = await startBuilt(source.path)
      browser = await launchChromium()
    })
    after(async () => {
      await browser?.close()
      await app?.[Symbol.asyncDispose]()
    })

    const getText = async (path: string) => (await fetch(app.origin + path)).text()
    const readChunks = () =>
      globSync('public/assets/*.js', { cwd: app.folder }).map((file) => ({
        file,
        text: readFileSync(join(app.folder, file), 'utf8'),
      }))

    it('are rendered on the server in the language of their path', async () => {
      const documents = await Promise.all(
        ['', '/de', '/ar'].map((each) => getText(`${each}/tickets`)),
      )

      const [english = '', german = '', arabic = ''] = documents
      assert.match(english, /<html lang="en" dir="ltr" [^>]*>[^]*<h1>2 tickets<\/h1>/)
      assert.match(german, /<html lang="de" dir="ltr" [^>]*>[^]*<h1>2 Tickets auf Deutsch<\/h1>/)
      assert.match(arabic, /<html lang="ar" dir="rtl" [^>]*>[^]*<h1>تذكرتان<\/h1>/)
      assert.match(german, /<a [^>]*href="\/de\/other"/)
    })

    it('never show the words of another visitor', async () => {
      const expected = ['>2 tickets<', '>2 Tickets auf Deutsch<', '>تذكرتان<']
      const prefixes = ['', '/de', '/ar']

      const documents = await Promise.all(
        Array.from({ length: 60 }, (_, i) => getText(`${prefixes[i % 3] ?? ''}/tickets`)),
      )

      assert.ok(documents.every((text, i) => text.includes(expected[i % 3] ?? '?')))
    })

    it('escape what users have written into a message', async () => {
      const text = await getText('/escaped')
      await using page = await openPage(browser, `${app.origin}/escaped`)

      assert.match(text, /<h1>Hello &lt;img src=x onerror=alert\(1\)(?:>|&gt;)<\/h1>/)
      assert.equal(await page.textContent('h1'), 'Hello <img src=x onerror=alert(1)>')
      assert.equal(await page.locator('img').count(), 0)
      assert.deepEqual(page.complaints, [])
    })

    it('say the default language where a text is missing, with one line in the log', async () => {
      const headers = { 'accept-language': 'de' }
      const get = (path: string) => fetch(app.origin + path, { headers })

      const documents = await Promise.all([get('/escaped'), get('/escaped'), get('/partial')])
      const texts = await Promise.all(documents.map((each) => each.text()))

      assert.ok(texts.every((text) => text.includes('Only English')))
      const isLogged = () => app.log().match(/A message has no text in de/g)?.length === 1
      await until(isLogged)
      assert.match(app.log(), /"language":"de","text":"Only English"/)
    })

    it('are taken over by the browser as they are, and followed in their language', async () => {
      await using page = await openPage(browser, `${app.origin}/ar/tickets`)
      await page.untilMounted()

      assert.equal(await page.textContent('h1'), 'تذكرتان')
      await page.click('a')
      await page.locator('h1', { hasText: 'عربي other7' }).waitFor()
      assert.equal(new URL(page.url()).pathname, '/ar/other')
      assert.deepEqual(page.complaints, [])
    })

    it('keep what was typed when the language changes', async () => {
      await using page = await openPage(browser, `${app.origin}/typed`)
      await page.untilMounted()
      await page.fill('input', 'half a sentence')
      await page.evaluate('document.documentElement.dataset.same = "yes"')

      await page.click('button')

      await page.locator('h1', { hasText: '2 Tickets auf Deutsch' }).waitFor()
      assert.equal(await page.inputValue('input'), 'half a sentence')
      assert.equal(await page.getAttribute('html', 'lang'), 'de')
      assert.equal(await page.getAttribute('html', 'data-same'), 'yes')
      assert.deepEqual(page.complaints, [])
    })

    it('say in their language that the server cannot be reached, also after it has changed', async () => {
      await using page = await openPage(browser, `${app.origin}/typed`, { locale: 'ar' })
      await page.untilMounted()
      await page.click('button')
      await page.locator('h1', { hasText: '2 Tickets auf Deutsch' }).waitFor()

      await page.context().setOffline(true)
      await page.click('button')

      const dialog = page.getByRole('dialog', { name: 'Der Server ist nicht erreichbar' })
      await dialog.getByRole('button', { name: 'Schließen' }).click()
      await page.evaluate('document.documentElement.lang = "ar"')
      await page.click('button')
      await page.getByRole('dialog', { name: 'لا يمكن الوصول إلى الخادم' }).waitFor()
    })

    it('write dates as the server did, and in the time zone of the browser from then on', async () => {
      const guest = { timezoneId: 'Asia/Tokyo' }
      const rendered = toMoments(await getText('/moment'))
      await using page = await openPage(browser, `${app.origin}/moment`, guest)
      await page.untilMounted()
      const read = async () => toMoments(await page.content())

      assert.match(rendered, /November 23, 2026 at 11:30 PM\|€1,299.90\|2 hours ago/)
      assert.equal(await read(), rendered)
      const again = await page.context().request.get(`${app.origin}/moment`)
      await page.reload()
      await page.untilMounted()
      assert.match(await again.text(), /November 24, 2026 at 8:30 AM/)
      assert.equal(await read(), toMoments(await again.text()))
      assert.deepEqual(page.complaints, [])
    })

    it('carry their own ten messages and no others, and no parser', () => {
      const chunks = readChunks()
      const own = chunks.filter(({ text }) => text.includes('Deutsch said0'))
      const all = chunks.map(({ text }) => text).join('\n')

      assert.equal(own.length, 1)
      assert.match(own[0]?.text ?? '', /Deutsch said8/)
      assert.deepEqual(all.match(/Deutsch other\d+/g), ['Deutsch other7'])
      assert.doesNotMatch(own[0]?.text ?? '', /Deutsch other/)
      assert.doesNotMatch(all, parser)
    })

    it('leave no parser to the server, which would parse all messages at its start', () => {
      const files = globSync('*.js', { cwd: app.folder })
      const code = files.map((file) => readFileSync(join(app.folder, file), 'utf8')).join('\n')

      assert.match(code, /Deutsch other7/)
      assert.doesNotMatch(code, parser)
    })
  })
}

/** What only the parser of texts contains. */
const parser = /MISSING_OTHER_CLAUSE|INVALID_ARGUMENT_TYPE/

/** The text of the element with the dates. Adapters mark where it begins and ends by comments. */
function toMoments(markup: string): string {
  return /<p id="moments">(.*?)<\/p>/s.exec(markup)?.[1]?.replaceAll(/<!--.*?-->/g, '') ?? ''
}
