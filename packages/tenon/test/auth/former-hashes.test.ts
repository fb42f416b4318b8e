import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { it } from 'node:test'
import { z } from 'zod'
import { accounts } from '../../src/auth.ts'
import { body, get, handler, json, post, routes } from '../../src/index.ts'
import { c, Model, reveal, versions } from '../../src/models.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { serve } from './serve.ts'

class User extends Model('users', {
  id: c.id(),
  email: c.text().unique(),
  password: c.text().hidden(),
  ...versions('lock_version'),
}) {}

const ofFormer = (password: string) =>
  `former$${createHash('sha256').update(password).digest('hex')}`
const compared: string[] = []
const auth = accounts(User, {
  login: 'email',
  password: 'password',
  formerHashes: {
    verify: (password, stored) => {
      compared.push(stored)
      return stored === ofFormer(password)
    },
    example: ofFormer('an example'),
  },
})

const Form = body(z.object({ email: z.string(), password: z.string() }))
const web = routes([
  post(
    '/login',
    handler({ form: Form }).run(async ({ form: { email: login, password } }, request) => {
      await auth.attempt(request, { login, password })
      return 'in'
    }),
  ),
  get(
    '/',
    handler({ user: auth.optionalUser }).run(({ user }) => json(user?.email ?? null)),
  ),
])

forEachDialect('a table of users with hashes of another algorithm', (open) => {
  it('lets them log in, and replaces the hash at once', async () => {
    await using served = await serve(
      { routes: web },
      { databaseUrl: await open.url(), tables: [User] },
    )
    const email = 'ada@example.com'
    const user = await User.create({ email, password: ofFormer('correct horse') })
    const browser = served.browser()
    const login = (password: string, name = email) =>
      browser.post('/login', { email: name, password })

    const wrong = await login('another')
    const example = await login('an example')
    const unknown = await login('an example', 'eve@example.com')
    const right = await login('correct horse')
    const who = await browser.get('/')
    await user.refresh()
    const [stored, version] = [reveal(user.password), user.lock_version]
    const again = await login('correct horse')
    const late = await login('an example')

    assert.deepEqual([wrong.status, example.status, unknown.status], [422, 422, 422])
    assert.deepEqual([right.text, who.json()], ['in', email])
    assert.match(stored, /^\$argon2id\$/)
    assert.equal(version, 2)
    assert.deepEqual([again.text, late.status], ['in', 422])
    // As many for users who do not exist, and for those with another hash.
    const [former, instead] = [ofFormer('correct horse'), ofFormer('an example')]
    assert.deepEqual(compared.splice(0), [former, former, instead, former, instead, instead])
  })
})
