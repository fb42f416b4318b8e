import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { show, untilHeading } from './accounts-page.ts'
import { inDevelopment } from './accounts-servers.ts'
import { logIn, password, startAccountsSite, type AccountsSite } from './accounts-site.ts'
import { createTeam, invite } from './teams-page.ts'

// In development, the console also has the warnings of React.
describe(
  'accounts and teams in three languages, in development, in Chromium',
  { timeout: 480_000 },
  () => {
    let site: AccountsSite
    before(async () => {
      site = await startAccountsSite(inDevelopment, {
        template: 'teams',
        languages: ['en', 'de', 'ar'],
      })
    })
    after(() => site?.[Symbol.asyncDispose]())

    it('shows what was saved in the settings, keeps it when it is saved again, and empties passwords', async () => {
      await site.register('irma@example.com')
      await using page = await site.openAs('irma@example.com')
      const [name, zone] = [page.getByLabel('Name'), page.getByLabel('Time zone')]
      const save = async (button: string): Promise<void> => {
        const answered = page.waitForResponse((response) => response.request().method() !== 'GET')
        await page.getByRole('button', { name: button, exact: true }).click()
        await (await answered).finished()
        await page.getByRole('button', { name: button, exact: true, disabled: false }).waitFor()
      }
      const read = async () => [await name.inputValue(), await zone.inputValue()]

      await name.fill('  Irma Changed ')
      await save('Save name')
      await page.getByText('Your name is saved.').waitFor()
      // What programs of other vendors call it: Chromium and Node offer Asia/Calcutta.
      await page.evaluate(`document.querySelector('#time_zone').append(new Option('Asia/Kolkata'))`)
      await zone.selectOption('Asia/Kolkata')
      await save('Save')
      const saved = await read()
      await save('Save name')
      await save('Save')
      await page.getByLabel('Current password', { exact: true }).fill(password)
      await page.getByLabel('New password', { exact: true }).fill('another good password')
      await save('Change password')
      const passwords = await page
        .locator('[type=password]')
        .evaluateAll((fields) => fields.map((field) => Reflect.get(field, 'value')))
      await page.reload()
      await name.waitFor()

      assert.deepEqual(saved, ['Irma Changed', 'Asia/Kolkata'])
      assert.deepEqual(await read(), ['Irma Changed', 'Asia/Kolkata'])
      assert.equal(await zone.locator('[value=UTC]').count(), 1)
      assert.deepEqual(new Set(passwords), new Set(['']))
      assert.deepEqual(page.complaints, [])
    })

    it('emphasizes the name of a token, and says if the browser has no clipboard', async () => {
      await site.register('kira@example.com')
      await using page = await site.openAs('kira@example.com')
      // As on a page without TLS.
      await page.addInitScript(
        'Object.defineProperty(navigator, "clipboard", { value: undefined })',
      )
      await show(page, `${site.origin}/settings/tokens`)
      await page.getByLabel('Name').fill('it')
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: 'Create token' }).click()
      await page.getByRole('button', { name: 'Copy' }).click()

      await page.getByText('does not allow').waitFor()
      const lead = page.locator('.lead')
      assert.equal(
        await lead.evaluate(({ innerHTML }) => innerHTML.split('<strong>')[0]),
        'Give it to ',
      )
      assert.equal(await lead.innerText(), 'Give it to it now. We cannot show it again.')
      assert.deepEqual(page.complaints, [])
    })

    it('changes the language of a page, and keeps the page and what was typed', async () => {
      await using page = await site.open('/register', { locale: 'de-AT' })

      await untilHeading(page, 'Konto anlegen')
      await page.getByLabel('Name').fill('Ada')
      await page.getByRole('button', { name: 'العربية' }).click()
      await untilHeading(page, 'إنشاء حساب')

      assert.equal(await page.getByLabel('الاسم').inputValue(), 'Ada')
      assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
      assert.match(await page.title(), /^إنشاء حساب/)
      await page.reload()
      await untilHeading(page, 'إنشاء حساب')
      assert.equal(new URL(page.url()).pathname, '/register')
      assert.deepEqual(page.complaints, [])
    })

    it('keeps what a user has chosen, in every browser', async () => {
      await site.register('clara@example.com')
      await using page = await site.openAs('clara@example.com', { timezoneId: 'America/New_York' })
      await page.locator('#language').selectOption('de')
      await page.locator('#time_zone').selectOption('Asia/Tokyo')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Deine Sprache und Zeitzone sind gespeichert.').waitFor()

      await using other = await site.openAs('clara@example.com', { locale: 'ar' })

      await untilHeading(other, 'Einstellungen')
      assert.equal(await other.locator('html').getAttribute('data-time-zone'), 'Asia/Tokyo')
      await page.reload()
      await untilHeading(page, 'Einstellungen')
      assert.equal(await page.locator('#time_zone').inputValue(), 'Asia/Tokyo')
      assert.deepEqual([...page.complaints, ...other.complaints], [])
    })

    it('takes a team from its first page to a member who had no account', async () => {
      await site.register('ada@example.com')
      await using page = await site.openAs('ada@example.com')
      await using guest = await site.open('/login')

      const team = await createTeam(site, page, 'Acme')
      await invite(page, 'berta@example.com', 'Administrator')
      const link = await site.takeLink('berta@example.com', '/invitations')
      await guest.goto(link)
      await guest.getByRole('link', { name: 'Create an account' }).click()
      await guest.getByLabel('Name').fill('Berta Ochs')
      await guest.getByLabel('Email address').fill('berta@example.com')
      await guest.getByLabel('Password', { exact: true }).fill(password)
      await guest.getByRole('button', { name: 'Create account' }).click()
      await untilHeading(guest, 'Check your mail')
      await guest.goto(await site.takeLink('berta@example.com', '/verify'))
      await guest.getByRole('button', { name: 'Verify my address' }).click()
      await logIn(guest, 'berta@example.com')
      await untilHeading(guest, 'Join Acme?')
      await guest.getByRole('button', { name: 'Join the team' }).click()
      await guest.getByText('You are in the team Acme now.').waitFor()
      await guest.getByLabel('Name of the project').fill('Bridge')
      await guest.getByRole('button', { name: 'Add project' }).click()
      await guest.getByText('Bridge').waitFor()
      await show(page, `${team}/members`)

      await page.getByText('berta@example.com').waitFor()
      assert.equal(await page.getByText('Open invitations').count(), 0)
      assert.deepEqual([...page.complaints, ...guest.complaints], [])
    })

    it('asks a member before they leave the team', async () => {
      await site.register('olga@example.com')
      await site.register('paul@example.com')
      await using owner = await site.openAs('olga@example.com')
      await using page = await site.openAs('paul@example.com')
      const team = await createTeam(site, owner, 'North')
      await invite(owner, 'paul@example.com', 'Member')
      await page.goto(await site.takeLink('paul@example.com', '/invitations'))
      await page.getByRole('button', { name: 'Join the team' }).click()
      await page.getByText('You are in the team North now.').waitFor()
      await show(page, `${team}/members`)
      const leave = page.getByRole('button', { name: 'Leave the team North' })
      const dialog = page.getByRole('dialog', { name: 'Leave the team North' })

      await leave.click()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await show(page, `${team}/members`)
      await leave.click()
      await dialog.getByRole('button', { name: 'Leave the team' }).click()

      await page.getByText('You have left the team North.').waitFor()
      assert.deepEqual(page.complaints, [])
    })
  },
)
