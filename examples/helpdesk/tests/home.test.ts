import { it } from 'node:test'
import { route } from 'tenon'
import { testApp } from 'tenon/testing'
import { password, users } from '../database/factories/user.ts'

it('the home page asks to verify the address first', async () => {
  await using app = await testApp()
  const { email } = await users.state('unverified').create()
  await app.post(route('login.store'), { email, password })

  const response = await app.get(route('home'))

  response.assertRedirect(route('verification.create'))
})

it('the home page greets users by their name', async () => {
  await using app = await testApp()
  const { email } = await users.create({ name: 'Ada' })
  await app.post(route('login.store'), { email, password })

  const response = await app.get(route('home'))

  response.assertStatus(200).assertPage('Home', { devices: 1 })
})
