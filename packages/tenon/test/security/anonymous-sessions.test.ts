import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ada, serveAccounts } from '../auth/accounts-application.ts'
import { serveOAuth } from '../auth/oauth-application.ts'
import { servePasskeys } from '../auth/passkeys-application.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

forEachDialect('somebody without a login who begins one again and again', (open) => {
  it('fills no store of sessions with passkeys', async () => {
    await using served = await servePasskeys(await open.url())
    const browser = served.browser()

    const { status } = await browser.post('/passkey/options')

    assert.equal(status, 200)
    assert.deepEqual([...browser.cookies.keys()], ['passkey-users'])
  })

  it('fills no store of sessions with links by mail', async () => {
    await using served = await serveAccounts(await open.url())
    const browser = served.browser()

    const { status } = await browser.post('/link', { email: ada.email })

    assert.equal(status, 200)
    assert.deepEqual([...browser.cookies.keys()], ['link-users'])
  })

  it('fills no store of sessions with visits to a provider', async () => {
    await using served = await serveOAuth(await open.url())
    const browser = served.browser()

    const { location } = await browser.post('/login/main')

    assert.ok(location?.startsWith(served.main.issuer), String(location))
    assert.deepEqual([...browser.cookies.keys()], ['oauth-users'])
  })
})
