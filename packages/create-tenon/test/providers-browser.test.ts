import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { IdentityProvider } from '../../tenon/test/auth/identity-provider.ts'
import { runAxe } from '../../tenon/test/browser/axe.ts'
import type { OpenPage } from '../../tenon/test/browser/open-page.ts'
import { inBuild } from './accounts-servers.ts'
import { startSiteWithProvider, type AccountsSite } from './accounts-site.ts'

describe('the application with accounts and a provider, in Chromium', { timeout: 480_000 }, () => {
  let site: AccountsSite
  let provider: IdentityProvider
  let stop: (() => Promise<void>) | undefined
  before(async () => {
    ;({ site, provider, stop } = await startSiteWithProvider(inBuild))
  })
  after(() => stop?.())
  beforeEach(() => {
    provider.consents = true
    provider.faults.clear()
  })

  it('registers a user with the name and the address of the provider', async () => {
    provider.account = toAccount('grace', 'Grace Hopper')
    await using page = await site.open('/register')

    await page.getByRole('button', { name: 'Continue with Acme' }).click()

    await untilHeading(page, 'Hello, Grace Hopper')
    // With it, the page protocol leads to another origin; Chromium notes every status above 399.
    const expected = 'Failed to load resource: the server responded with a status of 409 (Conflict)'
    assert.deepEqual(page.complaints, [expected])
  })

  it('leads to where the browser wanted to go', async () => {
    provider.account = toAccount('hedy', 'Hedy Lamarr')
    await using page = await site.open('/settings')

    await page.getByRole('button', { name: 'Continue with Acme' }).click()

    await untilHeading(page, 'Settings')
  })

  it('says on the login page that the user has refused, and that the provider is away', async () => {
    provider.account = toAccount('ida', 'Ida Rhodes')
    await using page = await site.open('/login')
    provider.consents = false
    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    await untilText(page, 'You did not allow Acme to log you in.')
    provider.consents = true
    provider.faults.set('/token', (_, response) => response.writeHead(500).end())

    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    await untilText(page, 'Acme cannot be reached at the moment.')

    assert.equal(new URL(page.url()).pathname, '/login')
  })

  it('connects the provider to a user who has a password, and disconnects it', async () => {
    provider.account = toAccount('joan-at-acme', 'Joan')
    await site.register('joan@example.com')
    await using page = await site.openAs('joan@example.com')

    await page.getByRole('button', { name: 'Connect Acme' }).click()
    await page.getByText('Connected. You can log in with it').waitFor()
    const listed = await page.getByText('joan-at-acme@example.com').isVisible()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('Disconnected.').waitFor()

    assert.equal(listed, true)
    await page.getByRole('button', { name: 'Connect Acme' }).waitFor()
  })

  it('does not disconnect the last way to log in, and offers a password', async () => {
    provider.account = toAccount('kay', 'Kay McNulty')
    await using page = await site.open('/settings')
    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    await untilHeading(page, 'Settings')

    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('You need at least one way to log in.').waitFor()

    await page.getByRole('link', { name: 'Set a password' }).click()
    await untilHeading(page, 'Forgot your password?')
  })

  it('asks for the provider again before something important, and leads back', async () => {
    provider.account = toAccount('lynn', 'Lynn Conway')
    await using page = await site.open('/confirm-password')
    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    await untilHeading(page, 'Confirm that it is you')

    await page.getByRole('button', { name: 'Continue with Acme' }).click()

    await untilHeading(page, 'Hello, Lynn Conway')
  })

  it('has no page with a problem that axe finds, in light and in dark', async () => {
    provider.account = toAccount('axe', 'Axe')
    // axe is added to the page, which the policy forbids.
    await using page = await site.open('/settings', { bypassCSP: true })
    const found = [await findViolations(page)]
    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    await untilHeading(page, 'Settings')
    found.push(await findViolations(page))
    await page.goto(`${site.origin}/confirm-password`)
    found.push(await findViolations(page))

    assert.deepEqual(found.flat(), [])
  })
})

function toAccount(sub: string, name: string) {
  return { sub, name, email: `${sub}@example.com`, email_verified: true }
}

/** Waits for a text, and says what is there instead. */
async function untilText(page: OpenPage, text: string): Promise<void> {
  try {
    await page.getByText(text).waitFor()
  } catch {
    const shown = await page.locator('body').innerText()
    assert.fail(`"${text}" is not on ${page.url()}: ${shown} ${page.complaints.join()}`)
  }
}

async function untilHeading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, exact: true }).waitFor()
}

async function findViolations(page: Page): Promise<readonly string[]> {
  await page.getByRole('heading').first().waitFor()
  return runAxe(page)
}
