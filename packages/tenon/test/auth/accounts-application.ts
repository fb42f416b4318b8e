import { setTimeout as delay } from 'node:timers/promises'
import { accounts, hash } from '../../src/auth.ts'
import { UniqueViolation } from '../../src/database.ts'
import {
  del,
  fallback,
  get,
  group,
  handler,
  json,
  post,
  redirect,
  routes,
} from '../../src/index.ts'
import { session, type SessionOptions } from '../../src/session.ts'
import {
  EmailForm,
  linkRoutes,
  LoginForm,
  loginRoutes,
  logoutRoute,
  PasswordForm,
  User,
} from './account-routes.ts'
import { Gate } from './gate.ts'
import { hashOf } from './hash-of.ts'
import { Outbox } from './outbox.ts'
import { serve, type Served, type ServeOptions } from './serve.ts'

export { User }

export const auth = accounts(User, {
  login: 'email',
  password: 'password',
  verifiedAt: 'verified_at',
  isActive: (user) => !user.blocked,
  attempts: { account: { limit: 5, per: '1h' }, address: { limit: 20, per: '1h' } },
})

/** The mails that the application has sent. */
export const outbox = new Outbox()

/** Tells the owner of an address whether there is an account, and nobody else. */
const register = handler({ form: LoginForm }).run(async ({ form: { email, password } }) => {
  const hashed = await hash.make(password)
  try {
    const user = await User.create({ email, password: hashed })
    await outbox.send({ user, address: email, token: auth.links.verification(user) })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    await outbox.send({ user: {}, address: email, token: '' })
  }
  return 'Look into your mailbox'
})

/** Routes of which each uses one function of `auth.links`. */
const links = group('/', [
  linkRoutes(auth, outbox),
  post('/register', register),
  post(
    '/forgot/slowly',
    handler({ form: EmailForm }).run(async ({ form }, request) => {
      await auth.links.requestReset(request, form.email, outbox.send)
      await delay(20) // time: in which the mail would be sent
      return outbox.isUsed ? 'sent already' : 'not sent yet'
    }),
  ),
  post(
    '/settings/verification',
    handler({ user: auth.user }).run(async ({ user }) => {
      await outbox.send({ user, address: user.email, token: auth.links.verification(user) })
      return 'sent'
    }),
  ).middleware(auth.required),
  post(
    '/settings/email',
    handler({ form: EmailForm }).run(async ({ form }, request) => {
      await auth.links.requestAddressChange(request, form.email, outbox.send)
      return 'Look into both mailboxes'
    }),
  ).middleware(auth.confirmed('15m')),
])

export const web = routes([
  links,
  get(
    '/',
    handler({ user: auth.optionalUser }).run(({ user }) => json({ user })),
  ),
  loginRoutes(auth).middleware(auth.guest),
  post(
    '/again',
    handler({ form: LoginForm }).run(async ({ form }, request) => {
      await auth.attempt(request, { login: form.email, password: form.password })
      return 'in'
    }),
  ),
  post(
    '/enter/{user}',
    handler({ user: User }).run(async ({ user }, request) => {
      await auth.login(request, user)
      return 'in'
    }),
  ),
  logoutRoute(auth),
  post('/cart', async (request) => {
    ;(await session(request)).set('cart', 'a book')
    return 'kept'
  }),
  get('/cart', async (request) => json((await session(request)).all())),
  group('/settings', [
    get(
      '/',
      handler({ user: auth.user }).run(({ user }) => json({ email: user.email })),
    ),
    post('/slow', async (request) => {
      ;(await session(request)).set('late', true)
      await gate.pass()
      return 'slow'
    }),
    post('/', () => 'saved'),
    post(
      '/slow/token',
      handler({ user: auth.user }).run(async ({ user }) => {
        await gate.pass()
        await auth.tokens.issue(user, { name: 'CI', abilities: [], expires: '1d' })
        return 'issued'
      }),
    ),
    post('/slow/password', async (request) => {
      await auth.current(request)
      await gate.pass()
      await auth.changePassword(request, 'the password of a thief')
      return 'changed'
    }),
    post('/slow/deletion', async (request) => {
      const user = await auth.current(request)
      await gate.pass()
      await auth.whileLoggedIn(request, async () => user?.delete())
      return 'deleted'
    }),
    post(
      '/password',
      handler({ form: PasswordForm }).run(async ({ form }, request) => {
        await auth.changePassword(request, form.password)
        return 'changed'
      }),
    ),
    get('/logins', async (request) => json(await auth.logins.list(request))),
    del('/logins/{login}', async (request) =>
      json(await auth.logins.end(request, request.param('login') ?? '')),
    ),
    post('/logout-elsewhere', async (request) => json(await auth.logins.endOthers(request))),
    post(
      '/confirm',
      handler({ form: PasswordForm }).run(async ({ form }, request) => {
        await auth.confirm(request, form.password)
        return redirect(await auth.destination(request))
      }),
    ),
    get('/verified', () => 'verified').middleware(auth.verified),
    get('/danger', () => 'danger').middleware(auth.confirmed('15m')),
    get('/immediate', () => 'never').middleware(auth.confirmed('1ms')),
  ]).middleware(auth.required),
  fallback(() => 'nothing').middleware(auth.required),
])

/** Requests to `/settings/slow` wait here until a test opens it. */
export const gate = new Gate()

export const ada = { email: 'ada@example.com', password: 'correct horse battery' }
export const bob = { email: 'bob@example.com', password: 'staple and thirteen' }

/** Serves the application with two users. */
export async function serveAccounts(
  databaseUrl: string,
  session: SessionOptions = {},
  options: Pick<ServeOptions, 'hasCostlyHashes'> = {},
): Promise<Served> {
  outbox.clear()
  const served = await serve({ routes: web, session }, { databaseUrl, tables: [User], ...options })
  for (const { email, password } of [ada, bob]) {
    await User.create({ email, password: await hashOf(password), verified_at: null })
  }
  return served
}
