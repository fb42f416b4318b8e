import { z } from 'zod'
import { passkeys } from '../../src/auth-passkeys.ts'
import { accounts } from '../../src/auth.ts'
import { c, Model } from '../../src/models.ts'
import { body, get, group, handler, html, json, post, routes } from '../../src/index.ts'
import { findPort } from '../support/find-port.ts'
import { logoutRoute } from './account-routes.ts'
import { Gate } from './gate.ts'
import { hashOf } from './hash-of.ts'
import { serve, type Served } from './serve.ts'

export class User extends Model('users', {
  id: c.id(),
  email: c.text().unique({ caseInsensitive: true }),
  password: c.text().hidden(),
}) {}

export const ada = { email: 'ada@example.com', password: 'correct horse battery' }
export const bob = { email: 'bob@example.com', password: 'staple and thirteen' }

const LoginForm = body(z.object({ email: z.string(), password: z.string() }))
const PasskeyForm = body(z.object({ name: z.string(), response: z.unknown() }))

function toRoutes(origin: string, secondFactor: boolean) {
  const auth = accounts(User, { login: 'email', password: 'password' })
  const keys = passkeys(auth, { name: 'Shop', origin, secondFactor })
  return routes([
    get('/blank', () => html('<title>Passkeys</title>')),
    get(
      '/',
      handler({ user: auth.optionalUser }).run(({ user }) => json({ user: user?.email ?? null })),
    ),
    post(
      '/login',
      handler({ form: LoginForm }).run(async ({ form }, request) => {
        await auth.attempt(request, { login: form.email, password: form.password })
        return json({ next: await auth.destination(request) })
      }),
    ),
    logoutRoute(auth, '/blank'),
    post('/passkey/options', async (request) => json(await keys.beginLogin(request))),
    post(
      '/passkey',
      handler({ form: PasskeyForm }).run(async ({ form }, request) =>
        json({ email: (await keys.finishLogin(request, form.response)).email }),
      ),
    ),
    group('/settings/passkeys', [
      get('/', async (request) => json(await keys.list(request))),
      post('/options', async (request) => json(await keys.beginRegistration(request))),
      post(
        '/',
        handler({ form: PasskeyForm }).run(async ({ form: { name, response } }, request) =>
          json(await keys.finishRegistration(request, { name, response })),
        ),
      ),
      post('/{key}/slow/remove', async (request) => {
        await gate.pass()
        return json(await keys.remove(request, request.param('key') ?? ''))
      }),
      post('/{key}/remove', async (request) =>
        json(await keys.remove(request, request.param('key') ?? '')),
      ),
    ]).middleware(auth.required),
  ])
}

export const gate = new Gate()

/** Serves an application with passkeys and two users, on an origin that browsers take. */
export async function servePasskeys(
  databaseUrl: string,
  { secondFactor = false }: { readonly secondFactor?: boolean } = {},
): Promise<Served> {
  // A passkey is bound to an origin, which has to be known before the server listens.
  const port = await findPort()
  const origin = `http://localhost:${port}`
  const served = await serve(
    { routes: toRoutes(origin, secondFactor) },
    { databaseUrl, tables: [User], port },
  )
  for (const { email, password } of [ada, bob]) {
    await User.create({ email, password: await hashOf(password) })
  }
  return { ...served, origin, [Symbol.asyncDispose]: () => served[Symbol.asyncDispose]() }
}
