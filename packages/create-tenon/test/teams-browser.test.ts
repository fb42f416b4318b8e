import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { runAxe } from '../../tenon/test/browser/axe.ts'
import { findViolations, show, untilHeading } from './accounts-page.ts'
import { inBuild } from './accounts-servers.ts'
import { startAccountsSite, type AccountsSite } from './accounts-site.ts'
import { createTeam, invite } from './teams-page.ts'

describe('the application with teams, in Chromium', { timeout: 480_000 }, () => {
  let site: AccountsSite
  before(async () => {
    site = await startAccountsSite(inBuild, { template: 'teams' })
  })
  after(() => site?.[Symbol.asyncDispose]())

  it('switches to another team with the keyboard alone', async () => {
    await site.register('clara@example.com')
    await using page = await site.openAs('clara@example.com')
    await createTeam(site, page, 'Blue')
    await createTeam(site, page, 'Red')

    await show(page, page.url().replace('/members', '/projects'))
    await page.locator('summary').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Switch from team Blue').waitFor({ state: 'attached' })

    assert.match(page.url(), /\/teams\/\d+\/projects$/)
  })

  it('shows an invitation for another address to nobody', async () => {
    await site.register('dora@example.com')
    await site.register('emmy@example.com')
    await using page = await site.openAs('dora@example.com')
    await using other = await site.openAs('emmy@example.com')
    await createTeam(site, page, 'Secret')
    await invite(page, 'frieda@example.com', 'Member')

    await other.goto(await site.takeLink('frieda@example.com', '/invitations'))
    await untilHeading(other, 'This invitation is not for this account')

    assert.doesNotMatch(await other.content(), /Secret|frieda@/)
  })

  it('has no page with a problem that axe finds, in light and in dark', async () => {
    const email = 'axe@example.com'
    await site.register(email)
    // axe is added to the page, which the policy forbids.
    await using page = await site.openAs(email, { bypassCSP: true })
    await show(page, `${site.origin}/teams`)
    const empty = await runAxe(page)
    const paths = await furnish(page)

    const found = await findViolations(page, site, paths)
    await show(page, `${site.origin}${paths[1]}`)
    await page.locator('summary').click()
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await page.locator('[aria-invalid=true]').waitFor()
    await page.getByRole('button', { name: 'Withdraw the invitation' }).click()
    await page.getByRole('dialog').waitFor()

    assert.deepEqual([...empty, ...found, ...(await runAxe(page))], [])
  })

  it('shows the new name of a team in its settings, and keeps it when it is saved again', async () => {
    await site.register('hanna@example.com')
    await using page = await site.openAs('hanna@example.com')
    const team = await createTeam(site, page, 'Old')
    await show(page, `${team}/settings`)
    const name = page.getByLabel('Name of the team')
    const save = page.getByRole('button', { name: 'Save name' })

    await name.fill('New')
    await save.click()
    await page.getByText('Switch from team New').waitFor({ state: 'attached' })
    const saved = await name.inputValue()
    const answered = page.waitForResponse((response) => response.request().method() !== 'GET')
    await save.click()
    await (await answered).finished()
    await page.reload()

    assert.deepEqual([saved, await name.inputValue()], ['New', 'New'])
  })

  it('needs no horizontal scrolling on a phone, also with long names', async () => {
    await site.register('team-phone@example.com')
    await using page = await site.openAs('team-phone@example.com', {
      viewport: { width: 320, height: 640 },
    })
    const paths = await furnish(page, 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau')

    const widths: number[] = []
    for (const path of paths) {
      await show(page, site.origin + path)
      widths.push(await page.evaluate('document.documentElement.scrollWidth'))
    }

    assert.ok(
      widths.every((width) => width <= 320),
      widths.join(),
    )
  })

  /** Creates a team with an invitation and a project, and returns the paths of all pages about them. */
  async function furnish(page: Page, name = 'Acme'): Promise<readonly string[]> {
    const team = new URL(await createTeam(site, page, name)).pathname
    await invite(page, 'someone-with-a-long-address@subdomain.example.com', 'Member')
    await show(page, `${site.origin}${team}/projects`)
    await page.getByLabel('Name of the project').fill(name)
    await page.getByRole('button', { name: 'Add project' }).click()
    await page.getByRole('link', { name: `Edit ${name}` }).click()
    await untilHeading(page, name)
    const project = new URL(page.url()).pathname
    const parts = ['projects', 'members', 'settings', 'transfer', 'delete']
    return [...parts.map((part) => `${team}/${part}`), project, '/teams', '/teams/create']
  }
})
