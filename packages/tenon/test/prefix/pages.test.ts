import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { openPage } from '../browser/open-page.ts'
import { startBuilt, type BuiltApplication } from '../browser/start-built.ts'
import { startDevelopment } from '../development/start-development.ts'
import { launchChromium } from '../support/chromium.ts'

describe('one build below the path of APP_URL', { timeout: 480_000 }, () => {
  let app: BuiltApplication
  let browser: Browser

  before(async () => {
    app = await startBuilt(join(import.meta.dirname, '../../fixtures/ssr'), (origin) => ({
      APP_URL: `${origin}/app`,
    }))
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await app?.[Symbol.asyncDispose]()
  })

  const getText = async (path: string) => (await fetch(app.origin + path)).text()

  it('loads scripts, styles, pictures and public files from below it', async () => {
    const lost: string[] = []
    await using page = await openPage(browser, `${app.origin}/app/greet/Ada`)
    page.on('response', (answer) => void (answer.ok() || lost.push(answer.url())))
    page.on('request', (request) => {
      if (!request.url().startsWith(`${app.origin}/app`)) lost.push(request.url())
    })

    await page.goto(`${app.origin}/app/files`)
    await page.locator('#late').waitFor()
    await page.waitForLoadState('networkidle')
    const sizes = await page.evaluate(`Array.from(document.images, (image) => image.naturalWidth)`)
    const color = await page.evaluate(`getComputedStyle(document.querySelector('#late')).color`)

    assert.equal(await page.getAttribute('#start', 'href'), '/app/')
    assert.deepEqual(sizes, [8, 8])
    assert.equal(color, 'rgb(1, 2, 3)')
    assert.deepEqual(lost, [])
    assert.deepEqual(page.complaints, [])
  })

  it('visits pages below it with the client, and goes back', async () => {
    await using page = await openPage(browser, `${app.origin}/app/`)
    const first = new URL(page.url()).pathname

    await page.locator('#later', { hasText: 'loaded later' }).waitFor()
    await page.click('a')
    await page.locator('h1', { hasText: 'Hello Grace' }).waitFor()
    const second = new URL(page.url()).pathname
    await page.goBack()
    await page.locator('h1', { hasText: 'Hello Ada' }).waitFor()

    assert.deepEqual([first, second], ['/app/greet/Ada', '/app/greet/Grace'])
    assert.deepEqual(page.complaints, [])
  })

  for (const place of ['process', 'worker']) {
    it(`renders the URLs of files and routes with it on the server, in a ${place}`, async () => {
      await app.restart({ RENDER_IN: place })
      let files = ''
      while (!files.includes('id="mark"')) files = await getText('/app/files')
      const greeting = await getText('/app/greet/Ada')

      assert.match(files, /src="\/app\/assets\/mark-[\w-]+\.svg"/)
      assert.match(files, /src="\/app\/logo\.svg"/)
      assert.match(files, /<a id="start" href="\/app\/">/)
      assert.match(files, /<link rel="stylesheet" href="\/app\/assets\/[\w-]+\.css">/)
      assert.match(greeting, /href="\/app\/greet\/Grace"/)
    })
  }

  it('runs below another path, and below none, without being built again', async () => {
    await app.restart({ APP_URL: `${app.origin}/tools/notes` })
    const other = await getText('/tools/notes/files')
    await app.restart({ APP_URL: app.origin })
    await using page = await openPage(browser, `${app.origin}/files`)

    await page.locator('#late').waitFor()

    assert.match(other, /src="\/tools\/notes\/logo\.svg"/)
    assert.equal(await page.getAttribute('#logo', 'src'), '/logo.svg')
    assert.deepEqual(page.complaints, [])
  })
})

describe('tenon dev below the path of APP_URL', { timeout: 480_000 }, () => {
  it('serves all files from below it, renders pages with it, and updates them when they change', async () => {
    await using app = await startDevelopment(join(import.meta.dirname, '../../fixtures/ssr'), {
      APP_URL: 'http://localhost/app',
    })
    await using browser = await launchChromium()
    const markup = await (await fetch(`${app.origin}/files`)).text()
    await using page = await openPage(browser, `${app.origin}/files`)
    await page.locator('#late').waitFor()
    const sizes = await page.evaluate(`Array.from(document.images, (image) => image.naturalWidth)`)

    app.edit('resources/files/Late.tsx', '>late<', '>later<')
    await page.locator('#late', { hasText: 'later' }).waitFor()

    assert.match(app.origin, /\/app$/)
    assert.match(markup, /src="\/app\/resources\/files\/mark\.svg/)
    assert.deepEqual(sizes, [8, 8])
    assert.deepEqual(page.complaints, [])
  })

  it('shows the page of an error over the page that failed', async () => {
    await using app = await startDevelopment(join(import.meta.dirname, '../../fixtures/ssr'), {
      APP_URL: 'http://localhost/app',
    })
    app.edit('main.ts', "page('Client', { text: 'Only in the browser' })", 'lost()')
    app.edit(
      'main.ts',
      'const web =',
      "const lost = (): never => {\n  throw new Error('Lost')\n}\n\nconst web =",
    )
    await app.logged('Reloaded')

    const visit = await fetch(`${app.origin}/client`, { headers: { 'x-inertia': 'true' } })
    const path = visit.headers.get('x-tenon-error') ?? ''
    const shown = await fetch(new URL(path, app.origin))

    assert.match(path, /^\/app\/@tenon\/errors\//)
    assert.equal(shown.status, 200)
    assert.match(await shown.text(), /Lost/)
  })
})
