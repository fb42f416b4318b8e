import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accounts } from '../../src/auth.ts'
import { get, json, post, routes } from '../../src/index.ts'
import { c, Model } from '../../src/models.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { serve } from './serve.ts'

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

/** The keys of the customers with a second factor. */
const withFactor = new Set<string>()
customers['~parts'].authentication.addFactor(async (key) => withFactor.has(key))

const web = routes([
  get('/', async (request) => json((await clerks.current(request))?.email ?? null)),
  post('/customer/{id}', async (request) => {
    await customers.login(request, await Customer.findOrFail(Number(request.param('id'))))
    return 'logged in'
  }),
  post('/clerk', async (request) => {
    await clerks.login(request, await Clerk.query().firstOrFail(), { remember: true })
    return 'logged in'
  }),
  post('/logout', async (request) => {
    await customers.logout(request)
    return 'logged out'
  }),
])

forEachDialect('a browser in which users of two kinds are logged in', (open) => {
  for (const store of ['cookie', 'database'] as const) {
    it(`has none of them after the logout of one, also with its former cookies (${store})`, async () => {
      const options = { databaseUrl: await open.url(), tables: [Customer, Clerk] }
      await using served = await serve({ routes: web, session: { store } }, options)
      const customer = await Customer.create({ email: 'ada@example.com', password: null })
      const clerk = await Clerk.create({ email: 'bob@example.com', password: null })
      const browser = served.browser()
      await browser.post('/clerk')
      await browser.post(`/customer/${customer.id}`)
      const former = browser.copy()
      const before = (await browser.get('/')).json()

      await browser.post('/logout')

      const after = [(await browser.get('/')).json(), (await former.get('/')).json()]
      assert.deepEqual([before, ...after], [clerk.email, null, null])
      assert.equal(await clerks.logins.endAll(clerk), 0)
    })

    it(`has only the new one after another of the same kind has logged in (${store})`, async () => {
      const options = { databaseUrl: await open.url(), tables: [Customer, Clerk] }
      await using served = await serve({ routes: web, session: { store } }, options)
      const ada = await Customer.create({ email: 'ada@example.com', password: null })
      const eve = await Customer.create({ email: 'eve@example.com', password: null })
      const clerk = await Clerk.create({ email: 'bob@example.com', password: null })
      const browser = served.browser()
      await browser.post('/clerk')
      await browser.post(`/customer/${ada.id}`)
      await browser.post(`/customer/${ada.id}`)
      const former = browser.copy()
      const before = (await browser.get('/')).json()

      await browser.post(`/customer/${eve.id}`)

      const after = [(await browser.get('/')).json(), (await former.get('/')).json()]
      assert.deepEqual([before, ...after], [clerk.email, null, null])
      assert.equal(await clerks.logins.endAll(clerk), 0)
      assert.equal(await customers.logins.endAll(eve), 1)
    })

    it(`has none of them while the user of one is asked for the second factor (${store})`, async () => {
      const options = { databaseUrl: await open.url(), tables: [Customer, Clerk] }
      await using served = await serve({ routes: web, session: { store } }, options)
      const ada = await Customer.create({ email: 'ada@example.com', password: null })
      const clerk = await Clerk.create({ email: 'bob@example.com', password: null })
      const browser = served.browser()
      await browser.post('/clerk')
      await browser.post(`/customer/${ada.id}`)
      const former = browser.copy()
      withFactor.add(String(ada.id))

      await browser.post(`/customer/${ada.id}`)
      withFactor.clear()

      const after = [(await browser.get('/')).json(), (await former.get('/')).json()]
      assert.deepEqual(after, [null, null])
      assert.equal(await clerks.logins.endAll(clerk), 0)
    })
  }
})
