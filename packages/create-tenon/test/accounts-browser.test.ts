import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { runAxe } from '../../tenon/test/browser/axe.ts'
import { findViolations, show, untilHeading } from './accounts-page.ts'
import { inBuild } from './accounts-servers.ts'
import { logIn, password, startAccountsSite, type AccountsSite } from './accounts-site.ts'

const wrong = 'The address or the password is wrong'
const forGuests = ['/login', '/register', '/forgot-password', '/reset-password?token=x', '/verify']
const forUsers = [
  '/',
  '/settings',
  '/settings/address',
  '/settings/delete',
  '/settings/security',
  '/settings/two-factor',
  '/settings/two-factor/off',
  '/settings/passkeys',
  '/settings/tokens',
  '/confirm-password',
]
const forAll = ['/register/sent', '/forgot-password/sent', '/change-address?token=x', '/nowhere']

describe('the application with accounts, in Chromium', { timeout: 480_000 }, () => {
  let site: AccountsSite
  before(async () => {
    site = await startAccountsSite(inBuild)
  })
  after(() => site?.[Symbol.asyncDispose]())

  it('registers a user, who verifies the address by a mail and logs in', async () => {
    await using page = await site.open('/')

    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await untilHeading(page, 'Check your mail')
    await page.goto(await site.takeLink('ada@example.com', '/verify'))
    await page.getByRole('button', { name: 'Verify my address' }).click()
    await page.getByText('Your address is verified.', { exact: true }).waitFor()
    await logIn(page, 'ada@example.com')

    await untilHeading(page, 'Hello, Ada Lovelace')
    assert.deepEqual(page.complaints, [])
  })

  it('keeps the address after a wrong password, empties the password, and says the same about an unknown user', async () => {
    await site.register('berta@example.com')
    await using page = await site.open('/login')

    await logIn(page, 'berta@example.com', 'guessed')
    await page.getByText(wrong).waitFor()
    const kept = await page.getByLabel('Email address').inputValue()
    const secret = await page.getByLabel('Password', { exact: true }).inputValue()
    await page.getByLabel('Password', { exact: true }).fill('guessed again')
    await page.getByLabel('Email address').fill('nobody@example.com')
    const answered = page.waitForResponse((response) => response.status() === 422)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await answered

    assert.deepEqual([kept, secret], ['berta@example.com', ''])
    assert.equal(await page.locator('#email-error').textContent(), wrong)
    assert.equal(await describedBy(page, 'Email address'), wrong)
  })

  it('neither offers nor asks for passkeys on an IP address', async () => {
    await using page = await site.open('/login')
    const button = page.getByRole('button', { name: 'Log in with a passkey' })
    await button.waitFor()
    const origin = site.origin.replace('localhost', '127.0.0.1')
    const asked: string[] = []
    // The page that is left may still ask for one, at its own address.
    page.on('request', (request) => {
      const { origin: from, pathname } = new URL(request.url())
      if (from === origin && pathname.endsWith('/challenge')) asked.push(request.url())
    })

    await show(page, `${origin}/login`)
    // Once the page answers to the button, it has also done what it does by itself.
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: /\w/ }).first().waitFor()

    assert.deepEqual([asked, await button.count()], [[], 0])
  })

  it('replaces a forgotten password by the link in a mail', async () => {
    await site.register('clara@example.com')
    await using page = await site.open('/login')

    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await untilHeading(page, 'Forgot your password?')
    await page.getByLabel('Email address').fill('clara@example.com')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await untilHeading(page, 'Check your mail')
    await page.goto(await site.takeLink('clara@example.com', '/reset-password'))
    await page.getByLabel('New password', { exact: true }).fill('another good password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Log in with the new one').waitFor()
    await logIn(page, 'clara@example.com', 'another good password')

    await untilHeading(page, 'Hello, Ada Lovelace')
  })

  it('says at once that a link does not work any more, and offers another one', async () => {
    await site.signUp('gerda@example.com')
    await using page = await site.openAs('gerda@example.com')

    await show(page, `${site.origin}/reset-password?token=x`)
    await page.getByRole('link', { name: 'Ask for a new link' }).waitFor()
    const fields = await page.getByLabel('New password').count()
    await show(page, `${site.origin}/verify?token=x`)
    await page.getByRole('button', { name: 'Send it again' }).click()
    await page.getByText('We have sent you another mail.').waitFor()

    assert.equal(fields, 0)
  })

  it('changes the address after both mailboxes have confirmed it', async () => {
    await site.register('dora@example.com')
    await using page = await site.openAs('dora@example.com')

    await page.getByRole('link', { name: 'Change address' }).click()
    await page.getByLabel('New email address').fill('new@example.com')
    await page.getByRole('button', { name: 'Send both links' }).click()
    await page.getByText('Confirm the change in both mailboxes').waitFor()
    await page.goto(await site.takeLink('dora@example.com', '/change-address'))
    await page.getByRole('button', { name: 'Confirm the change' }).click()
    await page.getByText('Now confirm it in the other mailbox').waitFor()
    await page.goto(await site.takeLink('new@example.com', '/change-address'))
    await page.getByRole('button', { name: 'Confirm the change' }).click()

    await page.getByText('Your address is changed.').waitFor()
    assert.match((await page.locator('.value').textContent()) ?? '', /^new@example\.com/)
  })

  it('ends the login of another browser', async () => {
    await site.register('emmy@example.com')
    await using elsewhere = await site.openAs('emmy@example.com')
    await using page = await site.openAs('emmy@example.com')

    await page.getByRole('button', { name: /^Log out Chrome/ }).click()
    await page.getByText('That browser is logged out.').waitFor()
    await elsewhere.reload()

    await untilHeading(elsewhere, 'Log in')
    assert.equal(await page.locator('.rows li').count(), 1)
  })

  it('moves the focus to what a token may do if nothing is chosen', async () => {
    await site.register('jutta@example.com')
    await using page = await site.openAs('jutta@example.com')
    await show(page, `${site.origin}/settings/tokens`)
    await page.getByLabel('Name').fill('it')

    await page.getByRole('button', { name: 'Create token' }).click()

    await page.locator('[type=checkbox]:focus').waitFor()
    assert.deepEqual(
      await page.locator(':focus').evaluate((field) => field.ariaDescribedByElements?.length),
      1,
    )
  })

  it('deletes the account, with which nobody can log in any more', async () => {
    await site.register('frieda@example.com')
    await using page = await site.openAs('frieda@example.com')

    await page.getByRole('link', { name: 'Delete account' }).click()
    await page.getByLabel('Your email address').fill('somebody@example.com')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByText('Enter your email address to delete your account').waitFor()
    await page.getByLabel('Your email address').fill('frieda@example.com')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByText('Your account is deleted.').waitFor()
    await logIn(page, 'frieda@example.com')

    await page.getByText(wrong).waitFor()
  })

  it('lists several errors, gets the focus, and leads to the fields with the keyboard alone', async () => {
    await using page = await site.open('/register')
    await page.getByLabel('Name').press('Enter')
    await page.getByRole('alert').waitFor()

    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')

    assert.equal(await page.evaluate('document.activeElement.id'), 'email')
  })

  it('has no page with a problem that axe finds, in light and in dark', async () => {
    const email = 'axe@example.com'
    await site.register(email)
    // axe is added to the page, which the policy forbids.
    const options = { bypassCSP: true }
    await using guest = await site.open('/login', options)
    await using user = await site.openAs(email, options)
    await site.signUp(`unverified-${email}`)
    await using unverified = await site.openAs(`unverified-${email}`, options)

    const found = [
      ...(await findViolations(guest, site, [...forGuests, ...forAll])),
      ...(await findViolations(user, site, forUsers)),
      ...(await findViolations(unverified, site, ['/verify-email', '/settings'])),
    ]
    await guest.goto(`${site.origin}/register`)
    await guest.getByRole('button', { name: 'Create account' }).click()
    await guest.getByRole('alert').waitFor()

    assert.deepEqual([...found, ...(await runAxe(guest))], [])
  })

  it('needs no horizontal scrolling on a phone', async () => {
    await site.register('phone@example.com')
    await using page = await site.openAs('phone@example.com', {
      viewport: { width: 320, height: 640 },
    })

    const widths: number[] = []
    for (const path of [...forUsers, ...forAll]) {
      await show(page, site.origin + path)
      widths.push(await page.evaluate('document.documentElement.scrollWidth'))
    }

    assert.ok(widths.every((width) => width <= 320))
  })
})

/** What screen readers say about a field besides its label. */
async function describedBy(page: Page, label: string): Promise<string | null> {
  const id = await page.getByLabel(label).getAttribute('aria-describedby')
  return page.locator(`[id="${id}"]`).textContent()
}
