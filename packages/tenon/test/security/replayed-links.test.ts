import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ada, bob, outbox, serveAccounts, User } from '../auth/accounts-application.ts'
import type { Browser } from '../auth/browser.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

forEachDialect('a link that comes again', (open) => {
  const start = async () => serveAccounts(await open.url(), { store: 'database' })

  it('verifies no address twice', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)
    await browser.post('/settings/verification')
    const token = await outbox.takeToken()

    assert.deepEqual(await twice(() => browser.post('/verify', { token })), [200, 422])
  })

  it('resets no password twice', async () => {
    await using served = await start()
    const browser = served.browser()
    const token = await askFor(browser, '/forgot')

    const reset = () => browser.post('/reset', { token, password: 'another one' })

    assert.deepEqual(await twice(reset), [303, 422])
  })

  it('resets one password once, if it comes twenty times at once', async () => {
    await using served = await start()
    const token = await askFor(served.browser(), '/forgot')

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        served.browser().post('/reset', { token, password: `password ${i}` }),
      ),
    )

    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other)
    assert.deepEqual(statuses, [303, ...Array.from({ length: 19 }, () => 422)])
  })

  it('resets one password once, if two links come at once', async () => {
    await using served = await start()
    const browser = served.browser()
    const tokens = [await askFor(browser, '/forgot'), await askFor(browser, '/forgot')]

    const answers = await Promise.all(
      tokens.map((token, i) =>
        served.browser().post('/reset', { token, password: `password ${i}` }),
      ),
    )

    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other)
    assert.deepEqual(statuses, [303, 422])
  })

  it('logs in nobody twice', async () => {
    await using served = await start()
    const browser = served.browser()
    const token = await askFor(browser, '/link')
    const copy = browser.copy()

    const first = await browser.post('/link/login', { token })
    const second = await copy.post('/link/login', { token })

    assert.deepEqual([first.status, second.status], [303, 422])
  })

  it('confirms no change of address for the other side', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)
    await browser.post('/settings/email', { email: 'evil@example.com' })
    const [, atNew] = await outbox.take(2)

    const confirm = () => browser.post('/email/confirm', { token: atNew?.token ?? '' })

    assert.deepEqual(await twice(confirm), [200, 422])
    assert.deepEqual((await browser.get('/settings')).json(), { email: ada.email })
  })

  it('is worth nothing for another purpose, changed, or made up', async () => {
    await using served = await start()
    const browser = served.browser()
    const token = await askFor(browser, '/link')
    const password = 'another one'

    const answers = [
      await browser.post('/reset', { token, password }),
      await browser.post('/verify', { token }),
      await browser.post('/email/confirm', { token }),
      await browser.post('/link/login', { token: token.slice(0, 20) + token.slice(21) }),
      await browser.post('/link/login', { token: '' }),
    ]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [422, 422, 422, 422, 422],
    )
  })

  it('is worth nothing after the password has changed', async () => {
    await using served = await start()
    const [browser, other] = [served.browser(), served.browser()]
    const [first, second] = [await askFor(other, '/forgot'), await askFor(other, '/forgot')]
    await browser.post('/login', ada)

    await browser.post('/settings/password', { password: 'another one' })
    const afterChange = await other.post('/reset', { token: first, password: 'evil' })
    const third = await askFor(other, '/forgot')
    await other.post('/reset', { token: third, password: 'yet another' })
    const afterReset = await other.post('/reset', { token: second, password: 'evil' })

    assert.deepEqual([afterChange.status, afterReset.status], [422, 422])
  })

  it('is worth nothing for a user who was blocked or deleted since', async () => {
    await using served = await start()
    const browser = served.browser()
    const adas = await askFor(browser, '/forgot')
    const bobs = await askFor(browser, '/forgot', bob.email)

    await User.where('email', ada.email).update({ blocked: true })
    await User.where('email', bob.email).delete()

    for (const token of [adas, bobs]) {
      assert.equal((await browser.post('/reset', { token, password: 'evil' })).status, 422, token)
    }
  })
})

async function askFor(browser: Browser, path: string, email = ada.email): Promise<string> {
  await browser.post(path, { email })
  return outbox.takeToken()
}

async function twice(
  send: () => Promise<{ readonly status: number }>,
): Promise<readonly [number, number]> {
  const first = await send()
  const second = await send()
  return [first.status, second.status]
}
