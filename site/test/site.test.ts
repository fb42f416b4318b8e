import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openPage } from '../../packages/tenon/test/browser/open-page.ts'
import { launchChromium } from '../../packages/tenon/test/support/chromium.ts'
import { root, runCommand } from '../../scripts/command.ts'
import { outFolder, siteFolder } from '../places.ts'
import { findDeadLinks } from './find-dead-links.ts'
import { findFile, openSite } from './open-site.ts'

/** The build writes some 300 pages, which takes minutes beside other tests. */
const buildTimeout = { timeout: 600_000 }

describe('the documentation site', () => {
  let browser: Browser | undefined
  let site: Awaited<ReturnType<typeof openSite>>

  before(async () => {
    // A step that prints nothing for five minutes is killed. This one has a limit of its own.
    const alive = setInterval(() => console.log('The site is being built'), 60_000)
    const build = await runCommand('node', [join(root, 'site/build.ts')])
    clearInterval(alive)
    assert.equal(build.exitCode, 0, build.output)
    site = await openSite()
    browser = await launchChromium()
  }, buildTimeout)

  after(async () => {
    await browser?.close()
    await site?.[Symbol.asyncDispose]()
  })

  it('has no dead link', () => {
    assert.deepEqual(findDeadLinks(), [])
  })

  it('has a page of the reference for each door, from its doc comments', () => {
    const database = readFileSync(join(outFolder, 'reference/api/database.html'), 'utf8')

    assert.match(database, /<h1[^>]*>tenon\/database/)
    assert.match(database, /Runs <code>callback<\/code> after/)
  })

  it('lists its pages for language models, and has their text', () => {
    const index = readFileSync(join(outFolder, 'llms.txt'), 'utf8')
    const links = [...index.matchAll(/\]\((\/[^)]+)\)/g)].map(([, path = '']) => path)

    assert.ok(links.length > 40)
    assert.deepEqual(
      links.filter((path) => findFile(path) === undefined),
      [],
    )
    const text = readFileSync(join(outFolder, 'llms-full.txt'), 'utf8')
    assert.match(text, /^# Getting started$/m)
    assert.match(text, /^# CSV downloads$/m)
  })

  it('finds a page by a word in its text', async () => {
    await using page = await openPage(started(browser), site.url)

    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('savepoints')
    await page
      .getByRole('option', { name: /Transactions/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: /^Transactions/ }).waitFor()

    assert.match(page.url(), /\/guide\/transactions/)
    assert.deepEqual(page.complaints, [])
  })

  it('turns dark and stays dark on the next page', async () => {
    await using page = await openPage(started(browser), `${site.url}/guide/routing`)
    const isDark = () => page.evaluate('document.documentElement.classList.contains("dark")')

    assert.equal(await isDark(), false)
    await page
      .getByRole('switch', { name: /dark theme/ })
      .first()
      .click()
    assert.equal(await isDark(), true)
    await page.goto(`${site.url}/guide/models`)

    assert.equal(await isDark(), true)
  })

  it('copies the code of a block', async () => {
    await using page = await openPage(started(browser), `${site.url}/guide/models`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })

    await page.getByRole('button', { name: 'Copy Code' }).first().click({ force: true })

    const copied = await page.evaluate('navigator.clipboard.readText()')
    assert.match(String(copied), /export class Todo extends Model\('todos'/)
  })

  for (const path of ['/', '/tutorial/', '/reference/api/tenon']) {
    it(`has nothing on ${path} that axe-core objects to`, async () => {
      await using page = await openPage(started(browser), site.url + path)

      assert.deepEqual(await findViolations(page), [])
    })
  }
})

function started(browser: Browser | undefined): Browser {
  assert.ok(browser)
  return browser
}

async function findViolations(page: Page): Promise<unknown> {
  await page.addScriptTag({ path: join(siteFolder, 'node_modules/axe-core/axe.min.js') })
  // An experimental rule: the name of the search button lacks the key that the button shows.
  const rules = { 'label-content-name-mismatch': { enabled: false } }
  return page.evaluate(`axe.run({ rules: ${JSON.stringify(rules)} }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`)
}
