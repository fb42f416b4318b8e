import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accounts } from '../../src/auth.ts'
import { get, group, handler, json, page, post, redirect, routes } from '../../src/index.ts'
import { c, Model } from '../../src/models.ts'
import type { Browser } from '../auth/browser.ts'
import { serve } from '../auth/serve.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Customer extends Model('customers', {
  id: c.id(),
  email: c.text().unique(),
  password: c.text().nullable().hidden(),
}) {}

class Clerk extends Model('clerks', {
  id: c.id(),
  email: c.text().unique(),
  password: c.text().nullable().hidden(),
}) {}

const customers = accounts(Customer, { login: 'email', password: 'password' })
const clerks = accounts(Clerk, { login: 'email', password: 'password' })

const web = routes([
  get('/public', () => page('Public', {})),
  post('/customer/{id}', async (request) => {
    await customers.login(request, await Customer.findOrFail(Number(request.param('id'))))
    return redirect('/settings')
  }),
  post('/clerk', async (request) => {
    await clerks.login(request, await Clerk.query().firstOrFail())
    return redirect('/desk')
  }),
  post('/logout', async (request) => {
    await customers.logout(request)
    return redirect('/public')
  }),
  group('/', [
    get('/settings', () => page('Settings', {})),
    post(
      '/settings',
      handler({ user: customers.user }).run(({ user }) => json({ changed: user.email })),
    ),
  ]).middleware(customers.required),
  post('/optional', async (request) =>
    json({ changed: (await customers.current(request))?.email ?? null }),
  ),
  group('/desk', [get('/', () => page('Desk', {})), post('/', () => 'done')]).middleware(
    clerks.required,
  ),
])

const inertia = { 'x-inertia': 'true', accept: 'text/html' }
const refusal = 'You are logged in as somebody else now: load the page again'

forEachDialect('a page that was made for another user', (open) => {
  const start = async () => {
    const options = { databaseUrl: await open.url(), tables: [Customer, Clerk] }
    const served = await serve({ routes: web }, options)
    const ada = await Customer.create({ email: 'ada@example.com', password: null })
    const eve = await Customer.create({ email: 'eve@example.com', password: null })
    await Clerk.create({ email: 'bob@example.com', password: null })
    return Object.assign(served, { ada: `/customer/${ada.id}`, eve: `/customer/${eve.id}` })
  }

  it('does not write into the account of the one who has logged in since', async () => {
    await using served = await start()
    const browser = served.browser(inertia)
    await browser.post(served.ada)
    const viewer = await viewerOf(browser, '/settings')
    await browser.post('/logout')
    await browser.post(served.eve)

    const answers = await Promise.all([
      send(browser, '/settings', viewer),
      send(browser, '/optional', viewer),
    ])
    const own = await send(browser, '/settings', await viewerOf(browser, '/settings'))

    const refused = answers.map(({ status, text }) => [status, text.includes(refusal)])
    assert.deepEqual(refused, [
      [409, true],
      [409, true],
    ])
    assert.deepEqual([own.status, own.text], [200, '{"changed":"eve@example.com"}'])
  })

  it('works after another login of the same user, and leads a guest to the login', async () => {
    await using served = await start()
    const browser = served.browser(inertia)
    await browser.post(served.ada)
    const viewer = await viewerOf(browser, '/settings')
    await browser.post('/logout')

    const asGuest = await send(browser, '/settings', viewer)
    await browser.post(served.ada)
    const again = await send(browser, '/settings', viewer)

    assert.deepEqual([asGuest.status, asGuest.location], [303, '/login'])
    assert.deepEqual([again.status, again.text], [200, '{"changed":"ada@example.com"}'])
  })

  it('says nothing of a guest, and does not tell who the user is', async () => {
    await using served = await start()
    const browser = served.browser(inertia)

    const guest = await viewerOf(browser, '/public')
    await browser.post(served.ada)
    const user = await viewerOf(browser, '/settings')

    assert.equal(guest, undefined)
    assert.match(user ?? '', /^customers:[\w-]{43}$/)
  })

  it('writes for a user of another kind', async () => {
    await using served = await start()
    const browser = served.browser(inertia)
    await browser.post('/clerk')
    await browser.post(served.ada)

    const ofCustomer = await viewerOf(browser, '/settings')
    const answer = await send(browser, '/desk', ofCustomer)

    assert.deepEqual([answer.status, answer.text], [200, 'done'])
  })

  it('is not believed with a signature of its own', async () => {
    await using served = await start()
    const browser = served.browser(inertia)
    await browser.post(served.ada)

    const { status } = await send(browser, '/settings', `customers:${'a'.repeat(43)}`)

    assert.equal(status, 409)
  })
})

/** What a page says about its user. */
async function viewerOf(browser: Browser, path: string): Promise<string | undefined> {
  const answer = await browser.get(path)
  // Sound: the routes of this file answer it with a page.
  return (answer.json() as { readonly viewer?: string }).viewer
}

/** Sends a form of a page that has said this. */
function send(browser: Browser, path: string, viewer: string | undefined) {
  const headers = viewer === undefined ? {} : { 'x-viewer': viewer }
  return browser.send('POST', path, { form: {}, headers })
}
