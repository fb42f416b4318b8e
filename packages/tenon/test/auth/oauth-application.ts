import { z } from 'zod'
import {
  type CreateUser,
  oauth,
  OAuthFailed,
  openId,
  type OAuthOptions,
  type Provider,
} from '../../src/auth-oauth.ts'
import { accounts, type AccountChange } from '../../src/auth.ts'
import { c, Model } from '../../src/models.ts'
import { body, get, group, handler, html, json, post, redirect, routes } from '../../src/index.ts'
import type { SessionOptions } from '../../src/session.ts'
import { findPort } from '../support/find-port.ts'
import { logoutRoute } from './account-routes.ts'
import type { Answer, Browser } from './browser.ts'
import { Gate } from './gate.ts'
import { hashOf } from './hash-of.ts'
import { clientId, clientSecret, IdentityProvider } from './identity-provider.ts'
import { serve, type Served } from './serve.ts'

export class User extends Model('users', {
  id: c.id(),
  email: c.text().unique({ caseInsensitive: true }),
  name: c.text().default(''),
  password: c.text().hidden().nullable(),
  verified_at: c.timestamp().nullable(),
  blocked: c.boolean().default(false),
}) {}

export const ada = { email: 'ada@example.com', password: 'correct horse battery' }

const LoginForm = body(z.object({ email: z.string(), password: z.string() }))
const CodeForm = body(z.object({ code: z.string() }))
const StartForm = body(z.object({ remember: z.literal('on').optional() }))

/** What users were told. */
export const changes: AccountChange[] = []

function toRoutes(options: OAuthOptions<User>) {
  const auth = accounts(User, {
    login: 'email',
    password: 'password',
    verifiedAt: 'verified_at',
    isActive: (user) => !user.blocked,
    secondFactor: { issuer: 'Shop' },
    notify: ({ change }) => void changes.push(change),
  })
  const providers = oauth(auth, options)
  return routes([
    get(
      '/',
      handler({ user: auth.optionalUser }).run(({ user }) => json({ user })),
    ),
    get('/login', () => html('<form method="post">')),
    get('/providers', () => json(providers.available)),
    post(
      '/login',
      handler({ form: LoginForm }).run(async ({ form }, request) => {
        await auth.attempt(request, { login: form.email, password: form.password })
        return redirect(await auth.destination(request))
      }),
    ),
    logoutRoute(auth),
    group('/login/{provider}', [
      post(
        '/',
        handler({ form: StartForm }).run(async ({ form }, request) => {
          const remember = form.remember === 'on'
          const name = request.param('provider') ?? ''
          return redirect.external(await providers.beginLogin(request, name, { remember }))
        }),
      ),
      get('/callback', async (request) => {
        const { purpose, isNew, profile, tokens } = await providers.finish(request)
        const headers = { purpose, isNew: String(isNew), subject: profile.subject }
        const reply = redirect(await auth.destination(request))
        for (const [name, value] of Object.entries(headers)) reply.header(`x-${name}`, value)
        return reply.header('x-token', String(tokens.accessToken.length > 0))
      }),
      post('/callback', async (request) =>
        redirect(await providers.receiveForm(request)),
      ).allowCrossOrigin(),
    ]),
    group('/second-factor', [
      post(
        '/',
        handler({ form: CodeForm }).run(async ({ form }, request) => {
          await auth.secondFactor.verify(request, form.code)
          return redirect(await auth.destination(request))
        }),
      ),
    ]),
    group('/settings', [
      get('/', () => 'settings'),
      get('/confirmed', () => 'confirmed').middleware(auth.confirmed('15m')),
      get('/orders', () => 'orders'),
      post('/factor', async (request) => json(await auth.secondFactor.enroll(request))),
      post(
        '/factor/confirm',
        handler({ form: CodeForm }).run(async ({ form }, request) =>
          json(await auth.secondFactor.confirm(request, form.code)),
        ),
      ),
      get('/providers', async (request) => json(await providers.list(request))),
      post('/providers/{provider}', async (request) =>
        redirect.external(await providers.beginConnect(request, request.param('provider') ?? '')),
      ),
      post('/providers/{provider}/confirm', async (request) =>
        redirect.external(
          await providers.beginConfirmation(request, request.param('provider') ?? ''),
        ),
      ),
      post('/identities/{identity}/slow/remove', async (request) => {
        await gate.pass()
        return json(await providers.remove(request, request.param('identity') ?? ''))
      }),
      post('/identities/{identity}/remove', async (request) =>
        json(await providers.remove(request, request.param('identity') ?? '')),
      ),
      post(
        '/delete',
        handler({ user: auth.user }).run(async ({ user }, request) => {
          await auth.logout(request)
          await auth.forget(user)
          await user.delete()
          return ''
        }),
      ),
    ]).middleware(auth.required),
    get('/failed', () => {
      throw new OAuthFailed('denied', 'No')
    }),
  ])
}

export const gate = new Gate()

/** An application with two providers, which are real, and one user. */
export interface ServedOAuth extends Served {
  /** The provider that the application calls `main`. */
  readonly main: IdentityProvider
  /** The provider that the application calls `other`. */
  readonly other: IdentityProvider
}

export interface ServeOAuthOptions extends Partial<Omit<OAuthOptions<User>, 'origin'>> {
  readonly session?: SessionOptions
}

/** Creates what every application creates. */
export const createUser: CreateUser<User> = ({ email, emailVerified, name }) =>
  email === undefined
    ? null
    : User.create({
        email,
        name: name ?? '',
        password: null,
        verified_at: emailVerified ? new Date() : null,
      })

export async function serveOAuth(
  databaseUrl: string,
  { session = {}, ...options }: ServeOAuthOptions = {},
): Promise<ServedOAuth> {
  changes.length = 0
  const port = await findPort()
  const origin = `http://127.0.0.1:${port}`
  await using opened = new AsyncDisposableStack()
  const main = opened.use(await IdentityProvider.open(`${origin}/login/main/callback`))
  const other = opened.use(await IdentityProvider.open(`${origin}/login/other/callback`))
  const providers: Readonly<Record<string, Provider | undefined>> = {
    main: openId({ label: 'Main', issuer: main.issuer, clientId, clientSecret }),
    other: openId({ label: 'Other', issuer: other.issuer, clientId, clientSecret }),
    absent: undefined,
  }
  const web = toRoutes({ origin, providers, createUser, ...options })
  const served = opened.use(
    await serve({ routes: web, session }, { databaseUrl, tables: [User], port }),
  )
  await User.create({
    email: ada.email,
    password: await hashOf(ada.password),
    verified_at: new Date(),
  })
  const closing = opened.move()
  return { ...served, main, other, [Symbol.asyncDispose]: () => closing.disposeAsync() }
}

/** Begins something at a provider and comes back from there. */
export async function visit(
  browser: Browser,
  provider: IdentityProvider,
  path = '/login/main',
): Promise<Answer> {
  const back = await goAndReturn(browser, provider, path)
  return browser.get(back.pathname + back.search)
}

/** Begins something at a provider and returns where the provider sends the browser. */
export async function goAndReturn(
  browser: Browser,
  provider: IdentityProvider,
  path = '/login/main',
): Promise<URL> {
  const begun = await browser.post(path)
  if (begun.location === null) throw new Error(`${begun.status} ${begun.text}`)
  return provider.visit(begun.location)
}

/** Who is logged in. */
export async function whoIs(browser: Browser): Promise<string | null> {
  const { user } = (await browser.get('/')).json() as { user: { email: string } | null }
  return user?.email ?? null
}
