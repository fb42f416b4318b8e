import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import { testApp, type TestApp } from 'tenon/testing'
import { User } from '../app/models/user.ts'
import { password, users } from '../database/factories/user.ts'
import { logIn } from './log-in.ts'
import { mailedToken } from './mailed-token.ts'

const email = 'ada@example.com'

/** Registers a user, and returns the token of the link that was mailed. */
async function register(app: TestApp): Promise<string> {
  await app
    .as('json')
    .post(route('account.register'), { name: 'Ada', email, password, device: 'Phone' })
  return mailedToken(app, email)
}

describe('POST /verify-email', () => {
  it('verifies the address once, and keeps the token that is sent with it', async () => {
    await using app = await testApp()
    const token = await register(app)
    const user = await User.where('email', email).firstOrFail()
    const client = await logIn(app, user)

    const verified = await client.post(route('verification.verify'), { token })
    const again = await client.post(route('verification.verify'), { token })
    const me = await client.get(route('account.show'))

    verified.assertStatus(204)
    again.assertStatus(422)
    me.assertStatus(200)
    assert.notEqual((await user.refresh()).verified_at, null)
  })

  it('ends all tokens without one of them, because a stranger may have registered the address', async () => {
    await using app = await testApp()
    const token = await register(app)
    const user = await User.where('email', email).firstOrFail()
    const client = await logIn(app, user)

    const verified = await app.as('json').post(route('verification.verify'), { token })
    const me = await client.get(route('account.show'))

    verified.assertStatus(204)
    me.assertStatus(401)
  })
})

describe('POST /verify-email/resend', () => {
  it('mails the link again a few times, and nothing once the address is verified', async () => {
    await using app = await testApp()
    const user = await users.create({ verified_at: null })
    const client = await logIn(app, user)
    const resend = () => client.post(route('verification.resend'))

    const sent = await resend()
    await resend()
    await resend()
    const refused = await resend()
    await user.update({ verified_at: new Date() })
    const verified = await resend()

    sent.assertStatus(204)
    refused.assertStatus(429)
    verified.assertStatus(204)
    assert.equal(app.mails.to(user.email).length, 3)
  })
})
