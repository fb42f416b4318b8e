import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import { testApp, type TestApp } from 'tenon/testing'
import { z } from 'zod'
import { User } from '../app/models/user.ts'
import { password, users } from '../database/factories/user.ts'
import { logIn, type Client } from './log-in.ts'

const device = 'Phone'
const Login = z.object({ token: z.string() })

/** Creates a client that sends the token of a login. */
function withToken(app: TestApp, login: unknown): Client {
  const { token } = Login.parse(login)
  return app.as('json', { headers: { authorization: `Bearer ${token}` } })
}

describe('POST /register', () => {
  it('creates a user, whose token works', async () => {
    await using app = await testApp()
    const sent = { name: 'Ada', email: 'ada@example.com', password, device }

    const response = await app.as('json').post(route('account.register'), sent)

    response.assertStatus(201)
    const user = await User.where('email', sent.email).firstOrFail()
    const me = await withToken(app, response.json()).get(route('account.show'))
    me.assertStatus(200).assertJson(user.toJSON())
    assert.doesNotMatch(response.text, /password/)
  })

  it('refuses an address that is taken, in any case, and a common password', async () => {
    await using app = await testApp()
    const { email } = await users.create({ email: 'ada@example.com' })

    const taken = await app
      .as('json')
      .post(route('account.register'), { name: 'Eve', email: 'ADA@example.com', password, device })
    const common = await app
      .as('json')
      .post(route('account.register'), { name: 'Bob', email, password: 'password1', device })

    taken.assertStatus(422).assertErrors({ email: 'Email is taken' })
    common.assertStatus(422).assertErrors({ password: 'Too many people use this password' })
    assert.equal(await User.query().count(), 1)
  })
})

describe('POST /login', () => {
  it('gives a token, without a cookie', async () => {
    await using app = await testApp()
    const user = await users.create()

    const response = await app
      .as('json')
      .post(route('account.login'), { email: user.email, password, device })

    response.assertStatus(200)
    assert.equal(response.headers.has('set-cookie'), false)
    const me = await withToken(app, response.json()).get(route('account.show'))
    me.assertJson(user.toJSON())
  })

  it('gives a token to a page of another origin, which a frontend may be', async () => {
    await using app = await testApp()
    const { email } = await users.create()
    const headers = { origin: 'https://frontend.example', 'sec-fetch-site': 'cross-site' }

    const response = await app
      .as('json', { headers })
      .post(route('account.login'), { email, password, device })

    response.assertStatus(200)
  })

  it('refuses a wrong password', async () => {
    await using app = await testApp()
    const { email } = await users.create()

    const response = await app
      .as('json')
      .post(route('account.login'), { email, password: 'wrong', device })

    response.assertStatus(422)
  })
})

describe('POST /logout', () => {
  it('ends the token', async () => {
    await using app = await testApp()
    const client = await logIn(app, await users.create())

    const response = await client.post(route('account.logout'))
    const after = await client.get(route('account.show'))

    response.assertStatus(204)
    after.assertStatus(401)
  })
})
