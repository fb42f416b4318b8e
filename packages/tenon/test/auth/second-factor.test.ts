import assert from 'node:assert/strict'
import { it } from 'node:test'
import { URI } from 'otpauth'
import { accounts } from '../../src/auth.ts'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import type { Browser } from './browser.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import {
  ada,
  codeOf,
  enroll,
  readTexts,
  serveSecondFactor,
  User,
} from './second-factor-application.ts'

forEachDialect('a second factor', (open) => {
  const start = async () => serveSecondFactor(await open.url(), { store: 'database' })

  it('is set up with a secret for an app, as text, URI and QR code', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)

    const {
      secret,
      uri = '',
      svg = '',
    } = readTexts((await browser.post('/settings/factor')).json())

    const read = URI.parse(uri)
    assert.deepEqual(
      [read.issuer, read.label, read.secret.base32],
      ['Todo & Co', ada.email, secret],
    )
    assert.match(svg, /^<svg [^>]*viewBox/)
  })

  it('takes effect with its first code, which gives ten recovery codes', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)
    const { secret = '' } = readTexts((await browser.post('/settings/factor')).json())

    const before = (await browser.get('/settings/factor')).json()
    const wrong = await browser.send('POST', '/settings/factor/confirm', {
      json: { code: '000000' },
      headers: { accept: 'application/json' },
    })
    const right = await browser.post('/settings/factor/confirm', { code: codeOf(secret) })
    const after = (await browser.get('/settings/factor')).json()

    assert.deepEqual(before, { isEnabled: false, recoveryCodes: 0 })
    assert.deepEqual(Object(wrong.json()).errors, { code: 'The code is wrong' })
    assert.equal(new Set(right.json() as string[]).size, 10)
    assert.deepEqual(after, { isEnabled: true, recoveryCodes: 10 })
  })

  it('keeps the proposed secret of a login, and gives another login another one', async () => {
    await using served = await start()
    const [here, elsewhere] = [served.browser(), served.browser()]
    await here.post('/login', ada)
    await elsewhere.post('/login', ada)
    const propose = async (browser: Browser) =>
      readTexts((await browser.post('/settings/factor')).json())['secret'] ?? ''

    const [first, again] = [await propose(here), await propose(here)]
    const other = await propose(elsewhere)
    const stolen = await here.post('/settings/factor/confirm', { code: codeOf(other) })
    const own = await elsewhere.post('/settings/factor/confirm', { code: codeOf(other) })

    assert.equal(again, first)
    assert.notEqual(other, first)
    assert.deepEqual([stolen.status, own.status], [422, 200])
  })

  it('proposes another secret once the password is confirmed: a copied cookie may have seen the first', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)
    const thief = browser.copy()
    const propose = async (by: Browser) =>
      readTexts((await by.post('/settings/factor')).json())['secret'] ?? ''
    const seen = await propose(thief)

    await browser.post('/settings/confirm', { password: ada.password })
    const own = await propose(browser)
    const old = await browser.post('/settings/factor/confirm', { code: codeOf(seen) })
    const late = await thief.get('/')

    assert.notEqual(own, seen)
    assert.equal(old.status, 422)
    assert.deepEqual(late.json(), { user: null })
  })

  for (const store of ['cookie', 'database', 'store'] as const) {
    it(`leaves the login alone if a request with the old cookie is answered last: ${store}`, async () => {
      await using served = await serveSecondFactor(await open.url(), { store })
      const browser = served.browser()
      await browser.post('/login', { ...ada, remember: 'on' })
      const tab = browser.copy()

      await browser.post('/settings/confirm', { password: ada.password })
      const page = await tab.get('/settings')
      const start = await tab.get('/')
      await tab.post('/login', ada)

      assert.equal(page.status, 302)
      assert.doesNotMatch([...page.cookies, ...start.cookies].join(), /session=|remember/)
      assert.deepEqual(start.json(), { user: null })
      assert.deepEqual((await tab.get('/')).json(), { user: ada.email })
      assert.deepEqual((await browser.get('/')).json(), { user: ada.email })
    })
  }

  it('is asked for after the password, and then leads where the browser wanted to go', async () => {
    await using served = await start()
    const { secret } = await enroll(served.browser())
    const browser = served.browser()
    await browser.get('/settings/logins')

    const password = await browser.post('/login', ada)
    const asked = await browser.get('/second-factor')
    const factor = await browser.post('/second-factor', { code: codeOf(secret) })

    assert.deepEqual([password.location, asked.json()], ['/second-factor', true])
    assert.equal(factor.location, '/settings/logins')
    assert.equal((await browser.get('/settings')).status, 200)
    assert.deepEqual(
      served.events
        .slice(-2)
        .map(({ event, fields }) => [event, fields['proof'], fields['factor']]),
      [
        ['login.pending', 'password', undefined],
        ['login.succeeded', 'password', 'totp'],
      ],
    )
  })

  it('takes a recovery code instead, typed with or without hyphens', async () => {
    await using served = await start()
    const { codes } = await enroll(served.browser())
    const browser = served.browser()
    await browser.post('/login', ada)

    const code = codes[3]?.replaceAll('-', ' ').toUpperCase() ?? ''
    const factor = await browser.post('/second-factor', { code })

    assert.equal(factor.status, 303)
    assert.deepEqual((await browser.get('/settings/factor')).json(), {
      isEnabled: true,
      recoveryCodes: 9,
    })
  })

  it('ends all other logins when it is turned on', async () => {
    await using served = await start()
    const [here, elsewhere] = [served.browser(), served.browser()]
    await elsewhere.post('/login', { ...ada, remember: 'on' })

    await enroll(here)

    assert.equal((await here.get('/settings')).status, 200)
    assert.equal((await elsewhere.get('/settings')).status, 302)
  })

  it('keeps the one that works while another is set up', async () => {
    await using served = await start()
    const browser = served.browser()
    const { secret } = await enroll(browser)
    await browser.post('/settings/factor')

    const other = served.browser()
    await other.post('/login', ada)

    assert.equal((await other.post('/second-factor', { code: codeOf(secret) })).status, 303)
  })

  it('remembers a browser that has given it', async () => {
    await using served = await start()
    const { secret } = await enroll(served.browser())
    const browser = served.browser()
    await browser.post('/login', { ...ada, remember: 'on' })
    const isRemembered = () => [...browser.cookies.keys()].some((name) => /remember/.test(name))

    const before = isRemembered()
    await browser.post('/second-factor', { code: codeOf(secret) })
    browser.cookies.delete('session')

    assert.deepEqual([before, isRemembered()], [false, true])
    assert.equal((await browser.get('/settings')).status, 200)
  })

  it('is turned off after a recent proof of identity only, and so are new recovery codes', async () => {
    await using served = await start()
    const browser = served.browser({ accept: 'application/json' })
    await enroll(browser)
    const changes = ['/settings/factor/codes', '/settings/factor', '/settings/factor/disable']
    const change = async () => {
      const statuses = []
      for (const path of changes) statuses.push((await browser.post(path)).status)
      return statuses
    }
    await currentDatabase().query(sql`update tenon_logins set confirmed_at = 0`)

    const stale = await change()
    await browser.post('/settings/confirm', { password: ada.password })
    const recent = await change()

    assert.deepEqual(stale, [403, 403, 403])
    assert.deepEqual(recent, [200, 200, 200])
    const other = served.browser()
    assert.equal((await other.post('/login', ada)).location, '/')
  })
})

forEachDialect('accounts() without a second factor', () => {
  it('says how to turn it on', () => {
    const plain = accounts(User, { login: 'email', password: 'password' })

    assert.throws(() => plain.secondFactor, { code: 'E_ACCOUNTS', message: /secondFactor/ })
  })
})
