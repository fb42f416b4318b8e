import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { runApi } from '../contract/start-api.ts'
import { openPage, type OpenPage } from '../browser/open-page.ts'
import { launchChromium } from '../support/chromium.ts'
import { startDevelopment, type DevelopedApplication } from './start-development.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Findings {
  readonly violations: ReadonlyArray<{ readonly id: string }>
}

describe('the page about the API in tenon dev', { timeout: 480_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-api-page-'))
  let app: DevelopedApplication
  let browser: Browser

  before(async () => {
    const environment = { DATABASE_URL: `sqlite:${join(folder, 'books.sqlite')}` }
    await runApi(['migrate'], environment)
    app = await startDevelopment(join(import.meta.dirname, '../../fixtures/api'), environment)
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await app?.[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })

  const show = async (path = ''): Promise<string> =>
    (await fetch(`${app.origin}/_app/dev/api${path}`)).text()

  const open = (path = '', options = {}): Promise<OpenPage> =>
    openPage(browser, `${app.origin}/_app/dev/api${path}`, options)

  it('is at /_app/api and lists the operations by tag, with what is left out', async () => {
    const { url, status } = await fetch(`${app.origin}/_app/api`)

    const page = await show()

    assert.deepEqual([new URL(url).pathname, status], ['/_app/dev/api', 200])
    assert.match(page, /<h2>books<\/h2>.*<b>POST<\/b> <code [^>]*>.*books<\/code>.*Adds a book/s)
    assert.match(page, /<h2>shelf<\/h2>/)
    assert.match(page, /href="\/openapi\.json"/)
    assert.match(page, /: 1 of 14 routes\./)
    assert.match(page, /the body of POST \/books\/\{book\}\/cover/)
  })

  it('shows what an operation takes and answers', async () => {
    const page = await show('/books.store')

    assert.match(page, /title: string \(length at least 1, length at most 120\)/)
    assert.match(page, /state: &quot;draft&quot; \| &quot;published&quot;/)
    assert.match(page, /201<\/span> A record was created\./)
    assert.match(page, /422<\/span> The input is invalid\./)
    assert.match(await show('/shelf.show'), /Authorization: Bearer \$TOKEN/)
    assert.equal((await fetch(`${app.origin}/_app/dev/api/nothing`)).status, 404)
  })

  it('offers a command that sends the request as it is documented', async () => {
    await using page = await open('/books.store')
    const line = (await page.locator('#curl').textContent()) ?? ''
    const [, sentTo = ''] = /'(http[^']+)\/books'/.exec(line) ?? []

    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      `${line.replace(sentTo, app.origin)} -s -o /dev/null -w '%{http_code}'`,
    ])

    assert.equal(stdout, '201')
  })

  it('belongs to an application whose middleware provides values, which development keeps', async () => {
    const headers = { accept: 'application/json', authorization: 'Bearer sesame' }

    const shelf = await fetch(`${app.origin}/shelf`, { headers })

    assert.partialDeepStrictEqual(await shelf.json(), { reader: 'Ada' })
  })

  it('fits into a phone, and breaks paths before a slash only', async () => {
    await using page = await open('', { viewport: { width: 390, height: 844 } })

    const cutOff = await page.evaluate<string[]>(`
      [...document.querySelectorAll('.scroll')].filter((each) => each.scrollWidth > each.clientWidth)
        .map((each) => each.ariaLabel)`)
    const broken = await page.evaluate<string[]>(`
      [...document.querySelectorAll('td code')].flatMap((code) => [...code.childNodes])
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .filter((node) => {
          const range = document.createRange()
          range.selectNodeContents(node)
          return range.getClientRects().length > 1
        })
        .map((node) => node.data)`)

    assert.deepEqual(cutOff, [])
    assert.deepEqual(broken, [])
  })

  it('leads to an operation with the keyboard, and copies its command', async () => {
    await using page = await open()

    await page.getByRole('link', { name: 'POST /books', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'POST /books' }).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy' }).focus()
    await page.keyboard.press('Enter')

    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.match(copied, /^curl -X POST 'http.*\/books'/)
    assert.deepEqual(page.complaints, [])
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility problem that axe finds, in ${colorScheme}`, async () => {
      const found: string[] = []
      for (const path of ['', '/books.store', '/books.index', '/shelf.lend']) {
        await using page = await open(path, { colorScheme, bypassCSP: true })
        await page.addScriptTag({ path: axe })
        const { violations } = await page.evaluate<Findings>('axe.run()')
        found.push(...violations.map(({ id }) => `${path} ${id}`))
      }

      assert.deepEqual(found, [])
    })
  }
})
