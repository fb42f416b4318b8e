import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { alternate } from '../support/alternate.ts'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'
import { buildInBuilder } from './builder.ts'
import { CopiedFixtures } from './copied-fixtures.ts'
import { openPage } from './open-page.ts'
import { serveBuilt, startBuilt, type BuiltApplication } from './start-built.ts'

type ChangedPage = 'about' | 'form' | 'list'

/** Changes a page of the fixture: its code, and the shape of its props on the server. */
function changePage(root: string, name: ChangedPage, number: number): void {
  const file = { about: 'About', form: 'Notes/Form', list: 'Notes/List' }[name]
  for (const path of ['shapes.ts', `resources/pages/${file}.tsx`]) {
    const text = readFileSync(join(root, path), 'utf8')
    const changed = text.replaceAll(new RegExp(`\\b${name} \\d+`, 'g'), `${name} ${number}`)
    writeFileSync(join(root, path), changed)
  }
}

describe('a deployment under an open tab', { timeout: 900_000 }, () => {
  let sources: CopiedFixtures
  let root: string
  let app: BuiltApplication
  let browser: Browser
  let number = 1

  before(async () => {
    sources = new CopiedFixtures(['versions'])
    root = join(sources.root, 'versions')
    app = await startBuilt(root)
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await app?.[Symbol.asyncDispose]()
    sources[Symbol.dispose]()
  })

  /** Deploys what has changed since the last time, over the running application. */
  async function deploy(...changed: readonly ChangedPage[]): Promise<void> {
    number += 1
    for (const name of changed) changePage(root, name, number)
    await app.stop()
    await buildInBuilder({ root, folder: app.folder, keep: 2 })
    await app.restart({})
  }

  const open = async (path: string) => {
    const page = await openPage(browser, app.origin + path)
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
    })
    return Object.assign(page, { documents })
  }
  const shows = (page: Page, code: string) =>
    page.locator('#code', { hasText: new RegExp(`^${code} \\d+$`) }).waitFor()
  /** Until the client has taken a document over: it throws a user who goes back before that forward again. */
  const isTakenOver = (page: Page) =>
    until(() =>
      page.evaluate(
        'history.state?.page?.version === JSON.parse(document.querySelector("script[data-page]").textContent).version',
      ),
    )
  const mixed = (page: Page) => page.evaluate('sessionStorage.getItem("mixed")')

  it('goes on without loading a document if nothing or another page has changed', async () => {
    await using page = await open('/notes/create')
    await page.fill('#title', 'Typed before')

    await deploy()
    await page.click('#reload')
    await page.fill('#filter', 'milk')
    await page.click('#search')
    await page.locator('#query', { hasText: 'milk' }).waitFor()
    await deploy('about')
    await page.fill('#filter', 'bread')
    await page.click('#search')
    await page.locator('#query', { hasText: 'bread' }).waitFor()
    const typed = await page.inputValue('#title')
    await page.click('#save')
    await page.locator('#toast', { hasText: 'Saved Typed before' }).waitFor()
    await page.goBack()
    await shows(page, 'form')
    await page.goForward()
    await shows(page, 'list')

    assert.equal(typed, 'Typed before')
    assert.deepEqual(page.documents, [])
    assert.equal(await mixed(page), null)
    assert.deepEqual(page.complaints, [])
  })

  it('loads a page that has changed as a document, once', async () => {
    await using page = await open('/')
    await deploy('about')

    await page.click('#to-about')
    await page.locator('#code', { hasText: `about ${number}` }).waitFor()
    await page.click('#to-list')
    await shows(page, 'list')
    await page.click('#to-about')
    await page.locator('#code', { hasText: `about ${number}` }).waitFor()

    assert.deepEqual(page.documents, ['/about'])
    assert.equal(await mixed(page), null)
  })

  it('never shows what history has to other code', async () => {
    await using page = await open('/about')
    await page.click('#to-list')
    await shows(page, 'list')
    await page.click('#to-form')
    await shows(page, 'form')

    await deploy('about', 'form')
    await page.click('#again')
    await page.locator('#code', { hasText: `form ${number}` }).waitFor()
    await isTakenOver(page)
    await page.goBack()
    await shows(page, 'list')
    await page.goBack()
    await page.locator('#code', { hasText: `about ${number}` }).waitFor()
    await page.goForward()
    await shows(page, 'list')
    await page.goForward()
    await page.locator('#code', { hasText: `form ${number}` }).waitFor()

    assert.equal(await mixed(page), null)
    assert.deepEqual(page.documents, ['/notes/create'])
  })

  it('never shows it when the browser comes back from another document', async () => {
    await using page = await open('/about')
    await page.click('#to-list')
    await shows(page, 'list')
    await page.goto(`${app.origin}/_app/health`)

    await deploy('list')
    await page.goBack()
    await page.locator('#code', { hasText: `list ${number}` }).waitFor()

    assert.equal(await mixed(page), null)
  })

  it('keeps a form that fails, with its errors, though its page has changed', async () => {
    await using page = await open('/notes/create')
    await page.fill('#title', 'No')
    await page.fill('textarea', 'A remark')
    await deploy('form')

    await page.click('#save')
    await page.locator('#error', { hasText: 'Title is too short' }).waitFor()
    const kept = [await page.inputValue('#title'), await page.inputValue('textarea')]
    await page.fill('#title', 'Now long enough')
    await page.click('#save')
    await page.locator('#toast', { hasText: 'Saved Now long enough' }).waitFor()

    assert.deepEqual(kept, ['No', 'A remark'])
    assert.deepEqual(page.documents, [])
    assert.equal(await mixed(page), null)
  })

  it('types again what was typed into a page that has to be loaded', async () => {
    await using page = await open('/notes/create')
    await page.fill('#title', 'Typed into a field that React controls')
    await page.fill('textarea', 'A remark')
    await page.check('[name=done]')
    await page.fill('[name=secret]', 'hunter2')
    await page.fill('#filter', 'milk')
    await deploy('form')

    await page.click('#search')
    await page.locator('#code', { hasText: `form ${number}` }).waitFor()
    await page.locator('#query', { hasText: 'milk' }).waitFor()
    await until(async () => (await page.inputValue('#title')) !== '')

    assert.equal(await page.inputValue('textarea'), 'A remark')
    assert.equal(await page.isChecked('[name=done]'), true)
    assert.equal(await page.inputValue('[name=secret]'), '')
    assert.deepEqual(page.documents, ['/notes/create'])
    await page.click('#save')
    await page.locator('#toast', { hasText: 'Saved Typed into a field' }).waitFor()
  })

  it('types into the form of the same record only, and nothing that was saved', async () => {
    const save = (title: string) =>
      fetch(`${app.origin}/notes`, {
        method: 'POST',
        body: new URLSearchParams({ title }),
        redirect: 'manual',
      })
    await save('Ada')
    await save('Bob')
    await using page = await open('/')
    await page.getByLabel('Reply to Ada').fill('Sent before')
    const answered = page.waitForResponse((response) => response.request().method() === 'GET')
    await page.getByLabel('Answer Ada').click()
    await (await answered).finished()
    await page.getByLabel('Reply to Bob').fill('Yes, Bob')
    await page.getByLabel('Remark on Bob').fill('Nobody knows whose this is')
    await page.getByLabel('New').fill('Sent meanwhile')
    await deploy('list')
    for (const title of ['Eve', 'Ada', 'Bob']) await save(title)

    await page.click('#add')
    await page.locator('#saved', { hasText: 'Eve, Ada, Bob, Sent meanwhile' }).waitFor()
    await until(async () => (await page.getByLabel('Reply to Bob').inputValue()) !== '')

    const filled: Record<string, string> = {}
    for (const field of await page.getByRole('textbox').all()) {
      const value = await field.inputValue()
      if (value !== '') filled[(await field.getAttribute('aria-label')) ?? ''] = value
    }
    assert.deepEqual(filled, { 'Reply to Bob': 'Yes, Bob' })
    assert.deepEqual(page.documents, ['/'])
  })

  it('keeps the files of two earlier builds; a tab of one before loads a document, once', async () => {
    await using page = await open('/notes/create')
    const chunk = await pageChunk()
    await deploy('list')
    await deploy('list')
    const kept = await fetch(chunk)
    await deploy('list')
    const gone = await fetch(chunk)

    await page.click('#to-about')
    await shows(page, 'about')
    await page.click('#to-form')
    await shows(page, 'form')

    assert.equal(kept.status, 200)
    assert.equal(gone.status, 404)
    assert.deepEqual(page.documents, ['/about'])
    assert.equal(await mixed(page), null)
  })

  it('goes on while replicas of both builds answer, with at most one document for each visit', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenon-replica-'))
    cpSync(app.folder, folder, { recursive: true })
    await using replica = await serveBuilt(folder)
    await deploy('list')
    await using proxy = await alternate(app.origin, replica.origin)
    await using page = await openPage(browser, `${proxy.origin}/notes/create`)
    let documents = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1
    })

    const loads: number[] = []
    for (const name of ['list', 'about', 'form', 'list', 'form', 'list', 'about', 'list']) {
      documents = 0
      await page.click(`#to-${name}`)
      await shows(page, name)
      await page.waitForLoadState('networkidle')
      loads.push(documents)
    }

    assert.ok(Math.max(...loads) <= 1, `documents for each visit: ${loads.join(', ')}`)
    assert.equal(await mixed(page), null)
  })

  /** The address of the file of the page `/`. */
  async function pageChunk(): Promise<string> {
    const document = await (await fetch(app.origin)).text()
    const [, path] = /href="(\/assets\/List-[^"]+\.js)"/.exec(document) ?? []
    assert.ok(path)
    return app.origin + path
  }
})

for (const adapter of ['vue', 'svelte']) {
  describe(`a deployment under an open tab in ${adapter}`, { timeout: 480_000 }, () => {
    it('keeps a form that fails, and loads the page that has changed when it is visited', async () => {
      using sources = new CopiedFixtures([adapter, 'notes'])
      const root = join(sources.root, adapter)
      await using app = await startBuilt(root)
      await using browser = await launchChromium()
      await using page = await openPage(browser, `${app.origin}/create`)
      await page.untilMounted()
      const documents: string[] = []
      page.on('request', (request) => {
        if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
      })
      await page.click('#count')
      const file = join(root, `resources/pages/Create.${adapter}`)
      const text = readFileSync(file, 'utf8')
      writeFileSync(file, text.replace('<p id="hint">', '<p id="hint" class="new">'))
      await app.stop()
      await buildInBuilder({ root, folder: app.folder, keep: 2 })
      await app.restart({})

      await page.click('#save')
      await page.locator('#error', { hasText: 'Title is required' }).waitFor()
      const kept = await page.textContent('#count')
      const isNew = await page.locator('#hint.new').count()
      await page.fill('#title', 'First')
      await page.click('#save')
      await page.locator('#toast', { hasText: 'Saved First' }).waitFor()
      await page.click('#create')
      await page.locator('#hint.new').waitFor()

      assert.equal(kept, '1')
      assert.equal(isNew, 0)
      assert.deepEqual(documents, ['/create'])
    })
  })
}
