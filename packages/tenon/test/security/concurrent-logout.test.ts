import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ada, gate, serveAccounts } from '../auth/accounts-application.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const stores = ['cookie', 'database', 'store'] as const

forEachDialect('a request that is still running at the logout', (open) => {
  for (const store of stores) {
    it(`does not bring the login back when it ends later: ${store}`, async () => {
      await using served = await serveAccounts(await open.url(), { store })
      const browser = served.browser()
      await browser.post('/login', { ...ada, remember: 'on' })
      const thief = browser.copy()

      gate.close()
      const slow = browser.post('/settings/slow')
      await gate.reached
      await browser.post('/logout')
      gate.open()
      await slow

      assert.equal((await browser.get('/settings')).status, 302)
      assert.equal((await thief.get('/settings')).status, 302)
      thief.cookies.delete('session')
      assert.equal((await thief.get('/settings')).status, 302)
    })
  }

  it('does not log out the login that follows', async () => {
    await using served = await serveAccounts(await open.url(), { store: 'database' })
    const browser = served.browser()
    await browser.post('/login', ada)

    gate.close()
    const slow = browser.post('/settings/slow')
    await gate.reached
    await browser.post('/logout')
    await browser.post('/login', ada)
    gate.open()
    await slow

    assert.equal((await browser.get('/settings')).status, 200)
  })
})
