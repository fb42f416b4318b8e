import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accounts } from '../../src/auth.ts'
import { get, group, page, post, routes } from '../../src/index.ts'
import { c, Model } from '../../src/models.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import type { Browser } from './browser.ts'
import { serve } from './serve.ts'

class User extends Model('users', {
  id: c.id(),
  email: c.text().unique(),
  password: c.text().nullable().hidden(),
}) {}

const auth = accounts(User, { login: 'email', password: 'password' })

const web = routes([
  get('/login', () => page('Login', {})),
  group('/notes', [get('/', () => page('Notes', {})), post('/', () => 'saved')]).middleware(
    auth.required,
  ),
])

forEachDialect('the page of the login', (open) => {
  for (const store of ['cookie', 'database', 'store'] as const) {
    it(`says once that a form was not accepted, with the session in: ${store}`, async () => {
      const options = { databaseUrl: await open.url(), tables: [User] }
      await using served = await serve({ routes: web, session: { store } }, options)
      const browser = served.browser({ 'x-inertia': 'true' })

      const read = await browser.get('/notes')
      const afterReading = await isRefused(browser)
      const sent = await browser.post('/notes')
      const afterSending = [await isRefused(browser), await isRefused(browser)]

      assert.deepEqual([read.status, sent.status], [302, 303])
      assert.deepEqual([afterReading, ...afterSending], [undefined, true, undefined])
    })
  }
})

it('says so only to the page that the redirect leads to, not to one that comes later', async (test) => {
  await using served = await serve(
    { routes: web },
    { databaseUrl: 'sqlite::memory:', tables: [User] },
  )
  const browser = served.browser({ 'x-inertia': 'true' })
  test.mock.timers.enable({ apis: ['Date'], now: Date.now() })

  await browser.post('/notes')
  test.mock.timers.setTime(Date.now() + 20_000)

  assert.equal(await isRefused(browser), undefined)
})

/** What the page of the login says. */
async function isRefused(browser: Browser): Promise<boolean | undefined> {
  const answer = await browser.get('/login')
  // Sound: the route of this file answers with a page.
  return (answer.json() as { readonly isRefused?: boolean }).isRefused
}
