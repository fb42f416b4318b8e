import { get, group, post } from 'tenon'
import { auth, perAddress, perToken } from './auth.ts'
import * as account from './controllers/account.ts'

/** Accounts, for `app/routes.ts`. */
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
