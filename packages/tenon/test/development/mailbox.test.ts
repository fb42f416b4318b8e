import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { openPage } from '../browser/open-page.ts'
import { launchChromium } from '../support/chromium.ts'
import { startDevelopment, type DevelopedApplication } from './start-development.ts'

const shop = join(import.meta.dirname, '../../fixtures/mail')

describe('the mailbox of tenon dev', { timeout: 480_000 }, () => {
  const stack = new AsyncDisposableStack()
  let app: DevelopedApplication
  let browser: Browser
  before(async () => {
    app = stack.use(await startDevelopment(shop, { APP_URL: 'https://shop.example' }))
    browser = stack.use(await launchChromium())
  })
  after(() => stack.disposeAsync())
  const send = (path: string) => fetch(`${app.origin}${path}`, { method: 'POST' })

  it('shows a mail as HTML in a frame, as text and as source', async () => {
    await send('/orders')
    const line = await app.logged('Mail "Your invoice 7": ')
    await using page = await openPage(browser, `${app.origin}/_app/mail`)

    await page.getByRole('link', { name: 'Your invoice 7' }).click()
    const frame = page.frameLocator('iframe')
    const link = await frame.getByRole('link', { name: 'Your order' }).getAttribute('href')
    const heading = await frame.getByRole('heading').textContent()
    await page.getByRole('link', { name: 'Text', exact: true }).click()
    const text = await page.locator('pre').textContent()
    await page.getByRole('link', { name: 'Source' }).click()
    const source = await page.locator('pre').textContent()

    assert.match(line, new RegExp(`: ${app.origin}/_app/mail/[-0-9a-f]{36}$`))
    assert.equal(link, 'https://shop.example/orders/7')
    assert.equal(heading, 'Thank you, Äda <Lovelace>')
    assert.match(text ?? '', /^Thank you, Äda <Lovelace>/)
    assert.match(source ?? '', /^From: The Shop <shop@example\.com>$/m)
    // The logo of the mail is on a machine that does not exist.
    const others = page.complaints.filter((line) => !line.includes('ERR_NAME_NOT_RESOLVED'))
    assert.deepEqual(others, [])
  })

  it('runs no script of a mail, and lets it load nothing but pictures and styles', async () => {
    const [, key] = /\/_app\/mail\/([0-9a-f-]{36})/.exec(await getText('/_app/mail')) ?? []

    const { headers } = await fetch(`${app.origin}/_app/mail/${key}/html`)

    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/)
    assert.doesNotMatch(policy, /script|allow-same-origin/)
  })

  it('shows a new mail in a page that is open, and hands out attachments', async () => {
    await using page = await openPage(browser, `${app.origin}/_app/mail`)

    await send('/welcome')
    await page.getByRole('link', { name: 'Welcome, Ada' }).waitFor()
    await page.getByRole('link', { name: 'Your invoice 7' }).click()
    const href = await page.getByRole('link', { name: 'invoice.txt' }).getAttribute('href')
    const attachment = await fetch(`${app.origin}${href}`)

    assert.equal(await attachment.text(), 'Tea 12.50')
    assert.match(attachment.headers.get('content-disposition') ?? '', /invoice\.txt/)
  })

  it('shows the pictures that come with a mail, and finds mails by their words', async () => {
    await send('/picture')
    await using page = await openPage(browser, `${app.origin}/_app/mail`)

    await page.getByRole('searchbox').fill('ADA picture')
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('link', { name: 'A picture' }).click()
    const picture = page.frameLocator('iframe').getByAltText('The shop')
    await picture.waitFor()
    const width = await picture.evaluate((image) => Reflect.get(image, 'naturalWidth'))

    assert.equal(width, 1)
    assert.equal(await page.getByRole('link', { name: 'Your invoice 7' }).count(), 0)
    assert.deepEqual(page.complaints, [])
  })

  it('gives the pictures of files their whole URL, as a mail that is sent has it', async () => {
    app.write('resources/dot.png', 'a picture')
    app.edit('resources/mails/Files.tsx', `'../mark.svg'`, `'../dot.png'`)
    app.edit(
      'resources/mails/Files.tsx',
      `<img src={logo} alt="logo" />`,
      '<b style={{ background: `url("${mark}")` }}>/</b>',
    )

    await send('/files')
    const [, key] = /\/_app\/mail\/([0-9a-f-]{36})/.exec(await getText('/_app/mail')) ?? []
    const html = await getText(`/_app/mail/${key}/html`)
    const urls = html.match(/[^"(&;]*dot\.png/g)

    assert.deepEqual(urls, Array(2).fill('https://shop.example/resources/dot.png'))
    assert.match(html, />\/<\/b>/)
    await app.restore()
  })

  it('shows each component with its sample, without sending it', async () => {
    await using page = await openPage(browser, `${app.origin}/_app/mail`)

    await page.getByRole('link', { name: 'Invoice', exact: true }).click()
    const heading = await page.frameLocator('iframe').getByRole('heading').textContent()
    await page.getByRole('link', { name: 'Text', exact: true }).click()
    const text = await page.locator('pre').textContent()
    await page.getByRole('link', { name: 'Broken', exact: true }).click()
    const hint = await page.frameLocator('iframe').locator('pre').textContent()

    assert.equal(heading, 'Thank you, Grace')
    assert.match(text ?? '', /^Thank you, Grace/)
    assert.match(hint ?? '', /export const sample/)
    assert.equal(
      (await fetch(`${app.origin}/_app/mail/preview?name=None`)).url,
      `${app.origin}/_app/mail`,
    )
  })

  it('is emptied by no page of another site', async () => {
    await send('/welcome')
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

    const { status } = await fetch(`${app.origin}/_app/mail/clear`, { method: 'POST', headers })

    assert.equal(status, 403)
    assert.match(await getText('/_app/mail'), /Welcome, Ada/)
  })

  it('renders the next mail with a component that was changed', async () => {
    app.edit('resources/mails/Welcome.tsx', 'Hello {name}', 'Good morning {name}')
    await app.logged('Reloaded resources/mails/Welcome.tsx')

    await send('/welcome')

    const [, key] = /\/_app\/mail\/([0-9a-f-]{36})/.exec(await getText('/_app/mail')) ?? []
    assert.match(await getText(`/_app/mail/${key}/html`), /Good morning Ada/)
    await app.restore()
  })

  it('renders no mail that imports server code, and says which import leads there', async () => {
    app.write('resources/mails/parts/sender.ts', `export { mail as sender } from 'tenon/mail'`)
    app.edit(
      'resources/mails/Welcome.tsx',
      `import { Suspense`,
      `import { sender } from './parts/sender.ts'\nconsole.log(sender)\nimport { Suspense`,
    )
    await app.logged('Reloaded')

    const response = await send('/welcome')

    assert.equal(response.status, 500)
    assert.match(
      await response.text(),
      /resources\/mails\/Welcome\.tsx\s+→ resources\/mails\/parts\/sender\.ts\s+→ tenon\/mail/,
    )
    await app.restore()
  })

  it('can be emptied', async () => {
    await using page = await openPage(browser, `${app.origin}/_app/mail`)

    await page.getByRole('button', { name: 'Clear' }).click()

    await page.getByText('No mail yet').waitFor()
  })

  async function getText(path: string): Promise<string> {
    const response = await fetch(`${app.origin}${path}`)
    return response.text()
  }
})
