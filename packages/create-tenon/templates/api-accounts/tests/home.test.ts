import assert from 'node:assert/strict'
import { it } from 'node:test'
import { route } from 'tenon'
import { testApp } from 'tenon/testing'
import { auth } from '../app/auth.ts'
import { password, users } from '../database/factories/user.ts'
import { mailedToken } from './mailed-token.ts'

it('the first route answers', async () => {
  await using app = await testApp()

  const response = await app.as('json').get(route('home'))

  response.assertStatus(200)
})

it('answers as the OpenAPI document says', async () => {
  await using app = await testApp()
  const user = await users.create()
  const { email } = user
  const forgetful = await users.create()
  await app.as('json').post(route('password-reset.request'), { email: forgetful.email })
  const device = 'Phone'
  // Each route gets its own token, because a logout ends the token.
  const headers = async () => {
    const options = { name: 'Test', abilities: [], expires: '1h' } as const
    const { text } = await auth.tokens.issue(user, options)
    return { authorization: `Bearer ${text}` }
  }

  const differences = await app.checkContract({
    headers,
    requests: {
      'account.register': [{ body: { name: 'Eve', email: 'eve@example.com', password, device } }],
      'account.login': [{ body: { email, password, device } }],
      'password-reset.request': [{ body: { email } }],
      'password-reset.update': [
        { body: { token: await mailedToken(app, forgetful.email), password } },
      ],
      'verification.verify': [{ body: { token: auth.links.verification(user) } }],
    },
  })

  assert.deepEqual(differences, [])
})
