import { it } from 'node:test'
import { route } from 'tenon'
import { password, users } from '../database/factories/user.ts'
import { openApp } from './open-app.ts'

it('the home page asks to verify the address first', async () => {
  await using app = await openApp()
  const { email } = await users.state('unverified').create()
  await app.post(route('login.store'), { email, password })

  const response = await app.get(route('home'))

  response.assertRedirect(route('verification.create'))
})

it('the home page leads to the teams', async () => {
  await using app = await openApp()
  const { email } = await users.create()
  await app.post(route('login.store'), { email, password })

  const response = await app.get(route('home'))

  response.assertRedirect(route('teams.index'))
})
