import { get, group, post } from 'tenon'
import { auth, perAddress, perToken } from './auth.ts'
import * as account from './controllers/account.ts'

/** The routes of accounts. `app/routes.ts` adds them to the application. */
export const accountRoutes = [
  post('/register', account.register).name('account.register').middleware(perAddress).public(),
  post('/login', account.login).name('account.login').middleware(perAddress).public(),
  group('/', [
    post('/logout', account.logout).name('account.logout'),
    get('/me', account.show).name('account.show'),
  ])
    .middleware(auth.token())
    .middleware(perToken)
    .signedIn(),
] as const
