import assert from 'node:assert/strict'
import { it } from 'node:test'
import { z } from 'zod'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { body, get, handler, json, noContent, post, routes } from '../../src/index.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import {
  ada,
  auth,
  codeOf,
  completed,
  enroll,
  notices,
  serveSecondFactor,
  User,
} from './second-factor-application.ts'
import { programWith } from './tokens-application.ts'

const LoginRequest = body(
  z.object({ email: z.string(), password: z.string(), code: z.string().optional() }),
)

const api = routes([
  post(
    '/api/login',
    handler({ form: LoginRequest }).run(async ({ form }, request) => {
      const { email: login, password, code } = form
      const options = { name: 'Phone', abilities: [], expires: '90d' } as const
      const { user, token } = await auth.tokens.attempt(request, {
        login,
        password,
        code,
        ...options,
      })
      return json({ email: user.email, text: token.text })
    }),
  ),
  post('/api/logout', async (request) => {
    await auth.tokens.logout(request)
    return noContent()
  }).middleware(auth.token()),
  get(
    '/api/me',
    handler({ user: auth.user }).run(({ user }) => json({ email: user.email })),
  ).middleware(auth.token()),
  post('/api/nowhere', async (request) => {
    await auth.tokens.logout(request)
    return noContent()
  }),
])

forEachDialect('a login of a program', (open) => {
  const start = async () => {
    const served = await serveSecondFactor(await open.url(), {}, api)
    const user = await User.where('email', ada.email).firstOrFail()
    const program = served.program()
    const login = (sent: Readonly<Record<string, string>> = {}) =>
      program.send('POST', '/api/login', { json: { ...ada, ...sent } })
    const textOf = async (sent?: Readonly<Record<string, string>>) =>
      String(Object((await login(sent)).json()).text)
    return {
      served,
      user,
      program,
      login,
      textOf,
      [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
    }
  }

  it('gets a token, and neither a cookie nor a session nor another login', async () => {
    await using app = await start()

    const answer = await app.login()

    const { email, text } = Object(answer.json())
    const me = await programWith(app.served, text).get('/api/me')
    const [token] = await auth.tokens.list(app.user)
    assert.deepEqual([answer.status, email, answer.cookies], [200, ada.email, []])
    assert.deepEqual([me.status, me.cookies], [200, []])
    assert.equal(token?.name, 'Phone')
    assert.equal(await auth.logins.endAll(app.user), 0)
  })

  it('ends with its token, of which nobody is notified', async () => {
    await using app = await start()
    const [one, other] = [await app.textOf(), await app.textOf()]
    const program = programWith(app.served, one)
    notices.length = 0

    const out = await program.send('POST', '/api/logout')

    const again = await program.send('POST', '/api/logout')
    const kept = await programWith(app.served, other).get('/api/me')
    assert.deepEqual([out.status, again.status, kept.status], [204, 401, 200])
    assert.equal((await program.get('/api/me')).status, 401)
    assert.equal(notices.length, 0)
  })

  it('is ended only where a token is asked for', async () => {
    await using app = await start()
    const program = programWith(app.served, await app.textOf())

    assert.equal((await program.send('POST', '/api/nowhere')).status, 401)
    assert.equal((await program.get('/api/me')).status, 200)
  })

  it('is refused alike for an unknown user, a wrong password and a blocked user', async () => {
    await using app = await start()
    const wrong = await app.login({ password: 'guessed' })
    const unknown = await app.login({ email: 'nobody@example.com' })
    await app.user.update({ blocked: true })
    const blocked = await app.login()

    const errors = { email: 'The login or the password is wrong' }
    for (const answer of [wrong, unknown, blocked]) {
      const { status, cookies } = answer
      const title = JSON.stringify(answer.json())
      assert.deepEqual([status, Object(answer.json()).errors, cookies], [422, errors, []], title)
    }
    assert.deepEqual(await auth.tokens.list(app.user), [])
  })

  it('is throttled by account, together with logins in browsers', async () => {
    await using app = await start()
    for (const password of ['a', 'b', 'c']) await app.login({ password })
    const browser = app.served.browser()
    for (const password of ['d', 'e']) await browser.post('/login', { ...ada, password })

    const throttled = await app.login()

    assert.equal(throttled.status, 429)
    assert.match(throttled.headers.get('retry-after') ?? '', /^\d+$/)
    assert.ok(app.served.events.some(({ event }) => event === 'login.throttled'))
    assert.deepEqual(await auth.tokens.list(app.user), [])
  })

  it('needs the code of a second factor, and takes each once', async () => {
    await using app = await start()
    const { secret, codes } = await enroll(app.served.browser())
    const code = codeOf(secret)

    const answers = [
      await app.login(),
      await app.login({ code: '' }),
      await app.login({ code: '000000' }),
      await app.login({ code }),
      await app.login({ code }),
      await app.login({ code: codes[0] ?? '' }),
      await app.login({ code: codes[0] ?? '' }),
    ]

    const seen = answers.map((each) => [each.status, Object(each.json()).errors?.code])
    const needed = [422, 'Enter the code of your authenticator app']
    const wrong = [422, 'The code is wrong']
    const right = [200, undefined]
    assert.deepEqual(seen, [needed, needed, wrong, right, wrong, right, wrong])
    assert.deepEqual(
      answers.flatMap(({ cookies }) => cookies),
      [],
    )
    assert.equal((await auth.tokens.list(app.user)).length, 2)
  })

  it('asks for no code before the password is right', async () => {
    await using app = await start()
    await enroll(app.served.browser())

    const answer = await app.login({ password: 'guessed', code: '000000' })

    assert.deepEqual(Object.keys(Object(answer.json()).errors), ['email'])
  })

  it('is throttled while somebody guesses codes', async () => {
    await using app = await start()
    const { secret } = await enroll(app.served.browser())
    for (let guess = 0; guess < 5; guess++) await app.login({ code: `00000${guess}` })

    assert.equal((await app.login({ code: codeOf(secret) })).status, 429)
  })

  it('is told with its proof and its token, and calls onLogin', async () => {
    await using app = await start()
    const { secret } = await enroll(app.served.browser())
    const before = app.served.events.length
    completed.length = 0
    notices.length = 0

    await app.login({ code: codeOf(secret) })

    const told = app.served.events
      .slice(before)
      .map(({ event, fields }) => [event, fields['factor']])
    assert.deepEqual(told, [
      ['login.succeeded', 'totp'],
      ['token.issued', undefined],
    ])
    assert.deepEqual(
      completed.map(({ user, proof, factor }) => [user.email, proof, factor]),
      [[ada.email, 'password', 'totp']],
    )
    assert.deepEqual(
      notices.map(({ change, ip }) => [change, ip]),
      [['token.issued', '127.0.0.1']],
    )
  })

  it('gets no token if onLogin throws', async () => {
    await using app = await start()
    completed.before = () => Promise.reject(new Error('no'))

    const { status } = await app.login()

    completed.before = undefined
    assert.equal(status, 500)
    assert.deepEqual(await auth.tokens.list(app.user), [])
  })

  it('may end the logins of the user in browsers, and other tokens, in onLogin', async () => {
    await using app = await start()
    const grace = await User.create({ ...ada, email: 'grace@example.com' })
    const [browser, other] = [app.served.browser(), app.served.browser()]
    await browser.post('/login', ada)
    await other.post(`/enter/${grace.id}`)
    const former = await app.textOf()
    completed.before = async ({ request, user }) => {
      await auth.logins.endOthers(request)
      await auth.tokens.revokeAll(user)
    }

    const text = await app.textOf()

    completed.before = undefined
    const programs = [programWith(app.served, former), programWith(app.served, text)]
    const statuses = await Promise.all(programs.map((each) => each.get('/api/me')))
    const users = [(await browser.get('/')).json(), (await other.get('/')).json()]
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [401, 200],
    )
    assert.deepEqual(users, [{ user: null }, { user: 'grace@example.com' }])
  })

  it('is told only if it gets a token, as onLogin and the end of all tokens are', async () => {
    await using app = await start()
    await app.login()
    const [stored] = await auth.tokens.list(app.user)
    const before = app.served.events.length
    const verifiedAt = () => app.user.refresh().then(({ verified_at: at }) => at)
    completed.before = async ({ user }) => void (await user.update({ verified_at: null }))
    notices.before = () => Promise.reject(new Error('no'))

    const { status } = await app.login()
    await assert.rejects(auth.tokens.revokeAll(app.user))

    completed.before = undefined
    notices.before = undefined
    const told = app.served.events.slice(before).map(({ event }) => event)
    const tokens = await auth.tokens.list(app.user)
    assert.deepEqual([status, told, await verifiedAt()], [500, [], app.user.verified_at])
    assert.deepEqual(tokens, [stored])
  })

  it('replaces an outdated hash', async () => {
    await using app = await start()
    // The hash of Ada's password at another cost.
    const weaker =
      '$argon2id$v=19$m=16,t=1,p=1$YSBzYWx0IG9mIDE2IGJ5dA$uT8X0TRmPnjxpcsGy5WOmZYq9Jy9878Z02kmHmh2m+s'
    await currentDatabase().query(sql`update users set password = ${weaker}`)

    await app.login()

    const [row] = await currentDatabase().query<{ password: string }>(sql`select * from users`)
    assert.notEqual(row?.password, weaker)
  })

  it('is not possible for a user whose second factor is a passkey only', async () => {
    await using app = await start()
    const key = String(app.user.id)
    let isRegistered = true
    auth['~parts'].authentication.addFactor(async (userKey) => isRegistered && userKey === key)

    const answer = await app.login({ code: '000000' })

    isRegistered = false
    assert.equal(answer.status, 403)
    assert.deepEqual(answer.json(), { message: 'Log in with your passkey, in a browser' })
  })
})
