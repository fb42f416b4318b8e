import { z } from 'zod'
import type { Accounts } from '../../src/auth.ts'
import { body, get, group, handler, html, post, redirect } from '../../src/index.ts'
import { c, Model } from '../../src/models.ts'
import type { Outbox } from './outbox.ts'

export class User extends Model('users', {
  id: c.id(),
  email: c.text().unique({ caseInsensitive: true }),
  password: c.text().hidden(),
  verified_at: c.timestamp().nullable(),
  blocked: c.boolean().default(false),
}) {}

export const LoginForm = body(
  z.object({ email: z.string(), password: z.string(), remember: z.literal('on').optional() }),
)
export const PasswordForm = body(z.object({ password: z.string() }))
export const EmailForm = body(z.object({ email: z.string() }))
const TokenForm = body(z.object({ token: z.string() }))
const ResetForm = body(
  z.object({ token: z.string(), password: z.string(), revokeTokens: z.string().optional() }),
)

type UserAccounts = Accounts<User>

/** The page of a login, and what its form does. */
export function loginRoutes(auth: UserAccounts) {
  return group('/login', [
    get('/', () => html('<form method="post">')),
    post(
      '/',
      handler({ form: LoginForm }).run(async ({ form }, request) => {
        const { email: login, password, remember } = form
        await auth.attempt(request, { login, password, remember: remember === 'on' })
        return redirect(await auth.destination(request))
      }),
    ),
  ])
}

export function logoutRoute(auth: Pick<UserAccounts, 'logout'>, path = '/login') {
  return post('/logout', async (request) => {
    await auth.logout(request)
    return redirect(path)
  })
}

/** Routes of which each uses one function of `auth.links`. */
export function linkRoutes(auth: UserAccounts, outbox: Outbox) {
  return group('/', [
    post(
      '/forgot',
      handler({ form: EmailForm }).run(async ({ form }, request) => {
        await auth.links.requestReset(request, form.email, outbox.send)
        return 'Look into your mailbox'
      }),
    ),
    post(
      '/reset',
      handler({ form: ResetForm }).run(async ({ form }, request) => {
        const revokeTokens = form.revokeTokens === 'on'
        await auth.links.resetPassword(request, { ...form, revokeTokens })
        return redirect('/login')
      }),
    ),
    post(
      '/link',
      handler({ form: EmailForm }).run(async ({ form }, request) => {
        await auth.links.requestLogin(request, form.email, outbox.send)
        return 'Look into your mailbox'
      }),
    ),
    post(
      '/link/login',
      handler({ form: TokenForm }).run(async ({ form }, request) => {
        await auth.links.login(request, form.token)
        return redirect(await auth.destination(request))
      }),
    ),
    post(
      '/verify',
      handler({ form: TokenForm }).run(async ({ form }, request) => {
        const { email } = await auth.links.verify(request, form.token)
        return `${email} is verified`
      }),
    ),
    post(
      '/email/confirm',
      handler({ form: TokenForm }).run(({ form }, request) =>
        auth.links.confirmAddress(request, form.token),
      ),
    ),
  ])
}
