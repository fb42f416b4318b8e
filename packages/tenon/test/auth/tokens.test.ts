import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accounts } from '../../src/auth.ts'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { get, group, handler, json, post, routes } from '../../src/index.ts'
import { limit } from '../../src/limits.ts'
import { createRouter } from '../../src/web/routing/router.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { serve } from './serve.ts'
import { auth, Order, programWith, serveApi, User } from './tokens-application.ts'

const options = { name: 'CI', abilities: ['orders:read'], expires: '90d' } as const

forEachDialect('a token for programs', (open) => {
  const start = async () => serveApi(await open.url())

  it('lets its user in, without a cookie', async () => {
    await using api = await start()
    const { text } = await auth.tokens.issue(api.ada, options)

    const answer = await programWith(api.served, text).get('/api/orders')

    assert.equal(answer.status, 200)
    assert.deepEqual(answer.json(), { email: 'ada@example.com', token: 'CI' })
    assert.deepEqual(answer.cookies, [])
  })

  it('is asked for by a 401 that names the scheme, for programs and for browsers', async () => {
    await using api = await start()

    const program = await api.served.program().get('/api/orders')
    const browser = await api.served.browser().get('/api/orders')

    assert.deepEqual(
      [program, browser].map(({ status, headers }) => [status, headers.get('www-authenticate')]),
      [
        [401, 'Bearer'],
        [401, 'Bearer'],
      ],
    )
    assert.deepEqual(program.json(), { message: 'A token is needed' })
    assert.match(browser.text, /<!doctype html>/i)
  })

  it('has to allow everything that a route needs', async () => {
    await using api = await start()
    const { text: one } = await auth.tokens.issue(api.ada, options)
    const { text: both } = await auth.tokens.issue(api.ada, {
      ...options,
      abilities: ['orders:write', 'orders:read'],
    })

    const refused = await programWith(api.served, one).send('POST', '/api/orders')
    const allowed = await programWith(api.served, both).send('POST', '/api/orders')

    assert.deepEqual([refused.status, allowed.status], [403, 200])
    assert.equal(
      refused.headers.get('www-authenticate'),
      'Bearer error="insufficient_scope", scope="orders:read orders:write"',
    )
  })

  it('is judged by policies as its user', async () => {
    await using api = await start()
    const { text } = await auth.tokens.issue(api.ada, options)
    const own = await Order.create({ user_id: api.ada.id })
    const other = await Order.create({ user_id: api.bob.id })
    const program = programWith(api.served, text)

    const answers = [
      await program.get(`/api/orders/${own.id}`),
      await program.get(`/api/orders/${other.id}`),
    ]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 403],
    )
  })

  it('does not log in, and a login is not a token', async () => {
    await using api = await start()
    const { text } = await auth.tokens.issue(api.ada, options)
    const browser = api.served.browser({ accept: 'application/json' })
    await browser.post(`/enter/${api.ada.id}`)
    const program = programWith(api.served, text)

    const answers = [
      await browser.get('/settings'),
      await browser.get('/api/me'),
      await program.get('/settings'),
      await program.send('POST', '/api/orders/logout'),
    ]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 401, 401, 401],
    )
  })

  it('is listed with its last use, and never with its text', async () => {
    await using api = await start()
    const { text, ...issued } = await auth.tokens.issue(api.ada, options)
    await auth.tokens.issue(api.bob, options)
    const before = await auth.tokens.list(api.ada)

    await programWith(api.served, text).get('/api/me')
    const [after] = await auth.tokens.list(api.ada)

    assert.deepEqual(before, [issued])
    assert.ok(text.startsWith(`${issued.prefix}_`) && issued.prefix === `shop_${issued.id}`)
    assert.equal(after?.usedAt instanceof Date, true)
  })

  it('notes its use once a minute', async () => {
    await using api = await start()
    const { id, text } = await auth.tokens.issue(api.ada, options)
    const program = programWith(api.served, text)
    const used = Date.now() - 30_000
    await currentDatabase().query(sql`update tenon_tokens set used_at = ${used} where id = ${id}`)

    await program.get('/api/me')
    const [early] = await auth.tokens.list(api.ada)
    await currentDatabase().query(sql`update tenon_tokens set used_at = ${used - 40_000}`)
    await program.get('/api/me')
    const [late] = await auth.tokens.list(api.ada)

    assert.equal(early?.usedAt?.getTime(), used)
    assert.ok((late?.usedAt?.getTime() ?? 0) > used)
  })

  it('needs no date of expiry', async () => {
    await using api = await start()
    const { expiresAt, text } = await auth.tokens.issue(api.ada, { ...options, expires: 'never' })

    assert.equal(expiresAt, null)
    assert.equal((await programWith(api.served, text).get('/api/me')).status, 200)
  })

  it('is revoked by its user, alone or with all others', async () => {
    await using api = await start()
    const one = await auth.tokens.issue(api.ada, options)
    const two = await auth.tokens.issue(api.ada, options)
    const three = await auth.tokens.issue(api.ada, options)

    assert.equal(await auth.tokens.revoke(api.bob, one.id), false)
    assert.equal(await auth.tokens.revoke(api.ada, one.id), true)
    const kept = (await auth.tokens.list(api.ada)).map(({ id }) => id)
    assert.deepEqual(new Set(kept), new Set([two.id, three.id]))
    assert.equal(await auth.tokens.revokeAll(api.ada), 2)
    assert.deepEqual(await auth.tokens.list(api.ada), [])
  })

  it('tells who issued, used in vain and revoked it', async () => {
    await using api = await start()
    const { id, text } = await auth.tokens.issue(api.ada, options)
    await programWith(api.served, text).send('POST', '/api/orders')
    await auth.tokens.revoke(api.ada, id)
    await programWith(api.served, text).get('/api/me')

    const told = api.served.events.map(({ event }) => event)
    assert.deepEqual(told, ['token.issued', 'token.insufficient', 'token.revoked', 'access.denied'])
    assert.doesNotMatch(
      JSON.stringify(api.served.events) + api.served.lines.join(),
      new RegExp(text),
    )
  })

  it('passes from pages of other sites, which have no cookie to misuse', async () => {
    await using api = await start()
    const { text } = await auth.tokens.issue(api.ada, {
      ...options,
      abilities: ['orders:read', 'orders:write'],
    })
    const foreign = { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' }
    const send = (headers: Readonly<Record<string, string>>) =>
      api.served.program().send('POST', '/api/orders', { headers: { ...foreign, ...headers } })

    const answers = [
      await send({ authorization: `Bearer ${text}` }),
      await send({ authorization: `Bearer ${text}`, cookie: 'session=x' }),
      await send({ authorization: `Basic ${text}` }),
      await send({}),
    ]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 403, 403, 403],
    )
  })
})

forEachDialect('accounts() with tokens', () => {
  it('takes declared abilities only, and a prefix of letters and digits', () => {
    const columns = { login: 'email', password: 'password' } as const

    // @ts-expect-error: no such ability
    void (() => auth.token('orders:delete'))
    // @ts-expect-error: no such ability
    void ((user: User) => auth.tokens.issue(user, { ...options, abilities: ['orders:delete'] }))
    assert.throws(() => accounts(User, columns).token('orders write'), { code: 'E_ACCOUNTS' })
    assert.throws(() => accounts(User, { ...columns, tokens: { prefix: 'my_app' } }), {
      code: 'E_ACCOUNTS',
    })
  })

  it('have middleware whose name tells what it requires, as that of logins has', () => {
    const names = [
      auth.required,
      auth.guest,
      auth.confirmed('15m'),
      auth.token(),
      auth.token('orders:read'),
    ].map(({ name }) => name)

    assert.deepEqual(names, [
      'auth.required',
      'auth.guest',
      "auth.confirmed('15m')",
      'auth.token()',
      "auth.token('orders:read')",
    ])
  })

  it('are what a limit counts, which does not boot where there is none', () => {
    const perToken = limit({ limit: 2, per: '1h' }).by(auth.tokens)
    const outside = routes([
      group('/api', [get('/notes', () => 'notes').middleware(auth.token())]).middleware(perToken),
    ])

    assert.throws(() => createRouter(outside), {
      code: 'E_MIDDLEWARE_ORDER',
      message:
        /^The middleware limit\(2-per-1h\) of GET \/api\/notes \(.*tokens\.test\.ts:.*\) comes too early\. It counts tokens: add /,
    })
    const early = get('/notes', () => 'notes')
      .middleware(perToken)
      .middleware(auth.token())
    const login = get('/notes', () => 'notes')
      .middleware(auth.required)
      .middleware(perToken)
    assert.throws(() => createRouter(routes([early])), { code: 'E_MIDDLEWARE_ORDER' })
    assert.throws(() => createRouter(routes([login])), { code: 'E_MIDDLEWARE_ORDER' })
  })
})

forEachDialect('tokens of another scheme, looked up where they are optional', (open) => {
  const own = accounts(User, {
    login: 'email',
    password: 'password',
    tokens: { prefix: 'conduit', scheme: 'Token' },
  })
  const perToken = limit({ limit: 2, per: '1h' }).by(own.tokens)
  const who = handler({ user: own.tokens.optionalUser }).run(({ user }) =>
    json(user?.email ?? null),
  )
  const api = routes([
    get('/articles', who),
    group('/api', [
      get(
        '/user',
        handler({ user: own.user }).run(({ user }) => json(user.email)),
      ).middleware(perToken),
    ]).middleware(own.token()),
    post('/articles', who),
  ])

  async function start() {
    await using opened = new AsyncDisposableStack()
    const served = opened.use(
      await serve({ routes: api }, { databaseUrl: await open.url(), tables: [User] }),
    )
    const ada = await User.create({ email: 'ada@example.com', password: '' })
    const bob = await User.create({ email: 'bob@example.com', password: '' })
    const issue = async (user: User) =>
      (await own.tokens.issue(user, { name: 'app', abilities: [], expires: '1d' })).text
    const closing = opened.move()
    const get = (path: string, authorization?: string) =>
      served
        .program()
        .send('GET', path, { headers: authorization === undefined ? {} : { authorization } })
    return { served, ada, bob, issue, get, [Symbol.asyncDispose]: () => closing.disposeAsync() }
  }

  it('are read by the scheme of the application, and refusals name it', async () => {
    await using api = await start()
    const text = await api.issue(api.ada)

    const [in_, bearer, none] = [
      await api.get('/api/user', `Token ${text}`),
      await api.get('/api/user', `Bearer ${text}`),
      await api.get('/api/user'),
    ]

    assert.deepEqual([in_.status, in_.json()], [200, 'ada@example.com'])
    assert.deepEqual([bearer.status, none.status], [401, 401])
    assert.equal(none.headers.get('www-authenticate'), 'Token')
  })

  it('may be left out where a handler binds optionalUser; a wrong one is refused', async () => {
    await using api = await start()
    const text = await api.issue(api.ada)

    const answers = [
      await api.get('/articles', `Token ${text}`),
      await api.get('/articles'),
      await api.get('/articles', `Token ${text}x`),
    ]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 401],
    )
    assert.deepEqual([answers[0]?.json(), answers[1]?.json()], ['ada@example.com', null])
  })

  it('are found by their text', async () => {
    await using api = await start()
    const text = await api.issue(api.ada)

    const found = await own.tokens.find(text)

    assert.deepEqual([found?.user.email, found?.token.name], ['ada@example.com', 'app'])
    assert.equal(await own.tokens.find('conduit_x'), null)
    await own.tokens.revokeAll(api.ada)
    assert.equal(await own.tokens.find(text), null)
  })

  it('are counted one by one', async () => {
    await using api = await start()
    const [ada, bob] = [await api.issue(api.ada), await api.issue(api.bob)]
    const statuses: number[] = []
    for (const text of [ada, ada, ada, bob]) {
      statuses.push((await api.get('/api/user', `Token ${text}`)).status)
    }

    assert.deepEqual(statuses, [200, 200, 429, 200])
  })
})
