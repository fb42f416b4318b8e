import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'
import { buildInBuilder } from './builder.ts'
import { openPage } from './open-page.ts'
import { serveBuilt, startBuilt, type BuiltApplication } from './start-built.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')
const packages = join(import.meta.dirname, '../../../../node_modules')

type Build = 'old' | 'new'

describe('a deferred prop while a deployment rolls', { timeout: 600_000 }, () => {
  const sources = mkdtempSync(join(tmpdir(), 'tenon-deferred-'))
  const replicas = {} as Record<Build, BuiltApplication>
  let browser: Browser

  /** Two replicas: one of each build. The page with the deferred prop has changed; the files of both are there. */
  before(async () => {
    const root = join(sources, 'versions')
    cpSync(join(fixtures, 'versions'), root, { recursive: true })
    symlinkSync(packages, join(sources, 'node_modules'))
    replicas.old = await startBuilt(root)
    for (const path of ['shapes.ts', 'resources/pages/Notes/Form.tsx']) {
      const text = readFileSync(join(root, path), 'utf8')
      writeFileSync(join(root, path), text.replaceAll('form 1', 'form 2'))
    }
    const folder = mkdtempSync(join(tmpdir(), 'tenon-browser-'))
    cpSync(replicas.old.folder, folder, { recursive: true })
    await buildInBuilder({ root, folder, keep: 1 })
    replicas.new = await serveBuilt(folder)
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await replicas.old?.[Symbol.asyncDispose]()
    await replicas.new?.[Symbol.asyncDispose]()
    rmSync(sources, { recursive: true })
  })

  /** Opens the page with the deferred prop, whose documents and props come from the replicas that are named in turn. */
  async function open(answers: {
    readonly documents: readonly Build[]
    readonly props: readonly Build[]
  }) {
    const page = await openPage(browser, `${replicas.new.origin}/_app/health`)
    const asked = { documents: 0, props: 0 }
    await page.route('**/notes/create', async (route) => {
      const kind = route.request().isNavigationRequest() ? 'documents' : 'props'
      const build = answers[kind][asked[kind]] ?? answers[kind].at(-1) ?? 'new'
      asked[kind] += 1
      const answer = await route.fetch({
        url: `${replicas[build].origin}/notes/create`,
        maxRedirects: 0,
      })
      await route.fulfill({ response: answer })
    })
    await page.goto(`${replicas.new.origin}/notes/create`)
    return Object.assign(page, { asked })
  }

  it('is asked for again if a replica of another build was asked, without a document', async () => {
    await using page = await open({ documents: ['new'], props: ['old', 'old', 'new'] })
    await page.fill('#title', 'Typed meanwhile')

    await page.locator('#later', { hasText: 'loaded later' }).waitFor()

    assert.deepEqual(page.asked, { documents: 1, props: 3 })
    assert.equal(await page.inputValue('#title'), 'Typed meanwhile')
    assert.equal(await page.evaluate('sessionStorage.getItem("mixed")'), null)
  })

  it('loads the page once, with what was typed, if no replica has its build any more', async () => {
    await using page = await open({ documents: ['old', 'new'], props: ['new'] })
    await page.fill('#title', 'Typed meanwhile')

    await page.locator('#code', { hasText: 'form 2' }).waitFor()
    await page.locator('#later', { hasText: 'loaded later' }).waitFor()
    await page.waitForFunction(`document.querySelector('#title').value === 'Typed meanwhile'`)

    assert.deepEqual(page.asked, { documents: 2, props: 5 })
    assert.equal(await page.evaluate('sessionStorage.getItem("mixed")'), null)
  })

  it('is not loaded a second time, and goes on asking, if the replicas stay apart', async () => {
    await using page = await open({ documents: ['new'], props: [...Array(8).fill('old'), 'new'] })

    await until(() => page.asked.props === 8)
    const before = page.asked.documents
    await page.locator('#later', { hasText: 'loaded later' }).waitFor()

    assert.equal(before, 2)
    assert.deepEqual(page.asked, { documents: 2, props: 9 })
    assert.equal(await page.evaluate('sessionStorage.getItem("mixed")'), null)
  })
})
