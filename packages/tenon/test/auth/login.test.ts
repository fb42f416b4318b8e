import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accounts, hash } from '../../src/auth.ts'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { c, Model, reveal } from '../../src/models.ts'
import { sql } from '../../src/database.ts'
import { get, group, handler, json, routes } from '../../src/index.ts'
import { entityOf } from '../../src/data/records/entity.ts'
import { findEnded } from '../../src/identity/accounts/ended-logins.ts'
import { createRouter } from '../../src/web/routing/router.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { ada, auth, bob, serveAccounts, User } from './accounts-application.ts'

const stores = ['cookie', 'database', 'store'] as const

forEachDialect('accounts', (open) => {
  for (const store of stores) {
    const start = async () => serveAccounts(await open.url(), { store })

    it(`log users in and out, with the session in: ${store}`, async () => {
      await using served = await start()
      const browser = served.browser()

      const answer = await browser.post('/login', ada)
      const inside = await browser.get('/settings')
      const out = await browser.post('/logout')

      assert.deepEqual([answer.status, answer.location], [303, '/'])
      assert.deepEqual(inside.json(), { email: ada.email })
      assert.equal(out.location, '/login')
      assert.deepEqual([...browser.cookies.keys()], ['device-users'])
      assert.equal((await browser.get('/settings')).location, '/login')
      assert.deepEqual((await browser.get('/')).json(), { user: null })
    })

    it(`end other logins with another password, with the session in: ${store}`, async () => {
      await using served = await start()
      const [here, elsewhere] = [served.browser(), served.browser()]
      await here.post('/login', ada)
      await elsewhere.post('/login', ada)

      await here.post('/settings/password', { password: 'another long one' })

      assert.equal((await here.get('/settings')).status, 200)
      assert.equal((await elsewhere.get('/settings')).status, 302)
      assert.equal((await elsewhere.post('/login', ada)).status, 422)
    })

    it(`end the logins in all other browsers, with the session in: ${store}`, async () => {
      await using served = await start()
      const browsers = [served.browser(), served.browser(), served.browser()] as const
      const stranger = served.browser()
      for (const browser of browsers) await browser.post('/login', ada)
      await stranger.post('/login', bob)

      const answer = await browsers[0].post('/settings/logout-elsewhere')

      const after = await Promise.all([...browsers, stranger].map((each) => each.get('/settings')))
      assert.equal(answer.text, '2')
      assert.deepEqual(
        after.map(({ status }) => status),
        [200, 302, 302, 200],
      )
    })

    it(`keep a guest's session at login, and nothing of it for the next user: ${store}`, async () => {
      await using served = await start()
      const browser = served.browser()
      await browser.post('/cart')

      await browser.post('/login', ada)
      const kept = await browser.get('/cart')
      await browser.post('/again', bob)

      assert.deepEqual(kept.json(), { cart: 'a book' })
      assert.deepEqual((await browser.get('/cart')).json(), {})
      assert.deepEqual((await browser.get('/settings')).json(), { email: bob.email })
    })

    it(`forget the session of a login that was ended elsewhere, with the session in: ${store}`, async () => {
      await using served = await start()
      const [here, elsewhere] = [served.browser(), served.browser()]
      await here.post('/login', ada)
      await elsewhere.post('/login', ada)
      await elsewhere.post('/cart')

      await here.post('/settings/logout-elsewhere')
      await elsewhere.get('/settings')

      assert.deepEqual((await elsewhere.get('/cart')).json(), {})
    })
  }

  const start = async () => serveAccounts(await open.url(), { store: 'database' })

  it('last from the login, however old the session was before', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/cart')
    const database = currentDatabase()
    await database.query(sql`update tenon_sessions set created_at = created_at - 500000000`)

    await browser.post('/login', ada)

    const [row] = await database.query<{ created_at: unknown }>(
      sql`select created_at from tenon_sessions`,
    )
    assert.ok(Date.now() - Number(row?.created_at) < 60_000)
    assert.deepEqual((await browser.get('/cart')).json(), { cart: 'a book' })
  })

  it('send guests to the login page and back to where they wanted to go', async () => {
    await using served = await start()
    const browser = served.browser()

    const refused = await browser.get('/settings/verified?tab=1')
    const answer = await browser.post('/login', ada)
    await browser.post('/logout')
    const next = await browser.post('/login', ada)

    assert.deepEqual([refused.status, refused.location], [302, '/login'])
    assert.equal(answer.location, '/settings/verified?tab=1')
    assert.equal(next.location, '/')
  })

  it('come back to the page of a form that was sent after the login had ended', async () => {
    await using served = await start()
    const browser = served.browser({ referer: `${served.origin}/settings?tab=2` })

    const refused = await browser.post('/settings')
    const answer = await browser.post('/login', ada)

    assert.deepEqual([refused.status, refused.location], [303, '/login'])
    assert.equal(answer.location, '/settings?tab=2')
  })

  it('answer programs with 401 and 403', async () => {
    await using served = await start()
    const program = served.program()

    const guest = await program.get('/settings')
    await program.send('POST', '/login', { json: ada })
    const answers = [
      await program.get('/login'),
      await program.get('/settings/verified'),
      await program.get('/settings/immediate'),
    ]

    assert.deepEqual([guest.status, guest.json()], [401, { message: 'Log in first' }])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 403, 403],
    )
  })

  it('send users away from pages for guests', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)

    assert.equal((await browser.get('/login')).location, '/')
  })

  it('ask for the verification of the address', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)

    const before = await browser.get('/settings/verified')
    await User.where('email', ada.email).update({ verified_at: new Date() })
    const after = await browser.get('/settings/verified')

    assert.deepEqual([before.location, after.status], ['/verify-email', 200])
  })

  it('ask for the password again, and come back', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)

    const fresh = await browser.get('/settings/danger')
    const stale = await browser.get('/settings/immediate')
    const before = new Map(browser.cookies)
    const wrong = await browser.send('POST', '/settings/confirm', {
      json: { password: 'guessed' },
      headers: { accept: 'application/json' },
    })
    const right = await browser.post('/settings/confirm', { password: ada.password })

    assert.deepEqual([fresh.status, stale.location], [200, '/confirm-password'])
    assert.deepEqual(wrong.json(), {
      message: 'The given data was invalid',
      errors: { password: 'The login or the password is wrong' },
    })
    assert.equal(right.location, '/settings/immediate')
    assert.notDeepEqual(browser.cookies, before)
  })

  it('log out users who are blocked or deleted', async () => {
    await using served = await start()
    const [adas, bobs] = [served.browser(), served.browser()]
    await adas.post('/login', ada)
    await bobs.post('/login', bob)

    await User.where('email', ada.email).update({ blocked: true })
    await User.where('email', bob.email).delete()

    assert.equal((await adas.get('/settings')).status, 302)
    assert.equal((await bobs.get('/settings')).status, 302)
    assert.equal((await adas.post('/login', ada)).status, 422)
  })

  it('say of several logins at once which have ended, also because of their users', async () => {
    await using served = await start()
    const browsers = [served.browser(), served.browser(), served.browser()] as const
    await browsers[0].post('/login', ada)
    await browsers[1].post('/login', bob)
    const changed = await User.create({ email: 'cleo@example.com', password: 'a hash' })
    await browsers[2].post(`/enter/${changed.id}`)
    const rows = await currentDatabase().query<{ id: string; user_key: string }>(
      sql`select id, user_key from tenon_logins`,
    )
    const logins = rows.map(({ id }) => ({ account: 'users', id }))
    const ended = async () => {
      const ids = await findEnded([entityOf(User)], [...logins, { account: 'users', id: 'none' }])
      return [...ids].map((id) => rows.find((row) => row.id === id)?.user_key ?? id)
    }

    const before = await ended()
    await User.where('email', ada.email).update({ blocked: true })
    await User.where('email', changed.email).update({ password: 'another hash' })
    const after = await ended()
    await User.where('email', bob.email).delete()

    assert.deepEqual(before, ['none'])
    assert.deepEqual(after.toSorted(), ['1', '3', 'none'])
    assert.deepEqual((await ended()).toSorted(), ['1', '2', '3', 'none'])
  })

  it('replace a hash of another cost at the next login, and keep the other logins', async () => {
    await using served = await start()
    const [here, elsewhere] = [served.browser(), served.browser()]
    const old =
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    await User.where('email', ada.email).update({ password: old })
    const { id } = await User.where('email', ada.email).firstOrFail()
    await elsewhere.post(`/enter/${id}`)

    await here.post('/login', { email: ada.email, password: 'password' })

    const user = await User.findOrFail(id)
    assert.equal(hash.needsRehash(reveal(user.password)), false)
    assert.equal((await here.get('/settings')).status, 200)
    assert.equal((await elsewhere.get('/settings')).status, 200)
  })

  it('take the login in upper or lower case, and a JSON body', async () => {
    await using served = await start()
    const program = served.program()

    const answer = await program.send('POST', '/login', {
      json: { ...ada, email: 'ADA@example.com' },
    })

    assert.equal(answer.status, 303)
    assert.equal((await program.get('/settings')).status, 200)
  })
})

describe('a handler that binds the user without a login', () => {
  it('does not compile and does not boot', () => {
    const show = handler({ user: auth.user }).run(({ user }) => json({ email: user.email }))
    const web = routes([
      // @ts-expect-error: The handler of "/settings" binds {user}, but no middleware before it provides it
      get('/settings', show),
    ])

    assert.throws(() => createRouter(web), {
      code: 'E_BINDING_PROVIDED',
      message: /binds \{user\}.* Nothing requires a login: add auth\.required/,
    })
  })

  it('compiles behind each middleware that lets only users through', () => {
    const show = handler({ user: auth.user }).run(({ user }) => json({ email: user.email }))

    createRouter(
      routes([
        get('/a', show).middleware(auth.required),
        get('/b', show).middleware(auth.verified),
        group('/c', [get('/', show)]).middleware(auth.confirmed('1h')),
      ]),
    )
  })
})

describe('accounts()', () => {
  it('refuses a password that would be sent with every record', () => {
    const Open = Model('users', { id: c.id(), email: c.text().unique(), password: c.text() })

    assert.throws(() => accounts(Open, { login: 'email', password: 'password' }), {
      code: 'E_ACCOUNTS',
      message: /would be sent with every record/,
    })
  })

  it('refuses a login that does not identify one user', () => {
    const Named = Model('users', { id: c.id(), name: c.text(), password: c.text().hidden() })

    assert.throws(() => accounts(Named, { login: 'name', password: 'password' }), {
      code: 'E_COLUMN_NOT_UNIQUE',
    })
  })

  it('refuses pages of other sites, and limits that let nothing through', () => {
    const columns = { login: 'email', password: 'password' } as const

    assert.throws(() => accounts(User, { ...columns, paths: { login: '//evil.example' } }), {
      code: 'E_ACCOUNTS',
    })
    assert.throws(
      () => accounts(User, { ...columns, attempts: { account: { limit: 0, per: '1m' } } }),
      { code: 'E_ACCOUNTS' },
    )
  })

  it('refuses to ask for verified addresses without the column that says so', () => {
    const plain = accounts(User, { login: 'email', password: 'password' })

    assert.throws(() => plain.verified, { code: 'E_ACCOUNTS', message: /verifiedAt/ })
  })

  it('takes columns of the right types only', () => {
    // @ts-expect-error: the login is text
    void (() => accounts(User, { login: 'id', password: 'password' }))
    // @ts-expect-error: the password is text
    void (() => accounts(User, { login: 'email', password: 'blocked' }))
  })
})
