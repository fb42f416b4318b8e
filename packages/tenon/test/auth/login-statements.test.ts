import { strict as assert } from 'node:assert'
import { after, it } from 'node:test'
import { accounts } from '../../src/auth.ts'
import { statements } from '../../src/base/log/channels.ts'
import { currentDatabase, sql } from '../../src/database.ts'
import { get, handler, json, post, routes } from '../../src/index.ts'
import { c, Model, softDeletes } from '../../src/models.ts'
import { hasSession } from '../../src/identity/session/sessions.ts'
import { session, type SessionOptions } from '../../src/session.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import type { Browser } from './browser.ts'
import { serve } from './serve.ts'

const email = 'ada@example.com'
const account = { email: c.text().unique(), password: c.text().hidden() }
const columns = { login: 'email', password: 'password' } as const

class User extends Model('users', { id: c.id(), ...account, ...softDeletes() }) {}
class Member extends Model('members', { id: c.uuidId(), ...account }) {}
class Visitor extends Model('visitors', { name: c.stringId(), ...account }) {}
class Tenant extends Model('tenants', { id: c.id(), ...account }) {}
Tenant.defaultScope((tenants) => tenants.where('email', email))

const users = accounts(User, columns)
const members = accounts(Member, columns)
const visitors = accounts(Visitor, columns)
const tenants = accounts(Tenant, columns)

/** Each page behind a login has one statement of its own. */
const toNotes = async (email: string) =>
  json({ email, notes: await currentDatabase().query(sql`select 'a note' as text`) })

const web = routes([
  get(
    '/users',
    handler({ user: users.user }).run(({ user }) => toNotes(user.email)),
  ).middleware(users.required),
  get(
    '/members',
    handler({ user: members.user }).run(({ user }) => toNotes(user.email)),
  ).middleware(members.required),
  get(
    '/visitors',
    handler({ user: visitors.user }).run(({ user }) => toNotes(user.email)),
  ).middleware(visitors.required),
  get(
    '/tenants',
    handler({ user: tenants.user }).run(({ user }) => toNotes(user.email)),
  ).middleware(tenants.required),
  get('/guests', () => toNotes('')),
  get(
    '/anyone',
    handler({ user: users.optionalUser }).run(({ user }, request) =>
      json([user?.email ?? null, hasSession(request)]),
    ),
  ),
  post('/users', async (request) => {
    await users.login(request, await User.where('email', email).firstOrFail())
    return 'in'
  }),
  post('/members', async (request) => {
    await members.login(request, await Member.where('email', email).firstOrFail())
    return 'in'
  }),
  post('/visitors', async (request) => {
    await visitors.login(request, await Visitor.where('email', email).firstOrFail())
    return 'in'
  }),
  post('/tenants', async (request) => {
    await tenants.login(request, await Tenant.where('email', email).firstOrFail())
    return 'in'
  }),
  post('/regenerated', async (request) => {
    ;(await session(request)).regenerate()
    return 'with another id'
  }),
])

forEachDialect('a page behind a login', (open) => {
  const sent: string[] = []
  after(
    statements.listen(({ sql: text }) => {
      // The file through which processes tell each other of changes opens beside a request.
      if (!/^pragma|\btexts\b/.test(text)) sent.push(text)
    }),
  )

  /** How many statements a page takes. */
  const count = async (browser: Browser, path: string): Promise<number> => {
    const before = sent.length
    const { status } = await browser.get(path)
    assert.equal(status, 200)
    return sent.length - before
  }

  const stores = ['cookie', 'database', 'store'] as const
  for (const store of stores) {
    it(`reads session, login and user in one statement, with the session in: ${store}`, async () => {
      await using served = await start(await open.url(), { store })
      const browser = served.browser()
      await browser.post('/users')
      await browser.get('/users')

      const [behind, without] = [await count(browser, '/users'), await count(browser, '/guests')]

      assert.equal(behind, without + 1)
    })
  }

  it('opens no session for a browser that has sent nothing', async () => {
    await using served = await start(await open.url())
    const [guest, browser] = [served.browser(), served.browser()]
    await browser.post('/users')

    const answers = [await guest.get('/anyone'), await browser.get('/anyone')]

    assert.deepEqual(
      answers.map(({ text }) => text),
      ['[null,false]', `["${email}",true]`],
    )
  })

  const start = async (url: string, options: SessionOptions = { store: 'database' }) => {
    const tables = [User, Member, Visitor, Tenant]
    const served = await serve({ routes: web, session: options }, { databaseUrl: url, tables })
    const password = ''
    await User.create({ email, password })
    await Member.create({ id: '5f8b8f0e-53c5-4a5b-8b0a-0d7a3ad3b9a1', email, password })
    await Visitor.create({ name: 'ada', email, password })
    await Tenant.create({ email, password })
    return served
  }

  it('takes one statement whatever the key of the users is', async () => {
    await using served = await start(await open.url())

    for (const path of ['/members', '/visitors']) {
      const browser = served.browser()
      await browser.post(path)
      await browser.get(path)
      assert.equal(await count(browser, path), 2, path)
    }
  })

  it('looks for users with default scopes as before', async () => {
    await using served = await start(await open.url())
    const browser = served.browser()
    await browser.post('/tenants')

    assert.deepEqual(emailOf(await browser.get('/tenants')), email)
  })

  it('knows each of two logins in one browser, and both after another id', async () => {
    await using served = await start(await open.url())
    const browser = served.browser()
    await browser.post('/users')
    await browser.post('/members')

    await browser.post('/regenerated')

    assert.equal(emailOf(await browser.get('/users')), email)
    assert.equal(emailOf(await browser.get('/members')), email)
    assert.equal(await count(browser, '/users'), 2)
  })

  it('belongs to the login of the session, whatever a process with older code has left beside it', async () => {
    await using served = await start(await open.url())
    const [browser, other] = [served.browser(), served.browser()]
    await browser.post('/users')
    await other.post('/members')
    const database = currentDatabase()

    await database.query(sql`update tenon_sessions set login = null`)
    const unnamed = await browser.get('/users')
    await database.query(
      sql`update tenon_sessions set login = (select id from tenon_logins where account = 'members')`,
    )
    const misnamed = await browser.get('/users')

    assert.deepEqual([emailOf(unnamed), emailOf(misnamed)], [email, email])
    assert.equal((await browser.get('/members')).status, 302)
  })

  it('is opened by a login that finds the user, and stores login and session', async () => {
    await using served = await start(await open.url())
    await served.browser().post('/users')
    const before = sent.length

    await served.browser().post('/users')

    assert.equal(sent.length - before, 3)
  })

  it('is closed once the user is deleted softly', async () => {
    await using served = await start(await open.url())
    const browser = served.browser()
    await browser.post('/users')
    await browser.get('/users')

    await (await User.where('email', email).firstOrFail()).delete()

    assert.equal((await browser.get('/users')).status, 302)
  })
})

function emailOf(answer: Awaited<ReturnType<Browser['get']>>): unknown {
  return Object(answer.json()).email
}
