import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import { testApp, type TestApp } from 'tenon/testing'
import { users } from '../database/factories/user.ts'
import { logIn } from './log-in.ts'
import { mailedToken } from './mailed-token.ts'

const password = 'a longer battery staple'

function askFor(app: TestApp, email: string) {
  return app.as('json').post(route('password-reset.request'), { email })
}

describe('POST /forgot-password', () => {
  it('answers the same whether the address has an account, and mails only if it has', async () => {
    await using app = await testApp()
    const { email } = await users.create()

    const unknown = await askFor(app, 'eve@example.com')
    const known = await askFor(app, email)
    await mailedToken(app, email)

    unknown.assertStatus(204)
    known.assertStatus(204)
    assert.equal(app.mails.count, 1)
  })

  it('mails an address a few times only', async () => {
    await using app = await testApp()
    const [ada, bob] = [await users.create(), await users.create()]
    await askFor(app, ada.email)
    await askFor(app, ada.email)
    await askFor(app, ada.email)

    await askFor(app, ada.email)
    await askFor(app, bob.email)
    await mailedToken(app, bob.email)

    assert.equal(app.mails.to(ada.email).length, 3)
  })
})

describe('POST /reset-password', () => {
  it('sets the password once, and ends all tokens', async () => {
    await using app = await testApp()
    const user = await users.create()
    const device = await logIn(app, user)
    await askFor(app, user.email)
    const token = await mailedToken(app, user.email)
    const client = app.as('json')

    const reset = await client.post(route('password-reset.update'), { token, password })
    const again = await client.post(route('password-reset.update'), { token, password })
    const ended = await device.get(route('account.show'))
    const login = { email: user.email, password, device: 'Phone' }
    const entered = await client.post(route('account.login'), login)

    reset.assertStatus(204)
    again.assertStatus(422)
    ended.assertStatus(401)
    entered.assertStatus(200)
  })

  it('refuses a token that was made up, and a common password', async () => {
    await using app = await testApp()
    const { email } = await users.create()
    await askFor(app, email)
    const token = await mailedToken(app, email)
    const client = app.as('json')

    const made = await client.post(route('password-reset.update'), { token: 'guess', password })
    const common = await client.post(route('password-reset.update'), {
      token,
      password: 'password1',
    })

    made.assertStatus(422)
    common.assertErrors({ password: 'Too many people use this password' })
  })
})
