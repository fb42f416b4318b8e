import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { overflowingTexts, untranslatedTexts } from 'tenon/testing'
import { brand } from '../../../examples/accounts/resources/components/accounts/brand.ts'
import { findViolations, show, untilHeading } from './accounts-page.ts'
import { inBuild } from './accounts-servers.ts'
import { password, startAccountsSite, type AccountsSite } from './accounts-site.ts'

const pages = ['/login', '/register', '/forgot-password', '/reset-password?token=x', '/nowhere']
const pagesOfUsers = [
  '/',
  '/settings',
  '/settings/address',
  '/settings/delete',
  '/settings/security',
  '/settings/two-factor',
  '/settings/passkeys',
  '/settings/tokens',
]

describe('accounts in English, German and Arabic, in Chromium', { timeout: 480_000 }, () => {
  let site: AccountsSite
  before(async () => {
    site = await startAccountsSite(inBuild, { languages: ['en', 'de', 'ar'] })
  })
  after(() => site?.[Symbol.asyncDispose]())

  const postAs = (language: string, path: string, body: object) =>
    fetch(site.origin + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-language': language,
      },
      body: JSON.stringify(body),
    })

  it('say in each language what is wrong with a form, in pages and to programs', async () => {
    await using page = await site.open('/login', { locale: 'de' })
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    const problem = page.getByText('Gib dein Passwort ein').first()
    await problem.waitFor()

    const answer = await postAs('ar', '/login', { email: 'ada', password: '' })
    const missing = await fetch(`${site.origin}/nowhere`, {
      headers: { accept: 'application/json', 'accept-language': 'de' },
    })

    assert.match(await answer.text(), /أدخل كلمة المرور/)
    assert.match(await missing.text(), /Nicht gefunden/)
  })

  it('send mails in the language of their recipient, also if a browser in another one asks for them', async () => {
    await postAs('de', '/register', { name: 'Ada', email: 'ada@example.com', password })
    await site.takeMail('ada@example.com', 'Sag uns, dass dies deine Adresse ist.')

    await postAs('en', '/forgot-password', { email: 'ada@example.com' })

    await site.takeMail('ada@example.com', 'Der Link gilt 30 Minuten')
  })

  it('say in their language and in the dark that the server cannot be reached', async () => {
    const look = {
      locale: 'ar',
      colorScheme: 'dark',
      viewport: { width: 390, height: 700 },
    } as const
    await using page = await site.open('/register', look)
    await untilHeading(page, 'إنشاء حساب')
    await page.context().setOffline(true)

    await page.getByRole('button', { name: 'إنشاء الحساب' }).click()

    const dialog = page.getByRole('dialog', { name: 'لا يمكن الوصول إلى الخادم' })
    await dialog.getByRole('button', { name: 'إغلاق' }).waitFor()
    const scheme = await page.evaluate(
      "getComputedStyle(document.querySelector('dialog')).colorScheme",
    )
    assert.equal(scheme, 'light dark')
  })

  it('have no accessibility violations and nothing outside of a small window, in German and from right to left', async () => {
    for (const { locale, colorScheme, paths } of [
      { locale: 'ar', colorScheme: 'dark', paths: pagesOfUsers },
      { locale: 'de', colorScheme: 'light', paths: ['/settings', '/settings/security'] },
    ] as const) {
      const look = { locale, colorScheme, bypassCSP: true, viewport: { width: 390, height: 800 } }
      const email = `${locale}.${colorScheme}@example.com`
      await site.register(email, locale)
      await using guest = await site.open('/login', look)
      await using user = await site.openAs(email, look)

      assert.deepEqual(await findViolations(guest, site, pages, [colorScheme]), [], locale)
      assert.deepEqual(await findViolations(user, site, paths, [colorScheme]), [], locale)
    }
  })

  it('have no words that were never translated, and room for longer ones', async () => {
    await site.register('pseudo@example.com')
    const look = { locale: 'en-XA', viewport: { width: 390, height: 800 } }
    const known = [brand, 'Ada Lovelace', 'AL', 'pseudo@example.com']
    await using guest = await site.open('/login', look)
    await using user = await site.openAs('pseudo@example.com', look)

    for (const [page, paths] of [
      [guest, pages],
      [user, pagesOfUsers],
    ] as const) {
      for (const path of paths) {
        await show(page, site.origin + path)
        const untranslated = await page.evaluate(untranslatedTexts, known)
        const overflowing = await page.evaluate(overflowingTexts)
        assert.deepEqual(
          { path, untranslated, overflowing },
          { path, untranslated: [], overflowing: [] },
        )
      }
    }
  })
})
