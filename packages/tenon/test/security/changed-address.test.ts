import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ada, outbox, serveAccounts, User } from '../auth/accounts-application.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

forEachDialect('a link to an address that the user has left', (open) => {
  const start = async () => serveAccounts(await open.url(), { store: 'database' })

  it('resets no password and logs in nobody', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/forgot', { email: ada.email })
    const reset = await outbox.takeToken()
    await browser.post('/link', { email: ada.email })
    const login = await outbox.takeToken()

    await User.where('email', ada.email).update({ email: 'ada@new.example' })

    const answers = [
      await browser.post('/reset', { token: reset, password: 'evil' }),
      await browser.post('/link/login', { token: login }),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [422, 422],
    )
  })

  it('verifies nothing', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)
    await browser.post('/settings/verification')
    const token = await outbox.takeToken()

    await User.where('email', ada.email).update({ email: 'ada@new.example' })

    assert.equal((await browser.post('/verify', { token })).status, 422)
  })

  it('finishes no other change of address', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)
    await browser.post('/settings/email', { email: 'evil@example.com' })
    const evil = await outbox.take(2)
    await browser.post('/settings/email', { email: 'ada@new.example' })
    const own = await outbox.take(2)

    for (const { token } of own) await browser.post('/email/confirm', { token })
    for (const { token } of evil) {
      assert.equal((await browser.post('/email/confirm', { token })).status, 422, token)
    }

    assert.deepEqual((await browser.get('/settings')).json(), { email: 'ada@new.example' })
  })

  it('mixes no links of two changes', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)
    await browser.post('/settings/email', { email: 'evil@example.com' })
    const [, evilAtNew] = await outbox.take(2)
    await browser.post('/settings/email', { email: 'ada@new.example' })
    const [ownAtOld] = await outbox.take(2)

    const first = await browser.post('/email/confirm', { token: evilAtNew?.token ?? '' })
    const second = await browser.post('/email/confirm', { token: ownAtOld?.token ?? '' })

    assert.deepEqual([first.text, second.text], ['pending', 'pending'])
    assert.deepEqual((await browser.get('/settings')).json(), { email: ada.email })
  })
})
