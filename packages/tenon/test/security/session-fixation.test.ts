import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ada, bob, outbox, serveAccounts, User } from '../auth/accounts-application.ts'
import type { Browser } from '../auth/browser.ts'
import { MemorySessions } from '../session/memory-sessions.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const stores = ['cookie', 'database', 'store', new MemorySessions()] as const

forEachDialect('session fixation', (open) => {
  for (const kept of stores) {
    const store = typeof kept === 'string' ? kept : 'of the application'
    const start = async () => serveAccounts(await open.url(), { store: kept })

    it(`does not work with a session that an attacker has planted before the login: ${store}`, async () => {
      await using served = await start()
      const attacker = served.browser()
      await attacker.post('/cart')
      const victim = attacker.copy()

      await victim.post('/login', ada)

      assert.notEqual(victim.cookies.get('session'), attacker.cookies.get('session'))
      assert.equal((await attacker.get('/settings')).status, 302)
    })

    it(`does not work with an id that somebody has made up: ${store}`, async () => {
      await using served = await start()
      const victim = served.browser()
      victim.cookies.set('session', 'made-up-by-the-attacker')

      await victim.post('/login', ada)

      assert.notEqual(victim.cookies.get('session'), 'made-up-by-the-attacker')
    })

    it(`does not survive a logout, or another login: ${store}`, async () => {
      await using served = await start()
      const browser = served.browser()

      await browser.post('/login', ada)
      const beforeLogout = browser.copy()
      await browser.post('/logout')
      await browser.post('/login', ada)
      const beforeLogin = browser.copy()
      await browser.post('/again', bob)

      assert.equal((await beforeLogout.get('/settings')).status, 302)
      assert.equal((await beforeLogin.get('/settings')).status, 302)
      assert.deepEqual((await browser.get('/settings')).json(), { email: bob.email })
    })

    it(`does not survive a confirmed or another password, or the end of all other logins: ${store}`, async () => {
      await using served = await start()
      const browser = served.browser()
      await browser.post('/login', ada)
      const copies: Browser[] = []

      copies.push(browser.copy())
      await browser.post('/settings/confirm', { password: ada.password })
      copies.push(browser.copy())
      await browser.post('/settings/logout-elsewhere')
      copies.push(browser.copy())
      await browser.post('/settings/password', { password: 'another long one' })
      const answers = await Promise.all(copies.map((copy) => copy.get('/settings')))

      assert.deepEqual(
        answers.map(({ status }) => status),
        [302, 302, 302],
      )
      assert.equal((await browser.get('/settings')).status, 200)
    })
  }

  it('does not work before a login by link, or by the application', async () => {
    await using served = await serveAccounts(await open.url(), { store: 'database' })
    const attacker = served.browser()
    await attacker.post('/link', { email: ada.email })
    const byLink = attacker.copy()
    const byApplication = attacker.copy()
    const { id } = await User.where('email', bob.email).firstOrFail()

    await byLink.post('/link/login', { token: await outbox.takeToken() })
    await byApplication.post(`/enter/${id}`)

    const sessions = [attacker, byLink, byApplication].map(({ cookies }) => cookies.get('session'))
    assert.equal(new Set(sessions).size, 3)
    assert.equal((await attacker.get('/settings')).status, 302)
  })
})
