import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { runAxe } from '../../tenon/test/browser/axe.ts'
import { addAuthenticator, addPasskey, show, untilHeading } from './accounts-page.ts'
import { inBuild } from './accounts-servers.ts'
import { logIn, startAccountsSite, type AccountsSite } from './accounts-site.ts'

describe('the security of an account, in Chromium', { timeout: 480_000 }, () => {
  let site: AccountsSite
  before(async () => {
    site = await startAccountsSite(inBuild)
  })
  after(() => site?.[Symbol.asyncDispose]())

  it('has a second factor, which the next login asks for', async () => {
    await site.register('ada@example.com')
    await using page = await site.openAs('ada@example.com')
    await page.getByRole('link', { name: 'Security' }).click()
    const { secret, codes } = await turnOn(page)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const saved = readFileSync(await (await downloading).path(), 'utf8')
    await page.getByRole('link', { name: 'I have saved them' }).click()
    await page.getByText('10 recovery codes are left.').waitFor()
    await page.getByRole('button', { name: 'Log out' }).click()
    assert.ok(codes.every((code) => saved.includes(`\n${code}\n`)))

    await untilHeading(page, 'Log in')
    await logIn(page, 'ada@example.com')
    await untilHeading(page, 'Enter your code')
    await enterCode(page, '000000')
    await page.getByText('The code is wrong').waitFor()
    // The code of the next half minute: the current one has been used to turn it on.
    await enterCode(page, new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }))
    await untilHeading(page, 'Hello, Ada Lovelace')

    await using elsewhere = await site.open('/settings/security')
    await logIn(elsewhere, 'ada@example.com')
    await untilHeading(elsewhere, 'Enter your code')
    await enterCode(elsewhere, codes[0] ?? '')
    await elsewhere.getByText('9 recovery codes are left.').waitFor()
    await elsewhere.getByRole('link', { name: 'Turn off' }).click()
    await elsewhere.getByRole('button', { name: 'Turn it off' }).click()
    await elsewhere.getByText('Two-factor login is turned off.').waitFor()
  })

  it('has recovery codes that are printed alone, in black on white', async () => {
    await site.register('emma@example.com')
    await using page = await site.openAs('emma@example.com', { colorScheme: 'dark' })
    await page.getByRole('link', { name: 'Security' }).click()
    const { codes } = await turnOn(page)
    await page.evaluate("window.print = () => { document.title = 'printed' }")

    await page.getByRole('button', { name: 'Print' }).click()
    await page.waitForFunction("document.title === 'printed'")
    await page.emulateMedia({ media: 'print' })

    const text = await page.locator('body').innerText()
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    const [logo, brand, title, lead, ...printed] = lines
    assert.deepEqual([logo, brand, title], ['A', 'Accounts', 'Two-factor login is on'])
    assert.match(lead ?? '', /^Keep these codes in a safe place/)
    assert.deepEqual(printed, codes)
    const colors = `((style) => [style.color, style.backgroundColor])
      (getComputedStyle(document.querySelector('.codes')))`
    assert.deepEqual(await page.evaluate(colors), ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  })

  it('has passkeys, with which users log in by a button', async () => {
    await site.register('berta@example.com')
    await using page = await site.openAs('berta@example.com')
    await page.addInitScript(
      'PublicKeyCredential.isConditionalMediationAvailable = async () => false',
    )
    await addAuthenticator(page)
    await addPasskey(site, page, 'Laptop')
    await site.takeMail('berta@example.com', 'A passkey was added')
    await page.getByRole('button', { name: 'Log out' }).click()

    await page.goto(`${site.origin}/login`)
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await untilHeading(page, 'Hello, Ada Lovelace')
    await show(page, `${site.origin}/settings/security`)
    await page.getByText(/last used/).waitFor()
    await page.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('That passkey is removed.').waitFor()
    await site.takeMail('berta@example.com', 'A passkey was removed')
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()

    await page.getByText('The passkey was not accepted').waitFor()
  })

  it('has passkeys, which the field for the address suggests', async () => {
    await site.register('clara@example.com')
    await using page = await site.openAs('clara@example.com')
    await addAuthenticator(page)
    await addPasskey(site, page, 'Laptop')

    // The authenticator of the test takes the suggestion without a click.
    await page.getByRole('button', { name: 'Log out' }).click()

    await untilHeading(page, 'Hello, Ada Lovelace')
    assert.deepEqual(page.complaints, [])
  })

  it('says what a user without a passkey can do', async () => {
    await using page = await site.open('/login')
    await addAuthenticator(page)

    await page.getByRole('button', { name: 'Log in with a passkey' }).click()

    await page.getByText('No passkey was chosen').waitFor()
  })

  it('has access tokens, which are shown once, and asks before it revokes one', async () => {
    await site.register('dora@example.com')
    await using page = await site.openAs('dora@example.com')
    await show(page, `${site.origin}/settings/tokens`)

    const text = await createToken(page)
    const allowed = await callApi(site, text)
    await page.getByRole('link', { name: 'I have copied it' }).click()
    await page.getByText(/Last used/).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    const isShown = await page.getByText(text).isVisible()
    await show(page, `${site.origin}/settings/security`)
    const dialog = page.getByRole('dialog', { name: 'Revoke the token Backup' })
    await page.getByRole('button', { name: 'Revoke the token Backup' }).press('Enter')
    await dialog.waitFor()
    const focused = await page.locator(':focus').textContent()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    const kept = await callApi(site, text)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('That token is revoked.').waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('That token is revoked.').waitFor({ state: 'detached' })

    assert.deepEqual([allowed, isShown, focused], [200, false, 'Cancel'])
    // Escape gave the focus back to the button, so that Enter asked again.
    assert.deepEqual([kept, await callApi(site, text)], [200, 401])
  })

  it('has no problem that axe finds in light and in dark, and fits on a phone', async () => {
    const email = 'axe@example.com'
    await site.register(email)
    const options = { bypassCSP: true, viewport: { width: 320, height: 640 } }
    await using page = await site.openAs(email, options)
    await addAuthenticator(page)
    const found: string[] = []
    const look = async (): Promise<void> => {
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      if (width > 320) found.push(`${page.url()} is ${width} px wide`)
      found.push(...(await runAxe(page)).map((violation) => `${page.url()} ${violation}`))
    }

    await show(page, `${site.origin}/settings/tokens`)
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('alert').waitFor()
    await look()
    await createToken(page)
    await look()
    await addPasskey(
      site,
      page,
      'A key whose name is as long as the names of some people’s computers',
    )
    await page.getByRole('button', { name: 'Remove the passkey A key' }).click()
    await look()
    await page.keyboard.press('Escape')
    await turnOn(page)
    await look()
    await page.getByRole('link', { name: 'I have saved them' }).click()
    await page.getByText('10 recovery codes are left.').waitFor()
    await look()
    await page.getByRole('link', { name: 'New recovery codes' }).click()
    await untilHeading(page, 'Make new recovery codes?')
    await look()
    await page.context().clearCookies()
    await page.addInitScript('delete window.PublicKeyCredential')
    await show(page, `${site.origin}/login`)
    await logIn(page, email)
    await untilHeading(page, 'Enter your code')
    await look()

    assert.deepEqual(found, [])
  })
})

interface TurnedOn {
  readonly secret: string
  readonly codes: readonly string[]
}

/** Turns two-factor login on, as somebody who cannot scan. */
async function turnOn(page: Page): Promise<TurnedOn> {
  await page.getByRole('link', { name: 'Turn on' }).click()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  await page.getByText('I cannot scan it').click()
  const secret = ((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await untilHeading(page, 'Two-factor login is on')
  return { secret, codes: await page.locator('.codes li').allTextContents() }
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Returns the text of the token, which the page shows. */
async function createToken(page: Page): Promise<string> {
  await page.getByLabel('Name').fill('Backup')
  await page.getByLabel('Read your profile').check()
  await page.getByRole('button', { name: 'Create token' }).click()
  await untilHeading(page, 'Your new token')
  return (await page.locator('.secret').textContent()) ?? ''
}

/** The status of the API for a program with a token. */
async function callApi({ origin }: AccountsSite, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const { status } = await fetch(`${origin}/api/me`, { headers })
  return status
}
