import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import { testApp } from 'tenon/testing'
import { providers } from '../app/providers.ts'
import { password, users } from '../database/factories/user.ts'

describe('logging in with a provider', () => {
  it('is offered for the configured providers, and for no other', async () => {
    await using app = await testApp()
    const client = app.as('page')

    const login = await client.get(route('login.create'))
    const begun = await client.post(route('providers.login', { provider: 'unknown' }))
    const returned = await client.get(route('providers.callback', { provider: 'unknown' }))

    assert.deepEqual(login.page().props['providers'], providers.available)
    begun.assertStatus(404)
    returned.assertStatus(404)
  })

  it('leaves users without a password, who cannot log in with an empty one', async () => {
    await using app = await testApp()
    const { email } = await users.create({ password: null })
    const client = app.as('page')

    const empty = await client.post(route('login.store'), { email, password: '' })
    const guessed = await client.post(route('login.store'), { email, password })

    empty.assertStatus(422)
    guessed.assertStatus(422)
  })
})
