import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accounts } from '../../src/auth.ts'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import type { Browser } from './browser.ts'
import { ada, changes, goAndReturn, serveOAuth, User, visit, whoIs } from './oauth-application.ts'
import { codeOf, readTexts } from './second-factor-application.ts'

const grace = { sub: 'g-1', email: 'grace@example.com', email_verified: true, name: 'Grace' }
const adaThere = { sub: 'a-1', email: ada.email, email_verified: true, name: 'Ada' }

forEachDialect('logging in with a provider', (open) => {
  for (const store of ['cookie', 'database'] as const) {
    it(`creates the user the first time and finds it again (${store})`, async () => {
      await using served = await serveOAuth(await open.url(), { session: { store } })
      served.main.account = grace
      const [one, two] = [served.browser(), served.browser()]

      const first = await visit(one, served.main)
      const second = await visit(two, served.main)

      assert.deepEqual([first.status, first.location], [302, '/'])
      assert.deepEqual(changes, ['login.new_browser'])
      assert.deepEqual(
        [first, second].map(({ headers }) => headers.get('x-isnew')),
        ['true', 'false'],
      )
      assert.deepEqual([await whoIs(one), await whoIs(two)], [grace.email, grace.email])
      const user = await User.where('email', grace.email).firstOrFail()
      assert.deepEqual([user.name, user.password], ['Grace', null])
      assert.notEqual(user.verified_at, null)
    })
  }

  it('finds the user by the subject, whatever the address is by now', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = grace
    await visit(served.browser(), served.main)
    const browser = served.browser()

    served.main.account = { ...grace, email: 'hopper@example.com' }
    await visit(browser, served.main)

    assert.equal(await whoIs(browser), grace.email)
    assert.equal(await User.count(), 2)
  })

  it('keeps the same subject at two providers apart', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = grace
    served.other.account = { ...grace, email: 'other@example.com' }
    const [one, two] = [served.browser(), served.browser()]

    await visit(one, served.main)
    await visit(two, served.other, '/login/other')

    assert.deepEqual([await whoIs(one), await whoIs(two)], [grace.email, 'other@example.com'])
  })

  it('connects the user with the same address if both sides have verified it', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = { ...adaThere, email: 'ADA@example.com' }
    const browser = served.browser()

    const answer = await visit(browser, served.main)

    assert.equal(answer.headers.get('x-isnew'), 'false')
    assert.equal(await whoIs(browser), ada.email)
    const { fields } = served.events.find(({ event }) => event === 'provider.connected') ?? {}
    assert.deepEqual([fields?.['provider'], fields?.['by']], ['main', 'address'])
  })

  it('connects nobody who has changed the address since they were found by it', async () => {
    await using _served = await serveOAuth(await open.url())
    const columns = { login: 'email', password: 'password', verifiedAt: 'verified_at' } as const
    const { users } = accounts(User, columns)['~parts']
    const user = await User.where('email', ada.email).firstOrFail()

    const before = await users.isStillAt(user)
    await User.update(user.id, { verified_at: null })
    const unverified = await users.isStillAt(user)
    await User.update(user.id, { verified_at: new Date(), email: 'new@example.com' })
    const elsewhere = await users.isStillAt(user)

    assert.deepEqual([before, unverified, elsewhere], [true, false, false])
  })

  it('goes on to where the browser wanted to go', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = grace
    const browser = served.browser()

    await browser.get('/settings/orders?page=2')
    const answer = await visit(browser, served.main)

    assert.equal(answer.location, '/settings/orders?page=2')
  })

  it('remembers the browser if its user wants that', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = grace
    const browser = served.browser()
    const begun = await browser.post('/login/main', { remember: 'on' })
    const back = await served.main.visit(begun.location ?? '')
    await browser.get(back.pathname + back.search)

    browser.cookies.delete('session')

    assert.equal(await whoIs(browser), grace.email)
  })

  it('still asks for the second factor', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = adaThere
    const { codes } = await turnSecondFactorOn(served.browser())
    const browser = served.browser()

    const answer = await visit(browser, served.main)
    const half = await whoIs(browser)
    await browser.post('/second-factor', { code: codes[0] ?? '' })

    assert.deepEqual([answer.location, half], ['/second-factor', null])
    assert.equal(await whoIs(browser), ada.email)
    const { proof, factor } = served.events.at(-1)?.fields ?? {}
    assert.deepEqual([proof, factor], ['provider', 'recovery code'])
  })

  it('gives the application the tokens and stores none of them', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = grace
    const answer = await visit(served.browser(), served.main)

    const [row] = await currentDatabase().query(sql`select * from tenon_identities`)

    assert.equal(answer.headers.get('x-token'), 'true')
    assert.deepEqual(Object.keys(row ?? {}).toSorted(), [
      'account',
      'created_at',
      'email',
      'id',
      'issuer',
      'provider',
      'subject',
      'used_at',
      'user_key',
    ])
  })

  it('works in three tabs at once', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = grace
    const browser = served.browser()
    const backs = []
    for (let i = 0; i < 3; i++) backs.push(await goAndReturn(browser, served.main))

    const statuses = []
    for (const { pathname, search } of backs) statuses.push(await browser.get(pathname + search))

    assert.deepEqual(
      statuses.map(({ status }) => status),
      [302, 302, 302],
    )
  })

  it('creates one user for somebody who comes back in two tabs at once', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = grace
    const [one, two] = [served.browser(), served.browser()]
    const backs = [await goAndReturn(one, served.main), await goAndReturn(two, served.main)]

    const answers = await Promise.all(
      [one, two].map((browser, i) => browser.get(`${backs[i]?.pathname}${backs[i]?.search}`)),
    )

    assert.equal(await User.where('email', grace.email).count(), 1)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [302, 302],
    )
  })

  it('lists the providers for buttons, without those that are not configured', async () => {
    await using served = await serveOAuth(await open.url())

    assert.deepEqual((await served.browser().get('/providers')).json(), [
      { name: 'main', label: 'Main' },
      { name: 'other', label: 'Other' },
    ])
  })

  it('answers 404 for a provider that is not configured', async () => {
    await using served = await serveOAuth(await open.url())
    const browser = served.browser()

    assert.equal((await browser.post('/login/absent')).status, 404)
    assert.equal((await browser.get('/login/absent/callback?code=x&state=y')).status, 404)
    assert.equal((await browser.post('/login/absent/callback')).status, 404)
  })

  it('says that the user has refused at the provider', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.consents = false
    const browser = served.browser({ accept: 'application/json' })

    const answer = await visit(browser, served.main)

    assert.equal(answer.status, 403)
    assert.equal(readTexts(answer.json())['message'], 'You did not allow Main to log you in.')
    assert.equal(served.events.at(-1)?.fields['reason'], 'denied')
  })

  it('lets nobody new in if the application creates no users', async () => {
    await using served = await serveOAuth(await open.url(), { createUser: () => null })
    served.main.account = grace
    const browser = served.browser()

    assert.equal((await visit(browser, served.main)).status, 403)
    assert.deepEqual([await whoIs(browser), await User.count()], [null, 1])
  })

  it('lets nobody in who is blocked', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = adaThere
    await visit(served.browser(), served.main)
    await User.where('email', ada.email).update({ blocked: true })
    const browser = served.browser()

    const answers = [await visit(browser, served.main)]
    served.main.account = { ...adaThere, sub: 'a-2' }
    answers.push(await visit(browser, served.main))

    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 403],
    )
    assert.equal(await whoIs(browser), null)
  })

  it('tells users what the application wants to tell them', async () => {
    const messages = { denied: (provider: string) => `${provider}: nein` }
    await using served = await serveOAuth(await open.url(), { messages })
    served.main.consents = false

    const answer = await visit(served.browser({ accept: 'application/json' }), served.main)

    assert.equal(readTexts(answer.json())['message'], 'Main: nein')
  })
})

forEachDialect('accounts at providers', (open) => {
  it('are connected by a user who is logged in, whatever their address is', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = { sub: 'x', email: 'private@example.net', email_verified: false }
    const browser = served.browser()
    await browser.post('/login', ada)

    await visit(browser, served.main, '/settings/providers/main')
    const listed = (await browser.get('/settings/providers')).json() as unknown[]
    const elsewhere = served.browser()
    await visit(elsewhere, served.main)

    const { provider, email } = Object(listed[0])
    assert.deepEqual([listed.length, provider, email], [1, 'main', 'private@example.net'])
    assert.equal(await whoIs(elsewhere), ada.email)
  })

  it('are disconnected by their user, who can log in by password then', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = adaThere
    const browser = served.browser()
    await visit(browser, served.main)

    const removed = await browser.post(`/settings/identities/${await idOf(browser)}/remove`)
    served.main.account = { ...adaThere, email_verified: false }
    const answer = await visit(served.browser(), served.main)

    assert.deepEqual([removed.json(), answer.status], [true, 409])
    assert.deepEqual(changes, ['provider.connected', 'login.new_browser', 'provider.disconnected'])
    const { fields } = served.events.find(({ event }) => event === 'provider.disconnected') ?? {}
    assert.equal(fields?.['provider'], 'main')
  })

  it('are not disconnected by another user', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = grace
    const [owner, other] = [served.browser(), served.browser()]
    await visit(owner, served.main)
    await other.post('/login', ada)

    const removed = await other.post(`/settings/identities/${await idOf(owner)}/remove`)

    assert.equal(removed.json(), false)
    assert.equal(((await owner.get('/settings/providers')).json() as unknown[]).length, 1)
  })

  it('stay if they are the last way to log in', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = grace
    const browser = served.browser({ accept: 'application/json' })
    await visit(browser, served.main)

    const refused = await browser.post(`/settings/identities/${await idOf(browser)}/remove`)
    await visit(browser, served.other, '/settings/providers/other')
    const removed = await browser.post(`/settings/identities/${await idOf(browser)}/remove`)

    assert.equal(refused.status, 422)
    assert.match(refused.text, /at least one way to log in/)
    assert.equal(removed.json(), true)
  })

  it('confirm who the user is, for routes behind confirmed()', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = grace
    const browser = served.browser()
    await visit(browser, served.main)
    const stranger = { ...grace, sub: 'g-2', email: 'second@example.com' }
    served.main.account = stranger
    await visit(served.browser(), served.main)
    await forgetConfirmation()

    const before = await browser.get('/settings/confirmed')
    const wrong = await visit(browser, served.main, '/settings/providers/main/confirm')
    const between = await browser.get('/settings/confirmed')
    served.main.account = grace
    const right = await visit(browser, served.main, '/settings/providers/main/confirm')

    assert.deepEqual([before.status, wrong.status, between.status], [302, 403, 302])
    assert.equal(right.headers.get('x-purpose'), 'confirm')
    assert.equal((await browser.get('/settings/confirmed')).text, 'confirmed')
  })

  it('are connected and disconnected after a recent proof of identity only', async () => {
    await using served = await serveOAuth(await open.url())
    const browser = served.browser()
    await browser.post('/login', ada)
    await forgetConfirmation()

    assert.equal((await browser.post('/settings/providers/main')).status, 403)
    assert.equal((await browser.post('/settings/identities/x/remove')).status, 403)
  })

  it('are forgotten with their user', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = grace
    const browser = served.browser()
    await visit(browser, served.main)

    await browser.post('/settings/delete')

    assert.deepEqual(await currentDatabase().query(sql`select * from tenon_identities`), [])
  })

  it('of a user who was deleted can be used by the next one', async () => {
    await using served = await serveOAuth(await open.url())
    served.main.account = grace
    await visit(served.browser(), served.main)
    await (await User.where('email', grace.email).firstOrFail()).delete()
    const browser = served.browser()

    const answer = await visit(browser, served.main)

    assert.equal(answer.headers.get('x-isnew'), 'true')
    assert.equal(await whoIs(browser), grace.email)
  })
})

async function idOf(browser: Browser): Promise<string> {
  const [listed] = (await browser.get('/settings/providers')).json() as { id: string }[]
  return listed?.id ?? ''
}

async function forgetConfirmation(): Promise<void> {
  await currentDatabase().query(sql`update tenon_logins set confirmed_at = 0`)
}

async function turnSecondFactorOn(
  browser: Browser,
): Promise<{ readonly codes: readonly string[] }> {
  await browser.post('/login', ada)
  const { secret = '' } = readTexts((await browser.post('/settings/factor')).json())
  const confirmed = await browser.post('/settings/factor/confirm', { code: codeOf(secret) })
  return { codes: confirmed.json() as readonly string[] }
}
