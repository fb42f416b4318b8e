import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { IdentityProvider } from '../../tenon/test/auth/identity-provider.ts'
import { inDevelopment } from './accounts-servers.ts'
import { logIn, password, startSiteWithProvider, type AccountsSite } from './accounts-site.ts'
import { addAuthenticator, addPasskey, untilHeading } from './accounts-page.ts'

const ada = 'ada@example.com'

describe('the application with accounts below a path, in Chromium', { timeout: 480_000 }, () => {
  let host: string
  let site: AccountsSite
  let provider: IdentityProvider
  let stop: (() => Promise<void>) | undefined
  before(async () => {
    ;({ host, site, provider, stop } = await startSiteWithProvider(inDevelopment, '/app'))
  })
  after(() => stop?.())

  it('registers and logs in, asks for nothing outside of the path, and leaves no cookie there', async () => {
    await using page = await site.open('/register')
    const outside: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(`${host}/app`)) outside.push(request.url())
    })

    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByLabel('Email address').fill(ada)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.goto(await site.takeLink(ada, '/verify'))
    await page.getByRole('button').first().click()
    await page.getByText('Your address is verified.', { exact: true }).waitFor()
    await page.goto(`${host}/app/settings`)
    await logIn(page, ada)
    await page.locator('nav.part-tabs').waitFor()

    assert.equal(page.url(), `${host}/app/settings`)
    assert.deepEqual(outside, [])
    assert.deepEqual(await page.context().cookies(`${host}/`), [])
    const names = (await page.context().cookies(`${host}/app`)).map(({ name, path }) => name + path)
    assert.ok(names.includes('session/app'), names.join())
    await page.locator('a.brand').first().click()
    await page.waitForURL(`${host}/app/`)
    assert.deepEqual(page.complaints, [])
  })

  it('is where a provider sends the browser back, which goes on to the page that it wanted', async () => {
    provider.account = {
      sub: 'hedy',
      name: 'Hedy Lamarr',
      email: 'hedy@example.com',
      email_verified: true,
    }
    await using page = await site.open('/settings')

    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    await untilHeading(page, 'Settings')

    assert.equal(page.url(), `${host}/app/settings`)
    // With it, the page protocol leads to another origin; Chromium notes every status above 399.
    const expected = 'Failed to load resource: the server responded with a status of 409 (Conflict)'
    assert.deepEqual(page.complaints, [expected])
  })

  it('has passkeys, which are bound to the host: users log in with them by a button and by suggestion', async () => {
    await site.register('berta@example.com')
    await using page = await site.openAs('berta@example.com')
    await addAuthenticator(page)
    await addPasskey(site, page, 'Laptop')

    // The authenticator of the test takes the suggestion of the login page without a click.
    await page.getByRole('button', { name: 'Log out' }).click()
    await untilHeading(page, 'Hello, Ada Lovelace')
    await page.context().clearCookies()
    await page.addInitScript(
      'PublicKeyCredential.isConditionalMediationAvailable = async () => false',
    )
    await page.goto(`${site.origin}/settings`)
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await untilHeading(page, 'Settings')

    assert.equal(page.url(), `${host}/app/settings`)
    assert.deepEqual(page.complaints, [])
  })

  it('writes the path into the links of mails, and shows them in its mailbox', async () => {
    await using page = await site.open('/_app/mail')

    await page.getByRole('link', { name: ada }).first().click()
    const links = page.frameLocator('iframe').getByRole('link')
    const href = await links.first().getAttribute('href')

    assert.match(href ?? '', new RegExp(`^${host}/app/`))
    assert.equal(new URL(page.url()).pathname.startsWith('/app/_app/mail/'), true)
  })

  it('has its dashboard below the path, from which all pages are reached', async () => {
    await using page = await site.open('/_app/dev')
    const titles: string[] = []

    for (const section of await page.getByRole('navigation').getByRole('link').allTextContents()) {
      await page.getByRole('link', { name: section, exact: true }).click()
      titles.push(await page.title())
    }
    await page.getByRole('link', { name: 'Routes', exact: true }).click()
    await page.getByRole('link', { name: '/login', exact: true }).click()
    await untilHeading(page, 'Log in')

    assert.ok(titles.length > 5)
    assert.ok(
      titles.every((title) => title.endsWith('tenon dev')),
      titles.join(),
    )
    assert.deepEqual(page.complaints, [])
  })

  it('shows a page about a missing route, and files without the path are missing, too', async () => {
    const ask = (path: string) => fetch(host + path, { headers: { accept: 'text/html' } })
    const missing = await (await ask('/app/logn')).text()
    const statuses = await Promise.all(
      ['/', '/favicon.ico', '/resources/app.css', '/@vite/client'].map(
        async (path) => (await ask(path)).status,
      ),
    )

    assert.match(missing, /No route for <code>GET \/logn<\/code>/)
    assert.match(missing, /<a href="\/app\/login">/)
    assert.match(missing, /<a class="home" href="\/app\/">/)
    assert.deepEqual(statuses, [404, 404, 404, 404])
  })
})
