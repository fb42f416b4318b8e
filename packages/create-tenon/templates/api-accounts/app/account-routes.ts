import { get, group, post } from 'tenon'
import { auth, mailsPerAddress, perAddress, perToken } from './auth.ts'
import * as account from './controllers/account.ts'
import * as passwordReset from './controllers/password-reset.ts'
import * as verification from './controllers/verification.ts'

/** The routes of accounts. `app/routes.ts` adds them to the application. */
export const accountRoutes = [
  // These routes read no cookie, so a page of another site can do no more with them than any program.
  group('/', [
    post('/register', account.register).name('account.register').middleware(perAddress),
    post('/login', account.login).name('account.login').middleware(perAddress),
    post('/forgot-password', passwordReset.request)
      .name('password-reset.request')
      .middleware(mailsPerAddress),
    post('/reset-password', passwordReset.update)
      .name('password-reset.update')
      .middleware(perAddress),
    post('/verify-email', verification.verify).name('verification.verify').middleware(perAddress),
  ])
    .public()
    .allowCrossOrigin(),
  group('/', [
    post('/logout', account.logout).name('account.logout'),
    get('/me', account.show).name('account.show'),
    post('/verify-email/resend', verification.resend)
      .name('verification.resend')
      .middleware(mailsPerAddress),
  ])
    .middleware(auth.token())
    .middleware(perToken)
    .signedIn(),
] as const
