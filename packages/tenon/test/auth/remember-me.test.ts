import assert from 'node:assert/strict'
import { it } from 'node:test'
import { seal } from '../../src/base/keys/keys.ts'
import { sql } from '../../src/database.ts'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { ada, bob, serveAccounts, User } from './accounts-application.ts'
import type { Browser } from './browser.ts'

const remembered = { ...ada, remember: 'on' }
const name = 'remember-users'

/** The browser was closed, or its session has expired. */
function endSession(browser: Browser): Browser {
  browser.cookies.delete('session')
  return browser
}

/** Lets the time pass in which an old token counts as sent at the same time. */
async function passGrace(): Promise<void> {
  await currentDatabase().query(sql`update tenon_logins set rotated_at = rotated_at - 60000`)
}

forEachDialect('a remembered browser', (open) => {
  const start = async () => serveAccounts(await open.url(), { store: 'database' })

  it('stays logged in after its session has ended, with another token', async () => {
    await using served = await start()
    const browser = served.browser()
    const answer = await browser.post('/login', remembered)
    const first = browser.cookies.get(name)

    const next = await endSession(browser).get('/settings')

    assert.match(
      answer.cookies.find((cookie) => cookie.startsWith(name)) ?? '',
      /; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    assert.equal(next.status, 200)
    assert.notEqual(browser.cookies.get(name), first)
    assert.equal((await endSession(browser).get('/settings')).status, 200)
  })

  it('is a new one if an earlier version has sealed its cookies in another form', async () => {
    await using served = await start()
    const forms = ['an id', 7, ['a'], {}, { id: 'an id' }, { id: 1, logins: 'a', token: 2 }]

    for (const form of forms) {
      const browser = served.browser()
      browser.cookies.set('device-users', seal('cookie device-users', form))
      browser.cookies.set(name, seal(`cookie ${name}`, form))
      const stranger = await browser.get('/settings')
      const login = await browser.post('/login', remembered)
      const again = await endSession(browser).get('/settings')

      const statuses = [stranger.status, login.status, again.status]
      assert.deepEqual(statuses, [302, 303, 200], JSON.stringify(form))
    }
  })

  it('is remembered only if asked for', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)

    assert.equal((await endSession(browser).get('/settings')).status, 302)
  })

  it('is logged out for good when a stolen token was used, on both sides', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', remembered)
    const thief = endSession(browser.copy())

    await endSession(browser).get('/settings')
    await passGrace()
    const stolen = await thief.get('/settings')

    assert.equal(stolen.status, 302)
    assert.equal((await browser.get('/settings')).status, 302)
    assert.equal((await endSession(browser).get('/settings')).status, 302)
    assert.equal(served.events.at(-1)?.event, 'login.stolen')
  })

  it('is logged out when the thief came first', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', remembered)
    const thief = endSession(browser.copy())

    const stolen = await thief.get('/settings')
    await passGrace()
    const own = await endSession(browser).get('/settings')

    assert.equal(stolen.status, 200)
    assert.equal(own.status, 302)
    assert.equal((await thief.get('/settings')).status, 302)
  })

  it('may restore several tabs at once', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', remembered)
    endSession(browser)

    const tabs = await Promise.all([1, 2, 3, 4].map(() => browser.copy().get('/settings')))

    assert.deepEqual(
      tabs.map(({ status }) => status),
      [200, 200, 200, 200],
    )
  })

  it('is not remembered after a logout, another password, or a token that somebody made up', async () => {
    await using served = await start()
    const [here, elsewhere] = [served.browser(), served.browser()]
    await here.post('/login', remembered)
    await elsewhere.post('/login', remembered)
    const kept = elsewhere.copy()

    await here.post('/settings/password', { password: 'another long one' })
    const other = await endSession(elsewhere).get('/settings')
    const before = here.copy()
    await endSession(here).post('/logout')
    const own = await endSession(before).get('/settings')
    kept.cookies.set(name, 'bWFkZSB1cA')

    assert.deepEqual([other.status, own.status], [302, 302])
    assert.equal((await endSession(kept).get('/settings')).status, 302)
  })

  it('gets another token with another password, and with the end of all other logins', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', remembered)
    const before = endSession(browser.copy())

    await browser.post('/settings/logout-elsewhere')
    const between = endSession(browser.copy())
    const first = await before.get('/settings')
    await browser.post('/login', remembered)
    const early = endSession(browser.copy())
    await browser.post('/settings/password', { password: 'another long one' })
    const own = await browser.copy().get('/settings')
    const second = await early.get('/settings')

    assert.deepEqual([first.status, own.status, second.status], [302, 200, 302])
    assert.notEqual(between.cookies.get(name), before.cookies.get(name))
  })

  it('forgets the token when another user logs in without being remembered', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', remembered)

    await browser.post('/again', bob)

    assert.equal(browser.cookies.has(name), false)
    assert.equal((await endSession(browser).get('/settings')).status, 302)
  })

  it('has a cookie that only our host can set, over https', async () => {
    await using served = await start()
    const browser = served.browser({ 'x-forwarded-proto': 'https' })

    const answer = await browser.post('/login', remembered)

    const names = answer.cookies.map((cookie) => cookie.slice(0, cookie.indexOf('='))).toSorted()
    assert.deepEqual(names, ['__Host-device-users', '__Host-remember-users', '__Host-session'])
    assert.ok(answer.cookies.every((cookie) => /; Secure/.test(cookie)))
  })

  it('keeps only digests in the database', async () => {
    await using served = await start()
    await served.browser().post('/login', remembered)

    const rows = await currentDatabase().query<{ remember_digest: string }>(
      sql`select * from tenon_logins`,
    )

    assert.equal(rows.length, 1)
    assert.match(rows[0]?.remember_digest ?? '', /^[\w-]{43}$/)
  })
})

forEachDialect('the list of logins', (open) => {
  const start = async () => serveAccounts(await open.url())

  it('has each browser with its device and last use, and ends them one by one', async () => {
    await using served = await start()
    const here = served.browser({ 'user-agent': 'Here\xe9' })
    const elsewhere = served.browser({
      'user-agent': 'Elsewhere',
      'x-forwarded-for': '203.0.113.7',
    })
    await elsewhere.post('/login', ada)
    await here.post('/login', ada)
    await served.browser().post('/login', bob)

    const listed = (await here.get('/settings/logins')).json() as readonly Listed[]
    const other = listed.find(({ isCurrent }) => !isCurrent)
    const ended = await here.send('DELETE', `/settings/logins/${other?.id}`)

    assert.deepEqual(
      listed.map(({ device, ip, isCurrent }) => ({ device, ip, isCurrent })),
      [
        { device: 'Here\\u00e9', ip: '127.0.0.1', isCurrent: true },
        { device: 'Elsewhere', ip: '203.0.113.7', isCurrent: false },
      ],
    )
    assert.ok(Date.now() - Date.parse(other?.usedAt ?? '') < 60_000)
    assert.equal(ended.text, 'true')
    assert.equal((await elsewhere.get('/settings')).status, 302)
    assert.equal((await here.get('/settings')).status, 200)
  })

  it('does not end the login of another user', async () => {
    await using served = await start()
    const [adas, bobs] = [served.browser(), served.browser()]
    await adas.post('/login', ada)
    await bobs.post('/login', bob)
    const [login] = (await bobs.get('/settings/logins')).json() as readonly Listed[]

    const answer = await adas.send('DELETE', `/settings/logins/${login?.id}`)

    assert.equal(answer.text, 'false')
    assert.equal((await bobs.get('/settings')).status, 200)
  })

  it('leaves out logins whose sessions have expired', async () => {
    await using served = await serveAccounts(await open.url(), { idle: '1h' })
    const [here, elsewhere] = [served.browser(), served.browser()]
    await elsewhere.post('/login', ada)
    const anHourAgo = Date.now() - 1
    await currentDatabase().query(sql`update tenon_logins set expires_at = ${anHourAgo}`)
    await here.post('/login', ada)

    const listed = (await here.get('/settings/logins')).json() as readonly Listed[]

    assert.equal(listed.length, 1)
    assert.equal((await elsewhere.get('/settings')).status, 302)
  })

  it('ends with the records of their user', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)

    await User.where('email', ada.email).delete()

    assert.equal((await browser.get('/settings/logins')).status, 302)
  })
})

interface Listed {
  readonly id: string
  readonly device: string
  readonly ip: string
  readonly usedAt: string
  readonly isCurrent: boolean
}
