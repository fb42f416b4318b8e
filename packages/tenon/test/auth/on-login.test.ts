import assert from 'node:assert/strict'
import { it } from 'node:test'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { handler, post, routes } from '../../src/index.ts'
import { session } from '../../src/session.ts'
import { PasswordForm } from './account-routes.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import {
  ada,
  auth,
  codeOf,
  completed,
  enroll,
  forgetSteps,
  notices,
  outbox,
  serveSecondFactor,
  User,
} from './second-factor-application.ts'

forEachDialect('onLogin of accounts()', (open) => {
  const start = async () => serveSecondFactor(await open.url(), { store: 'database' })

  it('is called once for each login, after the second factor', async () => {
    await using served = await start()
    const { secret } = await enroll(served.browser())
    await forgetSteps()
    const browser = served.browser()

    await browser.post('/login', { ...ada, password: 'guessed' })
    await browser.post('/login', ada)
    const before = completed.length
    await browser.post('/second-factor', { code: codeOf(secret) })

    const logins = completed.map(({ user, proof, factor }) => [user.email, proof, factor])
    assert.equal(before, 1)
    assert.deepEqual(logins, [
      [ada.email, 'password', undefined],
      [ada.email, 'password', 'totp'],
    ])
  })

  it('is not called for a user who may not log in, and neither is the login stored', async () => {
    await using served = await start()
    const user = await User.where('email', ada.email).firstOrFail()
    await user.update({ blocked: true })

    const statuses = [
      (await served.browser().post(`/enter/${user.id}`)).status,
      (await served.browser().post('/login', ada)).status,
    ]

    assert.deepEqual(statuses, [403, 422])
    assert.deepEqual([completed.length, await auth.logins.endAll(user)], [0, 0])
  })

  it('leaves no login if it throws, and neither does a notice', async () => {
    await using served = await start()
    const user = await User.where('email', ada.email).firstOrFail()
    const refuse = () => Promise.reject(new Error('no'))
    for (const hooks of [completed, notices]) {
      hooks.before = refuse
      const browser = served.browser()

      const { status } = await browser.post('/login', ada)

      hooks.before = undefined
      const who = (await browser.get('/')).json()
      const message = hooks === completed ? 'onLogin' : 'notify'
      assert.deepEqual(
        [status, who, await auth.logins.endAll(user)],
        [500, { user: null }, 0],
        message,
      )
    }
  })

  it('may end the other logins of the user, so that there is one login at a time', async () => {
    await using served = await start()
    const [first, second] = [served.browser(), served.browser()]
    await first.post('/login', ada)
    completed.before = async ({ request }) => void (await auth.logins.endOthers(request))

    const { status } = await second.post('/login', { ...ada, remember: 'on' })

    completed.before = undefined
    const users = [(await first.get('/')).json(), (await second.get('/')).json()]
    assert.deepEqual([status, users], [303, [{ user: null }, { user: ada.email }]])
  })

  it('leaves a link by mail as it was if it throws, and each link logs in once', async () => {
    await using served = await start()
    const user = await User.where('email', ada.email).firstOrFail()
    await user.update({ verified_at: null })
    const browser = served.browser()
    await browser.post('/link', { email: ada.email })
    const token = await outbox.takeToken()
    const read = async () => {
      const { password, verified_at: verified } = await user.refresh()
      return { password, verified, logins: await auth.logins.endAll(user) }
    }
    const before = await read()
    // Also a statement that fails, after which PostgreSQL takes no other in the transaction.
    completed.before = async () => void (await User.create(ada))

    const refused = await browser.post('/link/login', { token })
    const after = await read()
    completed.before = undefined
    const both = await Promise.all([
      browser.post('/link/login', { token }),
      browser.post('/link/login', { token }),
    ])

    assert.deepEqual([refused.status, after], [409, before])
    assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([303, 422]))
    assert.equal(await auth.logins.endAll(user), 1)
  })

  it('leaves another user of the browser logged in if it throws, by whichever way', async () => {
    await using served = await serveSecondFactor(
      await open.url(),
      { store: 'database' },
      routes([
        post(
          '/attempt',
          handler({ form: PasswordForm }).run(async ({ form }, request) => {
            await auth.attempt(request, { login: ada.email, ...form, remember: true })
            return 'logged in'
          }),
        ),
      ]),
    )
    const user = await User.where('email', ada.email).firstOrFail()
    const grace = await User.create({ ...ada, email: 'grace@example.com' })
    const browser = served.browser()
    await browser.post(`/enter/${grace.id}`)
    await browser.post('/cart')
    await browser.post('/link', { email: ada.email })
    const token = await outbox.takeToken()
    const read = async () => ({
      who: (await browser.get('/')).json(),
      cart: (await browser.get('/cart')).json(),
      rows: await currentDatabase().query(
        sql`select digest, login from tenon_sessions order by digest`,
      ),
      logins: await currentDatabase().query(
        sql`select id, user_key, remember_digest from tenon_logins order by id`,
      ),
    })
    const before = await read()
    completed.before = () => Promise.reject(new Error('no'))

    const ways = [
      ['/link/login', { token }],
      [`/enter/${user.id}`, {}],
      ['/attempt', { password: ada.password }],
    ] as const
    for (const [path, sent] of ways) {
      const { status } = await browser.post(path, sent)
      assert.deepEqual([status, await read()], [500, before], path)
    }

    completed.before = undefined
    await browser.post('/link/login', { token })
    const after = await read()
    assert.deepEqual([after.who, after.cart], [{ user: ada.email }, {}])
    assert.deepEqual([after.rows.length, after.logins.length], [1, 1])
  })

  it('reads and changes a session that is as it was if it throws', async () => {
    await using served = await start()
    const user = await User.where('email', ada.email).firstOrFail()
    const grace = await User.create({ ...ada, email: 'grace@example.com' })
    const browser = served.browser()
    const seen: unknown[] = []
    const refuse: typeof completed.before = async ({ request }) => {
      const values = await session(request)
      seen.push(values.all())
      values.set('cart', 'taken over')
      throw new Error('no')
    }
    await browser.post('/cart')

    for (const path of [`/enter/${grace.id}`, `/enter/${user.id}`]) {
      completed.before = refuse
      await browser.post(path)
      completed.before = undefined
      seen.push((await browser.get('/cart')).json())
      await browser.post(`/enter/${grace.id}`)
    }

    const cart = { cart: 'a book' }
    assert.deepEqual(seen, [cart, cart, {}, cart])
  })

  it('says nothing of a login in a new browser if it throws, but of the next one', async () => {
    await using served = await start()
    await User.where('email', ada.email).update({ verified_at: new Date() })
    const browser = served.browser()
    completed.before = () => Promise.reject(new Error('no'))

    await browser.post('/login', ada)

    completed.before = undefined
    const told = notices.length
    await browser.post('/login', ada)
    assert.deepEqual([told, notices.map(({ change }) => change)], [0, ['login.new_browser']])
  })
})
