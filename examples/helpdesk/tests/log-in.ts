import { route } from 'tenon'
import type { TestApp } from 'tenon/testing'
import type { User } from '../app/models/user.ts'
import { password } from '../database/factories/user.ts'

/** A browser of its own. */
export type Client = ReturnType<TestApp['as']>

/** Logs a user in with a browser of their own. */
export async function logIn(app: TestApp, { email }: User, secret = password): Promise<Client> {
  const client = app.as('page')
  const response = await client.post(route('login.store'), { email, password: secret })
  response.assertStatus(303)
  return client
}
