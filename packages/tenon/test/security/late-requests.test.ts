import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hash } from '../../src/auth.ts'
import { currentDatabase, sql } from '../../src/database.ts'
import { ada, auth, gate, outbox, serveAccounts, User } from '../auth/accounts-application.ts'
import type { Browser } from '../auth/browser.ts'
import type { Gate } from '../auth/gate.ts'
import { gate as providersGate, serveOAuth } from '../auth/oauth-application.ts'
import { gate as passkeysGate, servePasskeys } from '../auth/passkeys-application.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

/** The body of a request may arrive minutes after the headers, by which its user was recognized. */
forEachDialect('a request that goes on after its user has changed', (open) => {
  const start = async () => serveAccounts(await open.url(), { store: 'database' })

  it('gets no token for a user who was deleted', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)
    const user = await User.where('email', ada.email).firstOrFail()

    const answer = await during(browser, '/settings/slow/token', async () => {
      await user.delete()
    })

    assert.equal(answer.status, 401)
    assert.deepEqual(await auth.tokens.list(user), [])
  })

  it('gets no token after the owner has reset the password', async () => {
    await using served = await start()
    const thief = served.browser()
    await thief.post('/login', ada)
    const user = await User.where('email', ada.email).firstOrFail()

    const answer = await during(thief, '/settings/slow/token', () => reset(served.browser()))

    assert.equal(answer.status, 401)
    assert.deepEqual(await auth.tokens.list(user), [])
  })

  it('changes no password after the owner has reset it', async () => {
    await using served = await start()
    const thief = served.browser()
    await thief.post('/login', ada)

    const answer = await during(thief, '/settings/slow/password', () => reset(served.browser()))

    assert.equal(answer.status, 401)
    const login = await served.browser().post('/login', { ...ada, password: 'my own password' })
    assert.equal(login.status, 303)
  })

  it('changes no password after the owner has ended its login', async () => {
    await using served = await start()
    const [owner, thief] = [served.browser(), served.browser()]
    await owner.post('/login', ada)
    await thief.post('/login', ada)

    const answer = await during(thief, '/settings/slow/password', async () => {
      await owner.post('/settings/logout-elsewhere')
    })

    assert.equal(answer.status, 401)
    assert.equal((await owner.get('/settings')).status, 200)
  })

  it('deletes nothing after the owner has reset the password', async () => {
    await using served = await start()
    const thief = served.browser()
    await thief.post('/login', ada)

    const answer = await during(thief, '/settings/slow/deletion', () => reset(served.browser()))

    assert.equal(answer.status, 401)
    assert.equal(await User.where('email', ada.email).count(), 1)
  })

  it('deletes nothing after its login has ended', async () => {
    await using served = await start()
    const [owner, thief] = [served.browser(), served.browser()]
    await owner.post('/login', ada)
    await thief.post('/login', ada)

    const answer = await during(thief, '/settings/slow/deletion', async () => {
      await owner.post('/settings/logout-elsewhere')
    })

    assert.equal(answer.status, 401)
    assert.equal(await User.where('email', ada.email).count(), 1)
  })

  it('deletes what it was to delete if nothing has changed', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)

    const answer = await during(browser, '/settings/slow/deletion', async () => {})

    assert.equal(answer.text, 'deleted')
    assert.equal(await User.where('email', ada.email).count(), 0)
  })

  it('brings no password back with a hash of another cost', async () => {
    await using served = await start()
    const { authentication } = auth['~parts']
    const before = await User.where('email', ada.email).firstOrFail()
    await reset(served.browser())

    await authentication.replaceHash(before, await hash.make(ada.password))

    assert.equal((await served.browser().post('/login', ada)).status, 422)
  })
})

forEachDialect('a request that takes a way to log in away after its login has ended', (open) => {
  it('takes no passkey away', async () => {
    await using served = await servePasskeys(await open.url())
    const browser = served.browser()
    await browser.post('/login', ada)

    const path = '/settings/passkeys/any/slow/remove'
    const answer = await during(browser, path, endLogins, passkeysGate)

    assert.equal(answer.status, 401)
  })

  it('disconnects no provider', async () => {
    await using served = await serveOAuth(await open.url())
    const browser = served.browser()
    await browser.post('/login', ada)

    const path = '/settings/identities/any/slow/remove'
    const answer = await during(browser, path, endLogins, providersGate)

    assert.equal(answer.status, 401)
  })
})

async function endLogins(): Promise<void> {
  await currentDatabase().query(sql`delete from tenon_logins`)
}

/** Does something while a request waits that was accepted before. */
async function during(
  browser: Browser,
  path: string,
  work: () => Promise<void>,
  held: Gate = gate,
) {
  held.close()
  const slow = browser.send('POST', path, { headers: { accept: 'application/json' } })
  await held.reached
  await work()
  held.open()
  return slow
}

async function reset(owner: Browser): Promise<void> {
  await owner.post('/forgot', { email: ada.email })
  await owner.post('/reset', { token: await outbox.takeToken(), password: 'my own password' })
}
