import assert from 'node:assert/strict'
import { it, mock } from 'node:test'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import {
  ada,
  codeOf,
  enroll,
  forgetSteps,
  outbox,
  serveSecondFactor,
  User,
} from '../auth/second-factor-application.ts'
import type { Browser } from '../auth/browser.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const guarded = [
  '/settings',
  '/settings/verified',
  '/settings/confirmed',
  '/settings/logins',
  '/settings/factor',
]

forEachDialect('somebody who has the password and not the second factor', (open) => {
  for (const store of ['cookie', 'database'] as const) {
    const start = async () => serveSecondFactor(await open.url(), { store })

    it(`is a guest on every page, however the login began (${store})`, async () => {
      await using served = await start()
      await enroll(served.browser())

      for (const begin of [byPassword, byLink, byApplication]) {
        const browser = served.browser()
        const begun = await begin(browser)

        assert.equal(begun.location, '/second-factor', begin.name)
        assert.deepEqual((await browser.get('/')).json(), { user: null }, begin.name)
        for (const path of guarded) {
          assert.equal((await browser.get(path)).location, '/second-factor', path)
        }
        const program = await browser.get('/settings', { headers: { accept: 'application/json' } })
        assert.equal(program.status, 401, begin.name)
      }
    })

    it(`finds nothing that the user has left in the session (${store})`, async () => {
      await using served = await start()
      const browser = served.browser()
      await enroll(browser)
      await browser.post('/cart')

      const before = (await browser.get('/cart')).json()
      const again = await browser.post('/enter/1')

      assert.deepEqual(before, { cart: 'a book' })
      assert.equal(again.location, '/second-factor')
      assert.deepEqual((await browser.get('/cart')).json(), {})
      assert.equal((await browser.get('/second-factor')).text, 'true')
    })

    it(`cannot turn it off, or set another one up (${store})`, async () => {
      await using served = await start()
      const { secret } = await enroll(served.browser())
      const browser = served.browser({ accept: 'application/json' })
      await browser.post('/login', ada)

      const answers = [
        await browser.post('/settings/factor/disable'),
        await browser.post('/settings/factor'),
        await browser.post('/settings/factor/codes'),
        await browser.post('/settings/factor/confirm', { code: codeOf(secret) }),
      ]

      assert.deepEqual(
        answers.map(({ status }) => status),
        [401, 401, 401, 401],
      )
    })
  }

  const start = async () => serveSecondFactor(await open.url(), { store: 'database' })

  it('cannot use a code a second time, nor an older one', async () => {
    await using served = await start()
    const { secret } = await enroll(served.browser())
    const [now, next] = [codeOf(secret), codeOf(secret, 1)]

    const answers = [
      await give(await half(), next),
      await give(await half(), next),
      await give(await half(), now),
    ]

    assert.deepEqual(answers, [303, 422, 422])
    async function half() {
      const browser = served.browser()
      await browser.post('/login', ada)
      return browser
    }
  })

  it('gets in once with one code that comes four times at once', async () => {
    await using served = await start()
    const { secret } = await enroll(served.browser())
    const browser = served.browser()
    await browser.post('/login', ada)

    const code = codeOf(secret)
    const statuses = await Promise.all(Array.from({ length: 4 }, () => give(browser.copy(), code)))

    assert.equal(statuses.filter((status) => status === 303).length, 1)
  })

  it('cannot use a recovery code a second time', async () => {
    await using served = await start()
    const { codes } = await enroll(served.browser())
    const [one, two] = [served.browser(), served.browser()]
    for (const browser of [one, two]) await browser.post('/login', ada)

    const code = codes[0] ?? ''
    const statuses = [await give(one, code), await give(two, code)]

    assert.deepEqual(statuses, [303, 422])
  })

  it('may guess five times', async () => {
    await using served = await start()
    const { secret } = await enroll(served.browser())
    const browser = served.browser()
    await browser.post('/login', ada)

    const wrong = []
    for (let i = 0; i < 6; i++) wrong.push((await give(browser, '000000')) === 422)
    const right = await browser.post('/second-factor', { code: codeOf(secret) })

    assert.deepEqual([wrong.includes(false), right.status], [false, 422])
    assert.match(right.text, /Too many attempts/)
  })

  it('is not let in by a browser that was remembered before', async () => {
    await using served = await start()
    const old = served.browser()
    await old.post('/login', { ...ada, remember: 'on' })
    const stolen = old.copy()

    await enroll(served.browser())
    stolen.cookies.delete('session')

    assert.equal((await stolen.get('/settings')).status, 302)
    assert.equal((await old.get('/settings')).status, 302)
  })

  it('is nobody after a logout, after a new password, or once the user is blocked', async () => {
    await using served = await start()
    const { codes } = await enroll(served.browser())
    const [logout, changed, blocked] = [served.browser(), served.browser(), served.browser()]
    for (const browser of [logout, changed, blocked]) await browser.post('/login', ada)
    await logout.post('/logout')

    const statuses = [await give(logout, codes[0] ?? '')]
    await User.where('email', ada.email).update({ blocked: true })
    statuses.push(await give(blocked, codes[0] ?? ''))
    await User.where('email', ada.email).update({ blocked: false, password: 'another hash' })
    statuses.push(await give(changed, codes[0] ?? ''))

    assert.deepEqual(statuses, [401, 401, 401])
  })

  it('has ten minutes', async () => {
    await using served = await start()
    const { codes } = await enroll(served.browser())
    const browser = served.browser()
    await browser.post('/login', ada)

    mock.timers.enable({ apis: ['Date'], now: Date.now() + 11 * 60_000 })
    const status = await give(browser, codes[0] ?? '')
    mock.timers.reset()

    assert.equal(status, 401)
  })

  it('finds no secret and no recovery code in the database', async () => {
    await using served = await start()
    const { secret, codes } = await enroll(served.browser())

    const rows = [
      ...(await currentDatabase().query(sql`select * from tenon_authenticators`)),
      ...(await currentDatabase().query(sql`select * from tenon_recovery_codes`)),
    ]

    const text = JSON.stringify(rows)
    assert.equal(rows.length, 11)
    for (const hidden of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
      assert.equal(text.includes(hidden), false, hidden)
    }
  })

  it('cannot copy a secret of theirs into the row of another user', async () => {
    await using served = await start()
    const { secret } = await enroll(served.browser())
    const mallory = await User.create({ email: 'm@example.com', password: '', verified_at: null })
    await currentDatabase().query(
      sql`update tenon_authenticators set user_key = ${String(mallory.id)}`,
    )
    await forgetSteps()
    const browser = served.browser()
    await browser.post(`/enter/${mallory.id}`)

    assert.equal(await give(browser, codeOf(secret)), 422)
  })
})

async function byPassword(browser: Browser) {
  return browser.post('/login', { ...ada, remember: 'on' })
}

async function byLink(browser: Browser) {
  await browser.post('/link', { email: ada.email })
  return browser.post('/link/login', { token: await outbox.takeToken() })
}

async function byApplication(browser: Browser) {
  const { id } = await User.where('email', ada.email).firstOrFail()
  return browser.post(`/enter/${id}`)
}

async function give(browser: Browser, code: string): Promise<number> {
  return (await browser.post('/second-factor', { code })).status
}
