import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { runAxe } from '../browser/axe.ts'
import type { OpenPage } from '../browser/open-page.ts'
import { startBuilt } from '../browser/start-built.ts'
import { until } from '../support/until.ts'
import { logIn, runHelpdesk, startHelpdesk, type HelpdeskSite } from './helpdesk-site.ts'
import { createProgram } from './program-of-team.ts'

const pages = [
  '/contact/1',
  '/teams',
  '/teams/1/tickets',
  '/teams/1/tickets?search=nowhere',
  '/teams/1/tickets/create',
  '/teams/1/tickets/2',
  '/teams/1/import',
  '/teams/1/fields',
  '/teams/1/bin',
  '/teams/1/labels',
  '/teams/1/incidents',
  '/status/1',
  '/teams/1/reports',
  '/teams/1/members',
  '/teams/1/settings',
]

// Built, because a page loads a few files then, and several hundred in development.
describe('the helpdesk with its data to play with, in Chromium', { timeout: 300_000 }, () => {
  let site: HelpdeskSite
  before(async () => {
    site = await startHelpdesk(startBuilt)
  })
  after(() => site?.[Symbol.asyncDispose]())

  /** Logs Ada out and Grace in, in another tab of the same browser. */
  const logInAsGrace = async (ada: OpenPage): Promise<void> => {
    const tab = await ada.context().newPage()
    await tab.goto(`${site.origin}/teams`)
    await tab.getByRole('button', { name: 'Log out' }).click()
    await logIn(tab, 'grace@example.com')
    await tab.waitForURL(`${site.origin}/teams`)
  }

  it('does not save the settings of one member for another who has logged in meanwhile', async () => {
    await using ada = await site.openAs('ada@example.com')
    await site.show(ada, '/settings')
    await logInAsGrace(ada)

    await ada.locator('[name=name]').fill('Ada King')
    await ada.getByRole('button', { name: 'Save name' }).click()
    const dialog = ada.getByRole('dialog', { name: 'You are logged in as somebody else now' })
    await dialog.waitFor()
    const typed = await ada.locator('[name=name]').inputValue()
    await dialog.getByRole('button', { name: 'Reload the page' }).click()
    await ada.getByText('grace@example.com').waitFor()

    assert.equal(typed, 'Ada King')
    assert.equal(await ada.locator('[name=name]').inputValue(), 'Grace Hopper')
  })

  it('does not say that one member is writing because another has logged in meanwhile', async () => {
    await using ada = await site.openAs('ada@example.com')
    await site.show(ada, '/teams/1/tickets/3')
    await logInAsGrace(ada)
    const answered = ada.waitForResponse((response) => response.request().method() === 'POST')

    await ada.getByLabel('Your answer').fill('I will')

    assert.equal((await answered).status(), 409)
  })

  it('gives a member back what was typed when the session had ended, and nobody else', async () => {
    await using page = await site.openAs('ada@example.com')
    const answer = page.getByLabel('Your answer')
    const refused = page.getByRole('dialog', { name: 'That was not done yet: try again' })
    const logInAs = async (email: string) => {
      await page.waitForURL(`${site.origin}/login`)
      await logIn(page, email)
      await page.waitForURL(`${site.origin}/teams/1/tickets/1`)
    }
    const sendWithoutSession = async (text: string) => {
      await answer.fill(text)
      await page.context().clearCookies()
      await page.getByRole('button', { name: 'Send' }).click()
    }
    await site.show(page, '/teams/1/tickets/1')

    await sendWithoutSession('Half an hour of work')
    await logInAs('ada@example.com')
    await refused.waitFor()
    const typed = await answer.inputValue()
    await refused.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.comments, main').getByText('Half an hour of work').first().waitFor()
    await sendWithoutSession('Only for Ada')
    await logInAs('grace@example.com')
    await answer.waitFor()

    assert.equal(typed, 'Half an hour of work')
    assert.equal(await answer.inputValue(), '')
    assert.equal(await refused.count(), 0)
    assert.equal(await page.evaluate('sessionStorage.getItem("tenon:refused")'), null)
  })

  it('gives it back at the same address only, whose query may name another record', async () => {
    await using page = await site.openAs('ada@example.com')
    const answer = page.getByLabel('Your answer')
    await site.show(page, '/teams/1/tickets/4?part=1')
    await answer.fill('About the first part')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(`${site.origin}/login`)

    await page.goto(`${site.origin}/teams/1/tickets/4?part=2`)
    await logIn(page, 'ada@example.com')
    await page.waitForURL(`${site.origin}/teams/1/tickets/4?part=2`)
    await answer.waitFor()
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    const other = [await answer.inputValue(), await page.getByRole('dialog').count()]
    await page.goto(`${site.origin}/teams/1/tickets/4?part=1`)
    await page.getByRole('dialog', { name: 'That was not done yet: try again' }).waitFor()

    assert.deepEqual(other, ['', 0])
    assert.equal(await answer.inputValue(), 'About the first part')
  })

  it('gives back what was typed when a live page has found that the session has ended', async () => {
    await using ada = await site.openAs('ada@example.com')
    await using grace = await site.openAs('grace@example.com')
    await site.show(ada, '/teams/1/tickets/4')
    await site.show(grace, '/teams/1/tickets/4')
    await ada.getByText('Also here: Grace Hopper').waitFor()

    await ada.getByLabel('Your answer').fill('Half an hour of work')
    await ada.context().clearCookies()
    await grace.getByLabel('Your answer').fill('Mine was faster')
    await grace.getByRole('button', { name: 'Send' }).click()
    await ada.waitForURL(`${site.origin}/login`)
    await logIn(ada, 'ada@example.com')
    await ada.getByText('Mine was faster').waitFor()
    await until(async () => (await ada.getByLabel('Your answer').inputValue()) !== '')

    assert.equal(await ada.getByLabel('Your answer').inputValue(), 'Half an hour of work')
    assert.equal(await ada.getByRole('dialog').count(), 0)
  })

  it('gives back what was typed, but no password, when the password was asked for again', async () => {
    await using page = await site.openAs('ada@example.com')
    await site.show(page, '/settings/tokens')
    const data = new DatabaseSync(site.database)
    await page.locator('[name=name]').fill('For the printer')
    data.exec('update tenon_logins set confirmed_at = confirmed_at - 3600000')
    data.close()

    await page.getByRole('button', { name: 'Create token' }).click()
    await page.waitForURL(`${site.origin}/confirm-password`)
    const left = String(await page.evaluate('sessionStorage.getItem("tenon:refused")'))
    await page.locator('[name=password]').fill('correct horse battery')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('dialog', { name: 'That was not done yet: try again' }).waitFor()

    assert.match(left, /For the printer/)
    assert.equal(await page.locator('[name=name]').inputValue(), 'For the printer')
    assert.equal(await page.evaluate('sessionStorage.getItem("tenon:refused")'), null)
  })

  it('offers as assignees nobody, then the members by name', async () => {
    await using page = await site.openAs('ada@example.com')
    await site.show(page, '/teams/1/tickets/1')

    const offered = await page.getByLabel('Assignee').locator('option').allInnerTexts()

    assert.deepEqual(offered, ['Nobody yet', 'Ada Lovelace', 'Grace Hopper'])
  })

  it('shows that a ticket is assigned to somebody who has left the team', async () => {
    using opened = new DatabaseSync(site.database)
    opened.exec(`insert into users (name, email, created_at)
      select 'Joan Clarke', 'joan@example.com', created_at from users limit 1`)
    opened.exec(`update tickets set assignee_id = (select max(id) from users) where id = 4`)
    await using page = await site.openAs('ada@example.com')
    await site.show(page, '/teams/1/tickets/4')

    const assignee = page.getByLabel('Assignee').locator('option:checked')

    assert.equal(await assignee.innerText(), 'A former member')
  })

  it('tells somebody who comes for the first time in which time zone it speaks of an incident', async () => {
    const status = await (await fetch(`${site.origin}/status/1`)).text()

    assert.match(status, /\d [AP]M UTC/)
  })

  it('says once which file of a customer it refuses, at its field', async () => {
    await using page = await site.open('/contact/1')
    await page.getByLabel('Your name').fill('Grete')
    await page.getByLabel('Your email address').fill('grete@example.com')
    await page.getByLabel('Subject').fill('The loom')
    await page.getByLabel('What has happened?').fill('It stops.')
    const file = { name: 'loom.exe', mimeType: 'image/png', buffer: Buffer.from('MZ') }
    await page.getByLabel('Files').setInputFiles([file])
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('#files:focus').waitFor()

    assert.equal(await page.getByText('The files must be PNG, JPEG, ').count(), 1)
  })

  it('decides about chosen tickets, and keeps a list, with the keyboard alone', async () => {
    await using page = await site.openAs('grace@example.com')
    await site.show(page, '/teams/1/tickets?search=loom')

    await page.getByLabel('Choose The loom stops').focus()
    await page.keyboard.press('Space')
    await page.getByLabel('New priority').focus()
    await page.keyboard.type('High')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('1 ticket is saved.').waitFor()
    await page.locator('.lists summary').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Looms')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Looms' }).waitFor()

    assert.equal(await page.locator('.tickets .priority').innerText(), 'High')
  })

  for (const [colorScheme, locale] of [
    ['light', 'en'],
    ['dark', 'ar'],
  ] as const) {
    it(`has no page that axe objects to, that is too wide for a phone or that jumps: ${colorScheme}, ${locale}`, async () => {
      const viewport = { width: 390, height: 800 }
      // axe is added to the page, which the policy forbids.
      const options = { colorScheme, locale, viewport, bypassCSP: true }
      await using page = await site.openAs('ada@example.com', options)
      await page.addInitScript(`new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) globalThis.jumped = (globalThis.jumped ?? 0) + value
      }).observe({ type: 'layout-shift', buffered: true })`)

      const found: string[] = []
      for (const path of pages) {
        await site.show(page, path)
        const violations = await runAxe(page, [colorScheme])
        found.push(...violations.map((violation) => `${path} ${violation}`))
        const width = await page.evaluate<number>('document.documentElement.scrollWidth')
        if (width > viewport.width) found.push(`${path} is ${width} pixels wide`)
        // What the Web Vitals count as good.
        const jumped = await page.evaluate<number>('globalThis.jumped ?? 0')
        if (jumped > 0.1) found.push(`${path} jumps while it loads: ${jumped}`)
      }

      assert.equal(await page.locator('html').getAttribute('lang'), locale)
      assert.deepEqual(found, [])
    })
  }

  it('has room for each priority on one line, also in German', async () => {
    const viewport = { width: 1280, height: 800 }
    await using page = await site.openAs('ada@example.com', { viewport, locale: 'de' })
    await site.show(page, '/teams/1/tickets')

    const heights = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.tickets .priority')].map((each) => each.offsetHeight)",
    )

    assert.equal(await page.locator('.tickets .urgent').first().innerText(), 'Dringend')
    assert.equal(new Set(heights).size, 1)
  })

  it('breaks the long words of customers and members on a phone', async () => {
    const word = 'donaudampfschifffahrtsgesellschaft'.repeat(4)
    await fetch(`${site.origin}/contact/1`, {
      method: 'POST',
      body: new URLSearchParams({
        customer_name: word.slice(0, 100),
        customer_email: `${word.slice(0, 60)}@${word.slice(0, 60)}.example.com`,
        subject: word,
        body: word,
      }),
      redirect: 'manual',
    })
    const viewport = { width: 390, height: 800 }
    await using page = await site.openAs('ada@example.com', { viewport })
    const widths: number[] = []
    const measure = async (): Promise<void> => {
      widths.push(await page.evaluate('document.documentElement.scrollWidth'))
    }
    using opened = new DatabaseSync(site.database)
    const rename = opened.prepare('update users set name = ? where email = ?')
    const add = opened.prepare(`insert into labels (team_id, name, hue) values (1, ?, 'blue')`)

    rename.run(word.slice(0, 100), 'ada@example.com')
    add.run(word.slice(0, 40))
    for (const path of ['labels', 'members', 'reports', 'tickets']) {
      await site.show(page, `/teams/1/${path}`)
      await measure()
    }
    await page.getByRole('link', { name: word }).click()
    await page.getByRole('heading', { name: word }).waitFor()
    await measure()
    rename.run('Ada Lovelace', 'ada@example.com')

    assert.deepEqual(widths, [390, 390, 390, 390, 390])
  })

  it('adds nothing of a member who is removed before its file arrives', async () => {
    await using ada = await site.openAs('ada@example.com')
    await using grace = await site.openAs('grace@example.com')
    await site.show(ada, '/teams/1/members')
    await ada.getByRole('button', { name: 'Change to Administrator: Grace Hopper' }).click()
    await ada.getByText('The role is changed.').waitFor()
    const cookies = await grace.context().cookies(site.origin)
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const comment = await sendInPieces(`${site.origin}/teams/1/tickets/3/comments`, cookie)
    const table = await sendInPieces(`${site.origin}/teams/1/import`, cookie)

    await ada.getByRole('button', { name: 'Remove Grace Hopper' }).click()
    await ada.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await ada.getByText('That member is removed.').waitFor()

    assert.deepEqual([await comment.finish(), await table.finish()], [409, 409])
  })

  it('gives a member a token, with which a program uses the client that the helpdesk prints', async () => {
    await using page = await site.openAs('ada@example.com')
    await site.show(page, '/settings/tokens')
    await page.getByLabel('Name').fill('Orders')
    for (const ability of ['profile:read', 'tickets:read', 'tickets:write']) {
      await page.locator(`[value="${ability}"]`).check()
    }
    await page.getByRole('button', { name: 'Create token' }).click()
    const token = await page.locator('code.secret').innerText()
    using program = await createProgram(runHelpdesk('client', { DATABASE_URL: 'sqlite::memory:' }))

    const { listed, refused, since } = await program.run(site.origin, token)

    assert.equal(program.typeErrors, '')
    assert.deepEqual(listed, program.added.toReversed())
    assert.equal(refused, 'Enter an email address, such as ada@example.com')
    assert.ok(since instanceof Date)
  })
})

/** Sends a form with a file, whose body comes when `finish` is called. The server has its head, and knows who sends it. */
async function sendInPieces(url: string, cookie: string) {
  const part = (name: string, more = '') =>
    `--form\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
  const files = ['file', 'files[]'].map(
    (name) => `${part(name, '; filename="late.csv"')}subject,body,customer,email\r\n`,
  )
  const body = `${part('body')}Too late.\r\n${files.join('')}--form--\r\n`
  const headers = {
    cookie,
    accept: 'application/json',
    'content-type': 'multipart/form-data; boundary=form',
    'content-length': body.length,
    expect: '100-continue',
  }
  const sent = request(url, { method: 'POST', headers })
  const answered = once(sent, 'response')
  sent.flushHeaders()
  await once(sent, 'continue')
  return {
    async finish(): Promise<number | undefined> {
      sent.end(body)
      const [response] = await answered
      response.resume()
      return response.statusCode
    },
  }
}
