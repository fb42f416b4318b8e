import { TOTP } from 'otpauth'
import { z } from 'zod'
import { accounts, type AccountNotice, type CompletedLogin } from '../../src/auth.ts'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { body, get, group, handler, json, post, redirect, routes } from '../../src/index.ts'
import { session, type SessionOptions } from '../../src/session.ts'
import type { RouteList } from '../../src/web/routing/route-list.ts'
import type { RouteEntry } from '../../src/web/routing/types/entry.ts'
import {
  EmailForm,
  linkRoutes,
  loginRoutes,
  logoutRoute,
  PasswordForm,
  User,
} from './account-routes.ts'
import type { Browser } from './browser.ts'
import { hashOf } from './hash-of.ts'
import { Outbox } from './outbox.ts'
import { serve, type Served } from './serve.ts'

export { User }

/** What users were told; `before` is called first, and may fail. */
export const notices: AccountNotice<User>[] & { before?: (() => Promise<void>) | undefined } = []

/** The logins that were completed; `before` is called first, and may fail. */
export const completed: CompletedLogin<User>[] & {
  before?: ((login: CompletedLogin<User>) => Promise<void>) | undefined
} = []

export const auth = accounts(User, {
  login: 'email',
  password: 'password',
  verifiedAt: 'verified_at',
  isActive: (user) => !user.blocked,
  secondFactor: { issuer: 'Todo & Co' },
  notify: async (notice) => {
    await notices.before?.()
    notices.push(notice)
  },
  onLogin: async (login) => {
    await completed.before?.(login)
    completed.push(login)
  },
  attempts: { account: { limit: 5, per: '1h' }, address: { limit: 50, per: '1h' } },
})

const CodeForm = body(z.object({ code: z.string() }))

export const outbox = new Outbox()

const web = routes([
  group('/', [
    loginRoutes(auth),
    get('/second-factor', async (request) => json(await auth.secondFactor.isPending(request))),
    post(
      '/second-factor',
      handler({ form: CodeForm }).run(async ({ form }, request) => {
        await auth.secondFactor.verify(request, form.code)
        return redirect(await auth.destination(request))
      }),
    ),
  ]).middleware(auth.guest),
  post(
    '/enter/{user}',
    handler({ user: User }).run(async ({ user }, request) => {
      await auth.login(request, user)
      return redirect(await auth.destination(request))
    }),
  ),
  linkRoutes(auth, outbox),
  logoutRoute(auth),
  post('/cart', async (request) => {
    ;(await session(request)).set('cart', 'a book')
    return 'kept'
  }),
  get('/cart', async (request) => json((await session(request)).all())),
  get(
    '/',
    handler({ user: auth.optionalUser }).run(({ user }) => json({ user: user?.email ?? null })),
  ),
  group('/settings', [
    get(
      '/',
      handler({ user: auth.user }).run(({ user }) => json({ email: user.email })),
    ),
    post(
      '/confirm',
      handler({ form: PasswordForm }).run(async ({ form }, request) => {
        await auth.confirm(request, form.password)
        return 'confirmed'
      }),
    ),
    post(
      '/password',
      handler({ form: PasswordForm }).run(async ({ form }, request) => {
        await auth.changePassword(request, form.password)
        return 'changed'
      }),
    ),
    post(
      '/email',
      handler({ form: EmailForm }).run(async ({ form }, request) => {
        await auth.links.requestAddressChange(request, form.email, outbox.send)
        return 'Look into both mailboxes'
      }),
    ),
    get('/verified', () => 'verified').middleware(auth.verified),
    get('/confirmed', () => 'confirmed').middleware(auth.confirmed('15m')),
    get('/logins', async (request) => json(await auth.logins.list(request))),
    get('/factor', async (request) => json(await auth.secondFactor.state(request))),
    post('/factor', async (request) => json(await auth.secondFactor.enroll(request))),
    post(
      '/factor/confirm',
      handler({ form: CodeForm }).run(async ({ form }, request) =>
        json(await auth.secondFactor.confirm(request, form.code)),
      ),
    ),
    post('/factor/codes', async (request) =>
      json(await auth.secondFactor.replaceRecoveryCodes(request)),
    ),
    post('/factor/disable', async (request) => {
      await auth.secondFactor.disable(request)
      return 'disabled'
    }),
  ]).middleware(auth.required),
])

export const ada = { email: 'ada@example.com', password: 'correct horse battery' }

/** Serves the application with one user, who has no second factor yet. */
export async function serveSecondFactor(
  databaseUrl: string,
  options: SessionOptions = {},
  { routes: further }: Pick<RouteList<RouteEntry>, 'routes'> = { routes: [] },
): Promise<Served> {
  outbox.clear()
  notices.length = 0
  completed.length = 0
  const served = await serve(
    { routes: { ...web, routes: [...web.routes, ...further] }, session: options },
    { databaseUrl, tables: [User] },
  )
  await User.create({
    email: ada.email,
    password: await hashOf(ada.password),
    verified_at: new Date(),
  })
  return served
}

/** What a user has after turning the second factor on. */
export interface Enrolled {
  readonly secret: string
  readonly codes: readonly string[]
}

/** Logs Ada in and turns her second factor on. */
export async function enroll(browser: Browser): Promise<Enrolled> {
  await browser.post('/login', ada)
  const { secret = '' } = readTexts((await browser.post('/settings/factor')).json())
  const confirmed = await browser.post('/settings/factor/confirm', { code: codeOf(secret) })
  await forgetSteps()
  return { secret, codes: confirmed.json() as readonly string[] }
}

/** The code that an app shows so many time steps from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Lets a code be used that was used in the same half minute. */
export async function forgetSteps(): Promise<void> {
  await currentDatabase().query(sql`update tenon_authenticators set last_step = 0`)
}

/** The texts of a JSON object. */
export function readTexts(value: unknown): Readonly<Record<string, string>> {
  return value as Readonly<Record<string, string>>
}
